// Statements that compute: declarations, assignments, calls, copies. Those that steer are in flow.ts.

import { binary, isInteger, read, reduceTo, variablePlace } from './build.js';
import { callableExpression, recordExpression } from './call.js';
import type { Context } from './context.js';
import { copy } from './copy.js';
import { floatExpression, keep } from './float.js';
import { flowStatement } from './flow.js';
import { anyInitializer, constantInitializer } from './initial.js';
import { condition, divisor, integerExpression } from './integer.js';
import { callStatement } from './invoke.js';
import { bytePlace, indexWithin, isBitField, pointerExpression, rootOf, simpleTarget, writablePlace } from './place.js';
import { type Arithmetic, rangeOf } from './range.js';
import type { Expression, Place, Statement, Variable } from './syntax.js';
import { bool, double, float, int, type Type } from './type.js';

const operators: readonly Arithmetic[] = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'];

/** A block of about `size` statements that nest at most `level` deep. */
export function statements(c: Context, size: number, level: number): readonly Statement[] {
  return c.inBlock(() => {
    const made: Statement[] = [];
    const outer = c.variables.length;
    for (let i = 0; i < size && c.canSpend(1) && (c.room > 0 || i === 0); i++) made.push(...statement(c, level));
    // What was computed here would else often be seen by nobody.
    const locals = c.pure
      ? []
      : c.variables.slice(outer).filter((v) => v.type.kind === 'integer' || v.type.kind === 'float');
    for (const v of locals) if (c.random.chance(2)) made.push({ kind: 'out', value: read(variablePlace(v)) });
    return made;
  });
}

function statement(c: Context, level: number): readonly Statement[] {
  c.spend(1);
  c.room--;
  const { random } = c;
  if (level > 0 && c.room > 0 && random.below(5) < 2) return flowStatement(c, level);
  switch (random.below(22)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return declare(c);
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
      return assign(c);
    case 9:
      return increment(c);
    case 10:
    case 11:
      return aggregate(c);
    case 12:
    case 13:
      return callStatement(c);
    case 14:
    case 20:
    case 21:
      return copy(c);
    case 15:
      return sequenced(c);
    case 16:
      return volatileAccess(c);
    default:
      return output(c);
  }
}

function declare(c: Context): readonly Statement[] {
  const { random } = c;
  const type = localType(c);
  if (!c.pure && random.chance(6)) {
    const initializer = constantInitializer(c, type);
    if (initializer === undefined) return [];
    const variable: Variable = { ...c.variable('s', type), storage: 'static', depth: 0 };
    c.variables.push(variable);
    return [{ kind: 'declare', variable, initializer }];
  }
  const initializer = anyInitializer(c, type, 1 + random.below(2));
  if (initializer === undefined) return [];
  const isConstant = type.kind !== 'pointer' && random.chance(8);
  const isVolatile = !isConstant && type.kind === 'integer' && random.chance(12);
  const variable: Variable = { ...c.variable('v', type), constant: isConstant, volatile: isVolatile };
  c.variables.push(variable);
  return [{ kind: 'declare', variable, initializer }, ...useOf(c, variable)];
}

/** Else many pointers would only be there. */
function useOf(c: Context, variable: Variable): readonly Statement[] {
  const { type } = variable;
  if (c.pure || type.kind !== 'pointer' || (type.target.kind !== 'integer' && type.target.kind !== 'float')) return [];
  const index = indexWithin(c, -type.before, type.length - 1);
  const pointer = read(variablePlace(variable));
  return [{ kind: 'out', value: read({ kind: 'element', type: type.target, pointer, index }) }];
}

function localType(c: Context): Type {
  const { random } = c;
  switch (random.below(12)) {
    case 0:
    case 1:
      return random.pick([float, double]);
    case 2:
      return { kind: 'array', element: random.chance(4) ? double : c.integerType(), length: 2 + random.below(6) };
    case 3:
      return c.records.length === 0 ? int : random.pick(c.records);
    case 4:
    case 5:
    case 6:
      return pointerType(c);
    case 7:
      return c.families.some((f) => f.type.pure) ? random.pick(c.families.filter((f) => f.type.pure)).type : int;
    default:
      return c.integerType();
  }
}

/** To something that is in sight. */
function pointerType(c: Context): Type {
  const { random } = c;
  const roots = c.variables.filter((v) => !v.volatile);
  const arrays = roots.filter((v) => v.type.kind === 'array');
  if (roots.length === 0) return int;
  const { type } = random.pick(arrays.length > 0 && !random.chance(3) ? arrays : roots);
  const constant = c.pure || random.chance(4);
  if (type.kind === 'array') {
    const { element } = type;
    if (element.kind === 'array' || element.kind === 'pointer') return int;
    if (!c.pure && random.chance(6)) return { kind: 'pointer', target: type, before: 0, length: 1, constant: false };
    const before = random.chance(2) ? random.below(type.length) : 0;
    return { kind: 'pointer', target: element, before, length: 1 + random.below(type.length - before), constant };
  }
  if (type.kind === 'pointer') {
    if (type.target.kind === 'pointer' || type.target.kind === 'array') return int;
    return { kind: 'pointer', target: type, before: 0, length: 1, constant: true };
  }
  return { kind: 'pointer', target: type, before: 0, length: 1, constant };
}

