// The text of the files that the page shows. Whole files where there is room; else the lines around the places that
// something points at.

import type { HtmlSource } from './data.js';

/** Lines before and after a place that make it readable. */
const AROUND = 30;
/** What a person reads of a line; the rest of a generated one is of no use. */
const WIDEST = 2000;

export interface ShownSources {
  readonly sources: readonly HtmlSource[];
  readonly leftOut: readonly string[];
}

/** `mentioned`: the lines that something points at, by file; other files are not shown. */
export function shownSources(
  texts: ReadonlyMap<string, string>,
  mentioned: ReadonlyMap<string, ReadonlySet<number>>,
  room: number,
): ShownSources {
  const sources: HtmlSource[] = [];
  const leftOut: string[] = [];
  let left = room;
  const files = [...mentioned.keys()].filter((file) => texts.has(file)).sort();
  const whole = files.reduce((sum, file) => sum + texts.get(file)!.length, 0) <= room;
  for (const file of files) {
    const lines = texts
      .get(file)!
      .split(/\r\n|\r|\n/)
      .map(shortened);
    const source = {
      file,
      lines: lines.length,
      parts: whole ? [partOf(lines, 1, lines.length)] : partsAround(lines, mentioned.get(file)!),
    };
    const size = source.parts.reduce((sum, p) => sum + p.text.length, 0);
    if (size > left) {
      leftOut.push(file);
      continue;
    }
    left -= size;
    sources.push(source);
  }
  return { sources, leftOut };
}

function partsAround(lines: readonly string[], wanted: ReadonlySet<number>): HtmlSource['parts'] {
  const parts: { first: number; last: number }[] = [];
  for (const line of [...wanted].sort((a, b) => a - b)) {
    const first = Math.max(1, line - AROUND);
    const last = Math.min(lines.length, line + AROUND);
    const before = parts.at(-1);
    if (before !== undefined && first <= before.last + 1) before.last = Math.max(before.last, last);
    else if (first <= last) parts.push({ first, last });
  }
  return parts.map(({ first, last }) => partOf(lines, first, last));
}

function partOf(lines: readonly string[], first: number, last: number): HtmlSource['parts'][number] {
  return { firstLine: first, text: lines.slice(first - 1, last).join('\n') };
}

function shortened(line: string): string {
  return line.length <= WIDEST ? line : `${line.slice(0, WIDEST)} … ${line.length - WIDEST} more characters`;
}
