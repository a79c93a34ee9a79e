// What can be moved in an execution that shows an atomicity finding: the state right before o1, the preemption that holds o2, and where all
// other ISRs start relative to what they preempt. Learnt from the replay that confirms the finding.

import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import { objectOf, offsetOf } from '../../machine/memory/value.js';
import { peek } from '../../machine/peek.js';
import type { State } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';
import type { Bench } from '../bench.js';
import type { Site } from '../sites.js';
import type { Moment, Trunk } from '../trunk.js';
import { Cast, type Label, type Start } from './activation-label.js';
import { InputLog } from './inputs.js';

/** The accesses of a finding and the byte that they have in common. */
export interface Triple {
  readonly o1: Site;
  readonly o2: Site;
  readonly o3: Site;
  readonly byte: number;
}

export interface Witness {
  readonly triple: Triple;
  /** Before the instruction of o1, or one way round a loop earlier, so that what repeats is known to repeat. */
  readonly state: State;
  readonly cast: Cast;
  /** The activation of o1 and o3, and its place on the stack. */
  readonly unit: Label;
  readonly depth: number;
  /** Visible steps of the unit before the instruction of o1. */
  readonly firstStep: number;
  /** The activation directly above the unit in which o2 happens. */
  readonly preemption: Start;
  /** It and those that ran right before it, without a step of the unit in between: it may need what they did. */
  readonly together: readonly Start[];
  /** Starts behind that state, in order; the preemption is one of them. */
  readonly starts: readonly Start[];
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

type Before = Pick<Witness, 'state' | 'cast' | 'inputsRead'> & {
  readonly started: number;
  /** Steps that the machine had compiled and run. */
  readonly computed: number;
};

/** Follows the replay that confirms the finding. */
export class Trace {
  private readonly log = new InputLog();
  private readonly cast = new Cast();
  private readonly starts: Start[] = [];
  private readonly descending = new Set<string>();
  /** By activation: before its current instruction where that may be o1. */
  private readonly approaches = new Map<Label, Before>();
  /** By activation: its last accesses in this unit that may be o1, with the steps made then; the very last may be o3. */
  private readonly firsts = new Map<Label, readonly { readonly before: Before; readonly step: number }[]>();
  /** Accesses that may be o2, by the stack at that moment. */
  private readonly seconds: { readonly stack: readonly Label[]; readonly step: number }[] = [];
  private state: State | undefined;

  constructor(
    private readonly triple: Triple,
    private readonly machine: Machine,
  ) {}

  /** The execution goes on from a moment of the trunk: what is wanted of the steps before it is looked up. */
  resume(trunk: Trunk, moment: Moment, bench: Bench): void {
    const { o1, byte } = this.triple;
    this.state = moment.state;
    this.cast.resume(moment.made);
    const firsts = trunk.lastOf(o1.id, byte, MAX_FIRSTS, moment).map((done) => {
      const { state, given } = trunk.stateBefore(done.begun, bench);
      const log = InputLog.of(0, trunk.given.slice(0, given));
      const cast = new Cast();
      cast.resume(done.begun);
      return {
        before: { state, cast, started: 0, inputsRead: log.counts(), computed: done.computed },
        step: done.step + 1,
      };
    });
    // From here on as the machine counts.
    const origin = this.machine.compiledSteps - moment.computed;
    this.firsts.set(
      0,
      firsts.map(({ before, step }) => ({ before: { ...before, computed: before.computed + origin }, step })),
    );
    for (const { what, value } of trunk.given.slice(0, moment.given)) this.log.add(0, what, value);
  }

  gave(what: string, value: bigint): void {
    this.log.add(this.cast.runningIn(this.state), what, value);
  }

  settled(state: State): void {
    this.state = state;
    this.cast.settle(state);
  }

  /** The running context begins a new unit of work. */
  iteration(): void {
    this.firsts.delete(this.cast.running);
  }

  starting(isr: ContextId): void {
    const preempted = this.cast.running;
    const label = this.starts.length + 1;
    this.starts.push({ label, isr, preempted, at: this.cast.stepsOf(preempted) });
    this.cast.enter(label);
  }

  stepping(state: State, isDescending: boolean): void {
    const label = this.cast.running;
    const frame = state.top();
    const { o1 } = this.triple;
    const isAtFirst = frame.code.blocks[frame.block]![frame.index] === o1.instruction;
    if (isAtFirst && frame.pending === undefined && state.running!.context === o1.context && this.mayMeet(state))
      this.approaches.set(label, {
        state: state.clone(),
        cast: this.cast.clone(),
        started: this.starts.length,
        inputsRead: this.log.counts(),
        computed: this.machine.compiledSteps,
      });
    if (isDescending) this.descending.add(moment(label, this.cast.stepsOf(label)));
  }

  /** May the next step access the byte? */
  private mayMeet(state: State): boolean {
    const [object, offset] = [objectOf(this.triple.byte), offsetOf(this.triple.byte)];
    const next = peek(this.machine, state);
    if (next.kind !== 'access') return true;
    const accesses = next.whole === undefined ? next.accesses : [next.whole.access];
    return accesses.some((a) => a.object === object && a.offset <= offset && offset < a.offset + a.size);
  }

  stepped(events: readonly Event[]): void {
    const label = this.cast.running;
    const step = this.state!.steps;
    const { o1, o2, byte } = this.triple;
    this.cast.stepped(label);
    const before = this.approaches.get(label);
    if (before !== undefined && events.some((e) => isAccessOf(e, o1, byte)))
      this.firsts.set(label, [...(this.firsts.get(label) ?? []).slice(1 - MAX_FIRSTS), { before, step }]);
    if (events.some((e) => isAccessOf(e, o2, byte))) this.seconds.push({ stack: [...this.cast.labels], step });
  }

  /** The last step was o3. Undefined when the replay did not show the triple on this byte. */
  witness(): Witness | undefined {
    const { triple, log: inputs, descending, state } = this;
    if (state === undefined) return undefined;
    const depth = this.cast.labels.length - 1;
    const unit = this.cast.running;
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
    const firstStep = first.before.cast.stepsOf(unit);
    const before = firsts.findLast((f) => isRepeated(f.before, first.before, depth))?.before ?? first.before;
    const remaining = new Set(state.activations[depth]!.frames.map((f) => f.serial));
    const calls = before.state.activations[depth]!.frames.map((f) => f.serial).filter((s) => remaining.has(s));
    const starts = this.starts.slice(before.started);
    const together = starts.filter(
      (s) => s.label <= preemption.label && s.preempted === unit && s.at === preemption.at,
    );
    const length = this.machine.compiledSteps - before.computed;
    return {
      triple,
      ...before,
      unit,
      depth,
      firstStep,
      preemption,
      together,
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
export function moment(label: Label, step: number): string {
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
