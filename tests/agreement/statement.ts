// Statements and expressions of generated programs, drawn from what is in sight: places in memory, locals, helpers,
// ISRs to mask.

import type { Random } from '../solve/random.js';
import { fillIn, type Shape } from './globals.js';
import type { Expression, Helper, PlaceExpression, Statement } from './syntax.js';

/** What a body may use. */
export interface Scope {
  readonly random: Random;
  readonly shapes: readonly Shape[];
  /** May be called from here. */
  readonly helpers: readonly Helper[];
  /** Pointers to functions. */
  readonly functionPointers: readonly string[];
  readonly irqs: readonly number[];
  readonly isMain: boolean;
  /** What `return` gives. */
  readonly returns: Expression | undefined;
  /** More places: `*p` in a helper with a pointer. */
  readonly own: readonly PlaceExpression[];
  /** More values: the parameter. */
  readonly values: readonly string[];
  loops: number;
}

const number = (value: number): Expression => ({ kind: 'number', value });

export function makeBody(scope: Scope, count: number, depth: number): readonly Statement[] {
  return Array.from({ length: count }, () => makeStatement(scope, depth));
}

function makeStatement(scope: Scope, depth: number): Statement {
  const { random } = scope;
  const simple = (): Statement => makeAccess(scope);
  const some = (): number => 1 + random.below(2);
  switch (random.below(depth > 0 ? 26 : 14)) {
    case 8:
      return { kind: 'local', name: random.pick(['l0', 'l1']), value: makeExpression(scope, 1) };
    case 9:
      return makeMask(scope);
    case 10:
      return makeRare(scope);
    case 11:
      return { kind: 'assert', condition: makeCondition(scope) };
    case 12:
    case 13:
      return makeCall(scope) ?? simple();
    case 14:
    case 15:
    case 16: {
      const otherwise = random.chance(3) ? makeBody(scope, 1, depth - 1) : [];
      return { kind: 'if', condition: makeCondition(scope), body: makeBody(scope, some(), depth - 1), otherwise };
    }
    case 17: {
      // An early return.
      const leave: Statement =
        scope.returns === undefined ? { kind: 'return' } : { kind: 'return', value: scope.returns };
      const body = random.chance(2) ? [leave] : [simple(), leave];
      return { kind: 'if', condition: makeCondition(scope), body, otherwise: [] };
    }
    case 18: {
      const variable = `i${scope.loops++}`;
      const until = random.chance(3) ? { until: makeCondition(scope) } : {};
      const inner = { ...scope, values: [...scope.values, variable] };
      return { kind: 'loop', variable, count: 2, ...until, body: makeBody(inner, 1, depth - 1) };
    }
    case 19: {
      const arms = Array.from({ length: 2 + random.below(2) }, () => makeBody(scope, random.below(2), depth - 1));
      return { kind: 'switch', value: makeExpression(scope, 1), arms };
    }
    case 20:
    case 21:
    case 22:
    case 23:
    case 24:
      return makeSection(scope, depth);
    case 25:
      return scope.isMain && random.chance(4) ? makeLongLoop(scope) : simple();
    default:
      return simple();
  }
}

/**
 * So many rounds that code gets compiled and that states are compared where nothing can start: on private data, or with
 * ISRs kept out.
 */
function makeLongLoop(scope: Scope): Statement {
  const { random } = scope;
  const variable = `i${scope.loops++}`;
  const sum: Expression = {
    kind: 'binary',
    operator: '+',
    left: { kind: 'local', name: 'l0' },
    right: { kind: 'local', name: variable },
  };
  if (random.chance(2))
    return { kind: 'loop', variable, count: 150, body: [{ kind: 'local', name: 'l0', value: sum }] };
  const body: Statement[] = [{ kind: 'loop', variable, count: 80, body: [makeAccess(scope)] }];
  return { kind: 'section', open: 'disable_isr(-1)', body, close: `enable_isr(${random.pick(scope.irqs)})` };
}

