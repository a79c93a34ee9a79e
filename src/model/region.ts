// Sets of byte addresses inside one object, as the points-to analysis and the footprints know them. A pointer is exact
// (stride 0), or somewhere in an array: `offset + k·stride` in [low, high), plus up to `span` bytes for an inner array.
// Every operation over-approximates: the result contains all addresses that the operands allow.

import type { ObjectId, Region } from './program.js';

export interface AbstractPointer {
  readonly object: ObjectId;
  readonly offset: number;
  readonly stride: number;
  /** Range of `offset + k·stride`; for exact pointers the offset alone. */
  readonly low: number;
  readonly high: number;
  /**
   * The array (or the object) that arithmetic may not leave. Accesses stay inside, pointers may be out of it for a
   * while.
   */
  readonly first: number;
  readonly end: number;
  readonly span: number;
}

/** Far outside every object of a 32-bit machine, yet exact in a double. */
export const UNBOUNDED = 2 ** 40;

export function exactPointer(object: ObjectId, offset: number, size: number | undefined): AbstractPointer {
  return { object, offset, stride: 0, low: offset, high: offset + 1, first: 0, end: size ?? UNBOUNDED, span: 0 };
}

/** Anywhere in the object. */
export function anywhere(object: ObjectId, size: number | undefined): AbstractPointer {
  return spread(object, 0, 1, 0, Math.max(1, size ?? UNBOUNDED));
}

/** Every `offset + k·stride` in the array [first, end). */
export function spread(object: ObjectId, offset: number, stride: number, first: number, end: number): AbstractPointer {
  return {
    object,
    offset: modulo(offset, stride),
    stride,
    low: first,
    high: Math.max(end, first + 1),
    first,
    end,
    span: 0,
  };
}

export function addConstant(p: AbstractPointer, bytes: number, objectSize: number | undefined): AbstractPointer {
  if (bytes === 0) return p;
  const offset = p.stride === 0 ? p.offset + bytes : modulo(p.offset + bytes, p.stride);
  const moved = { ...p, offset, low: p.low + bytes, high: p.high + bytes };
  // Leaving the array for good (container_of, a record as bytes) widens the extent to the object again.
  const isOutside = p.stride === 0 ? offset < p.first || offset > p.end : moved.high <= p.first || moved.low > p.end;
  return isOutside ? { ...moved, first: 0, end: objectSize ?? UNBOUNDED } : moved;
}

/** Restricts an exact pointer's extent to the array that starts `relative` bytes from it. */
export function enterArray(p: AbstractPointer, relative: number, length: number): AbstractPointer {
  if (p.stride !== 0) return p;
  return { ...p, first: p.offset + relative, end: p.offset + relative + length };
}

/**
 * `p + index·scale` for an arbitrary index; `array` is the length in bytes of the array that the index stays in, where
 * the type tells.
 */
export function addScaled(
  p: AbstractPointer,
  scale: number,
  array: number | undefined,
  objectSize: number | undefined,
): AbstractPointer {
  const step = Math.abs(scale);
  if (step === 0) return p;
  if (p.stride === 0) {
    const first = array === undefined ? p.first : p.offset;
    const end = array === undefined ? p.end : p.offset + array;
    return { ...spread(p.object, p.offset, step, first, end), span: p.span };
  }
  if (array !== undefined) {
    // A view of the bytes as a longer array than the one around them counts as it is written.
    const end = Math.max(p.end, Math.min(objectSize ?? UNBOUNDED, p.high - 1 + array));
    return { ...p, span: p.span + Math.max(0, array - step), end };
  }
  const stride = gcd(p.stride, step);
  if (step % p.stride === 0) return { ...p, low: Math.min(p.low, p.first), high: Math.max(p.high, p.end) };
  return { ...spread(p.object, p.offset, stride, 0, objectSize ?? UNBOUNDED), span: p.span };
}

/** Is every address of `q` one of `p`, with the same extent? */
export function covers(p: AbstractPointer, q: AbstractPointer): boolean {
  if (p.object !== q.object || p.stride === 0 || q.span > p.span || q.first < p.first || q.end > p.end) return false;
  if (q.low < p.low && q.low < p.first) return false;
  if (q.stride % p.stride !== 0 || modulo(q.offset, p.stride) !== p.offset) return false;
  return true;
}

/** The bytes that an access of `size` bytes at the pointer may touch. */
export function regionAt(p: AbstractPointer, size: number, objectSize: number | undefined): Region {
  const length = size + p.span;
  if (p.stride === 0)
    return { object: p.object, offset: p.offset, stride: 0, low: p.offset, high: p.offset + 1, size: length };
  // An access lies in the array as a whole, wherever the pointer may have strayed.
  const end = objectSize === undefined ? p.end : Math.min(p.end, objectSize);
  const low = Math.max(p.low, p.first - p.span);
  const last = Number.isFinite(size) ? end - size + 1 : end;
  return {
    object: p.object,
    offset: p.offset,
    stride: p.stride,
    low,
    high: Math.max(low + 1, Math.min(p.high, last)),
    size: length,
  };
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

export function pointerKey(p: AbstractPointer): string {
  return `${p.object}:${p.offset}:${p.stride}:${p.low}:${p.high}:${p.first}:${p.end}:${p.span}`;
}

export function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}
