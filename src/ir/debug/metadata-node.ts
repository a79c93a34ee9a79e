// Reads the text of one metadata node: `distinct !DISubprogram(name: "f", line: 4, …)`, `!{!1, !2}`, `!DIExpression()`.
// Fields keep LLVM's names. Text that is no node gives undefined: damaged metadata costs names, never the run.

import { utf8Text } from '../../base/bytes.js';
import { unescapeBytes } from '../parse/escape.js';

export type MetadataValue =
  | { readonly kind: 'reference'; readonly id: number }
  | { readonly kind: 'string'; readonly text: string }
  /** Exact up to 2^53; `i64 128` without its type. */
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'node'; readonly node: MetadataNode }
  /** Everything else as it stands: `DW_TAG_member`, `DIFlagA | DIFlagB`, `true`, `null`, `ptr @f`. */
  | { readonly kind: 'word'; readonly text: string };

export interface MetadataNode {
  /** `DILocation`, …; '' for a tuple `!{…}`. */
  readonly name: string;
  /** `line: 4` by name; of a node whose operands have no names (a tuple, DIExpression), nothing. */
  readonly fields: ReadonlyMap<string, MetadataValue>;
  /** Operands without a name, in order. */
  readonly elements: readonly MetadataValue[];
}

/** Nodes nest through inline operands only; no producer nests them deeper than two or three. */
const maximalDepth = 64;

export function readMetadataNode(text: string): MetadataNode | undefined {
  const reader = new Reader(text);
  return reader.node(0);
}

class Reader {
  private position = 0;

  constructor(private readonly text: string) {}

  node(depth: number): MetadataNode | undefined {
    this.skipSpace();
    if (this.text.startsWith('distinct ', this.position)) {
      this.position += 'distinct '.length;
      this.skipSpace();
    }
    if (depth > maximalDepth || this.text[this.position] !== '!') return undefined;
    this.position++;
    const name = this.word();
    const open = this.text[this.position];
    if (open !== '(' && open !== '{') return undefined;
    this.position++;
    return this.operands(name, open === '(' ? ')' : '}', depth);
  }

  private operands(name: string, close: string, depth: number): MetadataNode | undefined {
    const fields = new Map<string, MetadataValue>();
    const elements: MetadataValue[] = [];
    for (;;) {
      this.skipSpace();
      const next = this.text[this.position];
      if (next === undefined) return undefined;
      if (next === close) {
        this.position++;
        return { name, fields, elements };
      }
      if (next === ',') {
        this.position++;
        continue;
      }
      const label = this.label();
      const value = this.value(close, depth);
      if (value === undefined) return undefined;
      if (label === undefined) elements.push(value);
      else fields.set(label, value);
    }
  }

  /** `line:` before a value; leaves the position alone when there is none. */
  private label(): string | undefined {
    const start = this.position;
    const label = this.word();
    if (label !== '' && this.text[this.position] === ':' && this.text[this.position + 1] !== ':') {
      this.position++;
      this.skipSpace();
      return label;
    }
    this.position = start;
    return undefined;
  }

  private value(close: string, depth: number): MetadataValue | undefined {
    const text = this.text;
    const first = text[this.position];
    if (first === '"') return this.string();
    if (first === '!') {
      const second = text.charCodeAt(this.position + 1);
      if (second === 0x22) {
        this.position++;
        return this.string();
      }
      if (isDigit(second)) {
        this.position++;
        return { kind: 'reference', id: this.digits() };
      }
      const node = this.node(depth + 1);
      return node === undefined ? undefined : { kind: 'node', node };
    }
    return this.plain(close);
  }

  /**
   * A number, a typed constant such as `i64 128`, or any other text up to the next comma outside brackets and quotes.
   */
  private plain(close: string): MetadataValue {
    const text = this.text;
    const start = this.position;
    let nesting = 0;
    for (; this.position < text.length; this.position++) {
      const c = text[this.position];
      if (c === '"') {
        const end = text.indexOf('"', this.position + 1);
        this.position = end < 0 ? text.length - 1 : end;
      } else if (c === '(' || c === '[' || c === '{' || c === '<') nesting++;
      else if (nesting === 0 && (c === ',' || c === close)) break;
      else if (c === ')' || c === ']' || c === '}' || c === '>') nesting--;
    }
    const word = text.slice(start, this.position).trimEnd();
    const number = /^(?:i\d+ )?(-?\d+)$/.exec(word);
    return number === null ? { kind: 'word', text: word } : { kind: 'integer', value: Number(number[1]) };
  }

  private string(): MetadataValue | undefined {
    const start = this.position + 1;
    const end = this.text.indexOf('"', start);
    if (end < 0) return undefined;
    this.position = end + 1;
    return { kind: 'string', text: unescapeMetadata(this.text.slice(start, end)) };
  }

  private word(): string {
    const start = this.position;
    while (isWordCharacter(this.text.charCodeAt(this.position))) this.position++;
    return this.text.slice(start, this.position);
  }

  private digits(): number {
    const start = this.position;
    while (isDigit(this.text.charCodeAt(this.position))) this.position++;
    return Number(this.text.slice(start, this.position));
  }

  private skipSpace(): void {
    let c = this.text.charCodeAt(this.position);
    while (c === 0x20 || c === 0x09 || c === 0x0a || c === 0x0d) c = this.text.charCodeAt(++this.position);
  }
}

/** LLVM writes every byte that is no printable ASCII as `\XX`, and a backslash as `\\` or `\5C`. */
function unescapeMetadata(text: string): string {
  return text.includes('\\') ? utf8Text(unescapeBytes(text)) : text;
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

function isWordCharacter(c: number): boolean {
  return isDigit(c) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || c === 0x5f || c === 0x2e || c === 0x24;
}
