// The program as a product of automata, one for each context, over slots of shared memory, masks and the stack: a state
// is a vector of small numbers, a transition a few look-ups. Tables are filled by the machine as they are needed, so
// that the product is exactly the program (docs/decisions/0034-programs-as-tables.md).

import type { RelevantStarts } from '../../../execution/relevant-starts.js';
import { unreadIn } from '../../../machine/unread-parts.js';
import { type ContextId, MAIN } from '../../../model/program.js';
import { Column } from '../../kernel/column.js';
import { ABSENT, PairTable } from '../../kernel/pair-table.js';
import type { SearchOptions } from '../search-options.js';
import { Control, Numbered, type Start } from './control.js';
import { LocalStates } from './local-states.js';
import { type LocalStep, LocalSteps } from './local-steps.js';
import { SharedSlots } from './shared-slots.js';
import { Units } from './units.js';

/** Of a step in a table. */
export const Flag = { ends: 1, over: 2, isSeen: 4, isAccess: 8, isWriteMore: 16 } as const;

/** What a unit needs to know for its next step. */
export const Input = { unknown: 0, none: 1, slot: 2, masks: 3, slots: 4, stuck: 5 } as const;

const NONE: readonly Start[] = [];

export class Product {
  readonly slots: SharedSlots;
  readonly control: Control;
  readonly locals: LocalStates;
  readonly steps: LocalSteps;
  readonly units: Units;
  /** Places of masks, of the stack and of the first context in a vector; slots come before. */
  readonly masksAt: number;
  readonly stackAt: number;
  readonly contextsAt: number;
  readonly length: number;

  /** By unit: what its step depends on, and the slot, if that is one. */
  private readonly inputs = new Column();
  private readonly inputSlots = new Column();
  /** A unit and what it is given → number of a step below. */
  private readonly stepOf = new PairTable();
  /** By step. */
  private readonly to = new Column();
  readonly flags = new Column();
  private readonly slot = new Column();
  private readonly contents = new Column();
  private readonly masks = new Column();
  /** The same with the pieces of the access the other way round; −1: it has none. */
  readonly other = new Column();
  readonly made: LocalStep[] = [];
  private readonly shapes = new Column();
  private readonly seen: (readonly string[])[] = [];
  private readonly given = new Numbered<readonly number[]>();
  /** A unit and the shape of a step of somebody who preempted it → what becomes of it. */
  private readonly foreignOf = new PairTable();
  private readonly foreignSeen = new Map<number, readonly string[]>();
  private readonly chosen = new PairTable();
  private readonly choices: (readonly ContextId[])[] = [];

  constructor(
    private readonly options: SearchOptions,
    private readonly relevant: RelevantStarts | undefined,
    arePatterns: boolean,
  ) {
    const { machine, objects, sites, rules } = options;
    const unread = unreadIn(machine, 'do not matter');
    this.slots = new SharedSlots(machine, objects, unread.bytes);
    this.control = new Control(machine);
    this.locals = new LocalStates(machine, this.slots, this.control, unread);
    this.steps = new LocalSteps(machine, this.slots, this.control, this.locals, arePatterns);
    this.units = new Units(machine, this.locals, objects, sites, rules, arePatterns);
    this.masksAt = this.slots.all.length;
    this.stackAt = this.masksAt + 1;
    this.contextsAt = this.masksAt + 2;
    this.length = this.contextsAt + machine.program.contexts.length;
  }

  /** Some ISRs that may start are not started at once. */
  get postpones(): boolean {
    return this.relevant !== undefined;
  }

  /** The vector at the beginning. */
  initial(): Int32Array {
    const { machine } = this.options;
    const state = machine.initial();
    const vector = new Int32Array(this.length);
    for (const slot of this.slots.all.keys()) vector[slot] = this.slots.number(slot, state.memory);
    vector[this.masksAt] = this.control.masksOf(state);
    vector[this.stackAt] = this.control.stackOf(state);
    for (const { id } of machine.program.contexts)
      vector[this.contextsAt + id] = this.units.begin(this.locals.first(id));
    // Main may return before anybody can see anything.
    const { kind } = this.locals.get(this.units.get(vector[this.contextsAt + MAIN]!).local);
    if (kind === 'inactive') this.end(vector);
    return vector;
  }

