// Offsets of a text as lines and columns. The lines are counted only when the first place is asked for.

import type { Place } from '../../base/diagnostic.js';
import { endOfLine } from './text-scan.js';

/** A line's text is shown and searched up to this length only. */
const longestLine = 10_000;

export class LineIndex {
  #starts: number[] | undefined;

  constructor(
    readonly text: string,
    readonly file: string,
  ) {}

  place(offset: number): Place {
    const starts = this.#lineStarts();
    const line = this.#lineOf(offset);
    return { file: this.file, line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  }

  /** The text of the line at the offset. */
  line(offset: number): string {
    const start = this.#lineStarts()[this.#lineOf(offset)] ?? 0;
    return this.text.slice(start, Math.min(endOfLine(this.text, offset), start + longestLine));
  }

  /** Is there an odd number of quotes before the offset on its line? */
  insideString(offset: number): boolean {
    const start = this.text.lastIndexOf('\n', offset) + 1;
    let inside = false;
    for (let at = this.text.indexOf('"', start); at >= 0 && at < offset; at = this.text.indexOf('"', at + 1)) {
      inside = !inside;
    }
    return inside;
  }

  #lineStarts(): readonly number[] {
    if (this.#starts === undefined) {
      this.#starts = [0];
      for (let end = this.text.indexOf('\n'); end >= 0; end = this.text.indexOf('\n', end + 1)) {
        this.#starts.push(end + 1);
      }
    }
    return this.#starts;
  }

  /** The last line that starts at or before the offset. */
  #lineOf(offset: number): number {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
