// The machine as Node sees it: its disk, its clang, its clock. In a bundle for browsers, browser-host.ts takes its place.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { compile } from './compile.js';
import type { Host } from './host.js';
import { packageRoot } from './package-root.js';
import { collectSources } from './sources.js';

export function thisMachine(): Host {
  const directory = process.cwd();
  let solver: Promise<WebAssembly.Module> | undefined;
  return {
    directory,
    readFile(path) {
      try {
        return readFileSync(resolve(directory, path));
      } catch {
        return undefined;
      }
    },
    packaged: (name) => readFile(join(packageRoot, 'dist', 'report', 'html', name), 'utf8'),
    solver() {
      solver ??= readFile(createRequire(import.meta.url).resolve('cadical-wasm/cadical.wasm')).then((bytes) =>
        WebAssembly.compile(bytes),
      );
      return solver;
    },
    frontEnd: { headers: join(packageRoot, 'include'), collect: collectSources, compile },
    now: () => performance.now(),
    memoryUsed: () => process.memoryUsage.rss() / 2 ** 20,
    memoryPeak: () => process.resourceUsage().maxRSS / 1024,
    rest: () => new Promise((resume) => setImmediate(resume)),
  };
}
