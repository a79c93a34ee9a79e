// The files that a program's code comes from, as text.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Program } from '../model/program.js';
import { shownPath } from '../report/paths.js';

/** Undefined where it cannot be read. `latin1`: one character for each byte. */
export function readSource(file: string, encoding: 'utf8' | 'latin1' = 'utf8'): string | undefined {
  try {
    return readFileSync(file, encoding);
  } catch {
    return undefined;
  }
}

/** Of all of them, by the names that places have: also files in which nothing happens that an engine looks at. */
export function sourcesOf({ module, accesses, operations }: Program, base: string): ReadonlyMap<string, string> {
  const functions = [...module.functions.values()].flatMap(
    (f) => module.units[f.unit]?.debug.subprogram(f.debug) ?? [],
  );
  const files = [
    ...module.units.map((unit) => unit.file).filter((file) => !file.endsWith('.ll')),
    ...[...functions, ...accesses, ...operations].flatMap((x) => x.place?.file ?? []),
  ];
  const sources = new Map<string, string>();
  for (const file of new Set(files.map((each) => resolve(base, each)))) {
    const text = readSource(file);
    if (text !== undefined) sources.set(shownPath(file, base), text);
  }
  return sources;
}
