// The vocabulary of generated expressions: literals, ranges and signs as JavaScript text.

import type { Type } from '../../ir/type.js';
import type { Operand } from '../../ir/value.js';

/** How to compute a result. The names N, W, L and so on are those of ./runtime.ts. */
export interface Computation {
  readonly text: string;
  /** Holds where only the interpreter can do it; asked first. */
  readonly unless?: string;
  /** Given the result: is it one that the code can go on with? */
  readonly accepts?: (result: string) => string;
}

export interface Operands {
  /** The JavaScript text of an operand. */
  text(operand: Operand): string;
  /** May 64-bit integers be bigints here? */
  readonly isWide: boolean;
  readonly pointerBits: number;
}

export function isSupported(type: Type): boolean {
  switch (type.kind) {
    case 'int':
      return type.bits <= 32 || type.bits === 64;
    case 'float':
      return type.format === 'float' || type.format === 'double';
    case 'pointer':
      return true;
    case 'struct':
      return type.fields !== undefined;
    case 'array':
      return true;
    default:
      return false;
  }
}

export function literal(value: number | bigint): string {
  if (typeof value === 'bigint') return value < 0n ? `(${value}n)` : `${value}n`;
  if (Object.is(value, -0)) return '(-0)';
  return value < 0 ? `(${value})` : String(value);
}

export const isNumber = (t: string): string => `typeof ${t} === 'number'`;

/** The signed value of a number of at most 32 bits. */
export function signed(bits: number, a: string): string {
  return bits === 32 ? a : `(${a} << ${32 - bits} >> ${32 - bits})`;
}

/** Brings an int32 result to the representation of a type of at most 32 bits. */
export function fitted(bits: number, a: string): string {
  return bits === 32 ? `(${a} | 0)` : `(${a} & ${2 ** bits - 1})`;
}
