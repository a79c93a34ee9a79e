// Float arithmetic as circuits over bit-vector terms: add, subtract, multiply, divide, remainder (C's fmod), square
// root. Exact: the infinitely precise result is rounded once. Constants of the host's formats are computed by the host;
// for them a double operation rounded to single is the single operation, since 53 ≥ 2·24 + 2.

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
  magnitude,
  negateFloat,
  signOf,
  zeroFloat,
} from './float.js';
import { fromHost, isHosted, toHost } from './float-host.js';
import { exponentWidth, normalize, round, shiftRightSticky, unpack } from './float-round.js';
import { FALSE, type Term } from './store.js';
import type { Terms } from './term.js';

export function addFloats(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  if (isHosted(t, f, a, b)) return fromHost(t, f, toHost(t, f, a) + toHost(t, f, b));
  return addCircuit(t, f, a, b);
}

export function subtractFloats(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  return addFloats(t, f, a, negateFloat(t, f, b));
}

function addCircuit(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  const p = f.precision;
  const swap = t.ult(magnitude(t, f, a), magnitude(t, f, b));
  const large = t.ite(swap, b, a);
  const small = t.ite(swap, a, b);
  const sign = signOf(t, f, large);
  const opposite = t.xor(sign, signOf(t, f, small));
  const [largeExponent, largeSignificand] = aligned(t, f, large);
  const [smallExponent, smallSignificand] = aligned(t, f, small);
  // Guard, round and sticky bit below, room for a carry above.
  const size = p + 4;
  const { shifted, lost } = shiftRightSticky(
    t,
    t.concat(smallSignificand, t.zero(3)),
    t.sub(largeExponent, smallExponent),
  );
  const x = t.concat(FALSE, t.concat(largeSignificand, t.zero(3)));
  const y = t.concat(FALSE, t.or(shifted, t.zext(lost, p + 3)));
  const sum = t.ite(opposite, t.sub(x, y), t.add(x, y));
  const { shifted: significand, count } = normalize(t, sum);
  const width = exponentWidth(f);
  const exponent = t.sub(t.add(t.zext(largeExponent, width), t.constant(width, 1 - biasOf(f))), t.zext(count, width));
  const rounded = round(t, f, sign, exponent, significand);
  // An exact zero is positive unless both operands are negative.
  const zero = zeroFloat(t, f, t.and(sign, t.not(opposite)));
  const finite = t.ite(t.eq(sum, t.zero(size)), zero, rounded);
  const invalid = t.and(t.and(isInfinite(t, f, a), isInfinite(t, f, b)), opposite);
  const nan = t.or(t.or(isNaNTerm(t, f, a), isNaNTerm(t, f, b)), invalid);
  return t.ite(nan, canonicalNaN(t, f), t.ite(isInfinite(t, f, large), large, finite));
}

/** Biased exponent (1 for subnormals) and significand with the hidden bit. */
function aligned(t: Terms, f: FloatFormat, x: Term): [Term, Term] {
  const field = exponentField(t, f, x);
  const isTiny = t.eq(field, t.zero(f.exponentBits));
  return [t.ite(isTiny, t.constant(f.exponentBits, 1), field), t.concat(t.not(isTiny), fractionField(t, f, x))];
}

export function multiplyFloats(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  if (isHosted(t, f, a, b)) return fromHost(t, f, toHost(t, f, a) * toHost(t, f, b));
  const p = f.precision;
  const x = unpack(t, f, a);
  const y = unpack(t, f, b);
  const sign = t.xor(x.sign, y.sign);
  const product = t.mul(t.zext(x.significand, 2 * p), t.zext(y.significand, 2 * p));
  const top = t.bit(product, 2 * p - 1);
  const significand = t.ite(top, product, t.concat(t.truncate(product, 2 * p - 1), FALSE));
  const width = exponentWidth(f);
  const exponent = t.add(t.add(x.exponent, y.exponent), t.zext(top, width));
  const rounded = round(t, f, sign, exponent, significand);
  const isZero = t.or(x.isZero, y.isZero);
  const isInf = t.or(x.isInfinite, y.isInfinite);
  const nan = t.or(t.or(x.isNaN, y.isNaN), t.and(isZero, isInf));
  return special(t, f, sign, nan, isInf, isZero, rounded);
}

