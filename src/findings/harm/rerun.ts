// Runs a witness again from o1 to the end of the unit: as it was, or with the preemption moved to just before o1 or just after o3. Masks do
// not hold it back; all other ISRs start where they did, relative to the steps of what they preempt. No ISR starts that did not before.
// Where the unit waits for a start that is still to come, the start comes then; what is left of them at the unit's end comes there.

import { assertNever, InternalError } from '../../base/internal-error.js';
import type { Describer } from '../../execution/describe.js';
import type { Failure, Outcome } from '../../machine/event.js';
import type { Liveness } from '../../machine/liveness.js';
import type { Machine } from '../../machine/machine.js';
import { objectOf, pointer } from '../../machine/memory/value.js';
import type { State } from '../../machine/state.js';
import type { StateKeys } from '../../machine/state-key.js';
import type { Code } from '../../machine/stepping/code.js';
import type { Bench } from '../bench.js';
import type { Cast, Label, Start } from './activation-label.js';
import { InputReader } from './inputs.js';
import { type End, type Observed, Recorder } from './record.js';
import { isAccessOf, moment, type Witness } from './witness.js';

export type Move = { readonly to: 'nowhere' } | { readonly to: 'before' | 'after'; readonly starts: readonly Start[] };

/** What several runs share. */
export interface Tools {
  readonly describer: Describer;
  readonly liveness: Map<Code, Liveness>;
  readonly keys: StateKeys;
  readonly unit: 'task' | 'function';
  /** Is the time of all of them over? */
  readonly isOver: () => boolean;
}

/** A point that all executions of a witness come through, if they come so far. */
export interface Meeting {
  /** What comes then depends on this alone. */
  readonly key: string;
  readonly observed: Observed;
}

/** Visible steps after the last start. */
const MAX_STEPS = 2000;
/** Visible steps before a loop is suspected to go on for ever. */
const PATIENCE = 64;
/** Compiled steps of one run. */
const MAX_COMPILED = 2 ** 23;

export class Rerun {
  private readonly machine: Machine;
  private readonly state: State;
  private readonly cast: Cast;
  private readonly pending: Start[];
  private readonly recorder: Recorder;
  private readonly inputs: InputReader;
  /** Those that have ended. */
  private readonly gone = new Set<Label>();
  /** States at visible points, with the step of each. */
  private readonly visited = new Map<string, number>();
  private lastWrite = 0;
  private lastStart: number;
  private progress: 'at o1' | 'before o3' | 'in o3' | 'after o3' = 'at o1';
  private isUnitOver = false;
  /** At the first visible point behind o3 and all starts. */
  private isBehind = false;
  private end: End | undefined;
  /** Compiled steps that are left. */
  private limit: number;
  /** Of those that were moved: did they start while the mask was closed? */
  private readonly masked = new Set<Label>();

  constructor(
    private readonly bench: Bench,
    private readonly witness: Witness,
    private readonly move: Move,
    private readonly tools: Tools,
  ) {
    this.machine = bench.machine;
    this.state = witness.state.clone();
    this.cast = witness.cast.clone();
    this.lastStart = this.state.steps;
    this.inputs = new InputReader(witness.inputs, witness.inputsRead);
    this.limit = MAX_COMPILED + witness.length;
    this.pending = startsOf(witness, move);
    const { depth, unit, calls } = witness;
    const { describer, liveness } = tools;
    this.recorder = new Recorder(this.machine, describer, liveness, this.state, depth, unit, calls);
  }

  /** To the first visible point behind o3 and all starts; undefined when it ends before. */
  meet(): Meeting | undefined {
    this.proceed(() => this.isBehind);
    if (this.end !== undefined) return undefined;
    const key = `${this.inputs.key()}\n${this.tools.keys.key(this.state)}`;
    return { key, observed: this.recorder.observed({ kind: 'met' }, this.unitName()) };
  }

  /** To the end. */
  finish(): Observed {
    this.proceed(() => false);
    return this.recorder.observed(this.end!, this.unitName());
  }

