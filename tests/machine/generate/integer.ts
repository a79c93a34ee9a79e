// Integer expressions of any type: every operator, conversion and promotion, kept defined by the ranges of the
// operands.

import {
  binary,
  cast,
  compare,
  complement,
  conditional,
  type IntegerExpression,
  isInteger,
  literal,
  logical,
  negate,
  not,
  read,
  reduceTo,
  wrappingBinary,
} from './build.js';
import { integerCall } from './call.js';
import type { Context } from './context.js';
import { floatExpression } from './float.js';
import { bytePlace, indexWithin, pointerExpression, readablePlace, steadyArray } from './place.js';
import { type Arithmetic, range, rangeOf } from './range.js';
import type { Comparison, Expression } from './syntax.js';
import {
  bool,
  char,
  fixedWidth,
  type IntegerType,
  int,
  long,
  promote,
  type Type,
  unsigned,
  unsignedLong,
  unsignedLongLong,
} from './type.js';

const comparisons: readonly Comparison[] = ['<', '<=', '>', '>=', '==', '!='];

export function integerExpression(c: Context, depth: number): IntegerExpression {
  if (depth <= 0) return leaf(c);
  const { random } = c;
  switch (random.below(24)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return arithmetic(c, random.pick(['+', '-', '*'] as const), depth);
    case 4:
    case 5:
      return arithmetic(c, random.pick(['&', '|', '^'] as const), depth);
    case 6:
    case 7:
      return shift(c, depth);
    case 8:
    case 9:
      return division(c, depth);
    case 10:
    case 11:
      return condition(c, depth);
    case 12:
    case 13:
    case 14:
      return cast(c.integerType(), integerExpression(c, depth - 1));
    case 15:
      return conditional(condition(c, depth - 1), integerExpression(c, depth - 1), integerExpression(c, depth - 1));
    case 16:
      return unary(c, depth);
    case 17:
    case 18:
      return integerCall(c, depth) ?? integerExpression(c, depth - 1);
    case 19:
      return fromFloat(c, depth);
    case 20:
      return fromPointers(c) ?? integerExpression(c, depth - 1);
    case 21:
      return builtin(c, depth);
    case 22:
      return peculiar(c) ?? integerExpression(c, depth - 1);
    default:
      return leaf(c);
  }
}

function leaf(c: Context): IntegerExpression {
  const { random } = c;
  if (random.chance(3)) return anyLiteral(c);
  const place = readablePlace(c, (type) => type.kind === 'integer');
  const value = place === undefined ? undefined : read(place);
  return value !== undefined && isInteger(value) ? value : anyLiteral(c);
}

export function anyLiteral(c: Context, type: IntegerType = literalType(c)): IntegerExpression {
  const { random } = c;
  const bits = random.bits(type.bits);
  const value = type.signed ? BigInt.asIntN(type.bits, bits) : bits;
  const style = random.pick(['decimal', 'decimal', 'hex', 'character'] as const);
  return literal(type, style === 'character' && type === int ? 32 + random.below(95) : value, style);
}

function literalType(c: Context): IntegerType {
  return c.random.chance(2) ? int : c.random.pick([unsigned, long, unsignedLong, unsignedLongLong, c.integerType()]);
}

/** Plain where the ranges allow it; else with smaller operands, or in the unsigned type. */
function arithmetic(c: Context, op: Arithmetic, depth: number): IntegerExpression {
  const [left, right] = [integerExpression(c, depth - 1), integerExpression(c, depth - 1)];
  return safely(c, op, left, right);
}

function safely(c: Context, op: Arithmetic, left: IntegerExpression, right: IntegerExpression): IntegerExpression {
  const plain = binary(op, left, right);
  if (plain !== undefined) return plain;
  if (c.random.chance(2)) {
    const smaller = binary(op, small(c, left), small(c, right));
    if (smaller !== undefined) return smaller;
  }
  return wrappingBinary(op, left, right) ?? left;
}

