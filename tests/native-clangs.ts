// The clangs installed on this machine, for tests that compare them with the embedded one.

import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface InstalledClang {
  /** `clang-16` */
  readonly name: string;
  readonly path: string;
}

const oldest = 16;

/** The oldest that Preempt supports and the newest there is; one or none where fewer are installed. */
export function nativeClangs(): readonly InstalledClang[] {
  const found = new Map<number, InstalledClang>();
  for (const directory of (process.env.PATH ?? '').split(delimiter).filter((d) => d !== '')) {
    for (const name of entriesOf(directory)) {
      const version = Number(/^clang-(\d+)$/.exec(name)?.[1] ?? 0);
      const path = join(directory, name);
      if (version >= oldest && !found.has(version) && isExecutable(path)) found.set(version, { name, path });
    }
  }
  const inOrder = [...found].sort(([a], [b]) => a - b).map(([, clang]) => clang);
  const [first, last] = [inOrder.at(0), inOrder.at(-1)];
  if (first === undefined || last === undefined) return [];
  return first === last ? [first] : [first, last];
}

function entriesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
