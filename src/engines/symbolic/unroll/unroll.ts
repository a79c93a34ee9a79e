// Unrolls one activation of a context: every path of it, as guarded states that are joined where they meet (guarded SSA with constant
// propagation, built by running the machine on terms). Loops that concrete data decides unroll by themselves, others up to the machine's bound.
// What other contexts do in between is the encoding's: it is asked before each visible step and at the end.

import type { Event } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import type { Merger } from '../../../machine/merge.js';
import type { Failure, Outcome } from '../../../machine/outcome.js';
import { type Peeked, peek } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import { finish } from '../../limits.js';
import { comparePlaces, decidesRounds, mayLeaveLoop, type Place, Rounds } from './position.js';
import type { Trace } from './trace.js';

/** One symbolic state of an activation, and the condition under which an execution is in it. */
export class Strand<Start, Ghost> implements Place {
  rounds = Rounds.none;
  /** Answers that the next step is made with, and what they say. */
  answers: readonly boolean[] = [];
  answered: readonly Term[] = [];
  /** Others had their chance before the next step. */
  committed = false;
  /** Iterations of the context's endless loop. */
  iterations = 0;
  /** One has just begun. */
  beginsRound = false;
  /** Joins since the last visible step. */
  pauses = 0;

  constructor(
    public state: State,
    /** All of them hold in an execution that is in this state. */
    public conditions: readonly Term[],
    public trace: Trace<Start> | undefined,
    /** What the encoding knows besides memory. */
    public ghost: Ghost,
  ) {}

  get frames() {
    return this.state.running?.frames ?? [];
  }

  guard(terms: Terms): Term {
    return terms.all(this.conditions);
  }

  assume(condition: Term): void {
    if (condition !== TRUE) this.conditions = [...this.conditions, condition];
  }

  get isImpossible(): boolean {
    return this.conditions.includes(FALSE);
  }

  copy(): Strand<Start, Ghost> {
    const copy = new Strand(this.state.clone(), this.conditions, this.trace, this.ghost);
    copy.rounds = this.rounds;
    copy.answers = this.answers;
    copy.answered = this.answered;
    copy.committed = this.committed;
    copy.iterations = this.iterations;
    copy.beginsRound = this.beginsRound;
    copy.pauses = this.pauses;
    return copy;
  }
}

/** How a step was made. */
export interface Stepped<Start> {
  /** In the strand's trace, if it is one that counts. */
  readonly step: Extract<Trace<Start>, { kind: 'step' }> | undefined;
  readonly answers: readonly boolean[];
}

/** What an encoding does with an activation. */
export interface Encoding<Start, Ghost> {
  /** Others may act before the step `next`, or, without one, at the end: what the state may be then; at once, or piece by piece. */
  before(
    strand: Strand<Start, Ghost>,
    next: Peeked | undefined,
  ): readonly Strand<Start, Ghost>[] | Generator<void, readonly Strand<Start, Ghost>[]>;
  stepped(strand: Strand<Start, Ghost>, events: readonly Event[], how: Stepped<Start>): void;
  iteration(strand: Strand<Start, Ghost>): void;
  failed(strand: Strand<Start, Ghost>, failure: Failure): void;
  /** The whole execution ends here: by exit(), or because an assumption does not hold and it is none. */
  exited(strand: Strand<Start, Ghost>, because: 'exit' | 'assumption'): void;
  /** The guard of what is not covered. */
  uncovered(strand: Strand<Start, Ghost>, why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>): void;
  joinGhosts(a: Ghost, b: Ghost, condition: Term): Ghost | undefined;
  /** Can the conditions hold together, as far as is known so far? */
  feasible(conditions: readonly Term[]): boolean;
  /** Throws when time or memory is used up. */
  checkLimits(): void;
}

/** A state that passes more joins than this without a visible step goes round in a loop: it waits for no other, or would never end. */
const MAX_PAUSES = 256;

export class Unroller<Start, Ghost> {
  private readonly queue: Strand<Start, Ghost>[] = [];
  private readonly ends: Strand<Start, Ghost>[] = [];
  private readonly terms: Terms;
  /** Activations while it runs. */
  private depth = 0;
  private isIsr = false;

  constructor(
    private readonly machine: Machine,
    private readonly merger: Merger,
    private readonly encoding: Encoding<Start, Ghost>,
  ) {
    this.terms = machine.terms;
    machine.mayChoose = true;
    machine.countsForUnwind = decidesRounds;
  }

  /** All states in which the running activation has ended. */
  run(start: Strand<Start, Ghost>): readonly Strand<Start, Ghost>[] {
    return finish(this.turns(start));
  }