  /** The context that runs; −1: none. */
  top(vector: Int32Array): number {
    return this.control.level(vector[this.stackAt]!).top;
  }

  /** The first step of the context that runs; −1: it can make none. */
  step(vector: Int32Array, top: number): number {
    const unit = vector[this.contextsAt + top]!;
    let kind = unit < this.inputs.length ? this.inputs.values[unit]! : Input.unknown;
    if (kind === Input.unknown) kind = this.classify(unit);
    let given: number;
    switch (kind) {
      case Input.none:
        given = 0;
        break;
      case Input.slot:
        given = vector[this.inputSlots.values[unit]!]!;
        break;
      case Input.masks:
        given = vector[this.masksAt]!;
        break;
      case Input.slots: {
        const { reads } = this.locals.get(this.units.get(unit).local);
        const contents = reads.map((slot) => vector[slot]!);
        given = this.given.of(contents.join(), () => contents);
        break;
      }
      default:
        return -1;
    }
    const known = this.stepOf.get(unit, given);
    return known === ABSENT ? this.make(unit, given, kind) : known;
  }

  /** The step with which an ISR starts that is in this unit. */
  private start(unit: number): number {
    const known = this.stepOf.get(unit, 0);
    if (known !== ABSENT) return known;
    const number = this.add(unit, this.steps.start(this.units.get(unit).local));
    this.stepOf.add(unit, 0, number);
    return number;
  }

  /**
   * The vector behind a step of the context that runs, unless the execution is over; `after` may be the vector itself.
   * True: something is seen where it meets those that were preempted.
   */
  follow(vector: Int32Array, after: Int32Array, step: number): boolean {
    const { masksAt, stackAt, contextsAt, control } = this;
    const { top, below } = control.level(vector[stackAt]!);
    const how = this.flags.values[step]!;
    if (after !== vector) for (let n = 0; n < vector.length; n++) after[n] = vector[n]!;
    let isSeen = false;
    if ((how & Flag.isAccess) !== 0)
      for (let n = 0; n < below.length; n++) {
        const at = contextsAt + below[n]!;
        const met = this.foreign(vector[at]!, step);
        after[at] = met >> 1;
        if ((met & 1) !== 0) isSeen = true;
      }
    const slot = this.slot.values[step]!;
    if (slot !== -1) after[slot] = this.contents.values[step]!;
    if ((how & Flag.isWriteMore) !== 0) for (const [more, value] of this.made[step]!.writes) after[more] = value;
    if (this.masks.values[step] !== -1) after[masksAt] = this.masks.values[step]!;
    after[contextsAt + top] = this.to.values[step]!;
    if ((how & Flag.ends) !== 0) this.end(after);
    return isSeen;
  }

  /** The vector behind the start of an ISR. */
  begin(vector: Int32Array, after: Int32Array, { isr, masks, stack }: Start): void {
    const { masksAt, stackAt, contextsAt } = this;
    const step = this.start(vector[contextsAt + isr]!);
    for (let n = 0; n < vector.length; n++) after[n] = vector[n]!;
    after[masksAt] = masks;
    after[stackAt] = stack;
    after[contextsAt + isr] = this.to.values[step]!;
    if ((this.flags.values[step]! & Flag.ends) !== 0) this.end(after);
  }

  private end(vector: Int32Array): void {
    const left = this.control.endIn(vector[this.masksAt]!, vector[this.stackAt]!);
    vector[this.masksAt] = left.masks;
    vector[this.stackAt] = left.stack;
  }

  /** All that is seen when a step meets those that were preempted. */
  seenBelow(vector: Int32Array, step: number): readonly string[] {
    const { below } = this.control.level(vector[this.stackAt]!);
    return below.flatMap(
      (c) => this.foreignSeen.get(pairOf(vector[this.contextsAt + c]!, this.made[step]!.shape)) ?? [],
    );
  }

  /** What a unit becomes when somebody who preempted it makes a step, times 2; odd where something is seen. */
  private foreign(unit: number, step: number): number {
    const shape = this.shapes.values[step]!;
    const known = this.foreignOf.get(unit, shape);
    if (known !== ABSENT) return known;
    const { to, sightings } = this.units.foreign(unit, this.made[step]!);
    if (sightings.length > 0) this.foreignSeen.set(pairOf(unit, shape), sightings);
    const result = 2 * to + (sightings.length > 0 ? 1 : 0);
    this.foreignOf.add(unit, shape, result);
    return result;
  }

