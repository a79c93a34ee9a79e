// From an order of steps, as the ordering encodings give it, to a schedule. Steps without events wait for nobody: they
// are made as early as possible, so that an ISR that starts finds what it preempts right before its next event. A
// thread goes on where the order has its next step.

import { InternalError } from '../../../base/internal-error.js';
import { type Choice, scheduledName } from '../../../execution/schedule.js';
import type { Program } from '../../../model/program.js';
import type { Model } from '../../../solve/query.js';
import type { Terms } from '../../../solve/term.js';
import { type Counterexample, InputValues } from '../counterexample.js';
import { selectPath, type TraceEntry } from '../unroll/trace.js';
import type { Unrolled, UnrolledInstance } from './unrolled.js';

/**
 * The execution of the steps up to and including `last`; by then, `standing` has come to the step that it makes next.
 */
export function counterexampleOfOrder(
  program: Program,
  terms: Terms,
  model: Model,
  unrolled: Unrolled,
  order: readonly number[],
  last: number,
  standing?: UnrolledInstance,
): Counterexample {
  const builder = new ScheduleBuilder(program, terms, model, unrolled);
  const made = order.slice(0, order.indexOf(last) + 1);
  // A thread begins where it makes its first step, unless it has to stand there before.
  const beginning = standing?.steps[0];
  const isStill = !made.some((id) => id !== beginning && standing?.steps.includes(id) === true);
  for (const id of made) {
    if (id === beginning && isStill) builder.begin(standing!);
    builder.step(id);
  }
  return builder.counterexample;
}

class ScheduleBuilder {
  private readonly choices: Choice[] = [];
  private readonly inputs: InputValues;
  private steps = 0;
  /** The thread that runs, or that the running ISRs have preempted. */
  private current = 0;
  /** What instances that have begun are still to do. */
  private readonly waiting = new Map<UnrolledInstance, TraceEntry<never>[]>();

  constructor(
    private readonly program: Program,
    terms: Terms,
    private readonly model: Model,
    private readonly unrolled: Unrolled,
  ) {
    this.inputs = new InputValues(terms, (term) => model.value(term));
    for (const input of unrolled.inputs) this.inputs.take(input);
  }

  get counterexample(): Counterexample {
    return { choices: this.choices, inputs: this.inputs.asked, frozen: this.inputs.frozen };
  }

  step(id: number): void {
    const instance = this.unrolled.instances[this.unrolled.graph.steps[id]!.instance]!;
    const isStart = id === instance.steps[0];
    const isEnd = id === instance.steps[instance.steps.length - 1];
    if ((isStart || isEnd) && instance.spawned !== undefined) return;
    this.begin(instance);
    if (isStart || isEnd) return;
    const list = this.waiting.get(instance)!;
    if (list.find(isOrdered)?.id === id) {
      this.goOn(instance);
      // An atomic section is several steps to the machine.
      this.make(list.splice(0, list.findLastIndex((e) => isOrdered(e) && e.id === id) + 1));
    }
    this.advance(list);
  }

  /** It starts, or is switched to for the first time, and comes to its first step that has a place in the order. */
  begin(instance: UnrolledInstance): void {
    if (this.waiting.has(instance)) return;
    const { context, ends, name } = instance;
    if (context.kind === 'isr')
      this.choices.push({ kind: 'start', at: this.steps, isr: scheduledName(this.program, context.id) });
    else this.goOn(instance);
    const end = ends.find(({ guard }) => this.model.isTrue(guard));
    if (end === undefined) throw new InternalError(`${name} has no end in this model`);
    const list = [...selectPath(end.trace, this.model)];
    this.waiting.set(instance, list);
    this.advance(list);
  }

  private goOn({ context, spawned }: UnrolledInstance): void {
    const thread = spawned?.thread ?? 0;
    if (context.kind === 'isr' || thread === this.current) return;
    this.choices.push({ kind: 'switch', at: this.steps, thread });
    this.current = thread;
  }

  /** Up to the next step that has a place in the order; in which order its pieces are accessed is part of it. */
  private advance(list: TraceEntry<never>[]): void {
    while (list.length > 0 && list[0]!.kind !== 'descending' && !isOrdered(list[0]!)) this.make([list.shift()!]);
  }

  private make(entries: readonly TraceEntry<never>[]): void {
    for (const [n, entry] of entries.entries()) {
      if (entry.kind === 'input') this.inputs.take(entry.input);
      const isStep = entry.kind === 'step' || entry.kind === 'descending';
      const step = entry.kind === 'step' ? entry : entries.slice(n).find((e) => e.kind === 'step');
      if (!isStep || step?.isHidden === true) continue;
      if (entry.kind === 'step') this.steps++;
      else this.choices.push({ kind: 'descending', at: this.steps });
    }
  }
}

function isOrdered(entry: TraceEntry<never>): entry is Extract<TraceEntry<never>, { kind: 'step' }> {
  return entry.kind === 'step' && entry.id !== undefined;
}
