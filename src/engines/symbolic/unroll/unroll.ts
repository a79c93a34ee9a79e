// Unrolls one activation of a context: every path of it, as guarded states that are joined where they meet (guarded SSA
// with constant propagation, built by running the machine on terms). Loops that concrete data decides unroll by
// themselves, others up to the machine's bound. What other contexts do in between is the encoding's: it is asked before
// each visible step and at the end.

import { failureAtCall } from '../../../execution/own-frame.js';
import type { Event } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import type { Merger } from '../../../machine/merge.js';
import type { Failure, Outcome, Question } from '../../../machine/outcome.js';
import { type Peeked, peek } from '../../../machine/peek.js';
import type { Answer, State } from '../../../machine/state.js';
import { STEP } from '../../../machine/transition.js';
import { MAIN } from '../../../model/program.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import { finish } from '../../limits.js';
import { IdleRounds } from './idle-rounds.js';
import { comparePositions, decidesRounds, isInLoopOf, mayLeaveLoop, Rounds, type UnrollPosition } from './position.js';
import type { GuardedTrace } from './trace.js';

/** One symbolic state of an activation, and the condition under which an execution is in it. */
export class GuardedState<Start, Ghost> implements UnrollPosition {
  rounds = Rounds.none;
  /** Iterations of the context's endless loop. */
  iterations = 0;
  /** One has just begun. */
  beginsRound = false;
  /** Joins since the last visible step. */
  pauses = 0;
  idle = IdleRounds.none;

  constructor(
    public state: State,
    /** All of them hold in an execution that is in this state. */
    public conditions: readonly Term[],
    public trace: GuardedTrace<Start> | undefined,
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

  copy(): GuardedState<Start, Ghost> {
    const copy = new GuardedState(this.state.clone(), this.conditions, this.trace, this.ghost);
    copy.rounds = this.rounds;
    copy.iterations = this.iterations;
    copy.beginsRound = this.beginsRound;
    copy.pauses = this.pauses;
    copy.idle = this.idle;
    return copy;
  }
}

/** How a step was made. */
export interface StepTaken<Start> {
  /** In the state's trace, if it is one that counts. */
  readonly step: Extract<GuardedTrace<Start>, { kind: 'step' }> | undefined;
  readonly answers: readonly Answer[];
}

/** What an encoding does with an activation. */
export interface ActivationEncoder<Start, Ghost> {
  /**
   * Others may act before the step `next`, or, without one, at the end: what the state may be then; at once, or piece
   * by piece.
   */
  before(
    guarded: GuardedState<Start, Ghost>,
    next: Peeked | undefined,
  ): readonly GuardedState<Start, Ghost>[] | Generator<void, readonly GuardedState<Start, Ghost>[]>;
  stepped(guarded: GuardedState<Start, Ghost>, events: readonly Event[], how: StepTaken<Start>): void;
  iteration(guarded: GuardedState<Start, Ghost>): void;
  failed(guarded: GuardedState<Start, Ghost>, failure: Failure): void;
  /**
   * The whole execution ends here: by exit(), or because an assumption does not hold and it is none. Or the path does:
   * an atomic section waits, and has not happened.
   */
  exited(guarded: GuardedState<Start, Ghost>, because: 'exit' | 'assumption' | 'waits'): void;
  /** The guard of what is not covered. */
  uncovered(guarded: GuardedState<Start, Ghost>, why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>): void;
  /** Two states may be joined: whatever one of them knows of memory and the other does not is told to it. */
  meet?(a: GuardedState<Start, Ghost>, b: GuardedState<Start, Ghost>): void;
  joinGhosts(a: Ghost, b: Ghost, condition: Term): Ghost | undefined;
  /** Can the conditions hold together, as far as is known so far? */
  feasible(conditions: readonly Term[]): boolean;
  /** Throws when time or memory is used up. */
  checkLimits(): void;
}

/**
 * A state that passes more joins than this without a visible step goes round in a loop: it waits for no other, or would
 * never end.
 */
const MAX_PAUSES = 256;

/**
 * What the unroller expects of its machine. `threads`: they are unrolled as well, one by one. What loops go round for
 * is not known then, and a state knows of all paths that were joined: a loop that is left and entered again is counted
 * anew, or one path would use up the rounds of another.
 */
export const unrolling = (threads: boolean) =>
  ({
    joinsStates: true,
    countsForUnwind: decidesRounds,
    ...(threads ? { unrollsThreads: true, countsStill: isInLoopOf } : {}),
  }) as const;

export class Unroller<Start, Ghost> {
  private readonly queue: GuardedState<Start, Ghost>[] = [];
  private readonly ends: GuardedState<Start, Ghost>[] = [];
  private readonly terms: Terms;
  /** Activations while it runs. */
  private depth = 0;
  private isIsr = false;

  constructor(
    private readonly machine: Machine,
    private readonly merger: Merger,
    private readonly encoding: ActivationEncoder<Start, Ghost>,
  ) {
    this.terms = machine.terms;
  }

