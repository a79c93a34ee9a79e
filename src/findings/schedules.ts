// Schedules that show a hit: the choices of its path, with values for arbitrary data that satisfy the path's
// conditions. One set of values often hides what another shows (a byte that is received is 0, as it was before), so
// there is a second one that differs where it can, also from one input to the next.

import { LimitReached } from '../base/limits.js';
import type { Choice, Schedule } from '../execution/schedule.js';
import { Model, type Query } from '../solve/query.js';
import type { Term, Terms } from '../solve/term.js';

/** One execution that shows something: its choices, its arbitrary data in the order of asking, and what holds of it. */
export interface SymbolicWitness {
  readonly choices: readonly Choice[];
  readonly inputs: readonly Term[];
  readonly path: readonly Term[];
}

/** Inputs, the last ones, that get other values in the second schedule. */
const MAX_CHANGED = 8;
/** For each of them; what takes longer stays as it is. */
const PATIENCE_MS = 500;

export function* schedulesOf(
  { choices, inputs, path }: SymbolicWitness,
  query: Query,
  terms: Terms,
): Generator<Schedule> {
  if (inputs.length === 0) return yield { choices, inputs: [] };
  // Zeros, where they do: a solver's values are what other executions made it look at.
  const zeros = new Model(terms, new Map());
  const areZeros = path.every((condition) => zeros.isTrue(condition));
  const kind = areZeros ? 'sat' : query.check(path).kind;
  if (kind === 'unknown') throw new LimitReached('the solver gave up');
  if (kind === 'unsat') return;
  const model = areZeros ? zeros : query.model;
  const values = inputs.map((term) => model.value(term));
  yield { choices, inputs: values };
  const wishes: Term[] = [];
  const wish = (condition: Term): void => {
    const answer = query.check([...path, ...wishes, condition], { milliseconds: PATIENCE_MS });
    if (answer.kind === 'sat') wishes.push(condition);
  };
  for (let n = inputs.length - 1; n >= Math.max(0, inputs.length - MAX_CHANGED); n--) {
    const [term, next] = [inputs[n]!, inputs[n + 1]];
    if (terms.isConstant(term)) continue;
    wish(terms.not(terms.eq(term, terms.constant(terms.width(term), values[n]!))));
    // What is read again may have changed.
    if (next !== undefined && terms.width(next) === terms.width(term)) wish(terms.not(terms.eq(term, next)));
  }
  if (wishes.length === 0 || query.check([...path, ...wishes]).kind !== 'sat') return;
  yield { choices, inputs: inputs.map((term) => query.model.value(term)) };
}
