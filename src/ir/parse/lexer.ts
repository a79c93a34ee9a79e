// A scanner over the one string of a module. It makes no token objects: the parsers look at the next character and ask
// for what they expect, and words come back interned, so that most of a text's words are never copied.
// Everything is bounded by `limit`, the end of the entity that is being read; every loop advances, so time is linear.

import { utf8Text } from '../../base/bytes.js';
import { linkerName, unescapeBytes } from './escape.js';
import { balancedEnd, Char, endOfLine, isDigit } from './text-scan.js';
import { WordTable } from './word-table.js';

/**
 * Text that could not be understood, at a position. Thrown inside the parser only and turned into a diagnostic there.
 * Not an Error: a damaged text has many, and nobody needs their stacks.
 */
export class ParseFailure {
  constructor(
    readonly code: string,
    readonly message: string,
    readonly position: number,
  ) {}
}

const digit = 1;
const letter = 2;
const otherInName = 4;
/** What a character may be part of: `[0-9]`, `[A-Za-z_]` (with digits: words), `[-$.]` (with both: names). */
const classes = new Uint8Array(65536);
for (const c of '0123456789') classes[c.charCodeAt(0)] = digit;
for (const c of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_') classes[c.charCodeAt(0)] = letter;
for (const c of '-$.') classes[c.charCodeAt(0)] = otherInName;

/** Larger numbers are treated as names: what is numbered is kept in arrays. */
const largestNumber = 0xff_ffff;

export class Lexer {
  readonly text: string;
  pos = 0;
  limit: number;
  /** After `local()`: the number of `%12`, or −1 when it has a name, which then is in `localName`. */
  localNumber = -1;
  localName = '';
  readonly #words: WordTable;

  /** Words of the vocabulary are returned as the very strings given here, which makes comparing them cheap. */
  constructor(text: string, vocabulary: Iterable<string> = []) {
    this.text = text;
    this.#words = new WordTable(vocabulary);
    this.limit = text.length;
  }

  /** Skips blanks and comments. The next character, or −1 at the limit. */
  peek(): number {
    const { text, limit } = this;
    let pos = this.pos;
    while (pos < limit) {
      const code = text.charCodeAt(pos);
      if (code > Char.space && code !== Char.semicolon) {
        this.pos = pos;
        return code;
      }
      pos = code === Char.semicolon ? endOfLine(text, pos) : pos + 1;
    }
    this.pos = limit;
    return -1;
  }

  /** Like `peek`, but stays on the line: −1 also at its end. */
  peekOnLine(): number {
    const { text, limit } = this;
    let pos = this.pos;
    while (pos < limit) {
      const code = text.charCodeAt(pos);
      if (code !== Char.space && code !== Char.tab) {
        this.pos = pos;
        return code === Char.newline || code === Char.carriageReturn || code === Char.semicolon ? -1 : code;
      }
      pos++;
    }
    this.pos = limit;
    return -1;
  }

  accept(code: number): boolean {
    if (this.peek() !== code) return false;
    this.pos++;
    return true;
  }

  expect(code: number): void {
    if (!this.accept(code)) this.fail(`expected '${String.fromCharCode(code)}' before ${this.found()}`);
  }

  /** The next word `[A-Za-z_][A-Za-z0-9_]*`; '' if there is none. */
  word(): string {
    if (classes[this.peek()] !== letter) return '';
    return this.#run(digit | letter);
  }

  /** The word at the next character, which is not consumed. */
  lookWord(): string {
    if (classes[this.peek()] !== letter) return '';
    const start = this.pos;
    const word = this.#run(digit | letter);
    this.pos = start;
    return word;
  }

  acceptWord(word: string): boolean {
    const { text } = this;
    if (this.peek() !== word.charCodeAt(0)) return false;
    const start = this.pos;
    const { length } = word;
    if (start + length > this.limit) return false;
    for (let i = 1; i < length; i++) if (text.charCodeAt(start + i) !== word.charCodeAt(i)) return false;
    if (start + length < this.limit && ((classes[text.charCodeAt(start + length)] ?? 0) & (digit | letter)) !== 0) {
      return false;
    }
    this.pos = start + length;
    return true;
  }

  expectWord(word: string): void {
    if (!this.acceptWord(word)) this.fail(`expected '${word}' before ${this.found()}`);
  }

  /** `, !dbg !12`, written as LLVM writes it: the number; −1, with nothing consumed, for anything else. */
  acceptLocation(): number {
    const { text, limit, pos } = this;
    if (pos + 9 > limit || text.charCodeAt(pos) !== Char.comma || text.charCodeAt(pos + 2) !== Char.exclamation)
      return -1;
    if (text.charCodeAt(pos + 3) !== 100 || text.charCodeAt(pos + 4) !== 98 || text.charCodeAt(pos + 5) !== 103)
      return -1;
    if (text.charCodeAt(pos + 6) !== Char.space || text.charCodeAt(pos + 7) !== Char.exclamation) return -1;
    this.pos = pos + 8;
    const id = this.wholeNumber();
    if (id < 0) this.pos = pos;
    return id;
  }

  /** `, word`: consumed only as a whole. */
  acceptClause(word: string): boolean {
    if (this.peek() !== Char.comma) return false;
    const start = this.pos++;
    if (this.acceptWord(word)) return true;
    this.pos = start;
    return false;
  }

  /** A bare name `[-$.A-Za-z0-9_]+`, such as a label or the name of an attachment; '' if there is none. */
  bareName(): string {
    this.peek();
    return this.#run(digit | letter | otherInName);
  }

  /** The name after a sigil (`@`, `%`, `$`) at the next character: bare, quoted or a number. */
  nameAfter(sigil: number): string {
    this.expect(sigil);
    if (this.pos < this.limit && this.text.charCodeAt(this.pos) === Char.quote) return linkerName(this.string());
    const name = this.#run(digit | letter | otherInName);
    if (name === '') this.fail(`expected a name after '${String.fromCharCode(sigil)}'`);
    return name;
  }

  /** Reads `%name` or `%12` into `localNumber` and `localName`. */
  local(): void {
    if (this.text.charCodeAt(this.pos) === Char.percent && this.pos < this.limit) this.pos++;
    else this.expect(Char.percent);
    this.localNumber = this.wholeNumber();
    this.localName = '';
    if (this.localNumber >= 0) return;
    this.pos--;
    this.localName = this.nameAfter(Char.percent);
  }

  /** A decimal number at the very next character that no other part of a name follows; −1 if there is none. */
  wholeNumber(): number {
    const { text, limit } = this;
    const start = this.pos;
    let pos = start;
    let number = 0;
    while (pos < limit) {
      const code = text.charCodeAt(pos);
      if (code < Char.zero || code > Char.nine) break;
      number = number * 10 + (code - Char.zero);
      pos++;
    }
    if (pos === start || number > largestNumber) return -1;
    if (pos < limit && classes[text.charCodeAt(pos)] !== 0) return -1;
    this.pos = pos;
    return number;
  }

  /** An unsigned decimal number. */
  number(): number {
    if (!isDigit(this.peek())) this.fail(`expected a number before ${this.found()}`);
    const { text, limit } = this;
    let value = 0;
    let pos = this.pos;
    while (pos < limit) {
      const code = text.charCodeAt(pos);
      if (code < Char.zero || code > Char.nine) break;
      value = value * 10 + (code - Char.zero);
      pos++;
    }
    this.pos = pos;
    return value;
  }

  /** A quoted string, escapes resolved; bytes that are not ASCII are read as UTF-8 where they are. */
  string(): string {
    const raw = this.rawString();
    if (raw.indexOf('\\') < 0) return raw;
    return utf8Text(unescapeBytes(raw));
  }

  /** What stands between the quotes, as it stands. */
  rawString(): string {
    this.expect(Char.quote);
    const close = this.text.indexOf('"', this.pos);
    if (close < 0 || close >= this.limit) this.fail('a string is not closed', 'ir-truncated');
    const raw = this.text.slice(this.pos, close);
    this.pos = close + 1;
    return raw;
  }

  /** Skips from an opening bracket to behind its closing one. */
  skipBalanced(): void {
    const end = balancedEnd(this.text, this.pos, this.limit);
    if (end < 0) this.fail('a bracket is not closed', 'ir-truncated');
    this.pos = end;
  }

  skipLine(): void {
    this.pos = Math.min(endOfLine(this.text, this.pos), this.limit);
  }

  fail(message: string, code = 'ir-syntax'): never {
    const atEnd = this.pos >= this.text.length;
    throw new ParseFailure(atEnd ? 'ir-truncated' : code, atEnd ? `${message}: the text ends here` : message, this.pos);
  }

  /** The next few characters, for a message. */
  found(): string {
    if (this.peek() < 0) return 'the end';
    const end = Math.min(endOfLine(this.text, this.pos), this.pos + 24, this.limit);
    return `'${this.text.slice(this.pos, end).trimEnd()}'`;
  }

  #run(mask: number): string {
    const { text, limit } = this;
    const start = this.pos;
    let pos = start;
    let hash = 0;
    while (pos < limit) {
      const code = text.charCodeAt(pos);
      if (((classes[code] ?? 0) & mask) === 0) break;
      hash = (Math.imul(hash, 31) + code) | 0;
      pos++;
    }
    this.pos = pos;
    return pos === start ? '' : this.#words.intern(text, start, pos, hash);
  }
}
