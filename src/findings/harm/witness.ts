// What can be moved in an execution that shows a finding: the state right before o1, the preemption that holds o2, and
// where all other ISRs start relative to what they preempt. Learnt from the replay that confirms the finding. A torn
// access is o1 and o3 at once.

import type { Checkpoint } from '../../execution/checkpoint.js';
import type { Observer } from '../../execution/drive.js';
import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import { objectOf, offsetOf, pointer } from '../../machine/memory/value.js';
import { type Peeked, peek } from '../../machine/peek.js';
import type { State } from '../../machine/state.js';
import type { Transition } from '../../machine/transition.js';
import type { ContextId } from '../../model/program.js';
import type { MadeAccess, PrefixPoint, SharedPrefix } from '../shared-prefix.js';
import type { Site } from '../sites.js';
import { type ActivationLabel, ActivationLabels, type LabelledStart } from './activation-label.js';
import { InputLog } from './inputs.js';
import { isKeptOut, type KeptOutOf } from './let-in.js';
import { waitLoops } from './wait-loops.js';

/** The accesses of a finding and the byte that they have in common. */
export interface Triple {
  readonly o1: Site;
  readonly o2: Site;
  readonly o3: Site;
  readonly byte: number;
  /** Is o1, which is o3 as well, an access in pieces that o2 comes into? */
  readonly isTorn: boolean;
}

export interface Witness {
  readonly triple: Triple;
  /**
   * Before the instruction of o1, or one way round a loop earlier, so that what repeats is known to repeat. Of a torn
   * access: before the unit, or the round in which it waits, has read or written any of the variable.
   */
  readonly state: State;
  readonly labels: ActivationLabels;
  /** The activation of o1 and o3, and its place on the stack. */
  readonly unit: ActivationLabel;
  readonly depth: number;
  /** Visible steps of the unit before the instruction of o1. */
  readonly firstStep: number;
  /** The activation directly above the unit in which o2 happens. */
  readonly preemption: LabelledStart;
  /**
   * It and those that ran right before it, without a step of the unit in between: it may need what they did. Of a torn
   * access, all that came into it.
   */
  readonly together: readonly LabelledStart[];
  /** Of a torn access: all of it. */
  readonly torn: Peeked | undefined;
  /** Are o1 and o3 made by one call, itself and not by what it calls? */
  readonly isOneCall: boolean;
  /** Was the preemption kept out of o1, and of o3? */
  readonly keptOut: KeptOutOf;
  /** Starts behind that state, in order; the preemption is one of them. */
  readonly starts: readonly LabelledStart[];
  /** Calls that o1 and o3 are both made in, outermost first, by serial number. */
  readonly calls: readonly number[];
  /** Torn accesses that go from their last piece down. */
  readonly descending: ReadonlySet<string>;
  readonly inputs: InputLog;
  readonly inputsRead: ReadonlyMap<string, number>;
  /** Compiled steps from o1 to o3. */
  readonly length: number;
}

/** Accesses that may be o1 that are remembered. */
const MAX_FIRSTS = 3;
/** Accesses before a checkpoint that are looked at again. */
const MAX_RESUMED = 8;

type Before = Pick<Witness, 'state' | 'labels' | 'inputsRead'> & {
  readonly started: number;
  /** Steps that the machine had compiled and run. */
  readonly computed: number;
};

