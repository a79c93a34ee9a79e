// The two ends of every float operation: taking a float apart, and rounding an exact (or sticky) result back into the
// format.

import {
  biasOf,
  exponentField,
  type FloatFormat,
  fractionField,
  infinityBits,
  isInfinite,
  isNaNTerm,
  isZeroFloat,
  signOf,
  widthOf,
} from './float.js';
import { FALSE, type Term } from './store.js';
import type { Terms } from './term.js';

export interface Unpacked {
  readonly sign: Term;
  /**
   * Signed and unbiased: the value is ±significand · 2^(exponent − precision + 1). Wide enough for two exponents to be
   * added.
   */
  readonly exponent: Term;
  /** `precision` bits; the top bit is set unless the value is zero, subnormals included. */
  readonly significand: Term;
  readonly isZero: Term;
  readonly isInfinite: Term;
  readonly isNaN: Term;
}

/** Signed exponents of this width can be added and subtracted once without overflow. */
export function exponentWidth(f: FloatFormat): number {
  return f.exponentBits + 3;
}

export function unpack(t: Terms, f: FloatFormat, x: Term): Unpacked {
  const width = exponentWidth(f);
  const bias = biasOf(f);
  const field = exponentField(t, f, x);
  const isTiny = t.eq(field, t.zero(f.exponentBits));
  const raw = t.concat(t.not(isTiny), fractionField(t, f, x));
  const { shifted, count } = normalize(t, raw);
  const least = t.constant(width, 1 - bias);
  return {
    sign: signOf(t, f, x),
    exponent: t.ite(isTiny, t.sub(least, t.zext(count, width)), t.sub(t.zext(field, width), t.constant(width, bias))),
    significand: shifted,
    isZero: isZeroFloat(t, f, x),
    isInfinite: isInfinite(t, f, x),
    isNaN: isNaNTerm(t, f, x),
  };
}

/** Shifts x left until its top bit is set (0 stays 0) and says by how much. */
export function normalize(t: Terms, x: Term): { readonly shifted: Term; readonly count: Term } {
  const width = t.width(x);
  let shifted = x;
  let count: Term | undefined;
  for (let stage = Math.ceil(Math.log2(width)) - 1; stage >= 0; stage--) {
    const distance = 2 ** stage;
    const isEmpty = t.eq(t.extract(shifted, width - distance, distance), t.zero(distance));
    shifted = t.ite(isEmpty, t.concat(t.extract(shifted, 0, width - distance), t.zero(distance)), shifted);
    count = count === undefined ? isEmpty : t.concat(count, isEmpty);
  }
  return { shifted, count: count ?? FALSE };
}

/** x shifted right, and whether a one was lost. */
export function shiftRightSticky(t: Terms, x: Term, amount: Term): { readonly shifted: Term; readonly lost: Term } {
  const width = t.width(x);
  let shifted = x;
  let lost: Term = FALSE;
  for (let i = 0; i < t.width(amount); i++) {
    const selected = t.bit(amount, i);
    const distance = 2 ** i;
    const isAll = distance >= width;
    const dropped = isAll ? shifted : t.extract(shifted, 0, distance);
    lost = t.or(lost, t.and(selected, t.ne(dropped, t.zero(t.width(dropped)))));
    const moved = isAll ? t.zero(width) : t.concat(t.zero(distance), t.extract(shifted, distance, width - distance));
    shifted = t.ite(selected, moved, shifted);
  }
  return { shifted, lost };
}

/**
 * The float nearest to ±significand · 2^(exponent − width + 1), ties to even. The significand has at least two bits
 * more than the precision and its top bit set; its lowest bit may be sticky. The exponent is signed, of at least
 * `exponentWidth` bits.
 */
export function round(t: Terms, f: FloatFormat, sign: Term, exponent: Term, significand: Term): Term {
  const size = t.width(significand);
  const p = f.precision;
  const width = t.width(exponent) + 1;
  const one = t.constant(width, 1);
  const biased = t.add(t.sext(exponent, width), t.constant(width, biasOf(f)));
  const isTiny = t.slt(biased, one);
  // A subnormal is shifted to the exponent of the least normal; more than size positions lose everything alike.
  const distance = t.sub(one, biased);
  const limit = Math.ceil(Math.log2(size + 2));
  const capped = t.ite(
    t.ult(distance, t.constant(width, size + 1)),
    t.truncate(distance, limit),
    t.constant(limit, size + 1),
  );
  const amount = t.ite(isTiny, capped, t.zero(limit));
  const { shifted, lost } = shiftRightSticky(t, significand, amount);
  const kept = t.extract(shifted, size - p, p);
  const guard = t.bit(shifted, size - p - 1);
  const below = t.extract(shifted, 0, size - p - 1);
  const sticky = t.or(lost, t.ne(below, t.zero(size - p - 1)));
  const up = t.and(guard, t.or(sticky, t.bit(kept, 0)));
  // With the hidden bit added onto exponent − 1, a carry out of the significand raises the exponent by itself.
  const total = width + p - 1;
  const base = t.concat(t.ite(isTiny, t.zero(width), t.sub(biased, one)), t.zero(p - 1));
  const packed = t.add(t.add(base, t.zext(kept, total)), t.zext(up, total));
  const field = t.extract(packed, p - 1, width);
  const overflows = t.not(t.ult(field, t.constant(width, 2 ** f.exponentBits - 1)));
  const finite = t.extract(packed, 0, widthOf(f) - 1);
  return t.concat(sign, t.ite(overflows, t.constant(widthOf(f) - 1, infinityBits(f)), finite));
}
