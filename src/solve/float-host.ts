// Concrete floats: the host's own arithmetic on bit patterns, for constants of the two formats that it has.

import { double, type FloatFormat, single, widthOf } from './float.js';
import type { Term } from './store.js';
import type { Terms } from './term.js';

const scratch = new DataView(new ArrayBuffer(8));

/** Whether both are constants that the host can compute with. */
export function isHosted(t: Terms, f: FloatFormat, ...operands: readonly Term[]): boolean {
  return (isSingle(f) || isDouble(f)) && operands.every((x) => t.isConstant(x));
}

export function isSingle(f: FloatFormat): boolean {
  return f.precision === single.precision && f.exponentBits === single.exponentBits;
}
export function isDouble(f: FloatFormat): boolean {
  return f.precision === double.precision && f.exponentBits === double.exponentBits;
}

export function toHost(t: Terms, f: FloatFormat, constant: Term): number {
  if (isSingle(f)) {
    scratch.setUint32(0, t.narrowValue(constant));
    return scratch.getFloat32(0);
  }
  scratch.setBigUint64(0, t.wideValue(constant));
  return scratch.getFloat64(0);
}

/** The value rounded to the format; NaN becomes the canonical one. */
export function fromHost(t: Terms, f: FloatFormat, value: number): Term {
  if (isSingle(f)) {
    scratch.setFloat32(0, value);
    return t.constant(widthOf(f), Number.isNaN(value) ? 0x7fc00000 : scratch.getUint32(0));
  }
  scratch.setFloat64(0, value);
  return t.constant(widthOf(f), Number.isNaN(value) ? 0x7ff8000000000000n : scratch.getBigUint64(0));
}
