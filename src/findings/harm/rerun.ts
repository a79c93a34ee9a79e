// Runs a witness again from o1 to the end of the unit: as it was, or with preemptions moved to just before o1 or just
// after o3. Masks do not hold it back; all other ISRs start where they did, relative to the steps of what they
// preempt. No ISR starts that did not before. Where the unit waits for a start that is still to come, the start comes
// then; what is left of them at the unit's end comes there.

import { InternalError } from '../../base/internal-error.js';
import type { Describer } from '../../execution/describe.js';
import { drive, type Ending, type Observer, type Point, type Scheduler } from '../../execution/drive.js';
import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import type { Memory } from '../../machine/memory/memory.js';
import { objectOf, pointer } from '../../machine/memory/value.js';
import type { Outcome } from '../../machine/outcome.js';
import type { Frame, State } from '../../machine/state.js';
import type { StateKeys } from '../../machine/state-key.js';
import type { Watcher } from '../../machine/stepping/instruction-context.js';
import { ORDERS, STEP, type Transition } from '../../machine/transition.js';
import type { ActivationLabel, ActivationLabels, LabelledStart } from './activation-label.js';
import { InputReader } from './inputs.js';
import { memoryDifferences } from './memory-difference.js';
import { type Observed, OutcomeRecorder, type UnitEnd } from './record.js';
import { isAccessOf, stepName, type Witness } from './witness.js';

/** Starts that come just before o1 or just after o3 instead of where they were. */
export interface Move {
  readonly before: readonly LabelledStart[];
  readonly after: readonly LabelledStart[];
}

export const NO_MOVE: Move = { before: [], after: [] };

type Access = Extract<Event, { kind: 'access' }>;

/** Is told of the accesses of the witness, and may watch each instruction. */
export interface Follower extends Watcher {
  /** o1 was made by the last instruction of a call. */
  began(frame: Frame, access: Access): void;
  /** o3 was. */
  arrived(): void;
}

/** What several runs share. */
export interface RerunTools {
  readonly machine: Machine;
  readonly describer: Describer;
  readonly keys: StateKeys;
  readonly unit: 'task' | 'function';
  /** Is told of compiled steps that cost as much effort as those that are made one by one. */
  readonly lookedAt: (steps: number) => void;
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

export class Rerun implements Scheduler, Observer {
  private readonly state: State;
  private readonly labels: ActivationLabels;
  private readonly pending: LabelledStart[];
  private readonly recorder: OutcomeRecorder;
  private readonly inputs: InputReader;
  /** Those that have ended. */
  private readonly gone = new Set<ActivationLabel>();
  /** States at visible points, in order: the memory, and how many effects there were of who runs. */
  private readonly visited = new Map<string, { readonly memory: Memory; readonly effects: number }>();
  private lastStart: number;
  private progress: 'at o1' | 'before o3' | 'in o3' | 'after o3' = 'at o1';
  /** Somebody made o2 between o1 and o3. */
  private hasSecond = false;
  /** Something came into the access that is torn. */
  isTorn = false;
  private isUnitOver = false;
  /** The unit is over, and so is all that preempted it. */
  private isPast = false;
  /** At the first visible point behind o3 and all starts; that far, if it is only to be met there. */
  private isBehind = false;
  private isFarEnough = false;
  private untilMet = false;
  /** The start that does not wait for the next visible point, and the one that is about to be made. */
  private atOnce: LabelledStart | undefined;
  private starting: LabelledStart | undefined;
  /** Who makes the step that is about to be made. */
  private stepping: { readonly label: ActivationLabel; readonly isUnit: boolean; readonly frame: Frame } | undefined;
  private end: UnitEnd | undefined;
  /** Compiled steps that are left. */
  private limit: number;

  constructor(
    private readonly witness: Witness,
    private readonly move: Move,
    private readonly tools: RerunTools,
    private readonly follower?: Follower,
  ) {
    const { machine, describer } = tools;
    this.labels = witness.labels.clone();
    this.inputs = new InputReader(witness.inputs, witness.inputsRead);
    this.state = witness.state.clone((bits, what) =>
      BigInt.asUintN(bits, this.inputs.next(this.labels.runningIn(this.state), what)),
    );
    this.lastStart = this.state.steps;
    this.limit = MAX_COMPILED + witness.length;
    this.pending = startsOf(witness, move);
    this.recorder = new OutcomeRecorder(machine, describer, this.state, witness.depth, witness.calls, tools.lookedAt);
  }

  /** Was it given values that nothing says anything about? */
  get hasGuessed(): boolean {
    return this.inputs.hasGuessed;
  }

  /** Did it come behind o3, with o2 in between? */
  get isComplete(): boolean {
    return this.progress === 'after o3' && this.hasSecond;
  }

  /** To the first visible point behind o3 and all starts; undefined when it ends before. */
  meet(): Meeting | undefined {
    this.proceed('meet');
    if (this.end !== undefined) return undefined;
    const key = `${this.inputs.key()}\n${this.stateKey()}`;
    return { key, observed: this.recorder.observed({ kind: 'met' }, this.unitName()) };
  }

