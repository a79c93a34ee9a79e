// How files are shown: relative to a base folder where that is shorter, with forward slashes.

import type { Place } from '../base/diagnostic.js';
import { forward, isAbsolutePath, pathBelow } from '../base/path.js';

export function shownPath(file: string, base: string): string {
  return isAbsolutePath(file) ? (pathBelow(base, file) ?? forward(file)) : file;
}

/** A place without folders of this machine, where that is possible. */
export function reportPlace(place: Place | undefined, base: string): Place | undefined {
  return place && { file: shownPath(place.file, base), line: place.line, column: place.column };
}

export function shownPlace(place: Place | undefined, base: string): string {
  if (place === undefined) return '';
  const file = shownPath(place.file, base);
  if (place.line === 0) return file;
  return place.column === 0 ? `${file}:${place.line}` : `${file}:${place.line}:${place.column}`;
}

/** Each path by as much of its end as tells it from the others. */
export function shortNames(paths: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(paths)];
  const end = (path: string, parts: number): string => path.split('/').slice(-parts).join('/');
  const shortest = (path: string): string => {
    for (let parts = 1; ; parts++) {
      const short = end(path, parts);
      if (short === path || all.every((other) => other === path || end(other, parts) !== short)) return short;
    }
  };
  return new Map(all.map((path) => [path, shortest(path)]));
}
