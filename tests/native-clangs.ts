// The clangs installed on this machine, for tests that compare them with the embedded one. PREEMPT_TEST_CLANGS names
// some that are not on the PATH: what Preempt itself finds there can so be one, or none, while several are compared.

import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

export interface InstalledClang {
  /** `clang-16` */
  readonly name: string;
  readonly path: string;
}

const oldest = 16;

/** The oldest that Preempt supports and the newest there is; one or none where fewer are installed. */
export function nativeClangs(): readonly InstalledClang[] {
  const onPath = listOf('PATH').flatMap((directory) => entriesOf(directory).map((name) => join(directory, name)));
  const found = new Map<number, InstalledClang>();
  for (const path of [...onPath, ...listOf('PREEMPT_TEST_CLANGS')]) {
    const version = versionOf(path);
    if (version >= oldest && !found.has(version)) found.set(version, { name: `clang-${version}`, path });
  }
  const inOrder = [...found].sort(([a], [b]) => a - b).map(([, clang]) => clang);
  const [first, last] = [inOrder.at(0), inOrder.at(-1)];
  if (first === undefined || last === undefined) return [];
  return first === last ? [first] : [first, last];
}

function listOf(variable: string): readonly string[] {
  return (process.env[variable] ?? '').split(delimiter).filter((entry) => entry !== '');
}

/** Programs called clang, with their version or without. */
function entriesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => /^clang(?:-\d+)?$/.test(name));
  } catch {
    return [];
  }
}

/** 0 for what is none. */
function versionOf(path: string): number {
  try {
    accessSync(path, constants.X_OK);
    const named = /^clang-(\d+)$/.exec(basename(path));
    const told = named ?? /clang version (\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }));
    return Number(told?.[1] ?? 0);
  } catch {
    return 0;
  }
}
