// Simplification of =, <u, <s. Equalities are solved for what is not constant, concatenations are compared piece by
// piece, extended operands at their own width, and ranges from known bits decide many comparisons of promoted values.

import { maskOf } from './fold.js';
import { Op } from './operation.js';
import { liftConstantIte } from './rules-bitwise.js';
import { FALSE, type Term, TRUE } from './store.js';
import type { TermBuilder } from './term-builder.js';

export function makeEq(t: TermBuilder, left: Term, right: Term): Term {
  let a = left;
  let b = right;
  if (a === b) return TRUE;
  const width = t.width(a);
  if (width === 1) return t.not(t.xor(a, b));
  if (t.isConstant(a) || (!t.isConstant(b) && a > b)) {
    a = right;
    b = left;
  }
  if (t.isConstant(b) && t.isConstant(a)) return FALSE;
  if (((t.knownZeros(a) & t.knownOnes(b)) | (t.knownOnes(a) & t.knownZeros(b))) !== 0) return FALSE;
  const solved = t.isConstant(b) ? solveForConstant(t, a, b) : cancel(t, a, b);
  if (solved !== undefined) return solved;
  const split = splitEquality(t, a, b) ?? splitEquality(t, b, a);
  if (split !== undefined) return split;
  const branch = equalBranch(t, a, b) ?? equalBranch(t, b, a);
  if (branch !== undefined) return branch;
  return t.intern(Op.eq, 1, a, b, 0);
}

