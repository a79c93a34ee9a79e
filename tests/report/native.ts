// gcc and make of this machine, for tests of generated C.

import { execFileSync, spawnSync } from 'node:child_process';
import { expect } from 'vitest';

export const gcc = pathOf('gcc');
export const make = pathOf('make');
if (gcc === undefined) console.warn('there is no gcc: generated C is not compiled');
if (make === undefined) console.warn('there is no make: the Makefiles of reproducers are not tested');
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

function pathOf(program: string): string | undefined {
  try {
    return execFileSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

export interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** A warning fails the test. Endless programs end after ten minutes, with the code null. */
export function compiled(source: string): (...words: string[]) => Run {
  const program = source.replace(/\.c$/, '');
  const flags = ['-std=gnu11', '-Wall', '-Wextra', '-Werror', '-pthread', '-o', program, source];
  expect(spawnSync(gcc!, flags, { encoding: 'utf8', env }).stderr).toBe('');
  return (...words) => {
    const { status, stdout } = spawnSync(program, words, { encoding: 'utf8', timeout: 600_000 });
    return { code: status, output: stdout };
  };
}

export function compileAndRun(source: string): { readonly found: Run; readonly without: Run } {
  const run = compiled(source);
  return { found: run(), without: run('--without') };
}

export function runMake(directory: string, target: string): string {
  return spawnSync(make!, ['-s', '-C', directory, target], { encoding: 'utf8', env, timeout: 600_000 }).stdout;
}
