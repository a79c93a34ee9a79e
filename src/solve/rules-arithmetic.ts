// Simplification of sums, products, quotients and shifts. Constants are pulled outwards and to the right, shifts by a
// constant become concatenations, and divisions of extended values (C promotes everything to int) are done at the
// original width.

import { maskOf } from './fold.js';
import { Op } from './operation.js';
import { liftConstantIte } from './rules-bitwise.js';
import type { Term } from './store.js';
import type { TermBuilder } from './term-builder.js';

export function makeAdd(t: TermBuilder, left: Term, right: Term): Term {
  let a = left;
  let b = right;
  const width = t.width(a);
  if (width === 1) return t.xor(a, b);
  if (t.isConstant(a) || (!t.isConstant(b) && a > b)) {
    a = right;
    b = left;
  }
  if (t.isConstant(b)) {
    if (t.isConstant(a)) return t.fold(Op.add, a, b);
    if (t.isZero(b)) return a;
    if (t.op(a) === Op.add && t.isConstant(t.second(a))) {
      return makeAdd(t, t.first(a), t.fold(Op.add, t.second(a), b));
    }
    if (t.op(a) === Op.sub && t.isConstant(t.first(a))) {
      return makeSub(t, t.fold(Op.add, t.first(a), b), t.second(a));
    }
    if (t.op(a) === Op.not) return makeSub(t, t.fold(Op.sub, b, t.constant(width, 1)), t.first(a));
    const lifted = liftConstantIte(t, a, (k) => t.fold(Op.add, k, b));
    if (lifted !== undefined) return lifted;
  } else {
    if (a === b) return shiftLeft(t, a, 1);
    const combined = addTo(t, a, b) ?? addTo(t, b, a);
    if (combined !== undefined) return combined;
  }
  if (width <= 32 && isDisjoint(t, a, b)) return t.or(a, b);
  const narrow = resultWidth(t, a, b, (x, y) => x + y);
  if (narrow < width && t.enter()) {
    return t.leave(t.zext(makeAdd(t, t.truncate(a, narrow), t.truncate(b, narrow)), width));
  }
  return t.intern(Op.add, width, a, b, 0);
}

/**
 * A width that holds the result of a growing operation on constants and zero extensions; the full width for other
 * operands.
 */
function resultWidth(t: TermBuilder, a: Term, b: Term, apply: (x: number, y: number) => number): number {
  const width = t.width(a);
  const bitsA = unsignedBits(t, a);
  const bitsB = unsignedBits(t, b);
  if (bitsA === width || bitsB === width) return width;
  if (width > 32) return Math.min(width, apply(1, 1) === 2 ? Math.max(bitsA, bitsB) + 1 : bitsA + bitsB);
  const mask = maskOf(width);
  const greatest = apply((~t.knownZeros(a) & mask) >>> 0, (~t.knownZeros(b) & mask) >>> 0);
  if (greatest > mask) return width;
  return Math.max(bitsA, bitsB, 32 - Math.clz32(greatest));
}

/** Rules for a + b, neither constant, that depend on the form of a. */
function addTo(t: TermBuilder, a: Term, b: Term): Term | undefined {
  switch (t.op(a)) {
    case Op.add: {
      const k = t.second(a);
      if (t.isConstant(k) && t.enter()) return t.leave(makeAdd(t, makeAdd(t, t.first(a), b), k));
      return undefined;
    }
    case Op.sub: {
      const minuend = t.first(a);
      if (t.second(a) === b) return minuend;
      if (t.isZero(minuend)) return makeSub(t, b, t.second(a));
      if (t.isConstant(minuend) && t.enter()) return t.leave(makeAdd(t, makeSub(t, b, t.second(a)), minuend));
      return undefined;
    }
    case Op.not:
      return t.first(a) === b ? t.ones(t.width(a)) : undefined;
    default:
      return undefined;
  }
}

