// LLVM's integer intrinsics in terms of the primitives: bit counts, byte and bit reversal, funnel shifts, minima and
// maxima, arithmetic with overflow detection and saturation. All are exact at every width.

import { Op } from './operation.js';
import { FALSE, type Term } from './store.js';
import type { Terms } from './term.js';

/** Number of one bits, at the width of x. */
export function popcount(t: Terms, x: Term): Term {
  const width = t.width(x);
  let counts: Term[] = [];
  for (let i = 0; i < width; i++) counts.push(t.bit(x, i));
  while (counts.length > 1) {
    const next: Term[] = [];
    for (let i = 0; i + 1 < counts.length; i += 2) {
      const wide = Math.max(t.width(counts[i]!), t.width(counts[i + 1]!)) + 1;
      next.push(t.add(t.zext(counts[i]!, wide), t.zext(counts[i + 1]!, wide)));
    }
    if (counts.length % 2 === 1) next.push(counts[counts.length - 1]!);
    counts = next;
  }
  return resize(t, counts[0]!, width);
}

/** Number of leading zero bits; the width for 0. Halving keeps the circuit logarithmic. */
export function countLeadingZeros(t: Terms, x: Term): Term {
  const width = t.width(x);
  if (t.isConstant(x)) {
    const value = t.wideValue(x);
    return t.constant(width, value === 0n ? width : width - value.toString(2).length);
  }
  const [count, isZero] = leadingZeros(t, x);
  return t.ite(isZero, t.constant(width, width), resize(t, count, width));
}

/** The count for a nonzero x (whatever for 0), and whether x is 0. */
function leadingZeros(t: Terms, x: Term): [count: Term, isZero: Term] {
  const width = t.width(x);
  if (width === 1) return [FALSE, t.not(x)];
  const lowWidth = 1 << (31 - Math.clz32(width - 1));
  const [highCount, highZero] = leadingZeros(t, t.extract(x, lowWidth, width - lowWidth));
  const [lowCount, lowZero] = leadingZeros(t, t.extract(x, 0, lowWidth));
  const bits = Math.max(t.width(highCount), t.width(lowCount)) + 1;
  const below = t.add(t.zext(lowCount, bits), t.constant(bits, width - lowWidth));
  return [t.ite(highZero, below, t.zext(highCount, bits)), t.and(highZero, lowZero)];
}

/** Number of trailing zero bits; the width for 0. */
export function countTrailingZeros(t: Terms, x: Term): Term {
  return countLeadingZeros(t, reverseBits(t, x));
}

export function reverseBits(t: Terms, x: Term): Term {
  return reversePieces(t, x, 1);
}

/** Byte swap of a width divisible by 8. */
export function reverseBytes(t: Terms, x: Term): Term {
  return reversePieces(t, x, 8);
}

function reversePieces(t: Terms, x: Term, size: number): Term {
  let result = t.extract(x, 0, size);
  for (let low = size; low < t.width(x); low += size) result = t.concat(result, t.extract(x, low, size));
  return result;
}

/** The high half of concat(high, low) shifted left by amount modulo the width. */
export function funnelShiftLeft(t: Terms, high: Term, low: Term, amount: Term): Term {
  const width = t.width(high);
  const shift = t.urem(amount, t.constant(width, width));
  const rest = t.sub(t.constant(width, width), shift);
  return funnelOr(t, t.shl(high, shift), t.lshr(low, rest), t.eq(shift, t.zero(width)), high, width);
}

/** The low half of concat(high, low) shifted right by amount modulo the width. */
export function funnelShiftRight(t: Terms, high: Term, low: Term, amount: Term): Term {
  const width = t.width(high);
  const shift = t.urem(amount, t.constant(width, width));
  const rest = t.sub(t.constant(width, width), shift);
  return funnelOr(t, t.shl(high, rest), t.lshr(low, shift), t.eq(shift, t.zero(width)), low, width);
}

/** At width 1 the constant `width` wraps to 1 bit, so the shift by nothing is taken apart. */
function funnelOr(t: Terms, upper: Term, lower: Term, still: Term, whenStill: Term, width: number): Term {
  if (width === 1) return whenStill;
  return t.ite(still, whenStill, t.or(upper, lower));
}

export function umin(t: Terms, a: Term, b: Term): Term {
  return t.ite(t.ult(a, b), a, b);
}
export function umax(t: Terms, a: Term, b: Term): Term {
  return t.ite(t.ult(a, b), b, a);
}
export function smin(t: Terms, a: Term, b: Term): Term {
  return t.ite(t.slt(a, b), a, b);
}
export function smax(t: Terms, a: Term, b: Term): Term {
  return t.ite(t.slt(a, b), b, a);
}
/** |x| modulo 2^width: the least signed value stays itself. */
export function absolute(t: Terms, x: Term): Term {
  return t.ite(t.bit(x, t.width(x) - 1), t.neg(x), x);
}

export type Overflowing = typeof Op.add | typeof Op.sub | typeof Op.mul;

/** Whether the exact result of `a op b`, read unsigned, does not fit the width. */
export function unsignedOverflow(t: Terms, op: Overflowing, a: Term, b: Term): Term {
  const width = t.width(a);
  switch (op) {
    case Op.add:
      return t.bit(t.add(t.zext(a, width + 1), t.zext(b, width + 1)), width);
    case Op.sub:
      return t.ult(a, b);
    case Op.mul: {
      const product = t.mul(t.zext(a, 2 * width), t.zext(b, 2 * width));
      return t.ne(t.extract(product, width, width), t.zero(width));
    }
  }
}

/** Whether the exact result of `a op b`, read signed, does not fit the width. */
export function signedOverflow(t: Terms, op: Overflowing, a: Term, b: Term): Term {
  const width = t.width(a);
  if (op === Op.mul) {
    const product = t.mul(t.sext(a, 2 * width), t.sext(b, 2 * width));
    return t.ne(product, t.sext(t.truncate(product, width), 2 * width));
  }
  const top = width - 1;
  const signA = t.bit(a, top);
  const signB = t.bit(b, top);
  const result = t.bit(op === Op.add ? t.add(a, b) : t.sub(a, b), top);
  const sameSigns = op === Op.add ? t.eq(signA, signB) : t.ne(signA, signB);
  return t.and(sameSigns, t.ne(signA, result));
}

/** `llvm.uadd.sat`, `llvm.usub.sat`. */
export function unsignedSaturating(t: Terms, op: typeof Op.add | typeof Op.sub, a: Term, b: Term): Term {
  const width = t.width(a);
  const limit = op === Op.add ? t.ones(width) : t.zero(width);
  return t.ite(unsignedOverflow(t, op, a, b), limit, op === Op.add ? t.add(a, b) : t.sub(a, b));
}

/** `llvm.sadd.sat`, `llvm.ssub.sat`. */
export function signedSaturating(t: Terms, op: typeof Op.add | typeof Op.sub, a: Term, b: Term): Term {
  const width = t.width(a);
  const least = t.constant(width, 1n << BigInt(width - 1));
  const limit = t.ite(t.bit(a, width - 1), least, t.not(least));
  return t.ite(signedOverflow(t, op, a, b), limit, op === Op.add ? t.add(a, b) : t.sub(a, b));
}

/** Zero-extends or truncates. */
export function resize(t: Terms, x: Term, width: number): Term {
  return t.width(x) >= width ? t.truncate(x, width) : t.zext(x, width);
}