  /** The same, piece by piece. */
  *turns(start: Strand<Start, Ghost>): Generator<void, readonly Strand<Start, Ghost>[]> {
    this.depth = start.state.activations.length;
    this.isIsr = start.state.running?.context !== 0;
    this.queue.push(start);
    for (let strand = this.queue.shift(); strand !== undefined; strand = this.queue.shift()) {
      this.encoding.checkLimits();
      yield;
      yield* this.advance(strand);
    }
    return this.joinAll(this.ends);
  }

  /** Goes on with one state, to the next place where it may meet another. */
  private *advance(strand: Strand<Start, Ghost>): Generator<void, void> {
    const { machine } = this;
    machine.pausesAtJoins = this.queue.length > 0 && strand.pauses < MAX_PAUSES;
    machine.floor = this.depth;
    let outcome: Outcome = { kind: 'visible' };
    if (!strand.committed) {
      outcome = machine.run(strand.state, strand.answers);
      const isAnswered = outcome.kind !== 'undecided' || strand.state.path.length > 0;
      const keepsAnswers = outcome.kind === 'visible' && outcome.keepsAnswers === true;
      if (isAnswered && !keepsAnswers) strand.answers = strand.answered = [];
      this.drain(strand);
      if (strand.isImpossible) return;
    }
    if (this.hasEnded(strand)) return void this.ends.push(strand);
    switch (outcome.kind) {
      case 'undecided':
        return this.fork(strand, outcome);
      case 'interrupted': {
        const { frames } = strand;
        strand.pauses++;
        strand.rounds = strand.rounds.enter(frames[frames.length - 1]!, frames.length - 1);
        return this.enqueue(strand);
      }
      case 'iteration':
        this.encoding.iteration(strand);
        strand.beginsRound = true;
        if (++strand.iterations > machine.options.unwind) return this.encoding.uncovered(strand, { kind: 'bounded' });
        return this.enqueue(strand);
      case 'visible':
        return yield* this.visible(strand);
      case 'idle':
        for (const after of yield* this.othersBefore(strand, undefined)) this.ends.push(after);
        return;
      default:
        return this.end(strand, outcome);
    }
  }

  private hasEnded(strand: Strand<Start, Ghost>): boolean {
    return this.isIsr && strand.state.activations.length < this.depth;
  }

  private *othersBefore(
    strand: Strand<Start, Ghost>,
    next: Peeked | undefined,
  ): Generator<void, readonly Strand<Start, Ghost>[]> {
    const strands = this.encoding.before(strand, next);
    return 'next' in strands ? yield* strands : strands;
  }

  private *visible(strand: Strand<Start, Ghost>): Generator<void, void> {
    if (strand.committed) return this.step(strand);
    for (const after of yield* this.othersBefore(strand, peek(this.machine, strand.state))) {
      after.committed = true;
      this.step(after);
    }
  }

  private step(strand: Strand<Start, Ghost>): void {
    const { steps } = strand.state;
    const { answers } = strand;
    const outcome = this.machine.step(strand.state, answers);
    if (outcome.kind === 'undecided') {
      this.drain(strand);
      return this.fork(strand, outcome);
    }
    strand.answers = strand.answered = [];
    strand.committed = false;
    strand.beginsRound = false;
    strand.pauses = 0;
    const isCounted = strand.state.steps > steps;
    const step = { kind: 'step', before: strand.trace } as const;
    if (isCounted) strand.trace = step;
    this.drain(strand);
    if (strand.isImpossible) return;
    if (outcome.kind === 'iteration') {
      this.encoding.iteration(strand);
      strand.iterations++;
      strand.beginsRound = true;
      return this.enqueue(strand);
    }
    if (outcome.kind !== 'stepped') return this.end(strand, outcome);
    this.encoding.stepped(strand, outcome.events, { step: isCounted ? step : undefined, answers });
    if (this.hasEnded(strand)) this.ends.push(strand);
    else this.enqueue(strand);
  }

  private end(strand: Strand<Start, Ghost>, outcome: Outcome): void {
    if (outcome.kind === 'failed') this.encoding.failed(strand, outcome.failure);
    else if (outcome.kind === 'ended') this.encoding.exited(strand, outcome.because);
    else if (outcome.kind === 'unmodelled' || outcome.kind === 'bounded') this.encoding.uncovered(strand, outcome);
  }

