// Conversions between integers of every width and floats, between float formats, and to integral floats. Float →
// integer truncates. Values that do not fit (undefined in C and LLVM) saturate and NaN gives 0, as on Arm and as
// `llvm.fptosi.sat` defines; `fitsInteger` says whether the conversion was defined.

import {
  biasOf,
  canonicalNaN,
  exponentField,
  type FloatFormat,
  fractionField,
  infinity,
  isInfinite,
  isNaNTerm,
  isZeroFloat,
  signOf,
  zeroFloat,
} from './float.js';
import { fromHost, isDouble, isHosted, isSingle, toHost } from './float-host.js';
import { exponentWidth, normalize, round, shiftRightSticky, unpack } from './float-round.js';
import { FALSE, type Term } from './store.js';
import type { Terms } from './term.js';

/** `sitofp` (signed) or `uitofp`. */
export function integerToFloat(t: Terms, f: FloatFormat, x: Term, signed: boolean): Term {
  const width = t.width(x);
  if (t.isConstant(x) && (isDouble(f) || (isSingle(f) && width <= 53))) {
    const value = t.wideValue(x);
    return fromHost(t, f, Number(signed ? BigInt.asIntN(width, value) : value));
  }
  const sign = signed ? t.bit(x, width - 1) : FALSE;
  const size = signed ? t.ite(sign, t.neg(x), x) : x;
  return magnitudeToFloat(t, f, sign, size);
}

function magnitudeToFloat(t: Terms, f: FloatFormat, sign: Term, size: Term): Term {
  const width = t.width(size);
  const padding = Math.max(0, f.precision + 2 - width);
  const padded = padding === 0 ? size : t.concat(size, t.zero(padding));
  const { shifted, count } = normalize(t, padded);
  const exponentBits = Math.max(exponentWidth(f), Math.ceil(Math.log2(width)) + 3, t.width(count) + 2);
  const exponent = t.sub(t.constant(exponentBits, width - 1), t.zext(count, exponentBits));
  const rounded = round(t, f, sign, exponent, shifted);
  return t.ite(t.eq(size, t.zero(width)), zeroFloat(t, f, sign), rounded);
}

interface IntegerPart {
  /** The integer part of |x|, one bit wider than asked for; meaningless when `isHuge`. */
  readonly size: Term;
  /** |x| is at least 2^width, or infinite. NaN has this set as well. */
  readonly isHuge: Term;
}

function integerPart(t: Terms, f: FloatFormat, x: Term, width: number): IntegerPart {
  const p = f.precision;
  const exponentBits = Math.max(f.exponentBits, Math.ceil(Math.log2(width + 1))) + 2;
  const exponent = t.sub(t.zext(exponentField(t, f, x), exponentBits), t.constant(exponentBits, biasOf(f)));
  const isSpecial = t.eq(exponentField(t, f, x), t.ones(f.exponentBits));
  const isHuge = t.or(isSpecial, t.sle(t.constant(exponentBits, width), exponent));
  const isSmall = t.bit(exponent, exponentBits - 1);
  const significand = t.concat(t.constant(1, 1), fractionField(t, f, x));
  const wide = width + p;
  const distance = t.truncate(exponent, Math.ceil(Math.log2(width + 1)));
  const shifted = t.shl(t.zext(significand, wide), t.zext(distance, wide));
  return { size: t.ite(isSmall, t.zero(width + 1), t.extract(shifted, p - 1, width + 1)), isHuge };
}

/** `fptosi` (signed) or `fptoui`, saturating. */
export function floatToInteger(t: Terms, f: FloatFormat, x: Term, width: number, signed: boolean): Term {
  if (isHosted(t, f, x)) return hostToInteger(t, toHost(t, f, x), width, signed);
  const { size, isHuge } = integerPart(t, f, x, width);
  const sign = signOf(t, f, x);
  const nan = isNaNTerm(t, f, x);
  const value = t.truncate(size, width);
  if (!signed) {
    const saturated = t.ite(isHuge, t.ones(width), value);
    return t.ite(t.or(nan, sign), t.zero(width), saturated);
  }
  const least = t.constant(width, 1n << BigInt(width - 1));
  const tooLarge = t.or(isHuge, t.ule(t.zext(least, width + 1), size));
  const positive = t.ite(tooLarge, t.not(least), value);
  const negative = t.ite(tooLarge, least, t.neg(value));
  return t.ite(nan, t.zero(width), t.ite(sign, negative, positive));
}