/** A signed value of at most 15 bits, made of any. */
function small(c: Context, e: IntegerExpression): IntegerExpression {
  const type = promote(e.type);
  if (!type.signed) return reduceTo(0n, 0x7fffn, e);
  if (c.random.chance(2)) return binary('%', e, literal(int, 3 + c.random.below(10_000)))!;
  return c.random.chance(2) ? cast(fixedWidth(8, c.random.chance(2)), e) : binary('&', e, literal(int, 0x7fff))!;
}

function shift(c: Context, depth: number): IntegerExpression {
  const { random } = c;
  const left = integerExpression(c, depth - 1);
  const { bits, signed } = promote(left.type);
  if (signed && random.chance(3)) {
    // So few bits that none gets to the sign.
    const by = random.below(bits - 2);
    const mask = literal(promote(left.type), (1n << BigInt(bits - 2 - by)) - 1n);
    return binary('<<', binary('&', left, mask)!, literal(int, by))!;
  }
  const isLiteral = random.chance(2);
  const amount = isLiteral
    ? literal(int, random.below(bits))
    : reduceTo(0n, BigInt(bits) - 1n, integerExpression(c, depth - 1));
  if (random.chance(2)) return binary('>>', left, amount)!;
  return binary('<<', left, amount) ?? wrappingBinary('<<', left, amount)!;
}

function division(c: Context, depth: number): IntegerExpression {
  const op = c.random.pick(['/', '%'] as const);
  const left = integerExpression(c, depth - 1);
  const right = divisor(c, depth);
  return binary(op, left, right) ?? binary(op, left, literal(int, 2 + c.random.below(100)))!;
}

/** Never 0, and rarely −1. */
export function divisor(c: Context, depth: number): IntegerExpression {
  const { random } = c;
  const any = integerExpression(c, depth - 1);
  switch (random.below(5)) {
    case 0:
      return literal(c.random.pick([int, unsigned, long]), 1 + random.below(1000));
    case 1:
      return literal(int, -2 - random.below(100));
    case 2:
      return reduceTo(1n, BigInt(random.pick([3, 7, 64, 1000, 1 << 20])), any);
    case 3:
      return negate(reduceTo(2n, BigInt(random.pick([3, 7, 64, 1000])), any))!;
    default: {
      const type = promote(any.type);
      return type.signed ? reduceTo(1n, 255n, any) : binary('|', any, literal(int, 1))!;
    }
  }
}

/** 0 or 1. */
export function condition(c: Context, depth: number): IntegerExpression {
  const { random } = c;
  if (depth <= 0) return compare(random.pick(comparisons), leaf(c), leaf(c));
  switch (random.below(8)) {
    case 0:
      return logical(random.pick(['&&', '||'] as const), condition(c, depth - 1), condition(c, depth - 1));
    case 1:
      return not(integerExpression(c, depth - 1));
    case 2: {
      const [left, right] = [
        floatExpression(c, depth - 1),
        random.chance(2) ? floatExpression(c, depth - 1) : leafBelow128(c),
      ];
      return compare(random.pick(comparisons), left, right);
    }
    case 3: {
      const value = integerExpression(c, depth - 1);
      const low = value.range.low + (value.range.high - value.range.low) / 2n;
      return compare(random.pick(comparisons), value, literal(value.type.rank < int.rank ? int : value.type, low));
    }
    default:
      return compare(random.pick(comparisons), integerExpression(c, depth - 1), integerExpression(c, depth - 1));
  }
}

export function leafBelow128(c: Context): IntegerExpression {
  const value = leaf(c);
  return value.type.bits === 128 ? cast(long, value) : value;
}

function unary(c: Context, depth: number): IntegerExpression {
  const operand = integerExpression(c, depth - 1);
  switch (c.random.below(4)) {
    case 0:
      return complement(operand);
    case 1:
      return not(operand);
    case 2:
      return { kind: 'unary', op: '+', operand, type: promote(operand.type), range: operand.range };
    default:
      return negate(operand) ?? wrappingBinary('-', literal(int, 0), operand)!;
  }
}

