// A recorded execution once more, up to the end of the unit of work: as it was, or with some starts moved to just
// before o1 or to just after o3. The others start after as many steps of what they preempt as before; none comes that
// did not come before. Where the unit waits, and at its end, those come that are left.

import type { Machine } from '../../../src/machine/machine.js';
import type { Outcome } from '../../../src/machine/outcome.js';
import { StateKeys } from '../../../src/machine/state-key.js';
import type { Watcher } from '../../../src/machine/stepping/instruction-context.js';
import type { Triple } from '../triples.js';
import { type DeviceWrite, deviceWrite, type Effects, isLookedAt, memoryText, OPEN } from './effects.js';
import type { Recording } from './record.js';
import { type Label, NOBODY, type Start, Walk, type WalkedStep } from './walk.js';

export interface Witness {
  readonly triple: Triple;
  readonly recording: Recording;
  /** The activation of o1 and o3, and its place on the stack. */
  readonly unit: Label;
  readonly depth: number;
  /** Its steps before o1. */
  readonly firstStep: number;
  /** Those before o3. */
  readonly starts: readonly Start[];
  /** Calls that o1 and o3 are both made in. */
  readonly calls: readonly number[];
  readonly kind: 'task' | 'function';
  /** What those sources give that the recording did not read. */
  readonly unread: bigint;
}

export interface Move {
  readonly to: 'nowhere' | 'before' | 'after';
  readonly labels: readonly Label[];
}

export type Follower = Watcher & { made(which: 'o1' | 'o3', step: WalkedStep): void };

const MAX_STEPS = 1500;
/** Steps before states are compared. */
const PATIENCE = 64;

export function effectsOf(machine: Machine, witness: Witness, move: Move, follower?: Follower): Effects {
  return new MovedExecution(machine, witness, move, follower).effects();
}

class MovedExecution {
  private readonly walk: Walk;
  private readonly pending: Start[];
  private readonly writes = new Map<Label, DeviceWrite[]>();
  /** Of each activation: writes to memory so far. */
  private readonly changes = new Map<Label, number>();
  private readonly returns = new Map<number, string>();
  private readonly keys: StateKeys;
  /** States at visible points, with the memory there: what nobody reads is no part of a state. */
  private readonly seen = new Map<string, string>();
  private progress: 'before o1' | 'before o3' | 'in o3' | 'after o3' = 'before o1';
  /** The unit has come to o1. */
  private hasBegun = false;
  private isOver = false;
  /** The object was there before o1: it has the same number in all executions. */
  private isKnown = true;
  private lastStart = 0;
  private inputsRead = 0;
  private steps = 0;

  constructor(
    private readonly machine: Machine,
    private readonly witness: Witness,
    private readonly move: Move,
    private readonly follower: Follower | undefined,
  ) {
    const { recording, starts, unit, firstStep } = witness;
    const isMoved = (s: Start): boolean => move.labels.includes(s.label);
    const moved = starts.filter(isMoved);
    const others = starts.filter((s) => !isMoved(s));
    // Behind those that come before o1 anyway.
    const at = others.findIndex((s) => s.preempted === unit && s.at > firstStep);
    const before = moved.map((s) => ({ ...s, at: firstStep }));
    const held = starts.map((s) => (isMoved(s) ? { ...s, at: Number.POSITIVE_INFINITY } : s));
    if (move.to === 'nowhere') this.pending = [...starts];
    else if (move.to === 'after') this.pending = held;
    else this.pending = others.toSpliced(at < 0 ? others.length : at, 0, ...before);
    const read = recording.inputs.reader(witness.unread);
    this.keys = new StateKeys(machine.terms);
    this.walk = new Walk(
      machine,
      {
        input: (label, what) => {
          this.inputsRead++;
          return read(label, what);
        },
        isDescending: (label, ownStep) =>
          (recording.descending.get(`${label}.${ownStep}`) ?? Number.POSITIVE_INFINITY) <= witness.triple.o3.at,
      },
      this.watcher(),
    );
  }

  private watcher(): Watcher {
    const { follower, witness } = this;
    return {
      isWatching: () => true,
      executing: (state, frame, i) => follower?.executing(state, frame, i),
      returned: (state, value) => {
        follower?.returned(state, value);
        const frame = state.top();
        const caller = state.running!.frames.at(-2);
        const isOfUnit = state.activations.length - 1 === witness.depth && witness.calls.includes(frame.serial);
        if (!isOfUnit || !this.hasBegun || this.isOver || value === undefined) return;
        if (caller === undefined || !isLookedAt(caller, frame.site!)) this.returns.set(frame.serial, String(value));
      },
    };
  }

  effects(): Effects {
    const end = this.goOn();
    const isStill = ['over', 'exit', 'waits'].includes(end);
    const memory = isStill ? memoryText(this.walk.state.memory) : undefined;
    const { writes, returns } = this;
    const isMoving = end === 'moves';
    return { writes, returns, end: isMoving ? 'waits' : end, isCut: isMoving || end === OPEN, memory };
  }

