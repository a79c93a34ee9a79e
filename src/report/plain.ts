// Text of the input for outputs that other programs show: inert, on one line, in characters that UTF-8 has, and no
// longer than a reader can use.

import { inert } from './inert.js';

/** Of names and values in a sentence. */
const longest = 200;

export function plain(text: string, limit: number = longest): string {
  // The cut comes before the work: lines of a megabyte stay cheap.
  const line = inert(wellFormed(text.slice(0, limit + 1)));
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

/** Without halves of surrogate pairs, which UTF-8 and URIs cannot express. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
