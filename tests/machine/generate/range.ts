// Intervals of the values that an integer expression can take. Signed arithmetic is generated only where the interval
// of the exact result fits the type: that, not luck, keeps the programs free of undefined behaviour.

import type { IntegerType } from './type.js';

export interface Range {
  readonly low: bigint;
  readonly high: bigint;
}

export function range(low: bigint | number, high: bigint | number): Range {
  return { low: BigInt(low), high: BigInt(high) };
}

export function rangeOf(type: IntegerType): Range {
  const bits = BigInt(type.bits);
  return type.signed
    ? { low: -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n }
    : { low: 0n, high: (1n << bits) - 1n };
}

export function isWithin(inner: Range, outer: Range): boolean {
  return inner.low >= outer.low && inner.high <= outer.high;
}

export function hull(a: Range, b: Range): Range {
  return { low: min(a.low, b.low), high: max(a.high, b.high) };
}

/** What the values become when converted. */
export function converted(values: Range, type: IntegerType): Range {
  return isWithin(values, rangeOf(type)) ? values : rangeOf(type);
}

export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '<<' | '>>' | '&' | '|' | '^';

/**
 * The values of `a op b`, computed in `type`; undefined where some of them would be undefined behaviour. Both are
 * values of `type`.
 */
export function resultRange(op: Arithmetic, type: IntegerType, a: Range, b: Range): Range | undefined {
  const all = rangeOf(type);
  const exact = exactRange(op, type, a, b);
  if (exact === undefined || isWithin(exact, all)) return exact;
  return type.signed ? undefined : all;
}

function exactRange(op: Arithmetic, type: IntegerType, a: Range, b: Range): Range | undefined {
  switch (op) {
    case '+':
      return { low: a.low + b.low, high: a.high + b.high };
    case '-':
      return { low: a.low - b.high, high: a.high - b.low };
    case '*':
      return corners(a, b, (x, y) => x * y);
    case '/':
      return b.low <= 0n && b.high >= 0n ? undefined : corners(a, b, (x, y) => x / y);
    case '%': {
      if ((b.low <= 0n && b.high >= 0n) || (a.low === rangeOf(type).low && type.signed && b.high === -1n))
        return undefined;
      const most = magnitude(b) - 1n;
      return { low: a.low < 0n ? max(-most, a.low) : 0n, high: a.high > 0n ? min(most, a.high) : 0n };
    }
    case '<<':
      if (!isShift(type, b) || (type.signed && a.low < 0n)) return undefined;
      return corners(a, b, (x, y) => x << y);
    case '>>':
      return isShift(type, b) ? corners(a, b, (x, y) => x >> y) : undefined;
    case '&':
      return a.low >= 0n || b.low >= 0n
        ? { low: 0n, high: min(a.low < 0n ? b.high : a.high, b.low < 0n ? a.high : b.high) }
        : rangeOf(type);
    case '|':
    case '^':
      return a.low >= 0n && b.low >= 0n
        ? { low: op === '|' ? max(a.low, b.low) : 0n, high: ones(max(a.high, b.high)) }
        : rangeOf(type);
  }
}

function isShift(type: IntegerType, by: Range): boolean {
  return by.low >= 0n && by.high < BigInt(type.bits);
}

function corners(a: Range, b: Range, operate: (x: bigint, y: bigint) => bigint): Range {
  const values = [a.low, a.high].flatMap((x) => [operate(x, b.low), operate(x, b.high)]);
  return { low: values.reduce(min), high: values.reduce(max) };
}

function magnitude(values: Range): bigint {
  return max(values.high < 0n ? -values.high : values.high, values.low < 0n ? -values.low : values.low);
}

/** The least 2^n − 1 that is not below `value`. */
function ones(value: bigint): bigint {
  return (1n << BigInt(value.toString(2).length)) - 1n;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
