// From an order of steps, as the ordering encodings give it, to a schedule. Steps without events wait for nobody: they
// are made as early as possible, so that an ISR that starts finds what it preempts right before its next event.

import { InternalError } from '../../../base/internal-error.js';
import { type Choice, scheduledName } from '../../../execution/schedule.js';
import type { Program } from '../../../model/program.js';
import type { Model } from '../../../solve/query.js';
import type { Terms } from '../../../solve/term.js';
import { type Counterexample, InputValues } from '../counterexample.js';
import { selectPath, type TraceEntry } from '../unroll/trace.js';
import type { Unrolled, UnrolledInstance } from './unrolled.js';

/** The execution of the steps up to and including `last`. */
export function counterexampleOfOrder(
  program: Program,
  terms: Terms,
  model: Model,
  unrolled: Unrolled,
  order: readonly number[],
  last: number,
): Counterexample {
  const choices: Choice[] = [];
  const inputs = new InputValues(terms, (term) => model.value(term));
  for (const input of unrolled.inputs) inputs.take(input);
  let steps = 0;
  const waiting = new Map<UnrolledInstance, TraceEntry<never>[]>();
  const take = (entry: TraceEntry<never>): void => {
    if (entry.kind === 'step') steps++;
    else if (entry.kind === 'input') inputs.take(entry.input);
    else if (entry.kind === 'descending') choices.push({ kind: 'descending', at: steps });
  };
  /** Up to the next step that has a place in the order; in which order its pieces are accessed is part of it. */
  const advance = (list: TraceEntry<never>[]): void => {
    while (list.length > 0 && list[0]!.kind !== 'descending' && !isOrdered(list[0]!)) take(list.shift()!);
  };
  for (const id of order) {
    const { instance: number } = unrolled.graph.steps[id]!;
    const instance = unrolled.instances[number]!;
    const isEnd = id === instance.steps[instance.steps.length - 1];
    let list = waiting.get(instance);
    if (list === undefined) {
      if (number !== 0) choices.push({ kind: 'start', at: steps, isr: scheduledName(program, instance.context.id) });
      const end = instance.ends.find(({ guard }) => model.isTrue(guard));
      if (end === undefined && !isEnd) throw new InternalError(`${instance.name} has no end in this model`);
      list = [...selectPath(end?.trace, model)];
      waiting.set(instance, list);
      advance(list);
    } else if (!isEnd) {
      const next = list.find(isOrdered);
      if (next?.id === id) {
        const made = list.splice(0, list.indexOf(next) + 1);
        if (!unrolled.hidden.has(id)) made.forEach(take);
      }
      advance(list);
    }
    if (id === last) break;
  }
  return { choices, inputs: inputs.asked, frozen: inputs.frozen };
}

function isOrdered(entry: TraceEntry<never>): entry is Extract<TraceEntry<never>, { kind: 'step' }> {
  return entry.kind === 'step' && entry.id !== undefined;
}