  /** All states in which the running activation has ended. */
  run(start: GuardedState<Start, Ghost>): readonly GuardedState<Start, Ghost>[] {
    return finish(this.turns(start));
  }

  /** The same, piece by piece. */
  *turns(start: GuardedState<Start, Ghost>): Generator<void, readonly GuardedState<Start, Ghost>[]> {
    this.depth = start.state.activations.length;
    this.isIsr = start.state.running?.context !== MAIN;
    this.queue.push(start);
    for (let guarded = this.queue.shift(); guarded !== undefined; guarded = this.queue.shift()) {
      this.encoding.checkLimits();
      yield;
      yield* this.advance(guarded);
    }
    return this.joinAll(this.ends);
  }

  /** Goes on with one state, to the next place where it may meet another. */
  private *advance(guarded: GuardedState<Start, Ghost>): Generator<void, void> {
    const { machine } = this;
    const pausesAtJoins = this.queue.length > 0 && guarded.pauses < MAX_PAUSES;
    const outcome = machine.run(guarded.state, { pausesAtJoins, floor: this.depth });
    this.drain(guarded);
    if (guarded.isImpossible) return;
    if (this.hasEnded(guarded)) return void this.ends.push(guarded);
    switch (outcome.kind) {
      case 'undecided':
        return this.fork(guarded, outcome.question);
      case 'interrupted': {
        const { frames } = guarded;
        guarded.pauses++;
        guarded.rounds = guarded.rounds.enter(frames[frames.length - 1]!, frames.length - 1);
        return this.enqueue(guarded);
      }
      case 'iteration':
        this.encoding.iteration(guarded);
        guarded.beginsRound = true;
        if (++guarded.iterations > machine.options.unwind) return this.encoding.uncovered(guarded, { kind: 'bounded' });
        return this.enqueue(guarded);
      case 'visible':
        return yield* this.visible(guarded);
      case 'blocked':
        for (const after of yield* this.othersBefore(guarded, undefined)) this.ends.push(after);
        return;
      default:
        return this.end(guarded, outcome);
    }
  }

  private hasEnded(guarded: GuardedState<Start, Ghost>): boolean {
    return this.isIsr && guarded.state.activations.length < this.depth;
  }

  private *othersBefore(
    guarded: GuardedState<Start, Ghost>,
    next: Peeked | undefined,
  ): Generator<void, readonly GuardedState<Start, Ghost>[]> {
    const states = this.encoding.before(guarded, next);
    return 'next' in states ? yield* states : states;
  }

  private *visible(guarded: GuardedState<Start, Ghost>): Generator<void, void> {
    guarded.idle = guarded.idle.stepping(guarded.state);
    if (guarded.idle.count > this.machine.options.unwind) return this.encoding.uncovered(guarded, { kind: 'bounded' });
    for (const after of yield* this.othersBefore(guarded, peek(this.machine, guarded.state))) this.step(after);
  }

  private step(guarded: GuardedState<Start, Ghost>): void {
    const { steps, answers } = guarded.state;
    const outcome = this.machine.take(guarded.state, STEP);
    if (outcome.kind === 'undecided') {
      this.drain(guarded);
      return this.fork(guarded, outcome.question);
    }
    guarded.beginsRound = false;
    guarded.pauses = 0;
    const isCounted = guarded.state.steps > steps;
    const step = { kind: 'step', before: guarded.trace } as const;
    if (isCounted) guarded.trace = step;
    this.drain(guarded);
    if (guarded.isImpossible) return;
    if (outcome.kind === 'iteration') {
      this.encoding.iteration(guarded);
      guarded.iterations++;
      guarded.beginsRound = true;
      return this.enqueue(guarded);
    }
    // A thread has ended itself.
    if (outcome.kind === 'blocked') return void this.ends.push(guarded);
    if (outcome.kind !== 'stepped') return this.end(guarded, outcome);
    this.encoding.stepped(guarded, outcome.events, { step: isCounted ? step : undefined, answers });
    if (this.hasEnded(guarded)) this.ends.push(guarded);
    else this.enqueue(guarded);
  }

  private end(guarded: GuardedState<Start, Ghost>, outcome: Outcome): void {
    if (outcome.kind === 'failed')
      this.encoding.failed(guarded, failureAtCall(this.machine.program, guarded.state, outcome.failure));
    else if (outcome.kind === 'ended') this.encoding.exited(guarded, outcome.because);
    else if (outcome.kind === 'unmodelled' || outcome.kind === 'bounded') this.encoding.uncovered(guarded, outcome);
  }