function makeSection(scope: Scope, depth: number): Statement {
  const { random } = scope;
  const irq = random.chance(3) ? -1 : random.pick(scope.irqs);
  const body = makeBody(scope, 1 + random.below(2), depth - 1);
  switch (random.below(12)) {
    case 0:
      return { kind: 'section', open: '__VERIFIER_atomic_begin()', body, close: '__VERIFIER_atomic_end()' };
    case 1:
      return { kind: 'section', open: 'preempt_set_global_mask(1)', body, close: 'preempt_set_global_mask(0)' };
    case 2: {
      const level = 1 + random.below(2);
      return { kind: 'section', open: `preempt_set_ceiling(${level})`, body, close: 'preempt_set_ceiling(0)' };
    }
    default:
      return { kind: 'section', open: `disable_isr(${irq})`, body, close: `enable_isr(${irq})` };
  }
}

function makeMask(scope: Scope): Statement {
  const { random } = scope;
  const irq = random.chance(4) ? -1 : random.pick(scope.irqs);
  switch (random.below(16)) {
    case 0:
      return { kind: 'plain', text: `preempt_set_global_mask(${random.below(2)})` };
    case 1:
      return { kind: 'plain', text: `preempt_set_ceiling(${random.below(3)})` };
    case 2:
      return { kind: 'plain', text: `preempt_pend(${random.pick(scope.irqs)})` };
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
      return { kind: 'plain', text: `disable_isr(${irq})` };
    default:
      return { kind: 'plain', text: `enable_isr(${irq})` };
  }
}

/** What ends executions, sets pointers anew, copies memory. */
function makeRare(scope: Scope): Statement {
  const { random, shapes } = scope;
  const plain = (text: string): Statement => ({ kind: 'plain', text });
  const candidates: (() => Statement)[] = [
    () => ({ kind: 'assume', condition: makeCondition(scope) }),
    () => plain('DEVICE = 1'),
    () => random.pick([plain('exit(0)'), { kind: 'local', name: 'l0', value: divided(scope) }, makeAccess(scope)]),
  ];
  const pointers = shapes.flatMap((s) => (s.pointer === undefined ? [] : [s.pointer]));
  const ints = shapes.flatMap((s) => s.ints);
  if (pointers.length > 0) {
    const targets = [...ints.map((i) => `&${i}`), ...(scope.isMain ? ['&l1', 'malloc(4)'] : [])];
    const point = (): Statement => plain(`${random.pick(pointers)} = ${random.pick(targets)}`);
    if (targets.length > 0) candidates.push(point, point, point);
  }
  const records = shapes.filter((s) => s.record !== undefined).map((s) => s.global.name);
  if (records.length > 1) {
    const [a, b] = random.chance(2) ? [records[0]!, records[1]!] : [records[1]!, records[0]!];
    const copy = (): Statement => plain(random.chance(4) ? `memset(&${a}, 0, sizeof ${a})` : `${a} = ${b}`);
    candidates.push(copy, copy, copy, copy);
  }
  const functions = scope.helpers.filter((h) => h.parameter === '' && h.result === undefined);
  if (scope.functionPointers.length > 0 && functions.length > 0)
    candidates.push(() => plain(`${random.pick(scope.functionPointers)} = ${random.pick(functions).name}`));
  return random.pick(candidates)();
}

function divided(scope: Scope): Expression {
  return { kind: 'binary', operator: '/', left: number(4), right: makePlace(scope) };
}

function makeAccess(scope: Scope): Statement {
  const { random } = scope;
  const to = makePlace(scope);
  switch (random.below(7)) {
    case 0:
      return { kind: 'step', to, operator: '++' };
    case 6: {
      const ints = scope.shapes.flatMap((s) => s.ints);
      if (ints.length > 0 && random.chance(3))
        return { kind: 'plain', text: `__atomic_fetch_add(&${random.pick(ints)}, 1, __ATOMIC_SEQ_CST)` };
      return { kind: 'assign', to, operator: '=', value: makeExpression(scope, 0) };
    }
    case 1:
      return { kind: 'assign', to, operator: random.pick(['+=', '|=', '^=']), value: makeExpression(scope, 1) };
    case 2:
      return { kind: 'local', name: random.pick(['l0', 'l1']), value: to };
    default:
      return { kind: 'assign', to, operator: '=', value: makeExpression(scope, 1) };
  }
}

