// The comments of a C file, and which line of code each is about: strings, characters, directives and continued lines
// are understood, nothing is expanded. Linear in the text, whatever it is.

export interface SourceComment {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly column: number;
  /** On one line, without its marks. */
  readonly text: string;
  /** The line that it stands on; of a comment that stands alone, the next line of code, if there is one. */
  readonly codeLine: number | undefined;
}

/** Only comments that contain `word`: most files have none, and are not looked at further. */
export function commentsWith(word: string, source: string): readonly SourceComment[] {
  if (!source.includes(word)) return [];
  const scan = new Scan(source);
  scan.run();
  return scan.comments
    .filter(({ start, end }) => source.slice(start, end).includes(word))
    .map((c) => ({
      line: c.line,
      column: c.column,
      text: textOf(source.slice(c.start, c.end)),
      codeLine: c.isBehindSomething ? c.line : firstFrom(scan.codeLines, c.lastLine),
    }));
}

interface Comment {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly lastLine: number;
  /** On its first line, something precedes it that is no comment. */
  readonly isBehindSomething: boolean;
}

/** `#include <a//b>` has no comment in it. */
const headerName = /#[ \t]*include[ \t]*<[^>\n]*>?/y;
/** With the separators of C23, which are no characters' quotes: `1'000`. */
const number = /[0-9](?:[\w.]|'\w)*/y;
const word = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;

class Scan {
  readonly comments: Comment[] = [];
  /** Ascending. Directives are no code: nothing happens there. */
  readonly codeLines: number[] = [];
  private at = 0;
  private line = 1;
  private lineStart = 0;
  /** The last line with something that is no comment. */
  private filledLine = 0;
  private isDirective = false;

  /** The next one, or the end: looked for once for each line, however many tokens it has. */
  private newline: number;

  constructor(private readonly source: string) {
    this.newline = this.newlineFrom(0);
  }

  run(): void {
    const { source } = this;
    while (this.at < source.length) {
      const c = source[this.at]!;
      if (c === '\n') {
        this.isDirective = false;
        this.moveTo(this.at + 1);
      } else if (c === ' ' || c === '\t' || c === '\r' || c === '\v' || c === '\f') this.at++;
      else if (c === '\\' && this.continuation(this.at) > 0) this.moveTo(this.at + this.continuation(this.at));
      else if (c === '/' && source[this.at + 1] === '/') this.comment(this.endOfLine(this.at));
      else if (c === '/' && source[this.at + 1] === '*') {
        const end = source.indexOf('*/', this.at + 2);
        this.comment(end < 0 ? source.length : end + 2);
      } else this.token(c);
    }
  }

  private comment(end: number): void {
    const [start, line, column] = [this.at, this.line, this.at - this.lineStart + 1];
    const isBehindSomething = this.filledLine === line;
    this.moveTo(end);
    this.comments.push({ start, end, line, column, lastLine: this.line, isBehindSomething });
  }

  private token(first: string): void {
    if (first === '#' && this.filledLine !== this.line) this.isDirective = true;
    this.filledLine = this.line;
    if (!this.isDirective && this.codeLines.at(-1) !== this.line) this.codeLines.push(this.line);
    this.moveTo(this.endOfToken(first));
    this.filledLine = this.line;
  }

  private endOfToken(first: string): number {
    if (first === '"' || first === "'") return this.endOfLiteral(first);
    for (const pattern of [headerName, number, word]) {
      pattern.lastIndex = this.at;
      if (pattern.test(this.source)) return pattern.lastIndex;
    }
    return this.at + 1;
  }

  /** One that is not closed ends with its line. */
  private endOfLiteral(quote: string): number {
    for (let at = this.at + 1; at < this.source.length; at++) {
      const c = this.source[at];
      if (c === quote) return at + 1;
      if (c === '\n') return at;
      if (c === '\\') at += Math.max(this.continuation(at) - 1, 1);
    }
    return this.source.length;
  }

  /** The newline that ends the line, continued lines included. */
  private endOfLine(from: number): number {
    for (let at = from; ; ) {
      const end = this.source.indexOf('\n', at);
      if (end < 0) return this.source.length;
      const last = this.source[end - 1] === '\r' ? end - 2 : end - 1;
      if (this.source[last] !== '\\') return end;
      at = end + 1;
    }
  }

  /** Length of a backslash with its newline; 0 where none follows. */
  private continuation(at: number): number {
    const length = this.source[at + 1] === '\r' ? 3 : 2;
    return this.source[at + length - 1] === '\n' ? length : 0;
  }

  /** Forward, counting lines. */
  private moveTo(end: number): void {
    while (this.newline < end) {
      this.line++;
      this.lineStart = this.newline + 1;
      this.newline = this.newlineFrom(this.lineStart);
    }
    this.at = end;
  }

  private newlineFrom(at: number): number {
    const newline = this.source.indexOf('\n', at);
    return newline < 0 ? this.source.length : newline;
  }
}

/** In ascending numbers. */
function firstFrom(numbers: readonly number[], least: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return numbers[low];
}

function textOf(comment: string): string {
  return comment
    .replace(/\*\/$/, '')
    .replace(/^\/[/*][/*!<]*/, '')
    .replace(/\\\r?\n/g, ' ')
    .replace(/\n[ \t]*\*/g, '\n')
    .replace(/\s+/g, ' ')
    .trim();
}
