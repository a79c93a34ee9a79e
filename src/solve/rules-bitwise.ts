// Simplification of not, and, xor at every width; Boolean logic is the case of width 1. `or` is not(and(not, not)).
// Constant masks become concatenations of extracted pieces, so that flags set, cleared and tested bit by bit fold away.

import { Op } from './operation.js';
import { FALSE, type Term } from './store.js';
import type { TermBuilder } from './term-builder.js';

export function makeNot(t: TermBuilder, x: Term): Term {
  const width = t.width(x);
  switch (t.op(x)) {
    case Op.constant:
      return width <= 32 ? t.constant(width, ~t.narrowValue(x)) : t.constant(width, ~t.wideValue(x));
    case Op.not:
      return t.first(x);
    case Op.concat:
      if (t.enter()) return t.leave(t.concat(makeNot(t, t.first(x)), makeNot(t, t.second(x))));
      break;
    case Op.sext:
      return t.sext(makeNot(t, t.first(x)), width);
    case Op.ite: {
      const whenTrue = t.second(x);
      const whenFalse = t.third(x);
      if ((t.isConstant(whenTrue) || t.isConstant(whenFalse)) && t.enter()) {
        return t.leave(t.ite(t.first(x), makeNot(t, whenTrue), makeNot(t, whenFalse)));
      }
      break;
    }
    default:
      break;
  }
  return t.intern(Op.not, width, x, 0, 0);
}

export function isComplement(t: TermBuilder, a: Term, b: Term): boolean {
  return (t.op(a) === Op.not && t.first(a) === b) || (t.op(b) === Op.not && t.first(b) === a);
}

export function makeAnd(t: TermBuilder, left: Term, right: Term): Term {
  let a = left;
  let b = right;
  if (a === b) return a;
  if (t.isConstant(a) || (!t.isConstant(b) && a > b)) {
    a = right;
    b = left;
  }
  const width = t.width(a);
  if (t.isConstant(b)) {
    if (t.isConstant(a)) return t.fold(Op.and, a, b);
    if (t.isZero(b)) return b;
    if (t.isOnes(b)) return a;
    const masked = maskPieces(t, a, b);
    if (masked !== undefined) return masked;
    if (t.op(a) === Op.and && t.isConstant(t.second(a))) {
      return makeAnd(t, t.first(a), t.fold(Op.and, t.second(a), b));
    }
    const lifted = liftConstantIte(t, a, (k) => makeAnd(t, k, b));
    if (lifted !== undefined) return lifted;
  }
  if (isComplement(t, a, b)) return t.zero(width);
  const absorbed = absorb(t, a, b) ?? absorb(t, b, a);
  if (absorbed !== undefined) return absorbed;
  const split = splitAtConcat(t, a, b, makeAnd);
  if (split !== undefined) return split;
  if (width === 1) {
    const exclusive = exclusiveEqualities(t, a, b);
    if (exclusive !== undefined) return exclusive;
  }
  return t.intern(Op.and, width, a, b, 0);
}

/** a ∧ b where b is itself a conjunction or a negated one that shares an operand with a. */
function absorb(t: TermBuilder, a: Term, b: Term): Term | undefined {
  if (t.op(b) === Op.and) {
    const x = t.first(b);
    const y = t.second(b);
    if (x === a || y === a) return b;
    if (isComplement(t, a, x) || isComplement(t, a, y)) return t.zero(t.width(a));
  } else if (t.op(b) === Op.not) {
    const inner = t.first(b);
    if (t.op(inner) === Op.and) {
      const x = t.first(inner);
      const y = t.second(inner);
      if (isComplement(t, a, x) || isComplement(t, a, y)) return a;
      if (x === a && t.enter()) return t.leave(makeAnd(t, a, makeNot(t, y)));
      if (y === a && t.enter()) return t.leave(makeAnd(t, a, makeNot(t, x)));
    }
  }
  return undefined;
}

/** x = 1 ∧ x = 2 is false; x = 1 ∧ x ≠ 2 is x = 1. */
function exclusiveEqualities(t: TermBuilder, a: Term, b: Term): Term | undefined {
  const aNegated = t.op(a) === Op.not;
  const bNegated = t.op(b) === Op.not;
  if (aNegated && bNegated) return undefined;
  const x = aNegated ? t.first(a) : a;
  const y = bNegated ? t.first(b) : b;
  if (t.op(x) !== Op.eq || t.op(y) !== Op.eq || t.first(x) !== t.first(y)) return undefined;
  const k = t.second(x);
  const m = t.second(y);
  if (k === m || !t.isConstant(k) || !t.isConstant(m)) return undefined;
  if (aNegated) return b;
  return bNegated ? a : FALSE;
}

