// Tests import sources; what runs is what `npm run build` made of them, loaded by Node itself. The test runner's own
// way of loading takes seconds for each process, and code that was loaded so runs a seventh slower. A build that is
// older than the sources is made anew before the first test. Mutants run from the sources (scripts/mutants.mjs).

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const built = join(root, 'dist');

/** What the build leaves out, such as the script of the HTML report, stays a source. */
export const builtModules: Plugin = {
  name: 'built modules',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || !id.startsWith('.')) return undefined;
    const within = relative(source, resolve(dirname(importer), id));
    const file = join(built, within);
    return within.startsWith('..') || !existsSync(file) ? undefined : { id: file, external: true };
  },
};

export function setup(): void {
  const sources = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const changed = Math.max(...sources.map((file) => statSync(join(source, file)).mtimeMs));
  const made = ['check.js', join('cli', 'preempt.cjs')].map((name) => join(built, name));
  if (made.every((file) => existsSync(file) && statSync(file).mtimeMs >= changed)) return;
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: sep === '\\' });
}
