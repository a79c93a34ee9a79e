// The files that a program's code comes from, as text.

import { resolve } from 'node:path';
import type { Loaded } from '../check.js';
import { shownPath } from '../report/paths.js';

/** Of all of them, by the names that places have: also files in which nothing happens that an engine looks at. */
export function sourcesOf({ program, readSource }: Loaded, base: string): ReadonlyMap<string, string> {
  const { module, accesses, operations } = program;
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