/** a = k for forms of a that can be inverted. */
function solveForConstant(t: TermBuilder, a: Term, k: Term): Term | undefined {
  const x = t.first(a);
  switch (t.op(a)) {
    case Op.not:
      return makeEq(t, x, t.not(k));
    case Op.add:
      return t.isConstant(t.second(a)) ? makeEq(t, x, t.fold(Op.sub, k, t.second(a))) : undefined;
    case Op.xor:
      if (t.isConstant(t.second(a))) return makeEq(t, x, t.fold(Op.xor, k, t.second(a)));
      return t.isZero(k) ? makeEq(t, x, t.second(a)) : undefined;
    case Op.mul: {
      const factor = exactFactor(t, a);
      if (factor === undefined) return undefined;
      const quotient = constantValue(t, k) / factor;
      return Number.isInteger(quotient) ? makeEq(t, x, t.constant(t.width(a), quotient)) : FALSE;
    }
    case Op.sub:
      if (t.isConstant(x)) return makeEq(t, t.second(a), t.fold(Op.sub, x, k));
      return t.isZero(k) ? makeEq(t, x, t.second(a)) : undefined;
    case Op.sext: {
      const narrow = t.truncate(k, t.width(x));
      return t.sext(narrow, t.width(a)) === k ? makeEq(t, x, narrow) : FALSE;
    }
    case Op.ite: {
      // One constant branch decides its half; chains of such branches (state variables) become plain conditions.
      const whenTrue = t.second(a);
      const whenFalse = t.third(a);
      if (t.isConstant(whenTrue) && t.enter()) {
        const rest = makeEq(t, whenFalse, k);
        return t.leave(whenTrue === k ? t.or(x, rest) : t.and(t.not(x), rest));
      }
      if (t.isConstant(whenFalse) && t.enter()) {
        const rest = makeEq(t, whenTrue, k);
        return t.leave(whenFalse === k ? t.or(t.not(x), rest) : t.and(x, rest));
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

/** a = b, neither constant, with a common part. */
function cancel(t: TermBuilder, a: Term, b: Term): Term | undefined {
  const op = t.op(a);
  const zero = () => t.zero(t.width(a));
  if (op === t.op(b)) {
    if (op === Op.not) return makeEq(t, t.first(a), t.first(b));
    if (op === Op.sext && t.width(t.first(a)) === t.width(t.first(b))) return makeEq(t, t.first(a), t.first(b));
    if (op === Op.add || op === Op.xor) {
      if (t.first(a) === t.first(b)) return makeEq(t, t.second(a), t.second(b));
      if (t.second(a) === t.second(b)) return makeEq(t, t.first(a), t.first(b));
      if (t.first(a) === t.second(b)) return makeEq(t, t.second(a), t.first(b));
      if (t.second(a) === t.first(b)) return makeEq(t, t.first(a), t.second(b));
    }
  }
  for (const [sum, part] of [
    [a, b],
    [b, a],
  ] as const) {
    const sumOp = t.op(sum);
    if (sumOp === Op.add || sumOp === Op.xor) {
      if (t.first(sum) === part) return makeEq(t, t.second(sum), zero());
      if (t.second(sum) === part) return makeEq(t, t.first(sum), zero());
    } else if (sumOp === Op.sub && t.first(sum) === part) {
      return makeEq(t, t.second(sum), zero());
    }
  }
  return undefined;
}

/** A concatenation against a constant or another concatenation. */
function splitEquality(t: TermBuilder, whole: Term, other: Term): Term | undefined {
  if (t.op(whole) !== Op.concat || (t.op(other) !== Op.concat && !t.isConstant(other))) return undefined;
  if (!t.enter()) return undefined;
  const low = t.width(t.second(whole));
  const high = t.width(whole) - low;
  const upper = makeEq(t, t.first(whole), t.extract(other, low, high));
  if (upper === FALSE) return t.leave(FALSE);
  return t.leave(t.and(upper, makeEq(t, t.second(whole), t.extract(other, 0, low))));
}

/** ite(c, x, y) = x is c ∨ y = x. */
function equalBranch(t: TermBuilder, a: Term, b: Term): Term | undefined {
  if (t.op(a) !== Op.ite) return undefined;
  const condition = t.first(a);
  if (t.second(a) === b && t.enter()) return t.leave(t.or(condition, makeEq(t, t.third(a), b)));
  if (t.third(a) === b && t.enter()) return t.leave(t.or(t.not(condition), makeEq(t, t.second(a), b)));
  return undefined;
}

export function makeUlt(t: TermBuilder, a: Term, b: Term): Term {
  if (a === b) return FALSE;
  const width = t.width(a);
  if (width === 1) return t.and(t.not(a), b);
  if (t.isConstant(a) && t.isConstant(b)) return t.fold(Op.ult, a, b);
  if (width <= 32) {
    const mask = maskOf(width);
    const greatestA = (~t.knownZeros(a) & mask) >>> 0;
    const greatestB = (~t.knownZeros(b) & mask) >>> 0;
    if (greatestA < t.knownOnes(b) >>> 0) return TRUE;
    if (t.knownOnes(a) >>> 0 >= greatestB) return FALSE;
  }
  if (t.isZero(b) || t.isOnes(a)) return FALSE;
  if (t.isZero(a)) return t.not(makeEq(t, b, a));
  if (t.isOnes(b)) return t.not(makeEq(t, a, b));
  if (b === t.constant(width, 1)) return makeEq(t, a, t.zero(width));
  if (a === t.constant(width, -2)) return makeEq(t, b, t.ones(width));
  if (t.op(a) === Op.not && t.op(b) === Op.not) return makeUlt(t, t.first(b), t.first(a));
  const solved = t.isConstant(a) ? solveAbove(t, a, b) : t.isConstant(b) ? solveBelow(t, a, b) : undefined;
  if (solved !== undefined) return solved;
  const narrowed = narrowSext(t, a, b, makeUlt) ?? compareTop(t, a, b, makeUlt) ?? liftComparison(t, Op.ult, a, b);
  return narrowed ?? t.intern(Op.ult, 1, a, b, 0);
}

/**
 * k < x + c and k < x · c where nothing overflows, for x: accesses to fields of one element are then told apart by its
 * index alone.
 */
function solveAbove(t: TermBuilder, k: Term, a: Term): Term | undefined {
  const width = t.width(a);
  if (width > 32) return undefined;
  const bound = constantValue(t, k);
  const summand = exactSummand(t, a);
  if (summand !== undefined) return bound < summand ? TRUE : makeUlt(t, t.constant(width, bound - summand), t.first(a));
  const factor = exactFactor(t, a);
  return factor === undefined ? undefined : makeUlt(t, t.constant(width, Math.floor(bound / factor)), t.first(a));
}

/** x + c < k and x · c < k where nothing overflows, for x. */
function solveBelow(t: TermBuilder, a: Term, k: Term): Term | undefined {
  const width = t.width(a);
  if (width > 32) return undefined;
  const bound = constantValue(t, k);
  const summand = exactSummand(t, a);
  if (summand !== undefined)
    return bound <= summand ? FALSE : makeUlt(t, t.first(a), t.constant(width, bound - summand));
  const factor = exactFactor(t, a);
  return factor === undefined ? undefined : makeUlt(t, t.first(a), t.constant(width, Math.ceil(bound / factor)));
}

/** c, if a is x + c and that never overflows. */
function exactSummand(t: TermBuilder, a: Term): number | undefined {
  if (t.op(a) !== Op.add || !t.isConstant(t.second(a))) return undefined;
  const summand = constantValue(t, t.second(a));
  return greatest(t, t.first(a), 4) + summand < 2 ** t.width(a) ? summand : undefined;
}

/** c, if a is x · c, c is not 0 and that never overflows. */
function exactFactor(t: TermBuilder, a: Term): number | undefined {
  if (t.width(a) > 32 || t.op(a) !== Op.mul || !t.isConstant(t.second(a))) return undefined;
  const factor = constantValue(t, t.second(a));
  return factor > 0 && greatest(t, t.first(a), 4) * factor < 2 ** t.width(a) ? factor : undefined;
}

/** Of a constant of at most 32 bits. */
function constantValue(t: TermBuilder, k: Term): number {
  return t.knownOnes(k) >>> 0;
}

/** An upper bound of a term of at most 32 bits. */
function greatest(t: TermBuilder, x: Term, depth: number): number {
  const width = t.width(x);
  const byBits = (~t.knownZeros(x) & maskOf(width)) >>> 0;
  if (depth === 0 || t.isConstant(x)) return byBits;
  const op = t.op(x);
  if (op === Op.concat && t.isZero(t.first(x))) return Math.min(byBits, greatest(t, t.second(x), depth - 1));
  if ((op !== Op.add && op !== Op.mul) || !t.isConstant(t.second(x))) return byBits;
  const [a, b] = [greatest(t, t.first(x), depth - 1), constantValue(t, t.second(x))];
  const most = op === Op.add ? a + b : a * b;
  return most < 2 ** width ? Math.min(byBits, most) : byBits;
}

export function makeSlt(t: TermBuilder, a: Term, b: Term): Term {
  if (a === b) return FALSE;
  const width = t.width(a);
  if (width === 1) return t.and(a, t.not(b));
  if (t.isConstant(a) && t.isConstant(b)) return t.fold(Op.slt, a, b);
  const signA = signBit(t, a, 4);
  const signB = signBit(t, b, 4);
  if (signA >= 0 && signB >= 0) {
    if (signA === signB) return makeUlt(t, a, b);
    return signA === 1 ? TRUE : FALSE;
  }
  if (t.isZero(b)) return t.bit(a, width - 1);
  if (t.isOnes(a)) return t.not(t.bit(b, width - 1));
  if (width <= 32) {
    if (greatestSigned(t, a, width) < leastSigned(t, b, width)) return TRUE;
    if (leastSigned(t, a, width) >= greatestSigned(t, b, width)) return FALSE;
  }
  if (t.op(a) === Op.not && t.op(b) === Op.not) return makeSlt(t, t.first(b), t.first(a));
  const narrowed = narrowSext(t, a, b, makeSlt) ?? compareTop(t, a, b, makeSlt) ?? liftComparison(t, Op.slt, a, b);
  return narrowed ?? t.intern(Op.slt, 1, a, b, 0);
}

type MakeComparison = (t: TermBuilder, a: Term, b: Term) => Term;

/** Sign extension keeps both orders, so operands extended from one width are compared at that width. */
function narrowSext(t: TermBuilder, a: Term, b: Term, make: MakeComparison): Term | undefined {
  const width = t.width(a);
  const source = t.op(a) === Op.sext ? t.first(a) : t.op(b) === Op.sext ? t.first(b) : undefined;
  if (source === undefined) return undefined;
  const narrow = t.width(source);
  const fits = (x: Term) =>
    (t.op(x) === Op.sext && t.width(t.first(x)) === narrow) ||
    (t.isConstant(x) && t.sext(t.truncate(x, narrow), width) === x);
  return fits(a) && fits(b) ? make(t, t.truncate(a, narrow), t.truncate(b, narrow)) : undefined;
}

/** Operands whose leading pieces are equal or both constant: the pieces decide, or only the rest (unsigned) matters. */
function compareTop(t: TermBuilder, a: Term, b: Term, make: MakeComparison): Term | undefined {
  const whole = t.op(a) === Op.concat ? a : b;
  const other = whole === a ? b : a;
  if (t.op(whole) !== Op.concat || (t.op(other) !== Op.concat && !t.isConstant(other))) return undefined;
  if (!t.enter()) return undefined;
  const low = t.width(t.second(whole));
  const high = t.width(whole) - low;
  const topA = t.extract(a, low, high);
  const topB = t.extract(b, low, high);
  if (topA === topB) return t.leave(makeUlt(t, t.truncate(a, low), t.truncate(b, low)));
  if (t.isConstant(topA) && t.isConstant(topB)) return t.leave(make(t, topA, topB));
  t.leave(FALSE);
  return undefined;
}

function liftComparison(t: TermBuilder, op: typeof Op.ult | typeof Op.slt, a: Term, b: Term): Term | undefined {
  if (t.isConstant(b)) return liftConstantIte(t, a, (k) => t.fold(op, k, b));
  return t.isConstant(a) ? liftConstantIte(t, b, (k) => t.fold(op, a, k)) : undefined;
}

/** The sign bit if it is known, else −1; looks `depth` levels into terms wider than 32 bits. */
export function signBit(t: TermBuilder, x: Term, depth: number): -1 | 0 | 1 {
  const width = t.width(x);
  if (width <= 32) {
    if (((t.knownZeros(x) >>> (width - 1)) & 1) !== 0) return 0;
    return ((t.knownOnes(x) >>> (width - 1)) & 1) !== 0 ? 1 : -1;
  }
  if (t.isConstant(x)) return t.wideValue(x) >> BigInt(width - 1) === 1n ? 1 : 0;
  if (depth === 0) return -1;
  switch (t.op(x)) {
    case Op.concat:
    case Op.sext:
      return signBit(t, t.first(x), depth - 1);
    case Op.not: {
      const sign = signBit(t, t.first(x), depth - 1);
      return sign === -1 ? -1 : sign === 0 ? 1 : 0;
    }
    case Op.and:
      return signBit(t, t.first(x), depth - 1) === 0 || signBit(t, t.second(x), depth - 1) === 0 ? 0 : -1;
    case Op.urem:
    case Op.lshr:
      return signBit(t, t.first(x), depth - 1) === 0 ? 0 : -1;
    case Op.ite: {
      const sign = signBit(t, t.second(x), depth - 1);
      return sign === signBit(t, t.third(x), depth - 1) ? sign : -1;
    }
    default:
      return -1;
  }
}

function leastSigned(t: TermBuilder, x: Term, width: number): number {
  const sign = 1 << (width - 1);
  const negative = (t.knownZeros(x) & sign) === 0;
  const bits = negative ? t.knownOnes(x) | sign : t.knownOnes(x);
  return (bits << (32 - width)) >> (32 - width);
}

function greatestSigned(t: TermBuilder, x: Term, width: number): number {
  const sign = 1 << (width - 1);
  const positive = (t.knownOnes(x) & sign) === 0;
  const bits = positive ? ~t.knownZeros(x) & ~sign : ~t.knownZeros(x);
  return (bits << (32 - width)) >> (32 - width);
}