function isDisjoint(t: TermBuilder, a: Term, b: Term): boolean {
  const width = t.width(a);
  const zeros = t.knownZeros(a) | t.knownZeros(b);
  return zeros === (width === 32 ? -1 : (1 << width) - 1);
}

export function makeSub(t: TermBuilder, a: Term, b: Term): Term {
  const width = t.width(a);
  if (width === 1) return t.xor(a, b);
  if (a === b) return t.zero(width);
  if (t.isConstant(b)) return makeAdd(t, a, t.fold(Op.sub, t.zero(width), b));
  const opB = t.op(b);
  if (t.isConstant(a)) {
    if (t.isOnes(a)) return t.not(b);
    if (opB === Op.add && t.isConstant(t.second(b))) {
      return makeSub(t, t.fold(Op.sub, a, t.second(b)), t.first(b));
    }
    if (opB === Op.sub && t.isConstant(t.first(b))) {
      return makeAdd(t, t.second(b), t.fold(Op.sub, a, t.first(b)));
    }
    if (opB === Op.sub && t.isZero(a)) return makeSub(t, t.second(b), t.first(b));
    if (opB === Op.not) return makeAdd(t, t.first(b), t.fold(Op.add, a, t.constant(width, 1)));
    const lifted = liftConstantIte(t, b, (k) => t.fold(Op.sub, a, k));
    if (lifted !== undefined) return lifted;
    return t.intern(Op.sub, width, a, b, 0);
  }
  if (t.op(a) === Op.add) {
    if (t.first(a) === b) return t.second(a);
    if (t.second(a) === b) return t.first(a);
    const k = t.second(a);
    if (t.isConstant(k) && t.enter()) return t.leave(makeAdd(t, makeSub(t, t.first(a), b), k));
  }
  if (opB === Op.add) {
    const k = t.second(b);
    if (t.first(b) === a) return makeSub(t, t.zero(width), k);
    if (k === a) return makeSub(t, t.zero(width), t.first(b));
    if (t.isConstant(k) && t.enter()) {
      return t.leave(makeAdd(t, makeSub(t, a, t.first(b)), t.fold(Op.sub, t.zero(width), k)));
    }
  }
  if (opB === Op.sub) {
    if (t.first(b) === a) return t.second(b);
    if (t.isZero(t.first(b))) return makeAdd(t, a, t.second(b));
  }
  if (t.op(a) === Op.sub && t.first(a) === b) return makeSub(t, t.zero(width), t.second(a));
  return t.intern(Op.sub, width, a, b, 0);
}

export function makeMul(t: TermBuilder, left: Term, right: Term): Term {
  let a = left;
  let b = right;
  const width = t.width(a);
  if (width === 1) return t.and(a, b);
  if (t.isConstant(a) || (!t.isConstant(b) && a > b)) {
    a = right;
    b = left;
  }
  if (t.isConstant(b)) {
    if (t.isConstant(a)) return t.fold(Op.mul, a, b);
    if (t.isZero(b)) return b;
    if (t.isOnes(b)) return t.neg(a);
    const power = powerOfTwo(t, b);
    if (power >= 0) return shiftLeft(t, a, power);
    if (t.op(a) === Op.mul && t.isConstant(t.second(a))) {
      return makeMul(t, t.first(a), t.fold(Op.mul, t.second(a), b));
    }
    const lifted = liftConstantIte(t, a, (k) => t.fold(Op.mul, k, b));
    if (lifted !== undefined) return lifted;
  }
  const narrow = resultWidth(t, a, b, (x, y) => x * y);
  if (narrow < width && t.enter()) {
    return t.leave(t.zext(makeMul(t, t.truncate(a, narrow), t.truncate(b, narrow)), width));
  }
  return t.intern(Op.mul, width, a, b, 0);
}

