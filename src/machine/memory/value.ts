// What a register holds. Concrete values are plain JavaScript values, so that compiled code works on them directly;
// arbitrary data is a term. The representation is canonical: equal values are ===-equal, bigints excepted.

import { InternalError } from '../../base/internal-error.js';
import type { Type } from '../../ir/type.js';
import type { Term } from '../../solve/store.js';

/**
 * iN, N < 32: a number, unsigned. i32: a number, signed, the result of `x | 0`. Wider: the signed value, a number where
 * it is a safe integer, else a bigint. Floats: a number, `float` rounded by Math.fround. Aggregates: arrays of values.
 * Pointers: a number, object · 2^32 + offset. Null is 0; object 0 is the absolute address space, so `inttoptr
 * 0x40020000` is 0x40020000.
 */
export type Value = number | bigint | Symbolic | SymbolicPointer | PointerChoice | readonly Value[];

/** Arbitrary data: a bit-vector term as wide as the register's type (floats as their IEEE bits). */
export class Symbolic {
  constructor(readonly term: Term) {}
}

/** Wide enough that no index of a valid access wraps round. */
export const OFFSET_BITS = 64;

/** A pointer into a known object at an arbitrary, signed offset of OFFSET_BITS bits. */
export class SymbolicPointer {
  constructor(
    readonly object: number,
    readonly offset: Term,
  ) {}
}

/**
 * A pointer that depends on arbitrary data, where states with different ones were joined. What goes through it decides
 * first. Made by `choosePointer`.
 */
export class PointerChoice {
  constructor(
    readonly condition: Term,
    readonly whenTrue: PlacedPointer,
    readonly whenFalse: Pointer,
  ) {}
}

/** A pointer that is no choice. */
export type PlacedPointer = number | SymbolicPointer;

export type Pointer = PlacedPointer | PointerChoice;

const OFFSET_RANGE = 2 ** 32;

/** In bytes: offsets have 32 bits, and those beyond are outside of every object, see `movePointer`. */
export const LARGEST_OBJECT = 2 ** 30;

export function pointer(object: number, offset: number): number {
  return object * OFFSET_RANGE + offset;
}

export function objectOf(p: number): number {
  return Math.floor(p / OFFSET_RANGE);
}

/**
 * Offsets before the object's start appear as huge ones: no access there is valid. By operators on 32 bits, since V8
 * keeps what a subtraction of large numbers gives as a large number: on the heap, in every event that speaks of it.
 */
export function offsetOf(p: number): number {
  return p >>> 0;
}

/**
 * The object that arithmetic relates a pointer to: also for pointers a little before its start, which no access may
 * use.
 */
export function homeOf(p: number): number {
  return Math.floor((p + OFFSET_RANGE / 2) / OFFSET_RANGE);
}

/** From the start of its home: −1 for the byte before. */
export function signedOffset(p: number): number {
  return p | 0;
}

/**
 * Pointer arithmetic. An offset that no object has, in either direction, stays with its object instead of reaching into
 * another.
 */
export function movePointer(p: number, bytes: number): number {
  const moved = p + bytes;
  if (bytes > -FAR && bytes < FAR) return moved;
  return pointer(homeOf(p), FAR);
}

/** Beyond every object. */
const FAR = 2 ** 30;

export function isConcrete(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

export type Integer = number | bigint;

/** The canonical representation of any integer in `bits` bits. */
export function fromBigInt(bits: number, value: bigint): Integer {
  if (bits < 32) return Number(BigInt.asUintN(bits, value));
  if (bits === 32) return Number(BigInt.asIntN(32, value));
  const signed = BigInt.asIntN(bits, value);
  return signed >= -MAX_SAFE && signed <= MAX_SAFE ? Number(signed) : signed;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** 0 ≤ result < 2^bits. */
export function toUnsigned(bits: number, value: Integer): bigint {
  return BigInt.asUintN(bits, BigInt(value));
}

export function toSigned(bits: number, value: Integer): bigint {
  return BigInt.asIntN(bits, BigInt(value));
}

/** The canonical representation of a number that fits the width after wrapping. */
export function wrap(bits: number, value: number): Integer {
  // Adding 0 turns −0, which remainders give, into 0.
  if (bits < 32) return value >= 0 && value < 2 ** bits ? value + 0 : Number(BigInt.asUintN(bits, BigInt(value)));
  if (bits === 32) return value | 0;
  return fromBigInt(bits, BigInt(value));
}

export function zeroOf(type: Type): Value {
  switch (type.kind) {
    case 'int':
    case 'float':
    case 'pointer':
      return 0;
    case 'array':
    case 'vector':
      return Array.from({ length: type.length }, () => zeroOf(type.element));
    case 'struct':
      return (type.fields ?? []).map(zeroOf);
    default:
      throw new InternalError(`no value of type ${type.kind}`);
  }
}
