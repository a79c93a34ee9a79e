// The machine as Node sees it: its disk, its clang, its clock.

import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { compile } from './compile.js';
import { pathsIn } from './flags.js';
import type { Host, NamedSources, Workspace } from './host.js';
import { otherChecker } from './other-checker.js';
import { packageRoot } from './package-root.js';
import { accessTo, projectOf } from './project.js';
import { cleanProjectFlags, refusals } from './project-flags.js';
import { collectSources } from './sources.js';
import { threadPool } from './thread-pool.js';

/** As one thread of the process sees it. */
export interface NodeHost extends Host {
  /** Of the process, in megabytes. */
  memoryUsed(): number;
  /** Of this thread alone: what it has in its heap and beside it. */
  threadMemoryUsed(): number;
}

export function thisMachine(): NodeHost {
  const directory = process.cwd();
  let solver: Promise<WebAssembly.Module> | undefined;
  return {
    directory,
    packaged: (name) => readFile(join(packageRoot, 'dist', 'report', 'html', name), 'utf8'),
    solver() {
      solver ??= readFile(createRequire(import.meta.url).resolve('cadical-wasm/cadical.wasm')).then(compiled);
      return solver;
    },
    open: (sources) => openWorkspace(sources, directory),
    now: () => performance.now(),
    memoryUsed: () => process.memoryUsage.rss() / 2 ** 20,
    threadMemoryUsed() {
      const { heapTotal, external } = process.memoryUsage();
      return (heapTotal + external) / 2 ** 20;
    },
    memoryPeak: () => process.resourceUsage().maxRSS / 1024,
    rest: () => new Promise((resume) => setImmediate(resume)),
    cores: availableParallelism(),
    pool: threadPool,
  };
}

/**
 * V8 optimises a function of WebAssembly after it has run through so many bytes of code. Most checks ask the solver a
 * few small questions, and to optimise it for them takes more than to answer them: it is to run for some tens of
 * milliseconds before. Only where the value to go back to is known: with other flags than at its start, no process can
 * keep its compiled code.
 */
const PATIENT_BUDGET = 50_000_000;
const usualBudget = process.versions.v8.startsWith('11.3.') && isMainThread ? 1_800_000 : undefined;

/**
 * With nothing else to wait for, Node would leave its loop to let V8 finish: what comes after the compilation would run
 * there, and each rest would wait for all functions that V8 has begun to optimise. A timer keeps it in the loop.
 */
async function compiled(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  const alive = setTimeout(() => {}, 2 ** 30);
  if (usualBudget !== undefined) setFlagsFromString(`--wasm-tiering-budget=${PATIENT_BUDGET}`);
  try {
    return await WebAssembly.compile(bytes);
  } finally {
    if (usualBudget !== undefined) setFlagsFromString(`--wasm-tiering-budget=${usualBudget}`);
    clearTimeout(alive);
  }
}

function openWorkspace(sources: NamedSources, directory: string): Workspace {
  const { paths, flags = [], configured, sysroot, trust = false } = sources;
  const headers = join(packageRoot, 'include');
  const named = [...pathsIn(flags, directory), ...(sysroot === undefined ? [] : [sysroot]), headers];
  const project = projectOf(paths, { trust, headers: named });
  return {
    headers,
    units: () => collectSources(paths, flags, project, configured),
    compile: (units, options) => compile(units, { ...options, project }),
    packFlags(packed, pack) {
      const { arguments: clean, refused } = cleanProjectFlags(packed, directory, project);
      return { flags: clean, refused: refusals(refused, () => pack) };
    },
    checker: (name) => otherChecker(name, project),
    read: (path) => contentOf(resolve(directory, path)),
    readShown: (path) =>
      accessTo(resolve(directory, path), project) === 'shown' ? contentOf(resolve(directory, path)) : undefined,
  };
}

function contentOf(file: string): Uint8Array | undefined {
  try {
    // A pipe or a device could block for ever.
    return statSync(file).isFile() ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}