export function makeXor(t: TermBuilder, left: Term, right: Term): Term {
  let a = left;
  let b = right;
  const width = t.width(a);
  if (a === b) return t.zero(width);
  let negate = false;
  if (t.op(a) === Op.not) {
    a = t.first(a);
    negate = !negate;
  }
  if (t.op(b) === Op.not) {
    b = t.first(b);
    negate = !negate;
  }
  const result = xorWithoutNot(t, a, b, width);
  return negate ? makeNot(t, result) : result;
}

function xorWithoutNot(t: TermBuilder, left: Term, right: Term, width: number): Term {
  let a = left;
  let b = right;
  if (a === b) return t.zero(width);
  if (t.isConstant(a) || (!t.isConstant(b) && a > b)) {
    a = right;
    b = left;
  }
  if (t.isConstant(b)) {
    if (t.isConstant(a)) return t.fold(Op.xor, a, b);
    if (t.isZero(b)) return a;
    if (t.isOnes(b)) return makeNot(t, a);
    if (t.op(a) === Op.xor && t.isConstant(t.second(a))) {
      return makeXor(t, t.first(a), t.fold(Op.xor, t.second(a), b));
    }
    const lifted = liftConstantIte(t, a, (k) => t.fold(Op.xor, k, b));
    if (lifted !== undefined) return lifted;
  }
  if (t.op(a) === Op.xor) {
    if (t.first(a) === b) return t.second(a);
    if (t.second(a) === b) return t.first(a);
  }
  if (t.op(b) === Op.xor) {
    if (t.first(b) === a) return t.second(b);
    if (t.second(b) === a) return t.first(b);
  }
  const split = splitAtConcat(t, a, b, makeXor);
  if (split !== undefined) return split;
  return t.intern(Op.xor, width, a, b, 0);
}

/** A bitwise operation on a concatenation and a concatenation or constant, piece by piece. */
function splitAtConcat(
  t: TermBuilder,
  a: Term,
  b: Term,
  make: (t: TermBuilder, a: Term, b: Term) => Term,
): Term | undefined {
  const aSplits = t.op(a) === Op.concat;
  if (!aSplits && t.op(b) !== Op.concat) return undefined;
  const whole = aSplits ? a : b;
  const other = aSplits ? b : a;
  if (t.op(other) !== Op.concat && !t.isConstant(other)) return undefined;
  if (!t.enter()) return undefined;
  const low = t.width(t.second(whole));
  const high = t.width(whole) - low;
  return t.leave(
    t.concat(make(t, t.first(whole), t.extract(other, low, high)), make(t, t.second(whole), t.extract(other, 0, low))),
  );
}

/** x ∧ mask as a concatenation of pieces of x and zeros, if the mask has at most three runs of ones. */
function maskPieces(t: TermBuilder, x: Term, mask: Term): Term | undefined {
  const width = t.width(x);
  const narrow = width <= 32;
  const bits = narrow ? t.narrowValue(mask) : 0;
  const wideBits = narrow ? 0n : t.wideValue(mask);
  if (narrow ? narrowRuns(bits) > 3 : wideRuns(wideBits) > 3) return undefined;
  if (!t.enter()) return undefined;
  const isSet = (index: number) => (narrow ? ((bits >>> index) & 1) === 1 : ((wideBits >> BigInt(index)) & 1n) === 1n);
  let result: Term | undefined;
  let low = 0;
  while (low < width) {
    const set = isSet(low);
    let next = low + 1;
    while (next < width && isSet(next) === set) next++;
    const piece = set ? t.extract(x, low, next - low) : t.zero(next - low);
    result = result === undefined ? piece : t.concat(piece, result);
    low = next;
  }
  return t.leave(result!);
}

/** Number of runs of ones. */
function narrowRuns(mask: number): number {
  let starts = mask & ~(mask << 1);
  let count = 0;
  for (; starts !== 0; starts &= starts - 1) count++;
  return count;
}

function wideRuns(mask: bigint): number {
  let starts = mask & ~(mask << 1n);
  let count = 0;
  for (; starts !== 0n; starts &= starts - 1n) count++;
  return count;
}

/** Applies `make` below an if-then-else whose leaves (at most three) are all constants. */
export function liftConstantIte(t: TermBuilder, x: Term, make: (constant: Term) => Term): Term | undefined {
  if (t.op(x) !== Op.ite || !hasConstantLeaves(t, x, 2) || !t.enter()) return undefined;
  return t.leave(lift(t, x, make));
}

function lift(t: TermBuilder, x: Term, make: (constant: Term) => Term): Term {
  if (t.op(x) !== Op.ite) return make(x);
  return t.ite(t.first(x), lift(t, t.second(x), make), lift(t, t.third(x), make));
}

function hasConstantLeaves(t: TermBuilder, x: Term, depth: number): boolean {
  if (t.isConstant(x)) return true;
  if (depth === 0 || t.op(x) !== Op.ite) return false;
  return hasConstantLeaves(t, t.second(x), depth - 1) && hasConstantLeaves(t, t.third(x), depth - 1);
}
