// Text of the input made harmless for outputs that other programs show: one line, nothing that a terminal, a parser of XML or a viewer would
// take for more than text, no change of the direction of writing, and no longer than a reader can use.

import { printable } from './inert.js';

/** Names and values of the input in a sentence. */
export const longName = 200;

export function plain(text: string, limit: number = longName): string {
  // A cut before the work: lines of a megabyte stay cheap. What is shown of it is never longer.
  const line = printable(wellFormed(text.slice(0, limit + 1)).replace(/[\r\n\t\u2028\u2029]+/g, ' ')).replace(
    /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    '\ufffd',
  );
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

/** Without halves of surrogate pairs, which UTF-8 and URIs cannot express. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
