// Concrete integer arithmetic on canonical values, exact at every width. LLVM's undefined results (division by zero,
// shifts too wide) are the caller's to exclude; here they have the values of SMT-LIB, as in solve/.

import type { CastOp, IntegerOp } from '../../ir/opcode.js';
import type { IntegerPredicate } from '../../ir/predicate.js';
import { fromBigInt, type Integer, toSigned, toUnsigned, wrap } from '../memory/value.js';

export function integerBinary(op: IntegerOp, bits: number, a: Integer, b: Integer): Integer {
  if (bits <= 32 && typeof a === 'number' && typeof b === 'number') return narrow(op, bits, a, b);
  return wide(op, bits, a, b);
}

function narrow(op: IntegerOp, bits: number, a: number, b: number): Integer {
  switch (op) {
    case 'add':
      return wrap(bits, a + b);
    case 'sub':
      return wrap(bits, a - b);
    case 'mul':
      return bits === 32 ? Math.imul(a, b) : Math.imul(a, b) & mask(bits);
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'udiv': {
      const divisor = b >>> 0;
      return divisor === 0 ? wrap(bits, 2 ** bits - 1) : wrap(bits, Math.floor((a >>> 0) / divisor));
    }
    case 'urem': {
      const divisor = b >>> 0;
      return divisor === 0 ? a : wrap(bits, (a >>> 0) % divisor);
    }
    case 'sdiv': {
      const [x, y] = [signed(bits, a), signed(bits, b)];
      if (y === 0) return wrap(bits, x < 0 ? 1 : 2 ** bits - 1);
      return wrap(bits, Math.trunc(x / y));
    }
    case 'srem': {
      const [x, y] = [signed(bits, a), signed(bits, b)];
      return y === 0 ? a : wrap(bits, x % y);
    }
    case 'shl': {
      const by = b >>> 0;
      return by >= bits ? 0 : bits === 32 ? a << by : (a << by) & mask(bits);
    }
    case 'lshr': {
      const by = b >>> 0;
      return by >= bits ? 0 : bits === 32 ? (a >>> by) | 0 : a >>> by;
    }
    case 'ashr': {
      const by = Math.min(b >>> 0, bits - 1);
      return wrap(bits, signed(bits, a) >> by);
    }
  }
}

function wide(op: IntegerOp, bits: number, a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    // Sums, differences and products of safe integers that stay safe need no bigint.
    const r = op === 'add' ? a + b : op === 'sub' ? a - b : op === 'mul' ? a * b : Number.NaN;
    if (Number.isSafeInteger(r) && bits >= 64) return r === 0 ? 0 : r;
  }
  const x = toUnsigned(bits, a);
  const y = toUnsigned(bits, b);
  return fromBigInt(bits, wideUnsigned(op, bits, x, y));
}

function wideUnsigned(op: IntegerOp, bits: number, x: bigint, y: bigint): bigint {
  const width = BigInt(bits);
  switch (op) {
    case 'add':
      return x + y;
    case 'sub':
      return x - y;
    case 'mul':
      return x * y;
    case 'and':
      return x & y;
    case 'or':
      return x | y;
    case 'xor':
      return x ^ y;
    case 'udiv':
      return y === 0n ? -1n : x / y;
    case 'urem':
      return y === 0n ? x : x % y;
    case 'sdiv': {
      const [s, t] = [BigInt.asIntN(bits, x), BigInt.asIntN(bits, y)];
      return t === 0n ? (s < 0n ? 1n : -1n) : s / t;
    }
    case 'srem': {
      const [s, t] = [BigInt.asIntN(bits, x), BigInt.asIntN(bits, y)];
      return t === 0n ? s : s % t;
    }
    case 'shl':
      return y >= width ? 0n : x << y;
    case 'lshr':
      return y >= width ? 0n : x >> y;
    case 'ashr':
      return BigInt.asIntN(bits, x) >> (y >= width ? width - 1n : y);
  }
}

export function integerCompare(predicate: IntegerPredicate, bits: number, a: Integer, b: Integer): boolean {
  switch (predicate) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'ult':
      return unsignedLess(bits, a, b);
    case 'ugt':
      return unsignedLess(bits, b, a);
    case 'ule':
      return !unsignedLess(bits, b, a);
    case 'uge':
      return !unsignedLess(bits, a, b);
    case 'slt':
      return signedLess(bits, a, b);
    case 'sgt':
      return signedLess(bits, b, a);
    case 'sle':
      return !signedLess(bits, b, a);
    case 'sge':
      return !signedLess(bits, a, b);
  }
}

function unsignedLess(bits: number, a: Integer, b: Integer): boolean {
  if (bits <= 32) return (a as number) >>> 0 < (b as number) >>> 0;
  return toUnsigned(bits, a) < toUnsigned(bits, b);
}

function signedLess(bits: number, a: Integer, b: Integer): boolean {
  if (bits < 32) return signed(bits, a as number) < signed(bits, b as number);
  return a < b;
}

export function integerCast(op: CastOp, from: number, to: number, value: Integer): Integer {
  switch (op) {
    case 'trunc':
      // `|` takes any safe integer modulo 2^32.
      if (typeof value === 'number' && to <= 32) return to === 32 ? value | 0 : (value | 0) & mask(to);
      return fromBigInt(to, BigInt(value));
    case 'zext':
      return from < 32 ? value : fromBigInt(to, toUnsigned(from, value));
    default:
      return from < 32
        ? wrap(to, signed(from, value as number))
        : from === 32
          ? value
          : fromBigInt(to, toSigned(from, value));
  }
}

/** The signed value of a canonical value of at most 32 bits. */
export function signed(bits: number, value: number): number {
  return bits === 32 ? value : value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

function mask(bits: number): number {
  return 2 ** bits - 1;
}