/** Follows the replay that confirms the finding. */
export class HarmTrace implements Observer {
  private readonly log = new InputLog();
  private readonly labels = new ActivationLabels();
  private readonly starts: LabelledStart[] = [];
  private readonly descending = new Set<string>();
  /** By activation: before its current instruction where that may be o1. */
  private readonly approaches = new Map<ActivationLabel, Before>();
  /**
   * By activation: its last accesses in this unit that may be o1, with the steps made then; the very last may be o3.
   */
  private readonly firsts = new Map<ActivationLabel, readonly { readonly before: Before; readonly step: number }[]>();
  /** Of a torn access, by activation: before the first access of this unit, or of its waiting round, to it. */
  private readonly untouched = new Map<ActivationLabel, Before>();
  /** Of a torn access, by activation: the accesses to the variable in this round of a loop that waits. */
  private readonly rounds = new Map<ActivationLabel, Set<string>>();
  /** By activation: the loops that it was in to wait for others, with its last step there. */
  private readonly waits = new Map<ActivationLabel, Map<number, number>>();
  /** Accesses that may be o2, by the stack at that moment. */
  private readonly seconds: { readonly stack: readonly ActivationLabel[]; readonly step: number }[] = [];
  private state: State | undefined;

  constructor(
    readonly triple: Triple,
    private readonly machine: Machine,
    private readonly unit: 'task' | 'function',
  ) {}

  /** The execution goes on from a checkpoint: what is wanted of the steps before it is looked up. */
  resume(prefix: SharedPrefix, { state, given, extra }: Checkpoint<PrefixPoint>): void {
    const { o1, byte } = this.triple;
    this.state = state;
    this.labels.resume(extra.made);
    // From here on as the machine counts.
    const origin = this.machine.compiledSteps - extra.computed;
    const before = ({ begun, computed }: MadeAccess): Before => {
      const at = prefix.stateBefore(begun);
      const log = new InputLog();
      log.addAll(0, prefix.checkpoints.given.slice(0, at.given));
      const labels = new ActivationLabels();
      labels.resume(begun);
      return { state: at.state, labels, started: 0, inputsRead: log.counts(), computed: computed + origin };
    };
    const firsts = prefix.lastOf(o1.id, byte, MAX_FIRSTS, extra);
    this.firsts.set(
      0,
      firsts.map((access) => ({ before: before(access), step: access.step + 1 })),
    );
    if (this.triple.isTorn) this.resumeUntouched(prefix.accessesTo(objectOf(byte), extra), before);
    this.log.addAll(0, prefix.checkpoints.given.slice(0, given));
  }

  /** Main's accesses to the variable's object until now. */
  private resumeUntouched(accesses: readonly MadeAccess[], before: (access: MadeAccess) => Before): void {
    const [object, offset] = [objectOf(this.triple.byte), offsetOf(this.triple.byte)];
    const met = accesses.filter((a) => a.object === object && a.offset <= offset && offset < a.offset + a.size);
    if (met.length === 0) return;
    this.untouched.set(0, before(met[0]!));
    // A round that began earlier than that is taken for none.
    if (met.length > MAX_RESUMED) this.rounds.set(0, new Set());
    for (const access of met.slice(-MAX_RESUMED)) {
      const at = before(access);
      if (this.beginsRound(0, at.state)) this.untouched.set(0, at);
    }
  }

  gave(what: string, value: bigint): void {
    this.log.add(this.labels.runningIn(this.state), what, value);
  }

  ran(state: State): void {
    this.state = state;
    this.labels.settle(state);
  }

  iteration(): void {
    if (this.unit === 'function') return;
    this.firsts.delete(this.labels.running);
    this.untouched.delete(this.labels.running);
  }

  taking(state: State, transition: Transition): void {
    if (transition.kind === 'start') this.starting(transition.isr);
    else if (transition.kind === 'step') this.approach(state);
    else if (transition.kind === 'order' && transition.descending) {
      const label = this.labels.running;
      this.descending.add(stepName(label, this.labels.stepsOf(label)));
    }
  }

  took(_state: State, { kind }: Transition, events: readonly Event[]): void {
    if (kind === 'step') this.stepped(events);
  }

  private starting(isr: ContextId): void {
    const preempted = this.labels.running;
    const label = this.starts.length + 1;
    this.starts.push({ label, isr, preempted, at: this.labels.stepsOf(preempted) });
    this.labels.enter(label);
  }