  /** Several executions take turns on one machine. */
  private proceed(isFarEnough: () => boolean): void {
    const { bench, machine } = this;
    const computed = machine.compiledSteps;
    bench.input = (bits, what) => BigInt.asUintN(bits, this.inputs.next(this.cast.runningIn(this.state), what));
    bench.isSpent = () => machine.compiledSteps - computed > this.limit || this.tools.isOver();
    machine.watcher = this.recorder.isFull || this.isUnitOver ? undefined : this.recorder;
    try {
      while (this.end === undefined && !isFarEnough()) this.end = this.advance();
    } finally {
      machine.watcher = undefined;
      this.limit -= machine.compiledSteps - computed;
    }
  }

  /** To the next visible point, and one start or step there; how it ended, if it did. */
  private advance(): End | undefined {
    const { state, cast } = this;
    const outcome = this.machine.run(state);
    this.settle();
    if (!this.isUnitOver && this.hasUnitEnded(outcome)) {
      this.isUnitOver = true;
      this.machine.watcher = undefined;
    }
    if (this.isUnitOver && cast.labels.length <= this.floor()) {
      const next = this.next();
      return next === undefined ? { kind: 'over' } : void this.start(next);
    }
    if (!this.isBehind && this.isMeetingPoint(outcome)) return void (this.isBehind = true);
    switch (outcome.kind) {
      case 'iteration':
        return undefined;
      case 'visible': {
        const due = this.due();
        if (due !== undefined) return void this.start(due);
        const stuck = this.stuck();
        if (stuck === undefined) return this.step();
        const next = this.next();
        return next === undefined ? stuck : void this.start(next);
      }
      case 'idle': {
        const next = this.due() ?? this.next();
        return next === undefined ? { kind: 'stuck', isStable: true } : void this.start(next);
      }
      case 'interrupted':
        return this.interrupted();
      default:
        return this.endOf(outcome);
    }
  }

  private isMeetingPoint(outcome: Outcome): boolean {
    return (
      outcome.kind === 'visible' &&
      this.progress === 'after o3' &&
      this.pending.length === 0 &&
      this.cast.running === this.witness.unit
    );
  }

  /** In the middle of a long computation, which nobody else sees. */
  private interrupted(): End {
    const { unit } = this.witness;
    const isQuiet = this.cast.running === unit && this.pending.length === 0;
    return isQuiet ? { kind: 'open', at: this.cast.stepsOf(unit) } : { kind: 'open' };
  }

  private step(): End | undefined {
    const { state, cast, witness } = this;
    const label = cast.running;
    const isUnit = label === witness.unit && !this.isUnitOver;
    if (isUnit) this.recorder.pass();
    const isDescending = witness.descending.has(moment(label, cast.stepsOf(label)));
    const frame = state.top();
    const outcome = this.machine.step(state, [isDescending]);
    if (outcome.kind !== 'stepped') return this.endOf(outcome);
    cast.stepped(label);
    for (const event of outcome.events) {
      if (event.kind === 'access' && event.operation === 'W') this.lastWrite = state.steps;
      this.recorder.event(label, event);
    }
    if (isUnit) this.follow(outcome.events, frame.pending === undefined);
    return undefined;
  }

  /** Looks for o3, behind which the preemption may have to start. */
  private follow(events: Extract<Outcome, { kind: 'stepped' }>['events'], isWhole: boolean): void {
    const { o1, o3, byte } = this.witness.triple;
    // Objects that were not there before may have other numbers now.
    const isFixed = this.witness.state.memory.info(objectOf(byte)) !== undefined;
    const isSeen = (site: typeof o1): boolean =>
      events.some((e) => isAccessOf(e, site, isFixed || e.kind !== 'access' ? byte : pointer(e.object, e.offset)));
    const isFirst = this.progress === 'at o1' && this.cast.stepsOf(this.witness.unit) > this.witness.firstStep;
    if (isFirst && isSeen(o1)) this.progress = 'before o3';
    else if (this.progress === 'before o3' && isSeen(o3)) this.progress = 'in o3';
    if (this.progress !== 'in o3' || !isWhole) return;
    this.progress = 'after o3';
    // At once: a long computation may come before the next visible step.
    const held = this.move.to === 'after' ? this.pending.filter((s) => this.isMoved(s.label)) : [];
    for (const { label } of held)
      this.pending.splice(
        this.pending.findIndex((s) => s.label === label),
        1,
      );
    this.pending.unshift(...held.map((s) => ({ ...s, at: this.cast.stepsOf(s.preempted) })));
    if (held.length > 0) this.start(this.pending[0]!);
  }

