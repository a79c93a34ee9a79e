// Statements that steer: every loop form, switch with fall-through, goto out of anything and between blocks, early
// returns, and the blocks of memory and lists that live while a body runs. All loops have a bound that no statement of
// their body can change.

import {
  cast,
  compare,
  type IntegerExpression,
  isInteger,
  literal,
  logical,
  read,
  reduceTo,
  variablePlace,
} from './build.js';
import { call } from './call.js';
import type { Context } from './context.js';
import { floatExpression, keep } from './float.js';
import { needsValue } from './initial.js';
import { condition, integerExpression } from './integer.js';
import { resultExpression } from './invoke.js';
import { rootOf, steadyArray } from './place.js';
import { range } from './range.js';
import { statements } from './statement.js';
import type { Arm, Expression, Segment, Statement, Variable } from './syntax.js';
import { bool, double, int, integerTypes, long, type PointerType, promote, type Type, unsigned } from './type.js';

export function flowStatement(c: Context, level: number): readonly Statement[] {
  const { random } = c;
  switch (random.below(18)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return [branch(c, level)];
    case 4:
    case 5:
    case 6:
    case 7:
      return loop(c, level);
    case 8:
      return walk(c, level);
    case 9:
    case 10:
      return [switchStatement(c, level)];
    case 11:
      return web(c, level);
    case 12:
      return [labelled(c, level)];
    case 13:
    case 14:
      return leave(c);
    case 15:
      return c.pure ? [branch(c, level)] : allocate(c, level);
    case 16:
      return c.pure ? loop(c, level) : list(c, level);
    default:
      return [{ kind: 'block', body: statements(c, 3, level - 1) }];
  }
}

function branch(c: Context, level: number): Statement {
  const { random } = c;
  const test = anyCondition(c);
  const consequent = statements(c, 1 + random.below(3), level - 1);
  return {
    kind: 'if',
    condition: test,
    consequent,
    alternative: random.chance(2) ? statements(c, 1 + random.below(3), level - 1) : [],
  };
}

/** Calls with effects stand alone on a side of `&&` or `||`, where C says when they run. */
function anyCondition(c: Context): Expression {
  const { random } = c;
  const callees =
    c.pure || !random.chance(4)
      ? []
      : c.callees.filter((f) => !f.pure && f.result?.kind === 'integer' && c.canSpend(f.cost));
  if (callees.length === 0) return random.chance(6) ? integerExpression(c, 2) : condition(c, 2);
  const test = (): Expression => {
    const callee = random.pick(callees);
    const value = c.canSpend(callee.cost) ? call(c, callee, 1) : undefined;
    return value === undefined
      ? condition(c, 1)
      : compare(random.pick(['<', '>=', '!='] as const), value, literal(int, random.below(10)));
  };
  return random.chance(2)
    ? test()
    : logical(random.pick(['&&', '||'] as const), test(), random.chance(2) ? test() : condition(c, 1));
}

function loop(c: Context, level: number): readonly Statement[] {
  const { random } = c;
  const trips = 1 + random.below(7);
  if (c.multiplier * trips > 60) return [branch(c, level)];
  const type = random.pick(integerTypes.filter((t) => t !== bool));
  const form = random.pick(['for', 'for', 'while', 'do'] as const);
  const stride = form === 'for' ? random.pick([1, 1, 2, 3, -1, -2]) : 1;
  const least = type.signed ? -9 : 0;
  const start = form !== 'for' ? 0 : stride > 0 ? least + random.below(10) : least + trips * -stride + random.below(5);
  const [low, high] = [start, start + (trips - 1) * stride].sort((a, b) => a - b);
  return c.inBlock(() => {
    const counter = c.variable('i', type, { fixed: true, range: range(low!, high!) });
    c.variables.push(counter);
    const also = random.chance(4) ? condition(c, 1) : undefined;
    const body = inLoop(c, trips, () => statements(c, 1 + random.below(4), level - 1));
    return [
      {
        kind: 'loop',
        form,
        counter,
        start: BigInt(start),
        trips: BigInt(trips),
        stride: BigInt(stride),
        condition: also,
        body,
      },
    ] as const;
  });
}

