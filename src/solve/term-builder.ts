// What a simplification rule works with: stored terms, fuel, and the constructors that simplify in turn. `Terms`
// implements it by the rules; they know no more of it than this.

import type { BinaryTermOp } from './operation.js';
import type { Term, TermStore } from './store.js';

export interface TermBuilder extends TermStore {
  /** Begins a recursive rule, if there is fuel left; `leave` ends it. */
  enter(): boolean;
  leave(result: Term): Term;
  zero(width: number): Term;
  ones(width: number): Term;
  isZero(x: Term): boolean;
  isOnes(x: Term): boolean;
  /** Whether the sign bit is known to be 0. */
  isNonNegative(x: Term): boolean;
  /** Folds a binary operation on two constants. */
  fold(op: BinaryTermOp, a: Term, b: Term): Term;
  not(x: Term): Term;
  and(a: Term, b: Term): Term;
  or(a: Term, b: Term): Term;
  xor(a: Term, b: Term): Term;
  add(a: Term, b: Term): Term;
  sub(a: Term, b: Term): Term;
  neg(x: Term): Term;
  mul(a: Term, b: Term): Term;
  lshr(a: Term, b: Term): Term;
  ashr(a: Term, b: Term): Term;
  ite(condition: Term, whenTrue: Term, whenFalse: Term): Term;
  concat(high: Term, low: Term): Term;
  /** `width` bits of `x` from bit `low` on. */
  extract(x: Term, low: number, width: number): Term;
  bit(x: Term, index: number): Term;
  truncate(x: Term, width: number): Term;
  zext(x: Term, width: number): Term;
  sext(x: Term, width: number): Term;
}