/** Bounds that are exact in both float types, as `truncate` needs them. */
function fromFloat(c: Context, depth: number): IntegerExpression {
  const operand = floatExpression(c, depth - 1);
  const type = c.integerType();
  if (type.bits === 128 || c.random.chance(8)) return cast(bool, operand);
  if (type === bool) return cast(bool, operand);
  const all = rangeOf(type);
  const high = type.bits <= 32 ? all.high : all.high - 2047n;
  const values = c.random.chance(2) ? range(all.low, high) : range(0, 100);
  return { kind: 'truncate', operand, type, range: values };
}

function fromPointers(c: Context): IntegerExpression | undefined {
  const { random } = c;
  const array = steadyArray(c, (place) => place.type.length > 1);
  if (array !== undefined && !random.chance(3)) {
    const element = (): Expression => {
      const index = indexWithin(c, 0, array.type.length - 1);
      const type: Type = { kind: 'pointer', target: array.type.element, before: 0, length: 1, constant: false };
      return {
        kind: 'address',
        type,
        range: range(0, 0),
        place: { kind: 'index', type: array.type.element, base: array, index },
      };
    };
    const [left, right] = [element(), element()];
    if (random.chance(2)) return compare(random.pick(comparisons), left, right);
    return { kind: 'difference', left, right, type: long, range: range(-array.type.length, array.type.length) };
  }
  const target = random.pick([int, unsigned, char, long]);
  const type = { kind: 'pointer', target, before: 0, length: 1, constant: true } as const;
  const [left, right] = [pointerExpression(c, type, c.depth), pointerExpression(c, type, c.depth)];
  if (left === undefined || right === undefined) return undefined;
  return compare(random.pick(['==', '!='] as const), left, right);
}

function builtin(c: Context, depth: number): IntegerExpression {
  const { random } = c;
  const operand = integerExpression(c, depth - 1);
  const wide = random.chance(2);
  const type = wide ? unsignedLongLong : unsigned;
  const suffix = wide ? 'll' : '';
  switch (random.below(5)) {
    case 0:
      return {
        kind: 'builtin',
        name: `__builtin_popcount${suffix}`,
        operands: [cast(type, operand)],
        type: int,
        range: range(0, type.bits),
      };
    case 1: {
      const nonZero = binary('|', cast(type, operand), literal(int, 1))!;
      const name = `__builtin_${random.pick(['clz', 'ctz'])}${suffix}`;
      return { kind: 'builtin', name, operands: [nonZero], type: int, range: range(0, type.bits - 1) };
    }
    case 2: {
      const bits = random.pick([16, 32, 64]);
      const unsignedType = fixedWidth(bits, false);
      return {
        kind: 'builtin',
        name: `__builtin_bswap${bits}`,
        operands: [operand],
        type: unsignedType,
        range: rangeOf(unsignedType),
      };
    }
    case 3:
      return {
        kind: 'builtin',
        name: `__builtin_parity${suffix}`,
        operands: [cast(type, operand)],
        type: int,
        range: range(0, 1),
      };
    default:
      return {
        kind: 'builtin',
        name: `__builtin_ffs${suffix}`,
        operands: [operand],
        type: int,
        range: range(0, type.bits),
      };
  }
}

const texts = ['preempt', 'ISR', 'a longer text, with a comma', '0123456789abcdef'];

function peculiar(c: Context): IntegerExpression | undefined {
  const { random } = c;
  switch (random.below(3)) {
    case 0: {
      const of = random.pick<Type>([c.integerType(), ...c.records]);
      return { kind: 'sizeof', of, type: unsignedLong, range: range(0, 4096) };
    }
    case 1: {
      const text = random.pick(texts);
      return read({ kind: 'character', type: char, text, index: indexWithin(c, 0, text.length) }) as IntegerExpression;
    }
    default: {
      const place = bytePlace(c, false);
      return place === undefined ? undefined : (read(place) as IntegerExpression);
    }
  }
}