export function makeUdiv(t: TermBuilder, a: Term, b: Term): Term {
  const width = t.width(a);
  if (t.isConstant(b)) {
    if (t.isConstant(a)) return t.fold(Op.udiv, a, b);
    if (t.isZero(b)) return t.ones(width);
    const power = powerOfTwo(t, b);
    if (power >= 0) return shiftRight(t, a, power);
    const lifted = liftConstantIte(t, a, (k) => t.fold(Op.udiv, k, b));
    if (lifted !== undefined) return lifted;
    const narrow = unsignedWidth(t, a, b);
    if (narrow < width && t.enter()) {
      return t.leave(t.zext(makeUdiv(t, t.truncate(a, narrow), t.truncate(b, narrow)), width));
    }
  }
  return t.intern(Op.udiv, width, a, b, 0);
}

export function makeUrem(t: TermBuilder, a: Term, b: Term): Term {
  const width = t.width(a);
  if (t.isConstant(b)) {
    if (t.isConstant(a)) return t.fold(Op.urem, a, b);
    if (t.isZero(b)) return a;
    const power = powerOfTwo(t, b);
    if (power === 0) return t.zero(width);
    if (power > 0) return t.zext(t.truncate(a, power), width);
    const lifted = liftConstantIte(t, a, (k) => t.fold(Op.urem, k, b));
    if (lifted !== undefined) return lifted;
  }
  if (a === b) return t.zero(width);
  const narrow = unsignedWidth(t, a, b);
  if (narrow < width && t.enter()) {
    return t.leave(t.zext(makeUrem(t, t.truncate(a, narrow), t.truncate(b, narrow)), width));
  }
  return t.intern(Op.urem, width, a, b, 0);
}

export function makeSdiv(t: TermBuilder, a: Term, b: Term): Term {
  const width = t.width(a);
  if (t.isConstant(b)) {
    if (t.isConstant(a)) return t.fold(Op.sdiv, a, b);
    if (width > 1 && t.isOnes(b)) return t.neg(a);
    const power = powerOfTwo(t, b);
    if (power === 0 && width > 1) return a;
    if (power > 0 && power < width - 1) {
      // Rounds towards zero: 2^power − 1 is added to negative dividends.
      const correction = t.lshr(t.sext(t.bit(a, width - 1), width), t.constant(width, width - power));
      return t.ashr(makeAdd(t, a, correction), t.constant(width, power));
    }
    const narrow = signedWidth(t, a, b);
    if (narrow < width && t.enter()) {
      return t.leave(t.sext(makeSdiv(t, t.truncate(a, narrow), t.truncate(b, narrow)), width));
    }
  }
  if (t.isNonNegative(a) && t.isNonNegative(b)) {
    if (t.isConstant(b) && !t.isZero(b)) return makeUdiv(t, a, b);
    if (width <= 32 && t.knownOnes(b) !== 0) return makeUdiv(t, a, b);
  }
  return t.intern(Op.sdiv, width, a, b, 0);
}

export function makeSrem(t: TermBuilder, a: Term, b: Term): Term {
  const width = t.width(a);
  if (t.isConstant(b)) {
    if (t.isConstant(a)) return t.fold(Op.srem, a, b);
    if (t.isZero(b)) return a;
    if (t.isOnes(b)) return t.zero(width);
    if (t.isNonNegative(a) && t.isNonNegative(b)) return makeUrem(t, a, b);
    const power = powerOfTwo(t, b);
    if (power === 0) return t.zero(width);
    if (power > 0 && power < width - 1) return makeSub(t, a, shiftLeft(t, makeSdiv(t, a, b), power));
    const narrow = signedWidth(t, a, b);
    if (narrow < width && t.enter()) {
      return t.leave(t.sext(makeSrem(t, t.truncate(a, narrow), t.truncate(b, narrow)), width));
    }
  }
  if (a === b) return t.zero(width);
  if (t.isNonNegative(a) && t.isNonNegative(b)) return makeUrem(t, a, b);
  return t.intern(Op.srem, width, a, b, 0);
}

