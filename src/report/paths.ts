// How files are shown: relative to a base folder where that is shorter, with forward slashes.

import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Place } from '../base/diagnostic.js';

export function shownPath(file: string, base: string): string {
  if (!isAbsolute(file)) return file;
  const short = relative(resolve(base), file);
  const path = short === '' || short.startsWith('..') ? file : short;
  return path.split(sep).join('/');
}

export function shownPlace(place: Place | undefined, base: string): string {
  if (place === undefined) return '';
  const file = shownPath(place.file, base);
  if (place.line === 0) return file;
  return place.column === 0 ? `${file}:${place.line}` : `${file}:${place.line}:${place.column}`;
}
