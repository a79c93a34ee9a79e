// Which bits of a term of up to 32 bits are the same under every assignment, computed once when the term is made from
// what is known of its operands. Sound, not complete: an unknown bit may still be constant.

import { maskOf } from './fold.js';
import { Op } from './operation.js';

/** Bit masks: a bit set in `zeros` is always 0, one set in `ones` always 1. */
export interface KnownBits {
  zeros: number;
  ones: number;
}

/** Reads the known bits of an operand; nothing is known of operands wider than 32 bits. */
export interface KnownBitsSource {
  width(term: number): number;
  knownZeros(term: number): number;
  knownOnes(term: number): number;
}

/** Computes into `result` what is known of `op(a, b, c)` at `width` ≤ 32. Constants and variables are not asked for. */
export function computeKnownBits(
  source: KnownBitsSource,
  op: Op,
  width: number,
  a: number,
  b: number,
  c: number,
  result: KnownBits,
): void {
  const mask = maskOf(width);
  const az = source.knownZeros(a);
  const ao = source.knownOnes(a);
  let zeros = 0;
  let ones = 0;
  switch (op) {
    case Op.not:
      zeros = ao;
      ones = az;
      break;
    case Op.and:
      zeros = az | source.knownZeros(b);
      ones = ao & source.knownOnes(b);
      break;
    case Op.xor: {
      const bz = source.knownZeros(b);
      const bo = source.knownOnes(b);
      zeros = (az & bz) | (ao & bo);
      ones = (az & bo) | (ao & bz);
      break;
    }
    case Op.add:
      sum(az, ao, source.knownZeros(b), source.knownOnes(b), 0, result);
      zeros = result.zeros;
      ones = result.ones;
      break;
    case Op.sub:
      sum(az, ao, source.knownOnes(b), source.knownZeros(b), 1, result);
      zeros = result.zeros;
      ones = result.ones;
      break;
    case Op.mul: {
      const bz = source.knownZeros(b);
      const trailing = Math.min(32, trailingOnes(az) + trailingOnes(bz));
      zeros = trailing === 32 ? -1 : (1 << trailing) - 1;
      zeros |= zerosAbove(((~az & mask) >>> 0) * ((~bz & mask) >>> 0), mask);
      break;
    }
    case Op.udiv: {
      const least = source.knownOnes(b) >>> 0;
      if (least !== 0) zeros = zerosAbove(Math.floor(((~az & mask) >>> 0) / least), mask);
      break;
    }
    case Op.urem: {
      const greatest = (~az & mask) >>> 0;
      const divisor = (~source.knownZeros(b) & mask) >>> 0;
      zeros = zerosAbove(source.knownOnes(b) === 0 ? greatest : Math.min(greatest, divisor - 1), mask);
      break;
    }
    case Op.shl: {
      const trailing = trailingOnes(az);
      zeros = trailing >= 32 ? -1 : (1 << trailing) - 1;
      break;
    }
    case Op.lshr:
      zeros = zerosAbove((~az & mask) >>> 0, mask);
      break;
    case Op.ashr: {
      const sign = 1 << (width - 1);
      if ((az & sign) !== 0) zeros = zerosAbove((~az & mask) >>> 0, mask);
      else if ((ao & sign) !== 0) ones = zerosAbove((~ao & mask) >>> 0, mask);
      break;
    }
    case Op.concat: {
      const low = source.width(b);
      if (low < 32) {
        zeros = (az << low) | source.knownZeros(b);
        ones = (ao << low) | source.knownOnes(b);
      }
      break;
    }
    case Op.extract:
      if (source.width(a) <= 32) {
        zeros = az >>> b;
        ones = ao >>> b;
      }
      break;
    case Op.sext: {
      const from = source.width(a);
      const shift = 32 - from;
      zeros = (az << shift) >> shift;
      ones = (ao << shift) >> shift;
      break;
    }
    case Op.ite:
      zeros = source.knownZeros(b) & source.knownZeros(c);
      ones = source.knownOnes(b) & source.knownOnes(c);
      break;
    default:
      break;
  }
  result.zeros = zeros & mask;
  result.ones = ones & mask;
}

/** A bit of the sum is known when both operand bits and the carry into it are. */
function sum(az: number, ao: number, bz: number, bo: number, carry: number, result: KnownBits): void {
  const greatest = ~az + ~bz + carry;
  const least = ao + bo + carry;
  const carryZero = ~(greatest ^ az ^ bz);
  const carryOne = least ^ ao ^ bo;
  const known = (az | ao) & (bz | bo) & (carryZero | carryOne);
  result.zeros = ~greatest & known;
  result.ones = least & known;
}

function trailingOnes(x: number): number {
  const inverted = ~x;
  return inverted === 0 ? 32 : 31 - Math.clz32(inverted & -inverted);
}

/** The bits within `mask` that no value from 0 to `greatest` has set. */
function zerosAbove(greatest: number, mask: number): number {
  if (greatest >= mask) return 0;
  const length = 32 - Math.clz32(greatest);
  return length >= 32 ? 0 : mask & ~((1 << length) - 1);
}