export function makeShl(t: TermBuilder, a: Term, b: Term): Term {
  const width = t.width(a);
  if (t.isConstant(b)) return shiftLeft(t, a, shiftAmount(t, b));
  if (t.isZero(a)) return a;
  return liftShift(t, Op.shl, a, b) ?? t.intern(Op.shl, width, a, b, 0);
}

export function makeLshr(t: TermBuilder, a: Term, b: Term): Term {
  const width = t.width(a);
  if (t.isConstant(b)) return shiftRight(t, a, shiftAmount(t, b));
  if (t.isZero(a)) return a;
  return liftShift(t, Op.lshr, a, b) ?? t.intern(Op.lshr, width, a, b, 0);
}

export function makeAshr(t: TermBuilder, a: Term, b: Term): Term {
  const width = t.width(a);
  if (width === 1) return a;
  if (t.isConstant(b)) {
    const amount = Math.min(shiftAmount(t, b), width - 1);
    return t.sext(t.extract(a, amount, width - amount), width);
  }
  if (t.isZero(a) || t.isOnes(a)) return a;
  if (t.isNonNegative(a)) return makeLshr(t, a, b);
  return liftShift(t, Op.ashr, a, b) ?? t.intern(Op.ashr, width, a, b, 0);
}

function liftShift(
  t: TermBuilder,
  op: typeof Op.shl | typeof Op.lshr | typeof Op.ashr,
  a: Term,
  b: Term,
): Term | undefined {
  return t.isConstant(a) ? liftConstantIte(t, b, (k) => t.fold(op, a, k)) : undefined;
}

function shiftLeft(t: TermBuilder, x: Term, amount: number): Term {
  const width = t.width(x);
  if (amount === 0) return x;
  return amount >= width ? t.zero(width) : t.concat(t.truncate(x, width - amount), t.zero(amount));
}

function shiftRight(t: TermBuilder, x: Term, amount: number): Term {
  const width = t.width(x);
  if (amount === 0) return x;
  return amount >= width ? t.zero(width) : t.concat(t.zero(amount), t.extract(x, amount, width - amount));
}

/** The value of a constant, cut off at its width. */
function shiftAmount(t: TermBuilder, constant: Term): number {
  const width = t.width(constant);
  if (width <= 32) return Math.min(t.narrowValue(constant), width);
  const value = t.wideValue(constant);
  return value >= BigInt(width) ? width : Number(value);
}

/** k if the constant is 2^k, else −1. */
function powerOfTwo(t: TermBuilder, constant: Term): number {
  if (t.width(constant) <= 32) {
    const value = t.narrowValue(constant);
    return value !== 0 && (value & (value - 1)) === 0 ? 31 - Math.clz32(value) : -1;
  }
  const value = t.wideValue(constant);
  return value !== 0n && (value & (value - 1n)) === 0n ? value.toString(2).length - 1 : -1;
}

/**
 * A width that holds both as unsigned numbers, where that is visible and cutting costs nothing: constants and zero
 * extensions.
 */
function unsignedWidth(t: TermBuilder, a: Term, b: Term): number {
  return Math.max(unsignedBits(t, a), unsignedBits(t, b));
}

function unsignedBits(t: TermBuilder, x: Term): number {
  const width = t.width(x);
  if (t.isConstant(x)) {
    if (width <= 32) return Math.max(1, 32 - Math.clz32(t.narrowValue(x)));
    return t.wideValue(x).toString(2).length;
  }
  return t.op(x) === Op.concat && t.isZero(t.first(x)) ? t.width(t.second(x)) : width;
}

/**
 * A width that holds both as signed numbers, for a constant divisor other than 0 and −1 (whose quotient could
 * overflow).
 */
function signedWidth(t: TermBuilder, a: Term, divisor: Term): number {
  const width = t.width(a);
  if (t.op(a) !== Op.sext || t.isZero(divisor)) return width;
  const value = BigInt.asIntN(width, t.wideValue(divisor));
  const magnitude = value < 0n ? -value - 1n : value;
  return Math.max(t.width(t.first(a)), magnitude.toString(2).length + 1);
}
