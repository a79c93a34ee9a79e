// Initialisers: constant ones for what lives as long as the program, any for locals; complete, partial, designated,
// nested.

import { type FloatExpression, type IntegerExpression, noRange } from './build.js';
import { callableExpression, recordExpression } from './call.js';
import type { Context } from './context.js';
import { anyFloat, floatExpression, keep } from './float.js';
import { anyLiteral, integerExpression } from './integer.js';
import { pointerExpression } from './place.js';
import type { Expression, Initializer, Item } from './syntax.js';
import type { CallableType, FloatType, IntegerType, RecordType, Type } from './type.js';

const words = ['tick', 'spin', 'lock', 'yield'];

/** For a global or static variable. undefined where nothing constant has the type. */
export function constantInitializer(c: Context, type: Type): Initializer | undefined {
  return initializer(c, type, {
    integer: (t) => anyLiteral(c, t),
    float: (t) => anyFloat(c, t),
    callable: (t) => member(c, t),
    isConstant: true,
    depth: 0,
  });
}

/** For a local. undefined where there is nothing to point to. */
export function anyInitializer(c: Context, type: Type, depth: number): Initializer | undefined {
  return initializer(c, type, {
    integer: () => integerExpression(c, depth),
    float: (t) => keep(floatExpression(c, depth), t),
    callable: (t) => callableExpression(c, t),
    isConstant: false,
    depth,
  });
}

export function initializerItems(c: Context, type: RecordType, depth: number): readonly Item[] {
  const made = anyInitializer(c, type, depth);
  return made?.kind === 'list' ? made.items : [];
}

interface Leaves {
  readonly integer: (type: IntegerType) => IntegerExpression;
  readonly float: (type: FloatType) => FloatExpression;
  readonly callable: (type: CallableType) => Expression;
  readonly isConstant: boolean;
  readonly depth: number;
}

function initializer(c: Context, type: Type, leaves: Leaves): Initializer | undefined {
  switch (type.kind) {
    case 'integer':
      return { kind: 'value', value: leaves.integer(type) };
    case 'float':
      return { kind: 'value', value: leaves.float(type) };
    case 'callable':
      return { kind: 'value', value: leaves.callable(type) };
    case 'pointer': {
      const pointer = pointerExpression(c, type, leaves.isConstant ? 0 : c.depth, leaves.isConstant);
      return pointer === undefined ? undefined : { kind: 'value', value: pointer };
    }
    case 'array':
      return arrayInitializer(c, type.element, type.length, leaves);
    case 'record':
      return recordInitializer(c, type, leaves);
    case 'opaque':
      return undefined;
  }
}

function arrayInitializer(c: Context, element: Type, length: number, leaves: Leaves): Initializer | undefined {
  const { random } = c;
  if (element.kind === 'integer' && element.name === 'char' && random.chance(2)) {
    return { kind: 'text', text: random.pick(words).slice(0, length) };
  }
  const isPartial = !needsValue(element) && random.chance(3);
  const count = isPartial ? random.below(length) : length;
  const skips = isPartial && count > 0 && random.chance(2);
  const items: Item[] = [];
  for (let i = 0; i < count; i++) {
    const value = initializer(c, element, leaves);
    if (value === undefined) return undefined;
    items.push({ designator: skips && i === count - 1 ? `[${length - 1}]` : undefined, value });
  }
  return { kind: 'list', items };
}

function recordInitializer(c: Context, type: RecordType, leaves: Leaves): Initializer | undefined {
  const { random } = c;
  if (!leaves.isConstant && !needsValue(type) && random.chance(6)) {
    return { kind: 'value', value: recordExpression(c, type, leaves.depth) };
  }
  const named = type.fields.filter((f) => f.name !== '');
  const isDesignated = type.union || random.chance(3);
  const chosen = type.union
    ? [named[0]!]
    : isDesignated
      ? named.filter((f) => needsValue(f.type) || !random.chance(3))
      : named;
  const items: Item[] = [];
  for (const field of chosen) {
    const value = initializer(c, field.type, leaves);
    if (value === undefined) return undefined;
    items.push({ designator: isDesignated ? `.${field.name}` : undefined, value });
  }
  return { kind: 'list', items };
}

function member(c: Context, type: CallableType): Expression {
  const { members } = c.families.find((f) => f.type === type)!;
  return { kind: 'function', name: c.random.pick(members), type, range: noRange };
}

/** Pointers and functions have no zero that could be used. */
export function needsValue(type: Type): boolean {
  switch (type.kind) {
    case 'array':
      return needsValue(type.element);
    case 'record':
      return type.fields.some((f) => needsValue(f.type));
    case 'integer':
    case 'float':
      return false;
    default:
      return true;
  }
}