  private approach(state: State): void {
    const label = this.labels.running;
    const frame = state.top();
    const { o1, isTorn } = this.triple;
    if (frame.pending !== undefined || state.running!.context !== o1.context) return;
    this.waiting(label, state);
    const { instruction } = frame;
    const isAtFirst = [instruction.id, this.machine.program.inPlace.get(instruction)?.id].includes(o1.instruction);
    const isNew = isTorn && !this.untouched.has(label);
    if ((!isAtFirst && !isTorn) || !this.mayMeet(state, isAtFirst)) return;
    const before: Before = {
      state: state.clone(),
      labels: this.labels.clone(),
      started: this.starts.length,
      inputsRead: this.log.counts(),
      computed: this.machine.compiledSteps,
    };
    if (isAtFirst) this.approaches.set(label, before);
    const isFresh = isTorn && this.beginsRound(label, state);
    if (isNew || isFresh) this.untouched.set(label, before);
  }

  private waiting(label: ActivationLabel, state: State): void {
    const { ownLoopOf } = waitLoops(this.machine.program);
    for (const { instruction } of state.running!.frames) {
      const loop = ownLoopOf.get(instruction);
      if (loop === undefined) continue;
      const waits = this.waits.get(label) ?? new Map<number, number>();
      this.waits.set(label, waits.set(loop, state.steps));
    }
  }

  /** Has it left a loop since then that waits for what an ISR writes? */
  private hasWaitedFor(
    isr: ContextId,
    unit: ActivationLabel,
    since: number,
    { activations }: State,
    depth: number,
  ): boolean {
    const { ownLoopOf, awaited } = waitLoops(this.machine.program);
    const now = new Set(activations[depth]!.frames.map((f) => ownLoopOf.get(f.instruction)));
    return [...(this.waits.get(unit) ?? [])].some(
      ([loop, step]) => step > since && !now.has(loop) && awaited[loop]!.has(isr),
    );
  }

  /**
   * While it waits, others may come as often as they like: with each round the variable may have got any value. The
   * first access of a round is one in the loop that comes from outside of it, or comes again.
   */
  private beginsRound(label: ActivationLabel, state: State): boolean {
    const { ownLoopOf } = waitLoops(this.machine.program);
    const frames = state.running!.frames;
    const at = frames.findLastIndex((f) => ownLoopOf.has(f.instruction));
    if (at === -1) {
      this.rounds.delete(label);
      return false;
    }
    const place = frames.map((f, n) => `${n < at ? f.serial : f.instruction.id}`).join();
    const round = this.rounds.get(label);
    const isNew = round === undefined || round.has(place);
    if (isNew) this.rounds.set(label, new Set([place]));
    else round.add(place);
    return isNew;
  }

  /** Does the next step access the byte? `otherwise`: what to say of steps that are no accesses. */
  private mayMeet(state: State, otherwise: boolean): boolean {
    const [object, offset] = [objectOf(this.triple.byte), offsetOf(this.triple.byte)];
    const next = peek(this.machine, state);
    if (next.kind !== 'access') return otherwise;
    const accesses = next.whole === undefined ? next.accesses : [next.whole.access];
    return accesses.some((a) => a.object === object && a.offset <= offset && offset < a.offset + a.size);
  }

  private stepped(events: readonly Event[]): void {
    const label = this.labels.running;
    const step = this.state!.steps;
    const { o2, byte } = this.triple;
    this.labels.stepped(label);
    const before = this.approaches.get(label);
    if (before !== undefined && events.some((e) => this.isFirst(e))) {
      const earlier = (this.firsts.get(label) ?? []).filter((f) => f.before !== before);
      this.firsts.set(label, [...earlier.slice(1 - MAX_FIRSTS), { before, step }]);
    }
    if (events.some((e) => isAccessOf(e, o2, byte))) this.seconds.push({ stack: [...this.labels.labels], step });
  }

