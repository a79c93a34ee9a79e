// What each binary operation means on concrete values: the one definition that constant folding, evaluation and the
// tests of the circuits share. Values are unsigned; up to 32 bits they are numbers and never touch a BigInt. Division
// by zero and shifts by the width or more mean what SMT-LIB says: x/0 = −1 (signed: 1 for negative x), x%0 = x, shifts
// give 0 or the sign.

import { assertNever } from '../base/internal-error.js';
import { type BinaryTermOp, Op } from './operation.js';

/** All ones of a width from 1 to 32, as an unsigned number. */
export function maskOf(width: number): number {
  return width === 32 ? 0xffffffff : (1 << width) - 1;
}

/** The two's complement reading of an unsigned value of a width from 1 to 32. */
export function signedOf(value: number, width: number): number {
  const shift = 32 - width;
  return (value << shift) >> shift;
}

/** `a op b` at a width from 1 to 32; comparisons give 0 or 1. */
export function foldNarrow(op: BinaryTermOp, width: number, a: number, b: number): number {
  const mask = maskOf(width);
  switch (op) {
    case Op.and:
      return (a & b) >>> 0;
    case Op.xor:
      return (a ^ b) >>> 0;
    case Op.add:
      return ((a + b) & mask) >>> 0;
    case Op.sub:
      return ((a - b) & mask) >>> 0;
    case Op.mul:
      return (Math.imul(a, b) & mask) >>> 0;
    case Op.udiv:
      return b === 0 ? mask : Math.floor(a / b);
    case Op.urem:
      return b === 0 ? a : a % b;
    case Op.sdiv: {
      const x = signedOf(a, width);
      if (b === 0) return x < 0 ? 1 : mask;
      return (Math.trunc(x / signedOf(b, width)) & mask) >>> 0;
    }
    case Op.srem: {
      if (b === 0) return a;
      return ((signedOf(a, width) % signedOf(b, width)) & mask) >>> 0;
    }
    case Op.shl:
      return b >= width ? 0 : ((a << b) & mask) >>> 0;
    case Op.lshr:
      return b >= width ? 0 : a >>> b;
    case Op.ashr:
      return ((signedOf(a, width) >> (b >= width ? 31 : b)) & mask) >>> 0;
    case Op.eq:
      return a === b ? 1 : 0;
    case Op.ult:
      return a < b ? 1 : 0;
    case Op.slt:
      return signedOf(a, width) < signedOf(b, width) ? 1 : 0;
    default:
      return assertNever(op);
  }
}

/** The same at any width. */
export function foldWide(op: BinaryTermOp, width: number, a: bigint, b: bigint): bigint {
  switch (op) {
    case Op.and:
      return a & b;
    case Op.xor:
      return a ^ b;
    case Op.add:
      return BigInt.asUintN(width, a + b);
    case Op.sub:
      return BigInt.asUintN(width, a - b);
    case Op.mul:
      return BigInt.asUintN(width, a * b);
    case Op.udiv:
      return b === 0n ? BigInt.asUintN(width, -1n) : a / b;
    case Op.urem:
      return b === 0n ? a : a % b;
    case Op.sdiv: {
      const x = BigInt.asIntN(width, a);
      if (b === 0n) return BigInt.asUintN(width, x < 0n ? 1n : -1n);
      return BigInt.asUintN(width, x / BigInt.asIntN(width, b));
    }
    case Op.srem:
      return b === 0n ? a : BigInt.asUintN(width, BigInt.asIntN(width, a) % BigInt.asIntN(width, b));
    case Op.shl:
      return b >= BigInt(width) ? 0n : BigInt.asUintN(width, a << b);
    case Op.lshr:
      return b >= BigInt(width) ? 0n : a >> b;
    case Op.ashr:
      return BigInt.asUintN(width, BigInt.asIntN(width, a) >> (b >= BigInt(width) ? BigInt(width) : b));
    case Op.eq:
      return a === b ? 1n : 0n;
    case Op.ult:
      return a < b ? 1n : 0n;
    case Op.slt:
      return BigInt.asIntN(width, a) < BigInt.asIntN(width, b) ? 1n : 0n;
    default:
      return assertNever(op);
  }
}