  /** To the end. */
  finish(): Observed {
    this.proceed('finish');
    return this.recorder.observed(this.end!, this.unitName());
  }

  /** Several executions take turns on one machine. */
  private proceed(how: 'meet' | 'finish'): void {
    const { machine, isOver } = this.tools;
    const computed = machine.compiledSteps;
    const interrupt = (): boolean => machine.compiledSteps - computed > this.limit || isOver();
    this.isFarEnough = false;
    this.untilMet = how === 'meet';
    while (this.end === undefined && !this.isFarEnough) {
      const ending = drive(machine, this.state, this, [this], { interrupt, watcher: this.follower ?? this.recorder });
      if (ending.kind !== 'stopped' && !this.isPast) this.end = this.endOf(ending);
    }
    this.limit -= machine.compiledSteps - computed;
  }

  early(): Transition | 'stop' | undefined {
    if (this.end !== undefined) return 'stop';
    if (this.isPast) return this.nextOr({ kind: 'over' }) ?? 'stop';
    const { atOnce } = this;
    this.atOnce = undefined;
    return atOnce === undefined ? undefined : this.start(atOnce);
  }

  ran(state: State, outcome: Outcome): void {
    for (const label of this.labels.settle(state)) this.gone.add(label);
    if (!this.isUnitOver && this.hasUnitEnded(outcome)) {
      this.isUnitOver = true;
      this.recorder.close();
    }
    this.isPast = this.isUnitOver && this.labels.labels.length <= this.floor();
  }

  choose(_state: State, point: Point): Transition | undefined {
    if (this.isPast) return this.nextOr({ kind: 'over' });
    if (point.kind === 'undecided') {
      const label = this.labels.running;
      return ORDERS[this.witness.descending.has(stepName(label, this.labels.stepsOf(label))) ? 1 : 0]!;
    }
    if (!this.isBehind && this.isMeetingPoint(point)) {
      this.isBehind = true;
      this.isFarEnough = this.untilMet;
      if (this.isFarEnough) return undefined;
    }
    const due = this.due();
    if (due !== undefined) return this.start(due);
    if (point.kind === 'blocked') return this.nextOr({ kind: 'stuck', isStable: true });
    const stuck = this.state.isStepBegun ? undefined : this.stuck();
    return stuck === undefined ? STEP : this.nextOr(stuck);
  }

  /** The start that comes next, here or later; if there is none, that is the end. */
  private nextOr(end: UnitEnd): Transition | undefined {
    const next = this.pending.find((s) => !this.isActive(s));
    if (next !== undefined) return this.start(next);
    this.end = end;
    return undefined;
  }

  private isMeetingPoint(point: Point): boolean {
    return (
      point.kind === 'visible' &&
      this.progress === 'after o3' &&
      this.pending.length === 0 &&
      this.labels.running === this.witness.unit
    );
  }

  taking(state: State, { kind }: Transition): void {
    if (kind === 'start') this.labels.enter(this.starting!.label);
    if (kind !== 'step') return;
    const label = this.labels.running;
    const isUnit = label === this.witness.unit && !this.isUnitOver;
    this.stepping = { label, isUnit, frame: state.top() };
  }

  took(state: State, { kind }: Transition, events: readonly Event[]): void {
    if (kind === 'start') {
      this.lastStart = state.steps;
      this.visited.clear();
      if (this.progress === 'in o3') this.isTorn = true;
    }
    if (kind !== 'step') return;
    const { label, isUnit, frame } = this.stepping!;
    this.labels.stepped(label);
    for (const event of events) this.recorder.event(label, event);
    if (isUnit) this.follow(events, frame.pending === undefined);
    else if (this.progress === 'before o3') {
      const { o2, byte } = this.witness.triple;
      this.hasSecond ||= events.some((e) => isAccessOf(e, o2, byte));
    }
  }

  /** Looks for o3, behind which the preemption may have to start. */
  private follow(events: readonly Event[], isWhole: boolean): void {
    const { o1, o3, byte, isTorn } = this.witness.triple;
    // Objects that were not there before may have other numbers now; a torn access has several pieces.
    const isFixed = !isTorn && this.witness.state.memory.info(objectOf(byte)) !== undefined;
    const seen = (site: typeof o1): Access | undefined =>
      events.find((e): e is Access =>
        isAccessOf(e, site, isFixed || e.kind !== 'access' ? byte : pointer(e.object, e.offset)),
      );
    const isFirst = this.progress === 'at o1' && this.labels.stepsOf(this.witness.unit) > this.witness.firstStep;
    const first = isFirst ? seen(o1) : undefined;
    if (first !== undefined) {
      this.progress = isTorn ? 'in o3' : 'before o3';
      this.follower?.began(this.stepping!.frame, first);
    } else if (this.progress === 'before o3' && seen(o3) !== undefined) {
      this.progress = 'in o3';
      this.follower?.arrived();
    }
    if (this.progress !== 'in o3' || !isWhole) return;
    this.progress = 'after o3';
    const held = this.pending.filter((s) => this.move.after.some((m) => m.label === s.label));
    for (const { label } of held)
      this.pending.splice(
        this.pending.findIndex((s) => s.label === label),
        1,
      );
    this.pending.unshift(...held.map((s) => ({ ...s, at: this.labels.stepsOf(s.preempted) })));
    // At once: a long computation may come before the next visible step.
    if (held.length > 0) this.atOnce = this.pending[0]!;
  }

