// Sets of byte addresses inside one object, as the points-to analysis and the footprints know them.
// A pointer is exact (stride 0), or somewhere in an array: `offset + k·stride` in [low, high), plus up to `span` bytes for an inner array.
// Every operation over-approximates: the result contains all addresses that the operands allow.

import type { ObjectId, Region } from './program.js';

export interface Pointer {
  readonly object: ObjectId;
  readonly offset: number;
  readonly stride: number;
  /** Exact pointers: the extent that arithmetic may not leave. Others: the range of `offset + k·stride`. */
  readonly low: number;
  readonly high: number;
  readonly span: number;
}

/** Far outside every object of a 32-bit machine, yet exact in a double. */
export const UNBOUNDED = 2 ** 40;

export function exactPointer(object: ObjectId, offset: number, size: number | undefined): Pointer {
  return { object, offset, stride: 0, low: 0, high: size ?? UNBOUNDED, span: 0 };
}

/** Anywhere in the object. */
export function anywhere(object: ObjectId, size: number | undefined): Pointer {
  return { object, offset: 0, stride: 1, low: 0, high: Math.max(1, size ?? UNBOUNDED), span: 0 };
}

export function addConstant(p: Pointer, bytes: number, objectSize: number | undefined): Pointer {
  if (bytes === 0) return p;
  if (p.stride === 0) {
    const offset = p.offset + bytes;
    // Leaving the array (container_of, &record as bytes) widens the extent to the object again.
    const inside = offset >= p.low && offset <= p.high;
    return { ...p, offset, low: inside ? p.low : 0, high: inside ? p.high : (objectSize ?? UNBOUNDED) };
  }
  return { ...p, offset: modulo(p.offset + bytes, p.stride), low: p.low + bytes, high: p.high + bytes };
}

/** Restricts an exact pointer's extent to the array that starts `relative` bytes from it. */
export function enterArray(p: Pointer, relative: number, length: number): Pointer {
  if (p.stride !== 0) return p;
  return { ...p, low: p.offset + relative, high: p.offset + relative + length };
}

/** `p + index·scale` for an arbitrary index; `array` is the length in bytes of the array that the index stays in, where the type tells. */
export function addScaled(p: Pointer, scale: number, array: number | undefined, objectSize: number | undefined): Pointer {
  const step = Math.abs(scale);
  if (step === 0) return p;
  if (p.stride === 0) {
    const low = array === undefined ? p.low : p.offset;
    const high = array === undefined ? p.high : p.offset + array;
    return { object: p.object, offset: modulo(p.offset, step), stride: step, low, high: Math.max(high, low + 1), span: p.span };
  }
  if (step % p.stride === 0 && array === undefined) return p;
  if (array !== undefined) return { ...p, span: p.span + Math.max(0, array - step) };
  const stride = gcd(p.stride, step);
  return { ...p, offset: modulo(p.offset, stride), stride, low: 0, high: objectSize ?? UNBOUNDED };
}

/** The bytes that an access of `size` bytes at the pointer may touch. */
export function regionAt(p: Pointer, size: number, objectSize: number | undefined): Region {
  if (p.stride === 0) {
    return { object: p.object, offset: p.offset, stride: 0, low: p.offset, high: p.offset + 1, size: size + p.span };
  }
  const end = objectSize === undefined ? p.high : Math.min(p.high, objectSize);
  const high = Math.max(p.low + 1, Number.isFinite(size) ? end - size + 1 : end);
  return { object: p.object, offset: p.offset, stride: p.stride, low: p.low, high, size: size + p.span };
}

/** May two regions have a byte in common? */
export function overlap(a: Region, b: Region): boolean {
  if (a.object !== b.object) return false;
  if (a.low >= b.high - 1 + b.size || b.low >= a.high - 1 + a.size) return false;
  // Starts x ∈ a, y ∈ b overlap iff −b.size < y − x < a.size, and y − x ≡ b.offset − a.offset modulo both strides.
  const step = gcd(a.stride, b.stride);
  const difference = b.offset - a.offset;
  if (step === 0) return -b.size < difference && difference < a.size;
  if (a.size + b.size > step) return true;
  const nearest = modulo(difference, step);
  return nearest < a.size || nearest - step > -b.size;
}

export function regionKey(r: Region): string {
  return `${r.object}:${r.offset}:${r.stride}:${r.low}:${r.high}:${r.size}`;
}

export function pointerKey(p: Pointer): string {
  return `${p.object}:${p.offset}:${p.stride}:${p.low}:${p.high}:${p.span}`;
}

export function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}
