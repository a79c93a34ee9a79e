// Address arithmetic (`getelementptr`), resolved to bytes by the data layout.

import { Flag, type GetElementPtr } from '../instruction.js';
import type { Type } from '../type.js';
import type { Constant, IntConstant, Operand } from '../value.js';
import type { ParseContext } from './parse-context.js';
import { parseInteger } from './parse-literal.js';
import { atType } from './parse-type.js';
import { Char, isDigit } from './text-scan.js';

type ScaledIndex = GetElementPtr['scaled'][number];
const noIndices: readonly ScaledIndex[] = [];

/** Walks from the source type along the indices and adds up the bytes. */
export class AddressWalk {
  offset = 0;
  scaled: readonly ScaledIndex[] = noIndices;
  #type: Type;
  #first = true;

  constructor(
    readonly c: ParseContext,
    sourceType: Type,
  ) {
    this.#type = sourceType;
  }

  constant(index: number): void {
    const { layout, lexer } = this.c;
    if (this.#first || this.#type.kind !== 'struct') {
      // Not −0 for a negative index into something of size 0.
      this.offset += index * this.#descend() || 0;
      return;
    }
    const field = this.#type.fields?.[index];
    this.offset += layout.fieldOffset(this.#type, index);
    this.#type = field ?? lexer.fail(`the struct has no field ${index}`);
  }

  variable(index: Operand): void {
    if (!this.#first && this.#type.kind === 'struct') this.c.lexer.fail('a struct is indexed by a constant only');
    const item = { index, scale: this.#descend() };
    this.scaled = this.scaled.length === 0 ? [item] : [...this.scaled, item];
  }

  /** The distance between elements at this level; the next level is the element. */
  #descend(): number {
    const { layout, lexer } = this.c;
    if (this.#first) {
      this.#first = false;
    } else if (this.#type.kind === 'array' || this.#type.kind === 'vector') {
      this.#type = this.#type.element;
    } else {
      lexer.fail('there is nothing to index in this type');
    }
    return layout.allocationSize(this.#type);
  }
}

/** Behind `getelementptr`: the flags `inbounds`, `nuw`, `nusw`, `inrange(…)`. */
export function parseAddressFlags(c: ParseContext): number {
  const { lexer } = c;
  let flags = 0;
  while (lexer.peek() !== Char.openParenthesis && !atType(c)) {
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    if (word === 'inbounds') flags |= Flag.inbounds;
    else if (word === 'nuw') flags |= Flag.nuw;
    else if (word === 'inrange' && lexer.peek() === Char.openParenthesis) lexer.skipBalanced();
  }
  return flags;
}

/** Reads an index literal without making a constant of it; undefined if the next text is something else. */
export function parseIndexLiteral(c: ParseContext, type: Type): number | undefined {
  const { lexer } = c;
  const code = lexer.peek();
  if (type.kind !== 'int' || !(isDigit(code) || code === Char.minus)) return undefined;
  const start = lexer.pos;
  if (code === Char.minus) lexer.pos++;
  const magnitude = lexer.number();
  if (magnitude <= 0x7fff_ffff && type.bits >= 32) return code === Char.minus ? -magnitude : magnitude;
  lexer.pos = start;
  return indexValue(parseInteger(c, type));
}

/** The signed value of a constant index. */
export function indexValue(index: Constant): number | undefined {
  if (index.kind === 'int') return signed(index);
  return index.kind === 'zero' && index.type.kind === 'int' ? 0 : undefined;
}

function signed(constant: IntConstant): number {
  return Number(BigInt.asIntN(constant.type.bits, constant.value));
}