function makeCall(scope: Scope): Statement | undefined {
  const { random } = scope;
  if (scope.functionPointers.length > 0 && random.chance(3))
    return { kind: 'call', callee: random.pick(scope.functionPointers), arguments: [], fixed: '' };
  if (scope.helpers.length === 0) return undefined;
  const helper = random.pick(scope.helpers);
  if (helper.parameter === '') return { kind: 'call', callee: helper.name, arguments: [], fixed: '' };
  if (helper.parameter === 'int n') return { kind: 'call', callee: helper.name, arguments: [number(1)], fixed: '' };
  const targets = scope.shapes.flatMap((s) => s.ints);
  if (targets.length === 0) return undefined;
  return { kind: 'call', callee: helper.name, arguments: [], fixed: `&${random.pick(targets)}` };
}

function makePlace(scope: Scope): PlaceExpression {
  const { random } = scope;
  if (scope.own.length > 0 && random.chance(2)) return random.pick(scope.own);
  const template = random.pick(random.pick(scope.shapes).places);
  return fillIn(template, () => makeIndex(scope));
}

function makeIndex(scope: Scope): Expression {
  const { random } = scope;
  switch (random.below(8)) {
    case 0:
      return { kind: 'local', name: 'u0' };
    case 1:
      return { kind: 'local', name: random.pick(['l0', ...scope.values]) };
    case 2:
      return { kind: 'place', before: scope.shapes[0]!.places[0]!.before, after: afterOf(scope) };
    default:
      return number(random.below(4));
  }
}

/** The first place of all as it stands: an index of 0 where it needs one. */
function afterOf(scope: Scope): string {
  const template = scope.shapes[0]!.places[0]!;
  return template.limit === undefined ? template.after : `0${template.after}`;
}

export function makeExpression(scope: Scope, depth: number): Expression {
  const { random } = scope;
  switch (random.below(depth > 0 ? 12 : 8)) {
    case 3:
    case 4:
    case 5:
      return makePlace(scope);
    case 6:
      return { kind: 'local', name: random.pick(['l0', 'l0', 'l1', 'u0', ...scope.values]) };
    case 7: {
      const calls = scope.helpers.filter((h) => h.result !== undefined && h.parameter === '');
      if (calls.length > 0) return { kind: 'input', text: `${random.pick(calls).name}()` };
      return random.chance(2) ? makeInput(scope) : makePlace(scope);
    }
    case 8:
    case 9:
    case 10: {
      const operator = random.pick(['+', '+', '&', '|', '^', '==', '<']);
      // Arbitrary numbers are made small first: sums never overflow.
      const left = small(makeExpression(scope, depth - 1), operator);
      return { kind: 'binary', operator, left, right: small(makeExpression(scope, depth - 1), operator) };
    }
    case 11:
      return {
        kind: 'conditional',
        condition: makeCondition(scope),
        consequent: makeExpression(scope, depth - 1),
        alternative: makeExpression(scope, depth - 1),
      };
    default:
      return number(random.below(4));
  }
}

function small(e: Expression, operator: string): Expression {
  const isKnown = e.kind === 'number' || operator !== '+';
  return isKnown ? e : { kind: 'binary', operator: '&', left: e, right: number(7) };
}

function makeInput(scope: Scope): Expression {
  const text = scope.random.pick(['__VERIFIER_nondet_int()', 'rand()', 'DEVICE']);
  return { kind: 'binary', operator: '&', left: { kind: 'input', text }, right: number(3) };
}

export function makeCondition(scope: Scope): Expression {
  const { random } = scope;
  const operator = random.pick(['==', '!=', '<', '>', '&', '&&', '||']);
  const right = operator === '&&' || operator === '||' ? makeExpression(scope, 0) : number(random.below(4));
  const left = random.chance(5) ? makeInput(scope) : random.chance(5) ? makeExpression(scope, 0) : makePlace(scope);
  return random.chance(4) ? left : { kind: 'binary', operator, left, right };
}
