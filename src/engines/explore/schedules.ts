// Schedules that show a hit: the choices of its path, with values for arbitrary data that satisfy the path's
// conditions. One set of values often hides what another shows (a byte that is received is 0, as it was before), so
// there is a second one that differs where it can, also from one input to the next.

import { LimitReached } from '../../base/limits.js';
import { type Choice, type Schedule, scheduledName } from '../../execution/schedule.js';
import { endingWith, type Hit } from '../../findings/hit.js';
import type { Input } from '../../machine/memory/memory.js';
import type { ContextId, Program } from '../../model/program.js';
import type { Model, Query } from '../../solve/query.js';
import type { Term, Terms } from '../../solve/term.js';

/** Choices that led to a state, the last first: executions that go apart share them. */
export type Trail = { readonly step: number; readonly before: Trail | undefined } & (
  | { readonly kind: 'start'; readonly isr: ContextId }
  | { readonly kind: 'switch'; readonly thread: number }
  | { readonly kind: 'order'; readonly descending: boolean }
);

/** A hit with the execution that the search was in. */
export interface SearchHit extends Hit {
  readonly trail: Trail | undefined;
  readonly path: readonly Term[];
  readonly inputs: Input | undefined;
}

/** Inputs, the last ones, that get other values in the second schedule. */
const MAX_CHANGED = 8;
/** For each of them; what takes longer stays as it is. */
const PATIENCE_MS = 500;

/** The first of a hit's schedules, where no solver has to be asked for it; and whether it is the only one. */
export interface PlainSchedule {
  readonly schedule: Schedule;
  readonly isOnly: boolean;
}

/**
 * `zeros`: all arbitrary data is 0 there, which does where it satisfies the path's conditions: a solver's values are
 * what other executions made it look at.
 */
export function plainScheduleOf(program: Program, hit: SearchHit, zeros: Model): PlainSchedule | undefined {
  const choices = endingWith(hit, choicesOf(program, hit.trail));
  const inputs = inputsOf(hit);
  if (inputs.length === 0) return { schedule: { choices, inputs: [] }, isOnly: true };
  if (!hit.path.every((condition) => zeros.isTrue(condition))) return undefined;
  return { schedule: { choices, inputs: inputs.map((term) => zeros.value(term)) }, isOnly: false };
}

/** The first of them is `plain`, if there is one. */
export function* schedulesOf(
  program: Program,
  hit: SearchHit,
  plain: PlainSchedule | undefined,
  query: Query,
  terms: Terms,
): Generator<Schedule> {
  if (plain?.isOnly === true) return yield plain.schedule;
  const inputs = inputsOf(hit);
  const first = plain?.schedule ?? solvedSchedule(program, hit, inputs, query);
  if (first === undefined) return;
  const { choices, inputs: values } = first;
  yield first;
  const wishes: Term[] = [];
  const wish = (condition: Term): void => {
    const answer = query.check([...hit.path, ...wishes, condition], { milliseconds: PATIENCE_MS });
    if (answer.kind === 'sat') wishes.push(condition);
  };
  for (let n = inputs.length - 1; n >= Math.max(0, inputs.length - MAX_CHANGED); n--) {
    const [term, next] = [inputs[n]!, inputs[n + 1]];
    if (terms.isConstant(term)) continue;
    wish(terms.not(terms.eq(term, terms.constant(terms.width(term), values[n]!))));
    // What is read again may have changed.
    if (next !== undefined && terms.width(next) === terms.width(term)) wish(terms.not(terms.eq(term, next)));
  }
  if (wishes.length === 0 || query.check([...hit.path, ...wishes]).kind !== 'sat') return;
  yield { choices, inputs: inputs.map((term) => query.model.value(term)) };
}

/** Undefined: there is no such execution. */
function solvedSchedule(program: Program, hit: SearchHit, inputs: readonly Term[], query: Query): Schedule | undefined {
  const { kind } = query.check(hit.path);
  if (kind === 'unknown') throw new LimitReached('the solver gave up');
  if (kind === 'unsat') return undefined;
  const choices = endingWith(hit, choicesOf(program, hit.trail));
  return { choices, inputs: inputs.map((term) => query.model.value(term)) };
}

function inputsOf(hit: SearchHit): readonly Term[] {
  const inputs: Term[] = [];
  for (let input = hit.inputs; input !== undefined; input = input.previous) inputs.push(input.term);
  return inputs.reverse();
}

function choicesOf(program: Program, trail: Trail | undefined): readonly Choice[] {
  const choices: Choice[] = [];
  for (let t = trail; t !== undefined; t = t.before) {
    if (t.kind === 'start') choices.push({ kind: 'start', at: t.step, isr: scheduledName(program, t.isr) });
    else if (t.kind === 'switch') choices.push({ kind: 'switch', at: t.step, thread: t.thread });
    else if (t.descending) choices.push({ kind: 'descending', at: t.step });
  }
  return choices.reverse();
}