function inLoop<T>(c: Context, trips: number, make: () => T): T {
  c.loops++;
  c.breakable++;
  const made = c.repeated(trips, make);
  c.loops--;
  c.breakable--;
  return made;
}

function walk(c: Context, level: number): readonly Statement[] {
  const array = steadyArray(
    c,
    (p) => p.type.element.kind === 'integer' || p.type.element.kind === 'float' || p.type.element.kind === 'record',
  );
  if (array === undefined || c.multiplier * array.type.length > 60) return loop(c, level);
  const root = rootOf(array);
  const constant = c.pure || root === undefined || root.constant;
  return c.inBlock(() => {
    const type: PointerType = { kind: 'pointer', target: array.type.element, before: 0, length: 1, constant };
    const cursor = c.variable('c', type, { fixed: true });
    c.variables.push(cursor);
    const body = inLoop(c, array.type.length, () => statements(c, 1 + c.random.below(3), level - 1));
    return [{ kind: 'walk', cursor, array, down: c.random.chance(3), body }] as const;
  });
}

function switchStatement(c: Context, level: number): Statement {
  const { random } = c;
  const any = integerExpression(c, 2);
  const value = selector(c, any.type.bits === 128 ? cast(long, any) : any);
  const type = promote(value.type);
  const span = value.range.high - value.range.low;
  const labels = new Set<bigint>();
  for (let i = 0; i < 8; i++) {
    const label =
      value.range.low +
      (span < 16n ? BigInt(random.below(Number(span) + 1)) : BigInt.asUintN(16, random.bits(64)) % (span + 1n));
    labels.add(BigInt.asIntN(type.bits, label) === label || !type.signed ? label : value.range.low);
  }
  const all = [...labels];
  const arms: Arm[] = [];
  c.breakable++;
  const hasDefault = random.chance(2);
  const count = Math.min(all.length, 2 + random.below(4));
  const defaultAt = hasDefault ? random.below(count + 1) : -1;
  for (let i = 0; i <= count; i++) {
    if (i === defaultAt)
      arms.push({ labels: undefined, body: statements(c, 1 + random.below(2), level - 1), falls: random.chance(4) });
    if (i === count) break;
    const isPair = i === count - 1 && all.length > count && random.chance(2);
    const own = isPair ? [all[i]!, all[i + 1]!] : [all[i]!];
    arms.push({ labels: own, body: statements(c, 1 + random.below(2), level - 1), falls: random.chance(4) });
  }
  c.breakable--;
  return { kind: 'switch', value, arms };
}

/** Mostly few values, so that the arms are reached. */
function selector(c: Context, e: IntegerExpression): IntegerExpression {
  const { random } = c;
  switch (random.below(5)) {
    case 0:
      return e;
    case 1:
      return cast(random.pick(integerTypes.filter((t) => t.bits === 8)), e);
    case 2:
      return cast(random.pick([int, long, unsigned, integerTypes[4]!]), reduceTo(-3n, 4n, e));
    default:
      return reduceTo(0n, BigInt(2 + random.below(6)), e);
  }
}

/**
 * Blocks that jump to each other in any way, also into the middle of what they loop over: few of these graphs are
 * reducible.
 */
function web(c: Context, level: number): readonly Statement[] {
  const { random } = c;
  const limit = 3 + random.below(6);
  if (c.multiplier * limit > 60) return [branch(c, level)];
  const count = 2 + random.below(3);
  const fuel = c.name('fuel');
  const isComputed = !c.inVariableLength && random.chance(3);
  const labels = Array.from({ length: count }, () => c.name('L'));
  const segments = labels.map((label): Segment => {
    const body = c.repeated(Math.ceil(limit / 2), () => statements(c, 1 + random.below(2), level - 1));
    const select = reduceTo(0n, BigInt(count) - 1n, integerExpression(c, 2));
    const form = isComputed && random.chance(2) ? 'computed' : random.pick(['if', 'if', 'switch'] as const);
    return { label, body, target: random.below(count), form, selector: select };
  });
  return [{ kind: 'web', fuel, limit, segments }];
}