  private isMoved(label: ActivationLabel): boolean {
    const { before, after } = this.move;
    return [...before, ...after].some((s) => s.label === label);
  }

  private start(start: LabelledStart): Transition {
    const n = this.pending.findIndex((s) => s.label === start.label);
    if (n !== -1) this.pending.splice(n, 1);
    if (this.isActive(start)) throw new InternalError('an ISR preempts itself');
    this.starting = start;
    this.isPast = false;
    const { isr } = start;
    return this.isMoved(start.label) ? { kind: 'start', isr, ignoresMask: true } : { kind: 'start', isr };
  }

  /** The start that comes next here. */
  private due(): LabelledStart | undefined {
    if (this.state.isStepBegun) return undefined;
    const { running } = this.labels;
    return this.pending.find(
      (s) =>
        !this.isActive(s) &&
        (s.preempted === running ? s.at <= this.labels.stepsOf(running) : this.gone.has(s.preempted)),
    );
  }

  /** And not one that may be entered again while it runs. */
  private isActive({ isr }: LabelledStart): boolean {
    if (this.tools.machine.program.contexts[isr]!.multiple === true) return false;
    return this.state.activations.some((a) => a.context === isr);
  }

  private hasUnitEnded(outcome: Outcome): boolean {
    const { unit, depth, calls } = this.witness;
    if (this.labels.labels[depth] !== unit) return true;
    if (this.tools.unit === 'task') return outcome.kind === 'iteration' && this.labels.running === unit;
    const call = calls.at(-1);
    return !this.state.activations[depth]!.frames.some((f) => f.serial === call);
  }

  /** Activations that were there before the unit, and the unit itself if only its iteration or its call is over. */
  private floor(): number {
    const { unit, depth } = this.witness;
    return this.labels.labels[depth] === unit ? depth + 1 : depth;
  }

  /** Nothing new will come: the state was there before, or it takes too long to find out. */
  private stuck(): UnitEnd | undefined {
    const { steps } = this.state;
    if (steps - this.lastStart > MAX_STEPS) return { kind: 'open' };
    const patience = steps - this.lastStart - PATIENCE;
    // Ever longer loops are looked for more rarely: keys of states are long.
    if (patience < 0 || (patience > 8 * PATIENCE && patience % 16 !== 0)) return undefined;
    const key = `${this.inputs.key()} ${this.stateKey()}`;
    const { running: label } = this.labels;
    const before = this.visited.get(key);
    if (before === undefined) {
      this.visited.set(key, { memory: this.state.memory.clone(), effects: this.recorder.countOf(label) });
      return undefined;
    }
    const isStable = this.isUnchangedSince(before.memory);
    return { kind: 'stuck', isStable, round: { label, begin: before.effects } };
  }

  /** Is the memory of all states from that one on the same, also where only the loop looks at it, or nobody? */
  private isUnchangedSince(first: Memory): boolean {
    const { machine, describer } = this.tools;
    const memories = [...this.visited.values()].map(({ memory }) => memory);
    return memories
      .slice(memories.indexOf(first))
      .every((memory) => memoryDifferences(memory, this.state.memory, 'all', machine, describer).length === 0);
  }

  private stateKey(): string {
    const { latches } = this.state;
    const held = latches === undefined ? '' : [...latches.values()].join();
    return `${held} ${this.tools.keys.key(this.state)}`;
  }

  private endOf(ending: Ending): UnitEnd {
    switch (ending.kind) {
      case 'failed': {
        const { failure } = ending;
        return { kind: 'failed', failure, place: this.recorder.placeOf(failure.instruction) };
      }
      case 'ended':
        return { kind: ending.because === 'exit' ? 'exit' : 'open' };
      case 'interrupted': {
        // In the middle of a long computation, which nobody else sees.
        const { unit } = this.witness;
        const isQuiet = this.labels.running === unit && this.pending.length === 0;
        return isQuiet ? { kind: 'open', at: this.labels.stepsOf(unit) } : { kind: 'open' };
      }
      default:
        return { kind: 'open' };
    }
  }

  private unitName(): string {
    const { state, depth } = this.witness;
    return this.tools.machine.program.contexts[state.activations[depth]!.context]!.name;
  }
}

/**
 * All starts in order, with those that are moved where they go: behind those before o1, or held back until o3 is seen.
 */
function startsOf({ starts, unit, firstStep }: Witness, { before, after }: Move): LabelledStart[] {
  const others = starts
    .filter((s) => !before.includes(s))
    .map((s) => (after.includes(s) ? { ...s, at: Number.POSITIVE_INFINITY } : s));
  const n = others.findIndex((s) => s.preempted === unit && s.at > firstStep);
  others.splice(n === -1 ? others.length : n, 0, ...before.map((s) => ({ ...s, at: firstStep })));
  return others;
}
