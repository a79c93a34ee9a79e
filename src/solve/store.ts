// Hash-consed storage of terms. A term is a small integer that indexes typed arrays: structurally equal terms are the
// same number, operands have smaller numbers than the terms that use them, and a term is never changed or freed. About
// 35 bytes per term, hash table included. Simplification is above this file, in term.ts and the rules beside it.

import type { Id } from '../base/id.js';
import { InternalError } from '../base/internal-error.js';
import { maskOf } from './fold.js';
import { computeKnownBits, type KnownBits } from './known-bits.js';
import { Op } from './operation.js';

/** A bit vector; a Boolean is a bit vector of width 1. Only meaningful together with the store that made it. */
export type Term = Id<'term'>;

/** The Boolean constants are the same numbers in every store. */
export const FALSE = 0 as Term;
export const TRUE = 1 as Term;

export class TermStore {
  #ops = new Uint8Array(1024);
  #widths = new Uint16Array(1024);
  #a = new Int32Array(1024);
  #b = new Int32Array(1024);
  #c = new Int32Array(1024);
  #zeros = new Int32Array(1024);
  #ones = new Int32Array(1024);
  #size = 0;
  #table = new Int32Array(4096).fill(-1);
  readonly #wide: bigint[] = [];
  readonly #wideTerms = new Map<number, Map<bigint, Term>>();
  readonly #names: string[] = [];
  readonly #variables: Term[] = [];
  readonly #known: KnownBits = { zeros: 0, ones: 0 };

  constructor() {
    this.constant(1, 0);
    this.constant(1, 1);
  }

  /** Number of terms made so far; every term is below it. */
  get size(): number {
    return this.#size;
  }

  /** All variables in the order of their creation. */
  get variables(): readonly Term[] {
    return this.#variables;
  }

  op(term: Term): Op {
    return this.#ops[term] as Op;
  }
  width(term: Term): number {
    return this.#widths[term]!;
  }
  first(term: Term): Term {
    return this.#a[term]! as Term;
  }
  second(term: Term): Term {
    return this.#b[term]! as Term;
  }
  third(term: Term): Term {
    return this.#c[term]! as Term;
  }
  /** The lowest bit that an `extract` takes from its operand. */
  lowBit(term: Term): number {
    return this.#b[term]!;
  }
  /** Bits that are always 0 (always 1); 0 for terms wider than 32 bits, constants included. */
  knownZeros(term: Term): number {
    return this.#zeros[term]!;
  }
  knownOnes(term: Term): number {
    return this.#ones[term]!;
  }
  isConstant(term: Term): boolean {
    return this.#ops[term] === Op.constant;
  }
  /** The value of a constant of at most 32 bits, unsigned. */
  narrowValue(term: Term): number {
    return this.#a[term]! >>> 0;
  }
  /** The value of a constant of any width, unsigned. */
  wideValue(term: Term): bigint {
    return this.#widths[term]! <= 32 ? BigInt(this.narrowValue(term)) : this.#wide[this.#a[term]!]!;
  }
  variableName(term: Term): string {
    return this.#names[this.#a[term]!]!;
  }
  /** Position of a variable in `variables`. */
  variableIndex(term: Term): number {
    return this.#a[term]!;
  }

  /** The constant `value` modulo 2^width; negative values are two's complement. */
  constant(width: number, value: number | bigint): Term {
    if (width <= 32) {
      const narrow = typeof value === 'number' ? value : Number(BigInt.asUintN(width, value));
      return this.intern(Op.constant, width, narrow & maskOf(width), 0, 0);
    }
    const wide = BigInt.asUintN(width, BigInt(value));
    let byValue = this.#wideTerms.get(width);
    if (byValue === undefined) {
      byValue = new Map();
      this.#wideTerms.set(width, byValue);
    }
    const existing = byValue.get(wide);
    if (existing !== undefined) return existing;
    const term = this.#append(Op.constant, width, this.#wide.length, 0, 0);
    this.#wide.push(wide);
    byValue.set(wide, term);
    return term;
  }

  /** A fresh variable: never equal to another, whatever its name. */
  variable(width: number, name?: string): Term {
    if (!Number.isInteger(width) || width < 1 || width > 0xffff) throw new InternalError(`variable of width ${width}`);
    const index = this.#names.length;
    this.#names.push(name ?? `v${index}`);
    const term = this.#append(Op.variable, width, index, 0, 0);
    this.#variables.push(term);
    return term;
  }

  /** The one term with these fields, or a constant if its known bits leave no freedom. Applies no other rule. */
  intern(op: Op, width: number, a: number, b: number, c: number): Term {
    const table = this.#table;
    const last = table.length - 1;
    let slot = hash(op, width, a, b, c) & last;
    for (let found = table[slot]!; found >= 0; found = table[slot]!) {
      if (
        this.#a[found] === a &&
        this.#b[found] === b &&
        this.#c[found] === c &&
        this.#ops[found] === op &&
        this.#widths[found] === width
      ) {
        return found as Term;
      }
      slot = (slot + 1) & last;
    }
    const known = this.#known;
    known.zeros = 0;
    known.ones = 0;
    if (op === Op.constant) {
      known.ones = a;
      known.zeros = ~a & maskOf(width);
    } else if (width <= 32) {
      computeKnownBits(this, op, width, a, b, c, known);
      if ((known.zeros | known.ones) === (maskOf(width) | 0)) return this.constant(width, known.ones);
    }
    const term = this.#append(op, width, a, b, c);
    this.#zeros[term] = known.zeros;
    this.#ones[term] = known.ones;
    table[slot] = term;
    if (this.#size * 2 > table.length) this.#rehash();
    return term;
  }

  #append(op: Op, width: number, a: number, b: number, c: number): Term {
    const term = this.#size;
    if (term === this.#ops.length) this.#grow();
    this.#size = term + 1;
    this.#ops[term] = op;
    this.#widths[term] = width;
    this.#a[term] = a;
    this.#b[term] = b;
    this.#c[term] = c;
    return term as Term;
  }

  #grow(): void {
    const capacity = this.#ops.length * 2;
    const ops = new Uint8Array(capacity);
    ops.set(this.#ops);
    this.#ops = ops;
    const widths = new Uint16Array(capacity);
    widths.set(this.#widths);
    this.#widths = widths;
    this.#a = grown(this.#a, capacity);
    this.#b = grown(this.#b, capacity);
    this.#c = grown(this.#c, capacity);
    this.#zeros = grown(this.#zeros, capacity);
    this.#ones = grown(this.#ones, capacity);
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2).fill(-1);
    const last = table.length - 1;
    for (let term = 0; term < this.#size; term++) {
      const op = this.#ops[term]!;
      const width = this.#widths[term]!;
      if (op === Op.variable || (op === Op.constant && width > 32)) continue;
      let slot = hash(op, width, this.#a[term]!, this.#b[term]!, this.#c[term]!) & last;
      while (table[slot]! >= 0) slot = (slot + 1) & last;
      table[slot] = term;
    }
    this.#table = table;
  }
}

function grown(array: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(capacity);
  copy.set(array);
  return copy;
}

function hash(op: number, width: number, a: number, b: number, c: number): number {
  let h = Math.imul(a ^ (op << 24) ^ (width << 16), 0x9e3779b1);
  h = Math.imul((h ^ (h >>> 15) ^ b) | 0, 0x85ebca77);
  h = Math.imul((h ^ (h >>> 13) ^ c) | 0, 0xc2b2ae3d);
  return h ^ (h >>> 16);
}