function labelled(c: Context, level: number): Statement {
  const label = c.name('out');
  c.labels.push(label);
  const body = [...statements(c, 2 + c.random.below(3), level - 1)];
  const jump: Statement = {
    kind: 'if',
    condition: condition(c, 2),
    consequent: [{ kind: 'goto', label }],
    alternative: [],
  };
  body.splice(c.random.below(body.length), 0, jump);
  c.labels.pop();
  return { kind: 'labelled', label, body };
}

/** Under a condition: break, continue, goto or return. */
function leave(c: Context): readonly Statement[] {
  const { random } = c;
  const ways: Statement[] = [];
  if (c.breakable > 0) ways.push({ kind: 'break' });
  if (c.loops > 0) ways.push({ kind: 'continue' });
  for (const label of c.labels) ways.push({ kind: 'goto', label });
  if (random.chance(5) && c.depth > 2 && !c.inMain) {
    const value = c.result === undefined ? undefined : resultExpression(c, c.result);
    if (c.result === undefined || value !== undefined) ways.push({ kind: 'return', value });
  }
  if (ways.length === 0) return [];
  return [{ kind: 'if', condition: condition(c, 2), consequent: [random.pick(ways)], alternative: [] }];
}

function allocate(c: Context, level: number): readonly Statement[] {
  const { random } = c;
  const from = random.pick(['malloc', 'calloc', 'variable-length'] as const);
  const records = c.records.filter((r) => !needsValue(r));
  const target: Type =
    from === 'calloc' && records.length > 0 ? random.pick(records) : random.chance(4) ? double : c.integerType();
  const length = 2 + random.below(6);
  const extra = reduceTo(0n, 3n, integerExpression(c, 1));
  return c.inBlock(() => {
    const counter = c.variable('k', unsigned, { fixed: true, range: range(0, length - 1) });
    const value =
      target.kind === 'record'
        ? undefined
        : c.inBlock(() => {
            c.variables.push(counter);
            return c.repeated(length, () =>
              target.kind === 'float' ? keep(floatExpression(c, 1), target) : integerExpression(c, 1),
            );
          });
    const pointer = c.variable('h', { kind: 'pointer', target, before: 0, length, constant: false }, { fixed: true });
    c.variables.push(pointer);
    c.spend(length);
    const outer = c.inVariableLength;
    c.inVariableLength ||= from === 'variable-length';
    const body = statements(c, 2 + random.below(3), level - 1);
    c.inVariableLength = outer;
    return [{ kind: 'allocate', from, pointer, extra, counter, value, body }] as const;
  });
}

function list(c: Context, level: number): readonly Statement[] {
  const { random } = c;
  const count = 1 + random.below(6);
  if (c.listNodes.length === 0 || c.multiplier * count > 60) return loop(c, level);
  const node = random.pick(c.listNodes);
  return c.inBlock(() => {
    const counter = c.variable('k', unsigned, { fixed: true, range: range(0, count - 1) });
    const value = c.inBlock(() => {
      c.variables.push(counter);
      return c.repeated(count, () => listValue(c, node.fields[0]!.type));
    });
    const cursor: Variable = c.variable(
      'node',
      { kind: 'pointer', target: node, before: 0, length: 1, constant: false },
      { fixed: true },
    );
    c.variables.push(cursor);
    c.spend(count * 3);
    const body = inLoop(c, count, () => statements(c, 1 + random.below(3), level - 1));
    return [{ kind: 'list', node, cursor, counter, count, value, reversed: random.chance(2), body }] as const;
  });
}

function listValue(c: Context, type: Type): Expression {
  const value = type.kind === 'float' ? keep(floatExpression(c, 1), type) : integerExpression(c, 2);
  return isInteger(value) || type.kind === 'float' ? value : read(variablePlace(c.variables[0]!));
}