export function divideFloats(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  if (isHosted(t, f, a, b)) return fromHost(t, f, toHost(t, f, a) / toHost(t, f, b));
  const p = f.precision;
  const x = unpack(t, f, a);
  const y = unpack(t, f, b);
  const sign = t.xor(x.sign, y.sign);
  const wide = 2 * p + 2;
  const dividend = t.concat(x.significand, t.zero(p + 2));
  const divisor = t.zext(y.significand, wide);
  const quotient = t.truncate(t.udiv(dividend, divisor), p + 3);
  const sticky = t.ne(t.urem(dividend, divisor), t.zero(wide));
  const top = t.bit(quotient, p + 2);
  const digits = t.ite(top, quotient, t.concat(t.truncate(quotient, p + 2), FALSE));
  const width = exponentWidth(f);
  const exponent = t.sub(t.sub(x.exponent, y.exponent), t.zext(t.not(top), width));
  const rounded = round(t, f, sign, exponent, t.concat(digits, sticky));
  const invalid = t.or(t.and(x.isZero, y.isZero), t.and(x.isInfinite, y.isInfinite));
  const nan = t.or(t.or(x.isNaN, y.isNaN), invalid);
  return special(t, f, sign, nan, t.or(x.isInfinite, y.isZero), t.or(x.isZero, y.isInfinite), rounded);
}

export function squareRoot(t: Terms, f: FloatFormat, a: Term): Term {
  if (isHosted(t, f, a)) return fromHost(t, f, Math.sqrt(toHost(t, f, a)));
  const p = f.precision;
  const x = unpack(t, f, a);
  const isOdd = t.bit(x.exponent, 0);
  // 1 ≤ value/2^even < 4, with p + 3 zeros behind it, has a root of exactly p + 2 bits.
  const scaled = t.ite(isOdd, t.concat(x.significand, FALSE), t.concat(FALSE, x.significand));
  const { root, remainder } = integerRoot(t, t.concat(scaled, t.zero(p + 3)), p + 2);
  const sticky = t.ne(remainder, t.zero(t.width(remainder)));
  const exponent = t.ashr(x.exponent, t.constant(t.width(x.exponent), 1));
  const rounded = round(t, f, FALSE, exponent, t.concat(root, sticky));
  const nan = t.or(x.isNaN, t.and(x.sign, t.not(x.isZero)));
  return special(t, f, x.sign, nan, x.isInfinite, x.isZero, rounded);
}

/** The integer square root of a radicand of 2·digits bits, one binary digit per step. */
function integerRoot(t: Terms, radicand: Term, digits: number): { readonly root: Term; readonly remainder: Term } {
  const width = digits + 2;
  let root = t.zero(width);
  let remainder = t.zero(width);
  for (let i = digits - 1; i >= 0; i--) {
    const next = t.concat(t.truncate(remainder, width - 2), t.extract(radicand, 2 * i, 2));
    const trial = t.concat(t.truncate(root, width - 2), t.constant(2, 1));
    const fits = t.ule(trial, next);
    remainder = t.ite(fits, t.sub(next, trial), next);
    root = t.concat(t.truncate(root, width - 1), fits);
  }
  return { root: t.truncate(root, digits), remainder };
}

/**
 * C's `fmod`, LLVM's `frem`: exact, with the sign of a. One subtraction per possible difference of exponents: large
 * circuits.
 */
export function remainderFloats(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  if (isHosted(t, f, a, b)) return fromHost(t, f, toHost(t, f, a) % toHost(t, f, b));
  const p = f.precision;
  const x = unpack(t, f, a);
  const y = unpack(t, f, b);
  const width = exponentWidth(f);
  const distance = t.sub(x.exponent, y.exponent);
  const divisor = t.zext(y.significand, p + 1);
  const reduce = (value: Term) => t.truncate(t.ite(t.ule(divisor, value), t.sub(value, divisor), value), p);
  let rest = reduce(t.zext(x.significand, p + 1));
  const greatest = 2 ** f.exponentBits - 3 + (p - 1);
  for (let i = 1; i <= greatest; i++) {
    rest = t.ite(t.slt(distance, t.constant(width, i)), rest, reduce(t.concat(rest, FALSE)));
  }
  const { shifted, count } = normalize(t, rest);
  const exponent = t.sub(y.exponent, t.zext(count, width));
  const rounded = round(t, f, x.sign, exponent, t.concat(shifted, t.zero(2)));
  const exact = t.ite(t.eq(rest, t.zero(p)), zeroFloat(t, f, x.sign), rounded);
  const isSmaller = t.ult(magnitude(t, f, a), magnitude(t, f, b));
  const nan = t.or(t.or(x.isNaN, y.isNaN), t.or(x.isInfinite, y.isZero));
  const keeps = t.or(isSmaller, isZeroFloat(t, f, a));
  return special(t, f, x.sign, nan, FALSE, FALSE, t.ite(keeps, a, exact));
}

/** Overrides a rounded result: NaN first, then infinity, then zero. */
function special(t: Terms, f: FloatFormat, sign: Term, nan: Term, isInf: Term, isZero: Term, rounded: Term): Term {
  const finite = t.ite(isZero, zeroFloat(t, f, sign), rounded);
  return t.ite(nan, canonicalNaN(t, f), t.ite(isInf, infinity(t, f, sign), finite));
}
