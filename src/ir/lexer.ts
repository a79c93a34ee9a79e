// A scanner over the one string of a module. It makes no token objects: the parsers look at the next character and ask
// for what they expect, and words come back interned, so that most of a text's words are never copied.
// Everything is bounded by `limit`, the end of the entity that is being read; every loop advances, so time is linear.

/** Text that could not be understood, at a position. Thrown inside the parser only and turned into a diagnostic there. */
export class ParseFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}

export const Char = {
  tab: 9,
  newline: 10,
  carriageReturn: 13,
  space: 32,
  exclamation: 33,
  quote: 34,
  hash: 35,
  dollar: 36,
  percent: 37,
  openParenthesis: 40,
  closeParenthesis: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  at: 64,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  caret: 94,
  openBrace: 123,
  bar: 124,
  closeBrace: 125,
} as const;

const digit = 1;
const letter = 2;
const otherInName = 4;
/** What a character may be part of: `[0-9]`, `[A-Za-z_]` (with digits: words), `[-$.]` (with both: names). */
const classes = new Uint8Array(65536);
for (const c of '0123456789') classes[c.charCodeAt(0)] = digit;
for (const c of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_') classes[c.charCodeAt(0)] = letter;
for (const c of '-$.') classes[c.charCodeAt(0)] = otherInName;

export function isDigit(code: number): boolean {
  return code >= Char.zero && code <= Char.nine;
}

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
    this.expect(Char.percent);
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
    if (pos === start || number >= 0x1000_0000) return -1;
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
    return Buffer.from(unescapeBytes(raw)).toString('utf8');
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

/** Each different word is cut out of the text once. */
class WordTable {
  #slots = new Int32Array(4096);
  readonly #words: string[] = [];
  readonly #hashes: number[] = [];

  constructor(vocabulary: Iterable<string>) {
    for (const word of vocabulary) {
      let hash = 0;
      for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
      this.intern(word, 0, word.length, hash);
    }
  }

  intern(text: string, start: number, end: number, hash: number): string {
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) return this.#add(slot, start === 0 && end === text.length ? text : text.slice(start, end), hash);
      if (this.#hashes[entry] === hash) {
        const word = this.#words[entry] ?? '';
        if (word.length === end - start && sameText(word, text, start)) return word;
      }
    }
  }

  #add(slot: number, word: string, hash: number): string {
    this.#words.push(word);
    this.#hashes.push(hash);
    this.#slots[slot] = this.#words.length;
    if (this.#words.length * 2 > this.#slots.length) this.#grow();
    return word;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    this.#hashes.forEach((hash, entry) => {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    });
    this.#slots = slots;
  }
}

function sameText(word: string, text: string, start: number): boolean {
  for (let i = word.length - 1; i >= 0; i--) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}

export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The offset behind the bracket that closes the one at `start`; −1 if none does. Strings and comments are skipped. */
export function balancedEnd(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let pos = start; pos < limit; pos++) {
    switch (text.charCodeAt(pos)) {
      case Char.openParenthesis:
      case Char.openBracket:
      case Char.openBrace:
        depth++;
        break;
      case Char.closeParenthesis:
      case Char.closeBracket:
      case Char.closeBrace:
        if (--depth <= 0) return pos + 1;
        break;
      case Char.quote:
        pos = text.indexOf('"', pos + 1);
        if (pos < 0) return -1;
        break;
      case Char.semicolon:
        pos = endOfLine(text, pos);
        break;
      default:
    }
  }
  return -1;
}

/**
 * The end of the metadata node that begins at `start`. LLVM writes each on one line; one that goes on over several lines
 * is followed to its closing bracket.
 */
export function endOfMetadata(text: string, start: number): number {
  const lineEnd = endOfLine(text, start);
  let last = lineEnd;
  while (last > start && text.charCodeAt(last - 1) <= Char.space) last--;
  const code = text.charCodeAt(last - 1);
  if (code === Char.closeParenthesis || code === Char.closeBrace) return last;
  let open = start;
  while (open < last && text.charCodeAt(open) !== Char.openParenthesis && text.charCodeAt(open) !== Char.openBrace) open++;
  if (open === last) return last;
  const end = balancedEnd(text, open, endOfDefinition(text, lineEnd));
  return end < 0 ? last : end;
}

/** Where the next line begins that cannot continue a metadata node: it is empty, or starts with `!12 =`. */
function endOfDefinition(text: string, from: number): number {
  let pos = from;
  while (pos < text.length) {
    pos++;
    const code = text.charCodeAt(pos);
    if (code === Char.newline) return pos;
    if (code === Char.exclamation) {
      const lineEnd = endOfLine(text, pos);
      const equals = text.indexOf('=', pos);
      if (equals > 0 && equals < lineEnd && /^![\w.$-]+ ?$/.test(text.slice(pos, Math.min(equals, pos + 80)))) return pos;
    }
    pos = endOfLine(text, pos);
  }
  return text.length;
}

/** The bytes of a string with its `\XX` escapes resolved. */
export function unescapeBytes(raw: string): Uint8Array {
  const plain = Buffer.from(raw, 'utf8');
  if (raw.indexOf('\\') < 0) return new Uint8Array(plain);
  const bytes = new Uint8Array(plain.length);
  let length = 0;
  for (let i = 0; i < plain.length; i++) {
    const byte = plain[i] ?? 0;
    if (byte === Char.backslash && plain[i + 1] === Char.backslash) {
      bytes[length++] = Char.backslash;
      i++;
      continue;
    }
    const high = byte === Char.backslash ? hexDigit(plain[i + 1]) : -1;
    const low = high >= 0 ? hexDigit(plain[i + 2]) : -1;
    bytes[length++] = low >= 0 ? high * 16 + low : byte;
    if (low >= 0) i += 2;
  }
  return bytes.slice(0, length);
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

/** A leading `\01` only tells the assembler to add no prefix; the linker sees the rest. */
function linkerName(name: string): string {
  return name.length > 1 && name.charCodeAt(0) === 1 ? name.slice(1) : name;
}
