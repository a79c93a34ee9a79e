// Floating-point literals of IR text as the exact bits of their type.
// `0x…` holds a double's bits whatever the type; 0xK, 0xL, 0xM, 0xH, 0xR and f0x hold those of the type itself.

import { floatBits } from '../layout.js';
import type { FloatFormatName } from '../type.js';

/** Bits of exponent and of stored mantissa. x86_fp80 stores its leading 1, which the conversion adds. */
const shapes: Readonly<Record<FloatFormatName, { readonly exponent: number; readonly mantissa: number }>> = {
  half: { exponent: 5, mantissa: 10 },
  bfloat: { exponent: 8, mantissa: 7 },
  float: { exponent: 8, mantissa: 23 },
  double: { exponent: 11, mantissa: 52 },
  x86_fp80: { exponent: 15, mantissa: 63 },
  fp128: { exponent: 15, mantissa: 112 },
  ppc_fp128: { exponent: 11, mantissa: 52 },
};

const scratch = new DataView(new ArrayBuffer(8));

/** The bits of the literal, or undefined if it is none. */
export function floatLiteral(literal: string, format: FloatFormatName): bigint | undefined {
  const own = /^(?:0x([KLMHR])|f0x)([0-9A-Fa-f]{1,32})$/.exec(literal);
  if (own !== null) return ownBits(own[1] ?? '', own[2] ?? '', format);
  if (/^0x[0-9A-Fa-f]{1,16}$/.test(literal)) return fromDouble(BigInt(literal), format);
  if (/^[-+]?[0-9]{1,400}(\.[0-9]{0,400})?([eE][-+]?[0-9]{1,6})?$/.test(literal)) {
    scratch.setFloat64(0, Number(literal));
    return fromDouble(scratch.getBigUint64(0), format);
  }
  return special(literal, format);
}

/** fp128 and ppc_fp128 are written with their low half first. */
function ownBits(letter: string, digits: string, format: FloatFormatName): bigint {
  const bits = BigInt(`0x${digits}`);
  const swapped = letter === 'L' || letter === 'M';
  const value = swapped ? ((bits & 0xffff_ffff_ffff_ffffn) << 64n) | (bits >> 64n) : bits;
  return BigInt.asUintN(floatBits[format], value);
}

/** `+inf`, `-qnan`, `+nan(0x123)`: `payload` is the mantissa without the quiet bit for `nan`. */
function special(literal: string, format: FloatFormatName): bigint | undefined {
  const parts = /^([-+]?)(inf|nan|qnan|snan)(?:\((0x[0-9A-Fa-f]{1,32})\))?$/.exec(literal);
  if (parts === null) return undefined;
  const { exponent, mantissa } = shapes[format];
  const quiet = 1n << BigInt(mantissa - 1);
  const payload = BigInt(parts[3] ?? 0);
  const kind = parts[2];
  const fraction = kind === 'inf' ? 0n : kind === 'snan' ? payload || 1n : quiet | payload;
  return assemble(parts[1] === '-' ? 1n : 0n, (1n << BigInt(exponent)) - 1n, fraction, format);
}

/** Exact for wider formats and for NaNs; rounded to nearest even for narrower ones. */
function fromDouble(bits: bigint, format: FloatFormatName): bigint {
  if (format === 'double' || format === 'ppc_fp128') return bits;
  const sign = bits >> 63n;
  const rawExponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const { exponent: exponentBits, mantissa } = shapes[format];
  const largest = (1 << exponentBits) - 1;
  const widen = BigInt(mantissa - 52);
  if (rawExponent === 0x7ff) {
    const kept = widen >= 0n ? fraction << widen : fraction >> -widen;
    return assemble(sign, BigInt(largest), fraction !== 0n && kept === 0n ? 1n : kept, format);
  }
  if (rawExponent === 0 && fraction === 0n) return assemble(sign, 0n, 0n, format);
  // value = significand · 2^(exponent − 52), with the leading 1 at bit 52.
  let significand = rawExponent === 0 ? fraction : fraction | (1n << 52n);
  let exponent = rawExponent === 0 ? -1022 : rawExponent - 1023;
  while (significand < 1n << 52n) {
    significand <<= 1n;
    exponent--;
  }
  let biased = exponent + (largest >> 1);
  if (widen >= 0n) return assemble(sign, BigInt(biased), (significand & 0xf_ffff_ffff_ffffn) << widen, format);
  const denormalShift = biased <= 0 ? 1 - biased : 0;
  let rounded = roundShift(significand, -widen + BigInt(Math.min(denormalShift, 64)));
  if (biased <= 0) biased = rounded >> BigInt(mantissa) === 0n ? 0 : 1;
  else if (rounded >> BigInt(mantissa + 1) !== 0n) {
    rounded >>= 1n;
    biased++;
  }
  if (biased >= largest) return assemble(sign, BigInt(largest), 0n, format);
  return assemble(sign, BigInt(biased), rounded & ((1n << BigInt(mantissa)) - 1n), format);
}

function roundShift(value: bigint, by: bigint): bigint {
  if (by === 0n) return value;
  const kept = value >> by;
  const rest = value & ((1n << by) - 1n);
  const half = 1n << (by - 1n);
  return rest > half || (rest === half && (kept & 1n) === 1n) ? kept + 1n : kept;
}

function assemble(sign: bigint, exponent: bigint, fraction: bigint, format: FloatFormatName): bigint {
  const { exponent: exponentBits, mantissa } = shapes[format];
  const value = (((sign << BigInt(exponentBits)) | exponent) << BigInt(mantissa)) | fraction;
  if (format !== 'x86_fp80') return value;
  const integerBit = exponent === 0n ? 0n : 1n << 63n;
  return (((sign << 15n) | exponent) << 64n) | integerBit | fraction;
}