/** Whether the truncated value is representable, so that the conversion is defined. */
export function fitsInteger(t: Terms, f: FloatFormat, x: Term, width: number, signed: boolean): Term {
  const { size, isHuge } = integerPart(t, f, x, width);
  const sign = signOf(t, f, x);
  const defined = t.not(t.or(isHuge, isNaNTerm(t, f, x)));
  if (!signed) return t.and(defined, t.or(t.not(sign), t.eq(size, t.zero(width + 1))));
  const least = t.constant(width + 1, 1n << BigInt(width - 1));
  return t.and(defined, t.ite(sign, t.ule(size, least), t.ult(size, least)));
}

function hostToInteger(t: Terms, value: number, width: number, signed: boolean): Term {
  if (Number.isNaN(value)) return t.zero(width);
  const greatest = signed ? (1n << BigInt(width - 1)) - 1n : (1n << BigInt(width)) - 1n;
  const least = signed ? -greatest - 1n : 0n;
  if (value >= Number(greatest)) {
    // Number() may have rounded the limit up; only values that are really below it may pass.
    if (!Number.isFinite(value) || BigInt(Math.trunc(value)) > greatest) return t.constant(width, greatest);
  } else if (value <= Number(least)) {
    if (!Number.isFinite(value) || BigInt(Math.trunc(value)) < least) return t.constant(width, least);
  }
  return t.constant(width, BigInt(Math.trunc(value)));
}

/** `fpext` and `fptrunc`. */
export function convertFloat(t: Terms, from: FloatFormat, to: FloatFormat, x: Term): Term {
  if (isHosted(t, from, x) && (isSingle(to) || isDouble(to))) return fromHost(t, to, toHost(t, from, x));
  const u = unpack(t, from, x);
  const width = Math.max(exponentWidth(from), exponentWidth(to));
  const padding = Math.max(0, to.precision + 2 - from.precision);
  const significand = padding === 0 ? u.significand : t.concat(u.significand, t.zero(padding));
  const rounded = round(t, to, u.sign, t.sext(u.exponent, width), significand);
  const finite = t.ite(u.isZero, zeroFloat(t, to, u.sign), rounded);
  return t.ite(u.isNaN, canonicalNaN(t, to), t.ite(u.isInfinite, infinity(t, to, u.sign), finite));
}

/** C's trunc, floor, ceil, roundeven/rint, round. */
export type IntegralRounding = 'towardZero' | 'down' | 'up' | 'nearestEven' | 'nearestAway';

export function roundToIntegral(t: Terms, f: FloatFormat, rounding: IntegralRounding, x: Term): Term {
  const p = f.precision;
  const bits = f.exponentBits + 2;
  const sign = signOf(t, f, x);
  const field = exponentField(t, f, x);
  // A value with exponent e has p − 1 − e fraction bits; more than p + 1 are as good as p + 1.
  const fractionBits = t.sub(t.constant(bits, p - 1 + biasOf(f)), t.zext(field, bits));
  const isIntegral = t.sle(fractionBits, t.zero(bits));
  const limit = Math.ceil(Math.log2(p + 2));
  const capped = t.ite(
    t.ult(fractionBits, t.constant(bits, p + 1)),
    t.truncate(t.zext(fractionBits, Math.max(bits, limit)), limit),
    t.constant(limit, p + 1),
  );
  const isTiny = t.eq(field, t.zero(f.exponentBits));
  const significand = t.concat(t.not(isTiny), fractionField(t, f, x));
  const { shifted, lost } = shiftRightSticky(t, t.concat(significand, FALSE), capped);
  const whole = t.extract(shifted, 1, p);
  const halfBit = t.bit(shifted, 0);
  const inexact = t.or(halfBit, lost);
  const up = roundsUp(t, rounding, sign, t.bit(whole, 0), halfBit, lost, inexact);
  const size = t.add(t.zext(whole, p + 1), t.zext(up, p + 1));
  const rounded = magnitudeToFloat(t, f, sign, size);
  const finite = t.ite(t.or(isIntegral, isZeroFloat(t, f, x)), x, rounded);
  const special = t.ite(isInfinite(t, f, x), x, finite);
  return t.ite(isNaNTerm(t, f, x), canonicalNaN(t, f), special);
}

function roundsUp(
  t: Terms,
  rounding: IntegralRounding,
  sign: Term,
  odd: Term,
  halfBit: Term,
  lost: Term,
  inexact: Term,
): Term {
  switch (rounding) {
    case 'towardZero':
      return FALSE;
    case 'down':
      return t.and(sign, inexact);
    case 'up':
      return t.and(t.not(sign), inexact);
    case 'nearestEven':
      return t.and(halfBit, t.or(lost, odd));
    case 'nearestAway':
      return halfBit;
  }
}