  /** Of a torn access, any piece will do. */
  private isFirst(event: Event): boolean {
    const { o1, byte } = this.triple;
    const isOfObject = this.triple.isTorn && event.kind === 'access' && event.object === objectOf(byte);
    return isAccessOf(event, o1, isOfObject ? pointer(event.object, event.offset) : byte);
  }

  /** The activation of o1 and o3, by its place on the stack. */
  private depthOf(state: State): number {
    if (!this.triple.isTorn) return this.labels.labels.length - 1;
    const { instruction, context } = this.triple.o1;
    return state.activations.findIndex(({ context: c, frames }) => {
      const frame = frames.at(-1);
      return c === context && frame?.pending !== undefined && frame.instruction.id === instruction;
    });
  }

  /**
   * The last step was o3, or o2 where an access is torn. Undefined when the replay did not show the triple on this
   * byte.
   */
  witness(): Witness | undefined {
    const { triple, log: inputs, descending, state } = this;
    const { isTorn } = triple;
    if (state === undefined) return undefined;
    const depth = this.depthOf(state);
    const unit = this.labels.labels[depth];
    if (unit === undefined) return undefined;
    const firsts = (this.firsts.get(unit) ?? []).filter((f) => f.step < state.steps);
    const first = firsts.at(-1);
    if (first === undefined) return undefined;
    const between = this.seconds.filter(
      ({ stack, step }) => step > first.step && stack[depth] === unit && stack.length > depth + 1,
    );
    // A write is the last one, a read saw o1's value and is the first.
    const second = triple.o2.operation === 'W' ? between.at(-1) : between[0];
    const preemption = this.starts.find((s) => s.label === second?.stack[depth + 1]);
    if (preemption === undefined) return undefined;
    const firstStep = first.before.labels.stepsOf(unit);
    const before = isTorn
      ? (this.untouched.get(unit) ?? first.before)
      : (firsts.findLast((f) => isRepeated(f.before, first.before, depth))?.before ?? first.before);
    const remaining = new Set(state.activations[depth]!.frames.map((f) => f.serial));
    const calls = before.state.activations[depth]!.frames.map((f) => f.serial).filter((s) => remaining.has(s));
    const starts = this.starts.slice(before.started);
    const together = starts.filter(
      (s) =>
        s.label <= preemption.label && s.preempted === unit && (isTorn ? s.at > firstStep : s.at === preemption.at),
    );
    const callAt = (at: State): number | undefined => at.activations[depth]!.frames.at(-1)?.serial;
    const length = this.machine.compiledSteps - before.computed;
    const keptOut = {
      first: isKeptOut(this.machine, first.before.state, preemption.isr),
      third: isKeptOut(this.machine, state, preemption.isr),
      slept: state.activations[depth]!.sleeps > first.before.state.activations[depth]!.sleeps,
      waited: this.hasWaitedFor(preemption.isr, unit, first.step, state, depth),
    };
    return {
      triple,
      ...before,
      unit,
      depth,
      firstStep,
      preemption,
      together,
      torn: isTorn ? peek(this.machine, first.before.state) : undefined,
      isOneCall: callAt(first.before.state) === callAt(state),
      keptOut,
      starts,
      calls,
      descending,
      inputs,
      length,
    };
  }
}

/** Is one in the same calls as the other, a way round a loop earlier? */
function isRepeated(earlier: Before, later: Before, depth: number): boolean {
  const calls = ({ state }: Before): string => state.activations[depth]!.frames.map((f) => f.serial).join();
  return earlier.state.steps < later.state.steps && calls(earlier) === calls(later);
}

/** Names a step of an activation. */
export function stepName(label: ActivationLabel, step: number): string {
  return `${label}.${step}`;
}

export function isAccessOf(event: Event, site: Site, byte: number): boolean {
  if (event.kind !== 'access' || event.instruction !== site.instruction || event.operation !== site.operation)
    return false;
  const offset = offsetOf(byte);
  return (
    event.context === site.context &&
    event.object === objectOf(byte) &&
    event.offset <= offset &&
    offset < event.offset + event.size
  );
}
