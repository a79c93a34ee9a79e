// A text in which parts are replaced while everything else keeps its line and its column, as clang counts them. Where a
// longer replacement would push the rest of its line to the right, the rest goes to a line of its own below a #line
// directive, at its old column. One character is one byte: files are decoded as Latin-1 whatever they are, and nothing
// is lost.

export class RewrittenText {
  readonly #source: string;
  readonly #pieces: string[] = [];
  #copied = 0;
  #line = 1;
  #countedTo = 0;
  readonly #hasOwnLines: boolean;

  constructor(source: string) {
    this.#source = source;
    // Lines that the text numbers itself can't be told by counting.
    this.#hasOwnLines = /^[ \t]*#[ \t]*(?:line\b|\d)/m.test(source);
  }

  /**
   * Replaces the characters from `start` up to `end`. Replacements come in the order of the text. `inMacro`: inside a
   * `#define`.
   */
  replace(start: number, end: number, replacement: string, inMacro: boolean): void {
    const removed = this.#source.slice(start, end);
    this.#pieces.push(this.#source.slice(this.#copied, start), replacement);
    this.#copied = end;
    const lost = countNewlines(removed) - countNewlines(replacement);
    if (lost > 0) this.#pieces.push((inMacro ? '\\\n' : '\n').repeat(lost));
    if (inMacro || !this.#hasMoreOnLine(end)) return;
    const column = end - (this.#source.lastIndexOf('\n', end - 1) + 1);
    if (lost > 0) this.#pieces.push(' '.repeat(column));
    else if (replacement.length < removed.length) this.#pieces.push(' '.repeat(removed.length - replacement.length));
    else if (replacement.length > removed.length && !this.#hasOwnLines)
      this.#pieces.push(`\n#line ${this.#lineOf(end)}\n${' '.repeat(column)}`);
  }

  /** Replaces by spaces, so that nothing behind moves. */
  blank(start: number, end: number, inMacro: boolean): void {
    this.replace(start, end, this.#source.slice(start, end).replace(/\\(?!\r?\n)|[^\r\n\\]/g, ' '), inMacro);
  }

  /** The source itself when nothing was replaced. */
  finish(): string {
    if (this.#pieces.length === 0) return this.#source;
    return this.#pieces.join('') + this.#source.slice(this.#copied);
  }

  #hasMoreOnLine(from: number): boolean {
    const newline = this.#source.indexOf('\n', from);
    return /\w/.test(this.#source.slice(from, newline === -1 ? undefined : newline));
  }

  #lineOf(position: number): number {
    for (let at = this.#source.indexOf('\n', this.#countedTo); at !== -1 && at < position; ) {
      this.#line++;
      this.#countedTo = at + 1;
      at = this.#source.indexOf('\n', this.#countedTo);
    }
    return this.#line;
  }
}

function countNewlines(text: string): number {
  return text.match(/\n/g)?.length ?? 0;
}
