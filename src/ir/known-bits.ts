// Bits of an integer that are the same in every execution, by looking at how it is computed: masks, shifts, extensions,
// remainders by constants. Sound: a bit that is called known has that value whatever the unknown operands are.

import type { Instruction, Phi } from './instruction.js';
import type { Operand, Register } from './value.js';

/** Disjoint masks: bits that are always 0, and bits that are always 1. */
export interface SameBits {
  readonly zeros: bigint;
  readonly ones: bigint;
}

export const NOTHING_KNOWN: SameBits = { zeros: 0n, ones: 0n };

/** Longer chains of computation are not followed. */
const MAX_DEPTH = 12;

export function mask(bits: number): bigint {
  return (1n << BigInt(bits)) - 1n;
}

export function constantBits(bits: number, value: bigint): SameBits {
  const ones = BigInt.asUintN(bits, value);
  return { zeros: mask(bits) & ~ones, ones };
}

/** What holds for either of two values. */
export function commonBits(a: SameBits, b: SameBits): SameBits {
  return { zeros: a.zeros & b.zeros, ones: a.ones & b.ones };
}

/** `definition` gives the instruction that computes a register of the function, if any. */
export function knownBits(
  operand: Operand,
  definition: (register: Register) => Instruction | undefined,
  depth = 0,
): SameBits {
  if (operand.type.kind !== 'int') return NOTHING_KNOWN;
  const { bits } = operand.type;
  if (operand.kind === 'int') return constantBits(bits, operand.value);
  if (operand.kind === 'zero') return constantBits(bits, 0n);
  const i = operand.kind === 'register' && depth < MAX_DEPTH ? definition(operand) : undefined;
  if (i === undefined) return NOTHING_KNOWN;
  const of = (o: Operand): SameBits => knownBits(o, definition, depth + 1);
  switch (i.op) {
    case 'and': {
      const [a, b] = [of(i.left), of(i.right)];
      return { zeros: a.zeros | b.zeros, ones: a.ones & b.ones };
    }
    case 'or': {
      const [a, b] = [of(i.left), of(i.right)];
      return { zeros: a.zeros & b.zeros, ones: a.ones | b.ones };
    }
    case 'xor': {
      const [a, b] = [of(i.left), of(i.right)];
      return { zeros: (a.zeros & b.zeros) | (a.ones & b.ones), ones: (a.zeros & b.ones) | (a.ones & b.zeros) };
    }
    case 'shl':
    case 'lshr':
      return shifted(i.op, bits, of(i.left), i.right);
    case 'udiv':
    case 'urem':
    case 'add':
      return below(bits, i.op, of(i.left), of(i.right));
    case 'sdiv':
    case 'srem': {
      const [a, b] = [of(i.left), of(i.right)];
      const areNatural = (a.zeros & b.zeros & (1n << BigInt(bits - 1))) !== 0n;
      return areNatural ? below(bits, i.op === 'sdiv' ? 'udiv' : 'urem', a, b) : NOTHING_KNOWN;
    }
    case 'zext': {
      const from = i.value.type.kind === 'int' ? i.value.type.bits : bits;
      const { zeros, ones } = of(i.value);
      return { zeros: zeros | (mask(bits) & ~mask(from)), ones };
    }
    case 'trunc': {
      const { zeros, ones } = of(i.value);
      return { zeros: zeros & mask(bits), ones: ones & mask(bits) };
    }
    case 'sext':
      return extended(bits, i.value.type.kind === 'int' ? i.value.type.bits : bits, of(i.value));
    case 'freeze':
      return of(i.value);
    case 'select':
      return commonBits(of(i.whenTrue), of(i.whenFalse));
    case 'phi':
      return phiBits(i, bits, of);
    default:
      return NOTHING_KNOWN;
  }
}

function shifted(op: 'shl' | 'lshr', bits: number, { zeros, ones }: SameBits, by: Operand): SameBits {
  if (by.kind !== 'int' || by.value >= BigInt(bits)) return NOTHING_KNOWN;
  const all = mask(bits);
  const fresh = op === 'shl' ? (1n << by.value) - 1n : all & ~(all >> by.value);
  return op === 'shl'
    ? { zeros: ((zeros << by.value) & all) | fresh, ones: (ones << by.value) & all }
    : { zeros: (zeros >> by.value) | fresh, ones: ones >> by.value };
}

/** Numbers by their largest possible value: all bits above are 0. */
function below(bits: number, op: 'udiv' | 'urem' | 'add', a: SameBits, b: SameBits): SameBits {
  const all = mask(bits);
  const [most, other] = [all & ~a.zeros, all & ~b.zeros];
  const largest = largestOf(op, most, other, b.ones);
  if (largest > all) return NOTHING_KNOWN;
  return { zeros: all & ~mask(largest.toString(2).length), ones: 0n };
}

/** `most`, `other`: the largest operands; `least`: the right one is at least that. */
function largestOf(op: 'udiv' | 'urem' | 'add', most: bigint, other: bigint, least: bigint): bigint {
  if (op === 'add') return most + other;
  if (op === 'udiv') return least === 0n ? most : most / least;
  return other > 0n && other - 1n < most ? other - 1n : most;
}

function extended(bits: number, from: number, { zeros, ones }: SameBits): SameBits {
  const high = mask(bits) & ~mask(from);
  const sign = 1n << BigInt(from - 1);
  return { zeros: (zeros & sign) === 0n ? zeros : zeros | high, ones: (ones & sign) === 0n ? ones : ones | high };
}

function phiBits(i: Phi, bits: number, of: (o: Operand) => SameBits): SameBits {
  const start: SameBits = { zeros: mask(bits), ones: mask(bits) };
  return i.incoming
    .filter(({ value }) => value !== i.result)
    .reduce((known, { value }) => commonBits(known, of(value)), start);
}
