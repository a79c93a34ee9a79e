// Calls: direct, through function pointers and variadic. Functions without effects may be called anywhere in an
// expression; the others only where nothing else in the full expression could notice when they run.

import { cast, type FloatExpression, type IntegerExpression, isInteger, noRange, read, reduceTo } from './build.js';
import type { Callee, Context } from './context.js';
import { floatExpression } from './float.js';
import { initializerItems } from './initial.js';
import { integerExpression } from './integer.js';
import { pointerExpression, readablePlace } from './place.js';
import { rangeOf } from './range.js';
import type { Expression, Variable } from './syntax.js';
import { type CallableType, int, long, promote, type RecordType, unsigned, unsignedLongLong } from './type.js';

export function integerCall(c: Context, depth: number): IntegerExpression | undefined {
  const { random } = c;
  if (random.chance(4)) return variadicCall(c, depth);
  if (random.chance(2))
    return indirectCall(c, depth, (type) => type.result?.kind === 'integer') as IntegerExpression | undefined;
  const callee = pureCallee(c, (f) => f.result?.kind === 'integer');
  return callee === undefined ? undefined : (call(c, callee, depth) as IntegerExpression | undefined);
}

export function floatCall(c: Context, depth: number): FloatExpression | undefined {
  if (c.random.chance(2))
    return indirectCall(c, depth, (type) => type.result?.kind === 'float') as FloatExpression | undefined;
  const callee = pureCallee(c, (f) => f.result?.kind === 'float');
  return callee === undefined ? undefined : (call(c, callee, depth) as FloatExpression | undefined);
}

function pureCallee(c: Context, accept: (callee: Callee) => boolean): Callee | undefined {
  const found = c.callees.filter((f) => f.pure && accept(f) && c.canSpend(f.cost));
  return found.length === 0 ? undefined : c.random.pick(found);
}

/** undefined where an argument cannot be made here. */
export function call(c: Context, callee: Callee, depth: number): Expression | undefined {
  const found: Expression[] = [];
  for (const parameter of callee.parameters) {
    const value = argument(c, parameter, Math.min(depth, 3) - 1);
    if (value === undefined) return undefined;
    found.push(value);
  }
  c.spend(callee.cost);
  const type = callee.result ?? int;
  const values = type.kind === 'integer' ? rangeOf(type) : noRange;
  return { kind: 'call', callee: callee.name, arguments: found, type, range: values };
}

function argument(c: Context, parameter: Variable, depth: number): Expression | undefined {
  const { type, range } = parameter;
  switch (type.kind) {
    case 'integer': {
      const value = integerExpression(c, depth);
      return range === undefined ? value : reduceTo(range.low, range.high, value);
    }
    case 'float':
      return floatExpression(c, depth);
    case 'record':
      return recordExpression(c, type, depth);
    case 'pointer':
      return pointerExpression(c, type, c.depth);
    case 'callable':
      return callableExpression(c, type);
    default:
      return undefined;
  }
}

export function recordExpression(c: Context, type: RecordType, depth: number): Expression {
  const { random } = c;
  const place = random.chance(4) ? undefined : readablePlace(c, (t) => t === type);
  if (place !== undefined) return read(place);
  const callee = random.chance(2) ? pureCallee(c, (f) => f.result === type) : undefined;
  const made = callee === undefined ? undefined : call(c, callee, depth);
  return made ?? { kind: 'compound', type, items: initializerItems(c, type, depth - 1), range: noRange };
}

/** Calls all members of a family for what the dearest of them costs. */
export function indirectCall(
  c: Context,
  depth: number,
  accept: (type: CallableType) => boolean,
  pure = true,
): Expression | undefined {
  const families = c.callable.filter((f) => f.type.pure === pure && accept(f.type) && f.members.length > 0);
  if (families.length === 0) return undefined;
  const { type } = c.random.pick(families);
  const cost = familyCost(c, type);
  if (!c.canSpend(cost)) return undefined;
  c.spend(cost);
  const values = type.parameters.map((t) =>
    t.kind === 'float' ? floatExpression(c, depth - 1) : integerExpression(c, depth - 1),
  );
  const result = type.result ?? int;
  const range = result.kind === 'integer' ? rangeOf(result) : noRange;
  return { kind: 'indirect-call', callee: callableExpression(c, type), arguments: values, type: result, range };
}

function familyCost(c: Context, type: CallableType): number {
  const members = c.families.find((f) => f.type === type)?.members ?? [];
  return Math.max(1, ...c.callees.filter((f) => members.includes(f.name)).map((f) => f.cost));
}

export function callableExpression(c: Context, type: CallableType): Expression {
  const { random } = c;
  const place = random.chance(4) ? undefined : readablePlace(c, (t) => t === type);
  if (place !== undefined) return read(place);
  const { members } = c.families.find((f) => f.type === type)!;
  const pick = (): Expression => ({ kind: 'function', name: random.pick(members), type, range: noRange });
  if (random.chance(2)) return pick();
  return {
    kind: 'conditional',
    condition: integerExpression(c, 1),
    consequent: pick(),
    alternative: pick(),
    type,
    range: noRange,
  };
}

/** Arguments as they are after the default promotions, most of them promoted by the call. */
export function variadicCall(c: Context, depth: number): IntegerExpression | undefined {
  const { random } = c;
  if (c.variadics.length === 0 || !c.canSpend(20)) return undefined;
  const callee = random.pick(c.variadics);
  c.spend(20);
  let codes = '';
  const values: Expression[] = [];
  for (let count = random.below(12); count > 0; count--) {
    const [code, value] = variadicArgument(c, callee.record, Math.min(depth - 1, 1));
    codes += code;
    values.push(value);
  }
  return {
    kind: 'variadic-call',
    callee: callee.name,
    codes,
    arguments: values,
    type: unsignedLongLong,
    range: rangeOf(unsignedLongLong),
  };
}

function variadicArgument(c: Context, record: RecordType | undefined, depth: number): readonly [string, Expression] {
  const { random } = c;
  switch (random.below(7)) {
    case 0:
      return ['u', cast(unsigned, integerExpression(c, depth))];
    case 1:
      return ['l', cast(long, integerExpression(c, depth))];
    case 2:
      return ['q', cast(unsignedLongLong, integerExpression(c, depth))];
    case 3:
    case 4:
      return ['d', floatExpression(c, depth)];
    case 5: {
      const type = { kind: 'pointer', target: int, before: 0, length: 1, constant: true } as const;
      const pointer = random.chance(2) ? undefined : pointerExpression(c, type, c.depth);
      if (pointer !== undefined) return ['p', pointer];
      return record === undefined ? ['i', intArgument(c, depth)] : ['s', recordExpression(c, record, 1)];
    }
    default:
      return ['i', intArgument(c, depth)];
  }
}

function intArgument(c: Context, depth: number): Expression {
  const value = integerExpression(c, depth);
  return isInteger(value) && promote(value.type).name === 'int' ? value : cast(int, value);
}