function assign(c: Context): readonly Statement[] {
  const { random } = c;
  const place = random.chance(10)
    ? bytePlace(c, true)
    : writablePlace(c, (p) => p.type.kind === 'integer' || p.type.kind === 'float');
  if (place === undefined) return [];
  if (place.type.kind === 'float') {
    const value = floatExpression(c, 1 + random.below(2));
    if (place.kind !== 'variable') return [{ kind: 'assign', place, op: '', value: keep(value, place.type) }];
    const op = random.chance(2) ? '' : random.pick(['+', '-', '*', '/'] as const);
    return [{ kind: 'assign', place, op, value }];
  }
  const isCompound =
    random.chance(2) && !(isBitField(place) && place.type.kind === 'integer' && place.type.rank > int.rank);
  return isCompound
    ? compound(c, place)
    : [{ kind: 'assign', place, op: '', value: integerExpression(c, 1 + random.below(3)) }];
}

/** `place op= value` where the same with `=` would be defined. */
function compound(c: Context, place: Place): readonly Statement[] {
  const { random } = c;
  const target = read(place);
  if (!isInteger(target)) return [];
  for (let attempt = 0; attempt < 4; attempt++) {
    const op = random.pick(operators);
    const isShift = op === '<<' || op === '>>';
    const any = integerExpression(c, 1 + random.below(2));
    const value = isShift
      ? reduceTo(0n, BigInt(Math.max(target.type.bits, 32)) - 1n, any)
      : op === '/' || op === '%'
        ? divisor(c, 2)
        : any;
    if (binary(op, target, value) !== undefined) return [{ kind: 'assign', place, op, value }];
  }
  return [];
}

function canStep(type: Type): boolean {
  return type.kind === 'float' || (type.kind === 'integer' && type !== bool && (!type.signed || type.rank < int.rank));
}

function increment(c: Context): readonly Statement[] {
  const { random } = c;
  const isCounter = (p: Place): boolean => canStep(p.type) && !(p.type.kind === 'float' && p.kind !== 'variable');
  const place = writablePlace(c, isCounter);
  if (place === undefined) return [];
  return [{ kind: 'increment', place, op: random.pick(['++', '--'] as const), prefix: random.chance(2) }];
}

/** Whole records, pointers and function pointers. */
function aggregate(c: Context): readonly Statement[] {
  const { random } = c;
  switch (random.below(3)) {
    case 0: {
      const target = simpleTarget(c, (t) => t.kind === 'pointer');
      const variable = target === undefined ? undefined : rootOf(target);
      if (variable === undefined || target?.type.kind !== 'pointer') return [];
      const value = pointerExpression(c, target.type, variable.depth);
      return value === undefined ? [] : [{ kind: 'assign', place: target, op: '', value }];
    }
    case 1: {
      const place = writablePlace(c, (p) => p.type.kind === 'callable' && c.families.some((f) => f.type === p.type));
      if (place?.type.kind !== 'callable') return [];
      return [{ kind: 'assign', place, op: '', value: callableExpression(c, place.type) }];
    }
    default: {
      const place = writablePlace(c, (p) => p.type.kind === 'record' && c.records.includes(p.type));
      if (place?.type.kind !== 'record') return [];
      return [{ kind: 'assign', place, op: '', value: recordExpression(c, place.type, 2) }];
    }
  }
}

/** Effects within an expression, in an order that C fixes. */
function sequenced(c: Context): readonly Statement[] {
  const { random } = c;
  const isScalar = (t: Type): boolean => t.kind === 'integer';
  const first = simpleTarget(c, isScalar);
  if (first === undefined) return [];
  const variable = rootOf(first);
  const second = simpleTarget(c, isScalar, variable);
  if (second === undefined) return [];
  switch (random.below(3)) {
    case 0:
      return [{ kind: 'chain', places: [second, first], value: integerExpression(c, 2) }];
    case 1: {
      const value = integerExpression(c, 2);
      return [
        {
          kind: 'assign',
          place: second,
          op: '',
          value: {
            kind: 'comma',
            place: first,
            effect: integerExpression(c, 2),
            value,
            type: value.type,
            range: value.range,
          },
        },
      ];
    }
    default: {
      if (!canStep(first.type) || first.type.kind !== 'integer') return [];
      const value: Expression = {
        kind: 'step',
        place: first,
        op: random.pick(['++', '--'] as const),
        prefix: random.chance(2),
        type: first.type,
        range: rangeOf(first.type),
      };
      return [{ kind: 'assign', place: second, op: '', value }];
    }
  }
}

/** One access to a volatile variable per statement. */
function volatileAccess(c: Context): readonly Statement[] {
  const { random } = c;
  const found = c.variables.filter((v) => v.volatile && (!c.pure || v.storage === 'local'));
  if (found.length === 0) return output(c);
  const place = variablePlace(random.pick(found));
  if (random.chance(3)) return compound(c, place);
  if (random.chance(2)) return [{ kind: 'assign', place, op: '', value: integerExpression(c, 2) }];
  const target = simpleTarget(c, (t) => t.kind === 'integer');
  return target === undefined ? [] : [{ kind: 'assign', place: target, op: '', value: read(place) }];
}

function output(c: Context): readonly Statement[] {
  if (c.pure) return assign(c);
  const value = c.random.chance(4)
    ? floatExpression(c, 2)
    : c.random.chance(6)
      ? condition(c, 2)
      : integerExpression(c, c.random.below(4));
  return [{ kind: 'out', value }];
}
