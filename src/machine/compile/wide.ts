// 64-bit integers in compiled code. While all of them are safe numbers, code works on numbers alone and leaves when one
// is not: the functions here then give NaN. Code that meets larger values is compiled again with functions that take
// and give both.

import type { IntegerOp } from '../../ir/opcode.js';
import { type Integer, toUnsigned } from '../memory/value.js';
import { integerBinary } from '../stepping/integer.js';

const LIMIT = Number.MAX_SAFE_INTEGER;
const WORD = 2 ** 32;

const powers = Float64Array.from({ length: 64 }, (_, n) => 2 ** n);

function onlyNumber(value: Integer): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function safe(value: number): number {
  return value >= -LIMIT && value <= LIMIT ? value : Number.NaN;
}

function high(value: number): number {
  return Math.floor(value / WORD);
}

/** Numbers in, a number or NaN out. */
export const narrow = {
  and: (a: number, b: number): number => safe((high(a) & high(b)) * WORD + ((a & b) >>> 0)),
  or: (a: number, b: number): number => safe((high(a) | high(b)) * WORD + ((a | b) >>> 0)),
  xor: (a: number, b: number): number => safe((high(a) ^ high(b)) * WORD + ((a ^ b) >>> 0)),
  shl(a: number, b: number): number {
    if (b < 0 || b >= 64) return 0;
    const shifted = a * powers[b]!;
    return shifted >= -LIMIT && shifted <= LIMIT ? shifted + 0 : onlyNumber(integerBinary('shl', 64, a, b));
  },
  lshr(a: number, b: number): number {
    if (b < 0 || b >= 64) return 0;
    return a >= 0 ? Math.floor(a / powers[b]!) : onlyNumber(integerBinary('lshr', 64, a, b));
  },
  ashr: (a: number, b: number): number => Math.floor(a / powers[b < 0 || b >= 64 ? 63 : b]!),
  udiv: (a: number, b: number): number =>
    a >= 0 && b >= 0 ? Math.floor(a / b) : onlyNumber(integerBinary('udiv', 64, a, b)),
  urem: (a: number, b: number): number =>
    a >= 0 && b >= 0 ? a - Math.floor(a / b) * b : onlyNumber(integerBinary('urem', 64, a, b)),
  // Quotients of safe integers are exact when truncated; adding 0 turns −0 into 0.
  sdiv: (a: number, b: number): number => Math.trunc(a / b) + 0,
  srem: (a: number, b: number): number => a - Math.trunc(a / b) * b,
} as const;

/** Both representations in and out. */
export function wide(op: IntegerOp, a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number' && op in narrow) {
    const result = narrow[op as keyof typeof narrow](a, b);
    if (!Number.isNaN(result)) return result;
  }
  return integerBinary(op, 64, a, b);
}

export function unsignedLess(a: Integer, b: Integer): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < 0 === b < 0 ? a < b : b < 0;
  return toUnsigned(64, a) < toUnsigned(64, b);
}

/** NaN where the number is not safe. */
export function readNarrow(view: DataView, at: number): number {
  const value = view.getInt32(at + 4, true) * WORD + view.getUint32(at, true);
  return value >= -LIMIT && value <= LIMIT ? value : Number.NaN;
}

export function readWide(view: DataView, at: number): Integer {
  const value = view.getInt32(at + 4, true) * WORD + view.getUint32(at, true);
  return value >= -LIMIT && value <= LIMIT ? value : view.getBigInt64(at, true);
}

export function writeWide(view: DataView, at: number, value: Integer): void {
  if (typeof value === 'bigint') {
    view.setBigInt64(at, value, true);
    return;
  }
  view.setInt32(at, value | 0, true);
  view.setInt32(at + 4, Math.floor(value / WORD), true);
}
