// The files that a program's code comes from, as text, by the names that places have: also files in which nothing
// happens that an engine looks at.

import { utf8Text } from '../base/bytes.js';
import { pathIn } from '../base/path.js';
import type { IrModule } from '../ir/module.js';
import { shownPath } from '../report/paths.js';
import type { Loaded } from './load.js';

export function sourcesOf({ program, readShown }: Loaded, base: string): ReadonlyMap<string, string> {
  const { module, accesses, operations } = program;
  const functions = [...module.functions.values()].flatMap(
    (f) => module.units[f.unit]?.debug.subprogram(f.debug) ?? [],
  );
  const files = [
    ...module.units.map((unit) => unit.file).filter((file) => !file.endsWith('.ll')),
    ...[...functions, ...accesses, ...operations].flatMap((x) => x.place?.file ?? []),
  ];
  const sources = new Map<string, string>();
  for (const file of new Set(files.map((each) => pathIn(base, each)))) {
    const bytes = readShown(file);
    if (bytes !== undefined) sources.set(shownPath(file, base), utf8Text(bytes));
  }
  return sources;
}

/** The same files and perhaps more, before there is a program: of each function and each line of it. */
export function codeFiles(modules: readonly IrModule[]): ReadonlySet<string> {
  const files = new Set<string>();
  for (const { units, functions } of modules) {
    for (const { file } of units) if (!file.endsWith('.ll')) files.add(file);
    for (const { unit, debug, blocks } of functions.values()) {
      const info = units[unit]?.debug;
      const places = [
        info?.subprogram(debug)?.place,
        ...blocks.flatMap(({ instructions }) => instructions.map((each) => info?.location(each.debug)?.place)),
      ];
      for (const place of places) if (place !== undefined) files.add(place.file);
    }
  }
  return files;
}
