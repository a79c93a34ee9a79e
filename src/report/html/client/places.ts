// Places in the source, as text.

import type { Place } from '../../../base/diagnostic.js';

export function placeText(place: Place | undefined): string {
  return place === undefined ? '' : `${place.file}:${place.line}`;
}

export function shortPlace(place: Place | undefined): string {
  return place === undefined ? '' : `${fileName(place)}:${place.line}`;
}

export function fileName({ file }: Place): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
