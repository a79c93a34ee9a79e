// Calls as statements: of functions with effects, of the function itself with less fuel, and what a function returns.

import { binary, type IntegerExpression, literal, noRange, read, variablePlace } from './build.js';
import { call, indirectCall, recordExpression } from './call.js';
import type { Context } from './context.js';
import { floatExpression } from './float.js';
import { integerExpression } from './integer.js';
import { pointerExpression, simpleTarget } from './place.js';
import { range } from './range.js';
import type { Expression, Statement } from './syntax.js';
import { int, type Type } from './type.js';

/** A call by itself: its target is a plain variable, so that nothing depends on when it is evaluated. */
export function callStatement(c: Context): readonly Statement[] {
  const { random } = c;
  const recursive = recursiveCall(c);
  if (recursive !== undefined) return [recursive];
  const found = c.callees.filter((f) => (f.pure || !c.pure) && c.canSpend(f.cost));
  const effects = found.filter((f) => !f.pure);
  const callees = effects.length > 0 && !random.chance(4) ? effects : found;
  const indirect = !c.pure && random.chance(4) ? indirectCall(c, 2, () => true, false) : undefined;
  const value = indirect ?? (callees.length === 0 ? undefined : call(c, random.pick(callees), 2));
  if (value === undefined) return [];
  return [intoVariable(c, value)];
}

function intoVariable(c: Context, value: Expression): Statement {
  const { type } = value;
  const callee = value.kind === 'call' ? c.callees.find((f) => f.name === value.callee) : undefined;
  const hasResult =
    value.kind === 'indirect-call'
      ? value.callee.type.kind === 'callable' && value.callee.type.result !== undefined
      : callee?.result !== undefined;
  if (!hasResult) return { kind: 'evaluate', value };
  const accept = (t: Type): boolean => t === type || (t.kind === 'integer' && type.kind === 'integer');
  const place = c.random.chance(5) ? undefined : simpleTarget(c, accept);
  if (place === undefined) return { kind: 'evaluate', value };
  return { kind: 'assign', place, op: '', value };
}

export function recursiveCall(c: Context): Statement | undefined {
  const { fuel } = c;
  const partner = c.partners.find((p) => p.sites > 0);
  if (fuel === undefined || partner === undefined || c.multiplier > 1) return undefined;
  partner.sites--;
  const made = call(c, { ...partner.callee, cost: 0 }, 2);
  if (made?.kind !== 'call') return undefined;
  const less = binary('-', read(variablePlace(fuel)) as IntegerExpression, literal(int, 1))!;
  const value = { ...made, arguments: [less, ...made.arguments.slice(1)] };
  const accept = (t: Type): boolean => t === made.type || (t.kind === 'integer' && made.type.kind === 'integer');
  const place = simpleTarget(c, accept);
  const inner: Statement = place === undefined ? { kind: 'evaluate', value } : { kind: 'assign', place, op: '', value };
  const more: Expression = {
    kind: 'binary',
    op: '>',
    left: read(variablePlace(fuel)),
    right: literal(int, 0),
    type: int,
    range: range(0, 1),
  };
  return { kind: 'if', condition: more, consequent: [inner], alternative: [] };
}

/** A value for `return`. */
export function resultExpression(c: Context, type: Type): Expression | undefined {
  switch (type.kind) {
    case 'integer':
      return integerExpression(c, 2);
    case 'float':
      return floatExpression(c, 2);
    case 'record':
      return recordExpression(c, type, 2);
    case 'pointer':
      return pointerExpression(c, type, 0);
    default:
      return { kind: 'literal', type: int, value: 0n, style: 'decimal', range: noRange };
  }
}
