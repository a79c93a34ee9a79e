// Bit-vector terms: construction with simplification. Each method returns a term equal to the operation under every
// assignment (the rules are sound), usually smaller, and a constant if all operands are.
// A method costs a bounded amount of work: rules that look further than one level spend `fuel`.

import { InternalError } from '../base/internal-error.js';
import { foldNarrow, foldWide } from './fold.js';
import { type BinaryTermOp, isComparison } from './operation.js';
import * as arithmetic from './rules-arithmetic.js';
import * as bitwise from './rules-bitwise.js';
import * as compare from './rules-compare.js';
import * as structure from './rules-structure.js';
import { FALSE, type Term, TermStore, TRUE } from './store.js';
import type { TermBuilder } from './term-builder.js';

export { FALSE, type Term, TRUE };

/** Rewriting steps that one call from outside may spend on rules that recurse. */
const fuelPerCall = 64;

export class Terms extends TermStore implements TermBuilder {
  #fuel = 0;
  #depth = 0;

  enter(): boolean {
    if (this.#depth === 0) this.#fuel = fuelPerCall;
    if (this.#fuel <= 0) return false;
    this.#fuel--;
    this.#depth++;
    return true;
  }
  leave(result: Term): Term {
    this.#depth--;
    return result;
  }

  zero(width: number): Term {
    return this.constant(width, 0);
  }
  ones(width: number): Term {
    return this.constant(width, width <= 32 ? -1 : -1n);
  }
  isZero(x: Term): boolean {
    return this.isConstant(x) && (this.width(x) <= 32 ? this.narrowValue(x) === 0 : this.wideValue(x) === 0n);
  }
  isOnes(x: Term): boolean {
    if (!this.isConstant(x)) return false;
    const width = this.width(x);
    return width <= 32 ? this.knownZeros(x) === 0 : x === this.ones(width);
  }
  isNonNegative(x: Term): boolean {
    return compare.signBit(this, x, 4) === 0;
  }

  fold(op: BinaryTermOp, a: Term, b: Term): Term {
    const width = this.width(a);
    const resultWidth = isComparison(op) ? 1 : width;
    return width <= 32
      ? this.constant(resultWidth, foldNarrow(op, width, this.narrowValue(a), this.narrowValue(b)))
      : this.constant(resultWidth, foldWide(op, width, this.wideValue(a), this.wideValue(b)));
  }

  not(x: Term): Term {
    return bitwise.makeNot(this, x);
  }
  and(a: Term, b: Term): Term {
    this.#same(a, b);
    return bitwise.makeAnd(this, a, b);
  }
  or(a: Term, b: Term): Term {
    this.#same(a, b);
    return bitwise.makeNot(this, bitwise.makeAnd(this, bitwise.makeNot(this, a), bitwise.makeNot(this, b)));
  }
  xor(a: Term, b: Term): Term {
    this.#same(a, b);
    return bitwise.makeXor(this, a, b);
  }
  implies(a: Term, b: Term): Term {
    return this.or(this.not(a), b);
  }
  /** Conjunction of Booleans, balanced so that its depth is logarithmic. */
  all(terms: readonly Term[]): Term {
    return this.#balanced(terms, 0, terms.length, TRUE, (a, b) => this.and(a, b));
  }
  /** Disjunction of Booleans. */
  any(terms: readonly Term[]): Term {
    return this.#balanced(terms, 0, terms.length, FALSE, (a, b) => this.or(a, b));
  }

  add(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeAdd(this, a, b);
  }
  sub(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeSub(this, a, b);
  }
  neg(x: Term): Term {
    return arithmetic.makeSub(this, this.zero(this.width(x)), x);
  }
  mul(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeMul(this, a, b);
  }
  udiv(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeUdiv(this, a, b);
  }
  urem(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeUrem(this, a, b);
  }
  sdiv(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeSdiv(this, a, b);
  }
  srem(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeSrem(this, a, b);
  }
  /** Shifts by the width or more give 0 (`shl`, `lshr`) or copies of the sign (`ashr`). */
  shl(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeShl(this, a, b);
  }
  lshr(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeLshr(this, a, b);
  }
  ashr(a: Term, b: Term): Term {
    this.#same(a, b);
    return arithmetic.makeAshr(this, a, b);
  }

  eq(a: Term, b: Term): Term {
    this.#same(a, b);
    return compare.makeEq(this, a, b);
  }
  ne(a: Term, b: Term): Term {
    return this.not(this.eq(a, b));
  }
  ult(a: Term, b: Term): Term {
    this.#same(a, b);
    return compare.makeUlt(this, a, b);
  }
  ule(a: Term, b: Term): Term {
    return this.not(this.ult(b, a));
  }
  slt(a: Term, b: Term): Term {
    this.#same(a, b);
    return compare.makeSlt(this, a, b);
  }
  sle(a: Term, b: Term): Term {
    return this.not(this.slt(b, a));
  }

  ite(condition: Term, whenTrue: Term, whenFalse: Term): Term {
    this.#same(whenTrue, whenFalse);
    if (this.width(condition) !== 1) throw new InternalError(`condition of width ${this.width(condition)}`);
    return structure.makeIte(this, condition, whenTrue, whenFalse);
  }
  concat(high: Term, low: Term): Term {
    return structure.makeConcat(this, high, low);
  }
  extract(x: Term, low: number, width: number): Term {
    if (width < 1 || low < 0 || low + width > this.width(x)) {
      throw new InternalError(`extract of ${width} bits from ${low} of a term of width ${this.width(x)}`);
    }
    return structure.makeExtract(this, x, low, width);
  }
  bit(x: Term, index: number): Term {
    return this.extract(x, index, 1);
  }
  truncate(x: Term, width: number): Term {
    return this.extract(x, 0, width);
  }
  zext(x: Term, width: number): Term {
    const extra = width - this.width(x);
    if (extra < 0) throw new InternalError(`zero extension from ${this.width(x)} to ${width} bits`);
    return extra === 0 ? x : structure.makeConcat(this, this.zero(extra), x);
  }
  sext(x: Term, width: number): Term {
    if (width < this.width(x)) throw new InternalError(`sign extension from ${this.width(x)} to ${width} bits`);
    return structure.makeSext(this, x, width);
  }

  #same(a: Term, b: Term): void {
    if (this.width(a) !== this.width(b)) {
      throw new InternalError(`operands of widths ${this.width(a)} and ${this.width(b)}`);
    }
  }

  #balanced(terms: readonly Term[], from: number, to: number, empty: Term, join: (a: Term, b: Term) => Term): Term {
    if (to - from === 0) return empty;
    if (to - from === 1) return terms[from]!;
    const middle = (from + to) >> 1;
    return join(this.#balanced(terms, from, middle, empty, join), this.#balanced(terms, middle, to, empty, join));
  }
}
