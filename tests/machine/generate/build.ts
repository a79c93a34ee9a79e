// Expressions with their C types and ranges. What could be undefined is not built: the result is then undefined, and
// the caller has to find another way to write it.

import { type Arithmetic, converted, hull, type Range, range, rangeOf, resultRange } from './range.js';
import type { Comparison, Expression, Place, Variable } from './syntax.js';
import {
  type ArrayType,
  bool,
  commonType,
  type Field,
  type FloatType,
  float,
  type IntegerType,
  int,
  long,
  type PointerType,
  promote,
  type Type,
  unsignedOf,
} from './type.js';

export type IntegerExpression = Expression & { readonly type: IntegerType };
export type FloatExpression = Expression & { readonly type: FloatType };
export type PointerExpression = Expression & { readonly type: PointerType };

/** Of expressions that are no integers. */
export const noRange = range(0, 0);
export const truth = range(0, 1);

export function isInteger(e: Expression): e is IntegerExpression {
  return e.type.kind === 'integer';
}

export function literal(
  type: IntegerType,
  value: bigint | number,
  style: 'decimal' | 'hex' | 'character' = 'decimal',
): IntegerExpression {
  const exact = BigInt(value);
  return { kind: 'literal', type, value: exact, style, range: range(exact, exact) };
}

export function floatLiteral(type: FloatType, value: number): FloatExpression {
  return { kind: 'float-literal', type, value: type.name === 'float' ? Math.fround(value) : value, range: noRange };
}

export function variablePlace(variable: Variable): Place {
  return { kind: 'variable', type: variable.type, variable };
}

export function indexPlace(base: Place & { readonly type: ArrayType }, index: Expression): Place {
  return { kind: 'index', type: base.type.element, base, index };
}

export function memberPlace(base: Place, field: Field): Place {
  return { kind: 'member', type: field.type, base, field };
}

/** The value in a place, with the type that it has in an expression: narrow bit-fields are ints at once. */
export function read(place: Place): Expression {
  const { type } = place;
  if (type.kind !== 'integer') return { kind: 'read', type, place, range: noRange };
  if (place.kind === 'variable') return { kind: 'read', type, place, range: place.variable.range ?? rangeOf(type) };
  const width = place.kind === 'member' ? place.field.width : undefined;
  if (width === undefined) return { kind: 'read', type, place, range: rangeOf(type) };
  const values = rangeOf({ ...type, bits: width });
  return { kind: 'read', type: type.rank <= int.rank && width < int.bits ? int : type, place, range: values };
}

export function binary(
  op: Arithmetic,
  left: IntegerExpression,
  right: IntegerExpression,
): IntegerExpression | undefined {
  const isShift = op === '<<' || op === '>>';
  const type = isShift ? promote(left.type) : commonType(left.type, right.type);
  const amount = isShift ? right.range : converted(right.range, type);
  const values = resultRange(op, type, converted(left.range, type), amount);
  return values === undefined ? undefined : { kind: 'binary', op, left, right, type, range: values };
}

/** In the unsigned type and back, where the signed one could overflow. */
export function wrappingBinary(
  op: Arithmetic,
  left: IntegerExpression,
  right: IntegerExpression,
): IntegerExpression | undefined {
  const type = op === '<<' ? promote(left.type) : commonType(left.type, right.type);
  const wide = unsignedOf(type);
  const inner = binary(op, cast(wide, left), op === '<<' ? right : cast(wide, right));
  return inner === undefined ? undefined : cast(type, inner);
}

export function compare(op: Comparison, left: Expression, right: Expression): IntegerExpression {
  return { kind: 'binary', op, left, right, type: int, range: truth };
}

export function logical(op: '&&' | '||', left: Expression, right: Expression): IntegerExpression {
  return { kind: 'binary', op, left, right, type: int, range: truth };
}

export function not(operand: Expression): IntegerExpression {
  return { kind: 'unary', op: '!', operand, type: int, range: truth };
}

export function negate(operand: IntegerExpression): IntegerExpression | undefined {
  const type = promote(operand.type);
  const values = resultRange('-', type, range(0, 0), converted(operand.range, type));
  return values === undefined ? undefined : { kind: 'unary', op: '-', operand, type, range: values };
}

export function complement(operand: IntegerExpression): IntegerExpression {
  const type = promote(operand.type);
  const values: Range = type.signed ? { low: -1n - operand.range.high, high: -1n - operand.range.low } : rangeOf(type);
  return { kind: 'unary', op: '~', operand, type, range: values };
}

/** Of an integer or of a float to any type but an integer other than `_Bool`. */
export function cast(type: IntegerType, operand: Expression): IntegerExpression {
  if (isInteger(operand))
    return { kind: 'cast', operand, type, range: type === bool ? truth : converted(operand.range, type) };
  return { kind: 'cast', operand, type: bool, range: truth };
}

export function castToFloat(type: FloatType, operand: Expression): FloatExpression {
  return { kind: 'cast', operand, type, range: noRange };
}

export function conditional(
  condition: Expression,
  consequent: IntegerExpression,
  alternative: IntegerExpression,
): IntegerExpression {
  const type = commonType(consequent.type, alternative.type);
  const values = hull(converted(consequent.range, type), converted(alternative.range, type));
  return { kind: 'conditional', condition, consequent, alternative, type, range: values };
}

export function commonFloat(a: Type, b: Type): FloatType {
  const types = [a, b].filter((t): t is FloatType => t.kind === 'float');
  return types.find((t) => t.name === 'double') ?? float;
}

export function floatBinary(op: '+' | '-' | '*' | '/', left: Expression, right: Expression): FloatExpression {
  return { kind: 'binary', op, left, right, type: commonFloat(left.type, right.type), range: noRange };
}

/** `(e mod n) + low`: a value from `low` to `high`, of an unsigned type or of int. */
export function reduceTo(low: bigint, high: bigint, e: IntegerExpression): IntegerExpression {
  const count = high - low + 1n;
  const type = unsignedOf(promote(e.type));
  const isPower = (count & (count - 1n)) === 0n;
  const rest = isPower
    ? binary('&', cast(type, e), literal(type, count - 1n))!
    : binary('%', cast(type, e), literal(type, count))!;
  if (low === 0n) return rest;
  return binary('+', cast(long, rest), literal(int, low))!;
}

export function addressOf(place: Place): PointerExpression {
  return {
    kind: 'address',
    place,
    range: noRange,
    type: { kind: 'pointer', target: place.type, before: 0, length: 1, constant: false },
  };
}

/** `array` as the pointer to its first element. */
export function decay(place: Place, type: ArrayType): PointerExpression {
  return {
    kind: 'decay',
    place,
    range: noRange,
    type: { kind: 'pointer', target: type.element, before: 0, length: type.length, constant: false },
  };
}

/** `&array[index]` for a known index. */
export function addressWithin(place: Place & { readonly type: ArrayType }, index: number): PointerExpression {
  const { element, length } = place.type;
  return {
    kind: 'address',
    place: indexPlace(place, literal(int, index)),
    range: noRange,
    type: { kind: 'pointer', target: element, before: index, length: length - index, constant: false },
  };
}