  private goOn(): string {
    const { walk } = this;
    for (;;) {
      const outcome = walk.run();
      this.noteUnit(outcome);
      if (this.isOver && walk.labels.length <= this.floor()) {
        if (!this.startNext()) return 'over';
        continue;
      }
      if (outcome.kind === 'iteration') continue;
      if (outcome.kind !== 'visible' && outcome.kind !== 'blocked') return this.endOf(outcome);
      const due = this.due();
      if (due !== undefined) {
        this.start(due);
        continue;
      }
      const wait = outcome.kind === 'blocked' ? 'waits' : this.wait();
      if (wait !== undefined) {
        if (this.startNext()) continue;
        return wait;
      }
      if (this.steps++ > MAX_STEPS) return OPEN;
      const step = walk.step();
      if (!('calls' in step)) {
        if (step.kind === 'ended' || step.kind === 'failed') return this.endOf(step);
        continue;
      }
      this.stepped(step);
    }
  }

  private noteUnit(outcome: Outcome): void {
    const { walk } = this;
    const { unit, firstStep, depth, kind, calls } = this.witness;
    const isThere = outcome.kind === 'visible' && walk.running === unit && walk.stepsOf(unit) === firstStep;
    if (isThere && !this.hasBegun) {
      this.hasBegun = true;
      this.isKnown = walk.state.memory.info(this.witness.triple.o3.event.object) !== undefined;
    }
    if (!this.hasBegun || this.isOver) return;
    if (walk.labels[depth] !== unit) this.isOver = true;
    else if (kind === 'task') this.isOver = outcome.kind === 'iteration' && walk.running === unit;
    else this.isOver = !walk.state.activations[depth]!.frames.some((f) => f.serial === calls.at(-1));
  }

  /** Whoever is there besides the unit: below it. */
  private floor(): number {
    const { unit, depth } = this.witness;
    return this.walk.labels[depth] === unit ? depth + 1 : depth;
  }

  private due(): Start | undefined {
    const { walk } = this;
    const { running } = walk;
    return this.pending.find((s) => {
      if (this.isBusy(s)) return false;
      return s.preempted === running ? s.at <= walk.stepsOf(running) : this.isGone(s.preempted);
    });
  }

  private isGone(label: Label): boolean {
    return label !== NOBODY && this.walk.ended.has(label);
  }

  /** It runs already, and cannot be entered again. */
  private isBusy({ isr }: Start): boolean {
    const isReentrant = this.machine.program.contexts[isr]!.multiple === true;
    return !isReentrant && this.walk.state.activations.some((a) => a.context === isr);
  }

  private startNext(): boolean {
    const next = this.pending.find((s) => !this.isBusy(s));
    if (next !== undefined) this.start(next);
    return next !== undefined;
  }

  private start(start: Start): void {
    this.pending.splice(this.pending.indexOf(start), 1);
    this.walk.start(start.isr, start.label, this.move.labels.includes(start.label));
    this.lastStart = this.steps;
    this.seen.clear();
  }

  private stepped(step: WalkedStep): void {
    const { walk, witness } = this;
    const { activation: label } = step;
    for (const event of step.events) {
      const text = deviceWrite(walk.state, event);
      const isWrite = event.kind === 'access' && event.operation === 'W';
      if (isWrite && text === undefined) this.changes.set(label, (this.changes.get(label) ?? 0) + 1);
      if (text === undefined || !('instruction' in event)) continue;
      const write = { text, place: `${step.call} ${event.instruction}`, changes: this.changes.get(label) ?? 0 };
      this.writes.set(label, [...(this.writes.get(label) ?? []), write]);
    }
    if (step.activation !== witness.unit || !this.hasBegun || this.isOver) return;
    const { o1, o3 } = witness.triple;
    if (this.progress === 'before o1') {
      if (step.ownStep < witness.firstStep || !this.isMade(step, o1)) return;
      this.progress = 'before o3';
      this.follower?.made('o1', step);
      return;
    }
    if (this.progress === 'before o3' && this.isMade(step, o3)) {
      this.progress = 'in o3';
      this.follower?.made('o3', step);
    }
    if (this.progress !== 'in o3' || !step.isWhole) return;
    this.progress = 'after o3';
    if (this.move.to !== 'after') return;
    // In their order, the first at once and each of the others as soon as nobody is on top of the unit any more.
    const at = walk.stepsOf(witness.unit);
    const moved = this.pending.filter((s) => this.move.labels.includes(s.label)).map((s) => ({ ...s, at }));
    const rest = this.pending.filter((s) => !this.move.labels.includes(s.label));
    this.pending.splice(0, this.pending.length, ...moved, ...rest);
    if (moved[0] !== undefined) this.start(moved[0]);
  }

  private isMade(step: WalkedStep, { event }: Triple['o1']): boolean {
    const { byte } = this.witness.triple;
    return step.accesses.some(
      (a) =>
        a.instruction === event.instruction &&
        a.operation === event.operation &&
        (!this.isKnown || (a.object === event.object && a.offset <= byte && byte < a.offset + a.size)),
    );
  }

  /** The state was there before: `moves` if memory changes on the way round. */
  private wait(): string | undefined {
    if (this.steps - this.lastStart < PATIENCE || this.walk.state.isStepBegun) return undefined;
    const key = `${this.inputsRead} ${this.keys.key(this.walk.state)}`;
    const memory = memoryText(this.walk.state.memory);
    if (!this.seen.has(key)) {
      this.seen.set(key, memory);
      return undefined;
    }
    const round = [...this.seen].slice([...this.seen.keys()].indexOf(key));
    return round.every(([, m]) => m === memory) ? 'waits' : 'moves';
  }

  private endOf(outcome: Outcome): string {
    if (outcome.kind === 'failed') return `fails at ${outcome.failure.instruction}: ${outcome.failure.message}`;
    return outcome.kind === 'ended' && outcome.because === 'exit' ? 'exit' : OPEN;
  }
}