  private isMoved(label: Label): boolean {
    return this.move.to !== 'nowhere' && this.move.starts.some((s) => s.label === label);
  }

  private start(start: Start): void {
    const { state } = this;
    const n = this.pending.findIndex((s) => s.label === start.label);
    if (n !== -1) this.pending.splice(n, 1);
    if (this.isActive(start)) throw new InternalError('an ISR preempts itself');
    if (this.isMoved(start.label) && !state.maskOpen) this.masked.add(start.label);
    this.cast.enter(start.label);
    this.machine.start(state, start.isr);
    this.lastStart = state.steps;
    this.visited.clear();
  }

  private settle(): void {
    for (const label of this.cast.settle(this.state)) {
      this.gone.add(label);
      // Masks were ignored, so the return does not open them.
      if (this.masked.has(label)) this.state.maskOpen = false;
    }
  }

  /** The start that comes next here. */
  private due(): Start | undefined {
    const { running } = this.cast;
    return this.pending.find(
      (s) =>
        !this.isActive(s) &&
        (s.preempted === running ? s.at <= this.cast.stepsOf(running) : this.gone.has(s.preempted)),
    );
  }

  /** The start that comes next, here or later. */
  private next(): Start | undefined {
    return this.pending.find((s) => !this.isActive(s));
  }

  private isActive(start: Start): boolean {
    return this.state.activations.some((a) => a.context === start.isr);
  }

  private hasUnitEnded(outcome: Outcome): boolean {
    const { unit, depth, calls } = this.witness;
    if (this.cast.labels[depth] !== unit) return true;
    if (this.tools.unit === 'task') return outcome.kind === 'iteration' && this.cast.running === unit;
    const call = calls.at(-1);
    return !this.state.activations[depth]!.frames.some((f) => f.serial === call);
  }

  /** Activations that were there before the unit, and the unit itself if only its iteration or its call is over. */
  private floor(): number {
    const { unit, depth } = this.witness;
    return this.cast.labels[depth] === unit ? depth + 1 : depth;
  }

  /** Nothing new will come: the state was there before, or it takes too long to find out. */
  private stuck(): End | undefined {
    const { steps } = this.state;
    if (steps - this.lastStart > MAX_STEPS) return { kind: 'open' };
    const patience = steps - this.lastStart - PATIENCE;
    // Ever longer loops are looked for more rarely: keys of states are long.
    if (patience < 0 || (patience > 8 * PATIENCE && patience % 16 !== 0)) return undefined;
    const key = `${this.inputs.read} ${this.tools.keys.key(this.state)}`;
    const before = this.visited.get(key);
    if (before === undefined) this.visited.set(key, steps);
    return before === undefined ? undefined : { kind: 'stuck', isStable: this.lastWrite <= before };
  }

  private endOf(outcome: Outcome): End | undefined {
    switch (outcome.kind) {
      case 'failed':
        return this.failed(outcome.failure);
      case 'ended':
        return { kind: outcome.because === 'exit' ? 'exit' : 'open' };
      case 'unmodelled':
      case 'bounded':
        return { kind: 'open' };
      case 'idle':
      case 'iteration':
        // A visible return ended the last activation.
        return undefined;
      case 'visible':
      case 'stepped':
      case 'interrupted':
      case 'undecided':
        throw new InternalError(`a step with all inputs given is ${outcome.kind}`);
      default:
        return assertNever(outcome);
    }
  }

  private failed(failure: Failure): End {
    return { kind: 'failed', failure, place: this.recorder.placeOf(failure.function, failure.instruction.debug) };
  }

  private unitName(): string {
    const { state, depth } = this.witness;
    return this.machine.program.contexts[state.activations[depth]!.context]!.name;
  }
}

/** All starts in order, with those that are moved where they go: behind those before o1, or held back until o3 is seen. */
function startsOf({ starts, unit, firstStep }: Witness, move: Move): Start[] {
  if (move.to === 'nowhere') return [...starts];
  const { starts: moved } = move;
  if (move.to === 'after') return starts.map((s) => (moved.includes(s) ? { ...s, at: Number.POSITIVE_INFINITY } : s));
  const others = starts.filter((s) => !moved.includes(s));
  const n = others.findIndex((s) => s.preempted === unit && s.at > firstStep);
  others.splice(n === -1 ? others.length : n, 0, ...moved.map((s) => ({ ...s, at: firstStep })));
  return others;
}