  private fork(strand: Strand<Start, Ghost>, { decision }: Extract<Outcome, { kind: 'undecided' }>): void {
    if (decision.kind === 'descending') {
      const isDescending = this.terms.variable(1, 'descending');
      for (const answer of [false, true]) {
        const copy = strand.copy();
        copy.answers = [...strand.answers, answer];
        copy.assume(answer ? isDescending : this.terms.not(isDescending));
        if (answer) copy.trace = { kind: 'descending', before: strand.trace };
        this.continueAt(copy);
      }
      return;
    }
    const asks = this.isLoop(strand);
    for (const answer of [true, false]) {
      const told = answer ? decision.condition : this.terms.not(decision.condition);
      const answered = [...strand.answered, told];
      if (strand.conditions.includes(this.terms.not(told)) || this.terms.all(answered) === FALSE) continue;
      if (asks && !this.encoding.feasible([...strand.conditions, ...answered])) continue;
      const copy = strand.copy();
      copy.answers = [...strand.answers, answer];
      copy.answered = answered;
      this.continueAt(copy);
    }
  }

  /** Was there a choice on arbitrary data at this branch before, and may it leave a loop? Then it is worth asking whether there is another. */
  private isLoop({ frames }: Strand<Start, Ghost>): boolean {
    const frame = frames[frames.length - 1];
    return frame?.choices?.get(frame.block) !== undefined && mayLeaveLoop(frame);
  }

  /** A committed step goes on at once: nothing comes between its decisions. */
  private continueAt(strand: Strand<Start, Ghost>): void {
    if (strand.committed) this.step(strand);
    else this.enqueue(strand);
  }

  /** Behind all that are not further; joined with one at the same place if they differ in data only. */
  private enqueue(strand: Strand<Start, Ghost>): void {
    const { queue } = this;
    let at = queue.length;
    while (at > 0) {
      const order = comparePlaces(strand, queue[at - 1]!);
      if (order > 0) break;
      if (order === 0 && strand.answers.length === 0) {
        const joined = this.join(strand, queue[at - 1]!);
        if (joined !== undefined) {
          queue[at - 1] = joined;
          return;
        }
      }
      at--;
    }
    queue.splice(at, 0, strand);
  }

  private join(a: Strand<Start, Ghost>, b: Strand<Start, Ghost>): Strand<Start, Ghost> | undefined {
    if (a.committed !== b.committed || b.answers.length > 0 || a.iterations !== b.iterations) return undefined;
    return joinStrands(a, b, this.terms, this.merger, this.encoding);
  }

  private joinAll(strands: readonly Strand<Start, Ghost>[]): readonly Strand<Start, Ghost>[] {
    const joined: Strand<Start, Ghost>[] = [];
    for (const strand of strands) {
      const place = joined.findIndex((other) => {
        const both = this.join(strand, other);
        if (both !== undefined) joined[joined.indexOf(other)] = both;
        return both !== undefined;
      });
      if (place < 0) joined.push(strand);
    }
    return joined;
  }

  /** What the machine has noted since: conditions into the guard, arbitrary data into the trace. */
  private drain(strand: Strand<Start, Ghost>): void {
    const { state } = strand;
    for (const condition of state.path) if (!strand.conditions.includes(condition)) strand.assume(condition);
    state.path = [];
    drainInputs(strand);
  }
}

export function drainInputs<Start, Ghost>(strand: Strand<Start, Ghost>): void {
  const { memory } = strand.state;
  const inputs = [];
  for (let input = memory.inputs; input !== undefined; input = input.previous) inputs.push(input);
  memory.inputs = undefined;
  for (const input of inputs.reverse()) strand.trace = { kind: 'input', input, before: strand.trace };
}

/** One strand for two that exclude each other. Undefined if their states must stay apart. */
export function joinStrands<Start, Ghost>(
  a: Strand<Start, Ghost>,
  b: Strand<Start, Ghost>,
  terms: Terms,
  merger: Merger,
  encoding: Pick<Encoding<Start, Ghost>, 'joinGhosts'>,
): Strand<Start, Ghost> | undefined {
  let common = 0;
  while (common < a.conditions.length && a.conditions[common] === b.conditions[common]) common++;
  const condition = terms.all(a.conditions.slice(common));
  const ghost = encoding.joinGhosts(a.ghost, b.ghost, condition);
  if (ghost === undefined) return undefined;
  const state = merger.merge(a.state, b.state, condition);
  // Uninitialised memory may have got its value now.
  drainInputs(a);
  drainInputs(b);
  if (state === undefined) return undefined;
  state.memory.inputs = undefined;
  const trace: Trace<Start> | undefined =
    a.trace === b.trace ? a.trace : { kind: 'join', condition, whenTrue: a.trace, whenFalse: b.trace };
  const joined = new Strand(state, a.conditions.slice(0, common), trace, ghost);
  joined.assume(terms.or(condition, terms.all(b.conditions.slice(common))));
  joined.rounds = a.rounds;
  joined.committed = a.committed;
  joined.iterations = a.iterations;
  joined.beginsRound = a.beginsRound || b.beginsRound;
  return joined;
}