  /** What a step shows by itself. */
  seenIn(step: number): readonly string[] {
    return this.seen[step]!;
  }

  /** The ISRs that may start before the next step and are worth it. */
  starts(vector: Int32Array, top: number): readonly Start[] {
    const [masks, stack] = [vector[this.masksAt]!, vector[this.stackAt]!];
    const { starts, set } = this.control.startableIn(masks, stack);
    if (starts.length === 0 || this.relevant === undefined) return starts;
    const isrs = this.worthIt(vector, top, masks, stack, set, starts);
    return isrs.length === starts.length ? starts : starts.filter((s) => isrs.includes(s.isr));
  }

  /** Those that may start, too. */
  postponed(vector: Int32Array, top: number): readonly Start[] {
    const [masks, stack] = [vector[this.masksAt]!, vector[this.stackAt]!];
    const { starts, set } = this.control.startableIn(masks, stack);
    if (starts.length === 0 || this.relevant === undefined) return NONE;
    const isrs = this.worthIt(vector, top, masks, stack, set, starts);
    return starts.filter((s) => !isrs.includes(s.isr));
  }

  private worthIt(
    vector: Int32Array,
    top: number,
    masks: number,
    stack: number,
    set: number,
    starts: readonly Start[],
  ): readonly ContextId[] {
    const local = top === -1 ? -1 : this.units.get(vector[this.contextsAt + top]!).local;
    let known = this.chosen.get(local + 1, set);
    if (known === ABSENT) {
      const next = local === -1 ? undefined : this.locals.get(local).next;
      const isrs = starts.map((s) => s.isr);
      this.chosen.add(local + 1, set, (known = this.choices.length));
      this.choices.push(this.relevant!.before(this.control.pair(masks, stack), next, isrs));
    }
    return this.choices[known]!;
  }

  private classify(unit: number): number {
    while (this.inputs.length <= unit) {
      const { kind, reads, usesMasks } = this.locals.get(this.units.get(this.inputs.length).local);
      const [first] = reads;
      this.inputSlots.push(first ?? -1);
      if (kind !== 'visible') this.inputs.push(Input.stuck);
      else if (usesMasks) this.inputs.push(Input.masks);
      else this.inputs.push(reads.length === 0 ? Input.none : reads.length === 1 ? Input.slot : Input.slots);
    }
    return this.inputs.values[unit]!;
  }

  private make(unit: number, given: number, kind: number): number {
    const { local } = this.units.get(unit);
    const contents = kind === Input.slots ? this.given.list[given]! : kind === Input.slot ? [given] : [];
    const made = this.steps.make(local, contents, kind === Input.masks ? given : -1);
    const numbers = made.map((step) => this.add(unit, step));
    numbers.forEach((number, n) => (this.other.values[number] = numbers[n + 1] ?? -1));
    this.stepOf.add(unit, given, numbers[0]!);
    return numbers[0]!;
  }

  private add(unit: number, step: LocalStep): number {
    const isStart = this.locals.get(step.from).kind === 'inactive';
    const { to, sightings } = isStart ? { to: this.units.begin(step.to), sightings: [] } : this.units.own(unit, step);
    const isAccess = step.events.some((e) => e.kind === 'access');
    const [first, ...more] = step.writes;
    const number = this.to.length;
    this.to.push(to);
    this.flags.push(
      (step.ends ? Flag.ends : 0) |
        (step.to === -1 ? Flag.over : 0) |
        (sightings.length > 0 ? Flag.isSeen : 0) |
        (isAccess ? Flag.isAccess : 0) |
        (more.length > 0 ? Flag.isWriteMore : 0),
    );
    this.slot.push(first?.[0] ?? -1);
    this.contents.push(first?.[1] ?? 0);
    this.masks.push(step.masks);
    this.other.push(-1);
    this.made.push(step);
    this.shapes.push(step.shape);
    this.seen.push(sightings);
    return number;
  }
}

function pairOf(unit: number, shape: number): number {
  return unit * 2 ** 26 + shape;
}