  private fork(guarded: GuardedState<Start, Ghost>, question: Question): void {
    const isDescending = question.kind === 'descending' ? this.terms.variable(1, 'descending') : undefined;
    const asks = isDescending === undefined && this.isLoop(guarded);
    for (const transition of this.machine.enabled(guarded.state)) {
      const says = transition.kind === 'answer' ? this.machine.saysOf(question, transition.value) : undefined;
      if (says !== undefined && !this.isPossible(guarded, says, asks)) continue;
      const copy = guarded.copy();
      this.machine.take(copy.state, transition);
      if (transition.kind === 'order') {
        copy.assume(transition.descending ? isDescending! : this.terms.not(isDescending!));
        if (transition.descending) copy.trace = { kind: 'descending', before: guarded.trace };
      }
      // A step that has begun goes on at once: nothing comes between its decisions.
      if (copy.state.isStepBegun) this.step(copy);
      else this.enqueue(copy);
    }
  }

  /** As far as is seen without looking closely; `asks`: it is worth a closer look. */
  private isPossible({ state, conditions }: GuardedState<Start, Ghost>, says: Term, asks: boolean): boolean {
    const answered = [...state.answers.flatMap((a) => a.says ?? []), says];
    if (conditions.includes(this.terms.not(says)) || this.terms.all(answered) === FALSE) return false;
    return !asks || this.encoding.feasible([...conditions, ...answered]);
  }

  /**
   * Was there a choice on arbitrary data at this branch before, and may it leave a loop? Then it is worth asking
   * whether there is another.
   */
  private isLoop({ frames }: GuardedState<Start, Ghost>): boolean {
    const frame = frames[frames.length - 1];
    return frame?.choices?.get(frame.block) !== undefined && mayLeaveLoop(frame);
  }

  /** Behind all that are not further; joined with one at the same place if they differ in data only. */
  private enqueue(guarded: GuardedState<Start, Ghost>): void {
    const { queue } = this;
    let at = queue.length;
    while (at > 0) {
      const order = comparePositions(guarded, queue[at - 1]!);
      if (order > 0) break;
      if (order === 0 && guarded.state.answers.length === 0) {
        const joined = this.join(guarded, queue[at - 1]!);
        if (joined !== undefined) {
          queue[at - 1] = joined;
          return;
        }
      }
      at--;
    }
    queue.splice(at, 0, guarded);
  }

  private join(a: GuardedState<Start, Ghost>, b: GuardedState<Start, Ghost>): GuardedState<Start, Ghost> | undefined {
    if (b.state.answers.length > 0 || a.iterations !== b.iterations) return undefined;
    return joinGuardedStates(a, b, this.terms, this.merger, this.encoding);
  }

  private joinAll(states: readonly GuardedState<Start, Ghost>[]): readonly GuardedState<Start, Ghost>[] {
    const joined: GuardedState<Start, Ghost>[] = [];
    for (const guarded of states) {
      const place = joined.findIndex((other) => {
        const both = this.join(guarded, other);
        if (both !== undefined) joined[joined.indexOf(other)] = both;
        return both !== undefined;
      });
      if (place < 0) joined.push(guarded);
    }
    return joined;
  }

  /** What the machine has noted since: conditions into the guard, arbitrary data into the trace. */
  private drain(guarded: GuardedState<Start, Ghost>): void {
    const { state } = guarded;
    for (const condition of state.path) if (!guarded.conditions.includes(condition)) guarded.assume(condition);
    state.path = [];
    drainInputs(guarded);
  }
}

export function drainInputs<Start, Ghost>(guarded: GuardedState<Start, Ghost>): void {
  const { memory } = guarded.state;
  const inputs = [];
  for (let input = memory.inputs; input !== undefined; input = input.previous) inputs.push(input);
  memory.inputs = undefined;
  for (const input of inputs.reverse()) guarded.trace = { kind: 'input', input, before: guarded.trace };
}

/** One state for two that exclude each other. Undefined if they must stay apart. */
export function joinGuardedStates<Start, Ghost>(
  a: GuardedState<Start, Ghost>,
  b: GuardedState<Start, Ghost>,
  terms: Terms,
  merger: Merger,
  encoding: Pick<ActivationEncoder<Start, Ghost>, 'joinGhosts' | 'meet'>,
): GuardedState<Start, Ghost> | undefined {
  let common = 0;
  while (common < a.conditions.length && a.conditions[common] === b.conditions[common]) common++;
  const condition = terms.all(a.conditions.slice(common));
  encoding.meet?.(a, b);
  const ghost = encoding.joinGhosts(a.ghost, b.ghost, condition);
  if (ghost === undefined) return undefined;
  const state = merger.merge(a.state, b.state, condition);
  // Uninitialised memory may have got its value now.
  drainInputs(a);
  drainInputs(b);
  if (state === undefined) return undefined;
  state.memory.inputs = undefined;
  const trace: GuardedTrace<Start> | undefined =
    a.trace === b.trace ? a.trace : { kind: 'join', condition, whenTrue: a.trace, whenFalse: b.trace };
  const joined = new GuardedState(state, a.conditions.slice(0, common), trace, ghost);
  joined.assume(terms.or(condition, terms.all(b.conditions.slice(common))));
  joined.rounds = a.rounds;
  joined.idle = a.idle;
  joined.iterations = a.iterations;
  joined.beginsRound = a.beginsRound || b.beginsRound;
  return joined;
}
