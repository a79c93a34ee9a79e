// A program as a product of automata, as far as its tables are filled: a state is a vector of small numbers, a
// transition a few look-ups. Who fills them is told what is missing. Each entry is a few numbers that can be handed to
// another thread, which has the same tables then and needs neither the program nor the machine.

import type { ContextId } from '../../../model/program.js';
import { Column } from '../../kernel/column.js';
import { ABSENT, PairTable } from '../../kernel/pair-table.js';

/** A start with what it makes of masks and stack. */
export interface Start {
  readonly isr: ContextId;
  readonly masks: number;
  readonly stack: number;
  /** It may not start once more. */
  readonly isLast: boolean;
}

export interface Startable {
  readonly starts: readonly Start[];
  /** The same for equal lists of ISRs that may start now, and that may start at all. */
  readonly set: number;
}

export interface StackLevels {
  /** −1: main has returned, and nothing runs. */
  readonly top: number;
  /** Those that it preempted, the outermost first. */
  readonly below: readonly ContextId[];
}

/** Where things are in a vector: slots of shared memory, then masks, the stack, and all contexts. */
export interface VectorLayout {
  readonly slots: number;
  readonly contexts: number;
  /** Some ISRs that may start are not started at once. */
  readonly postpones: boolean;
}

/** Of a step in a table. */
export const Flag = { ends: 1, over: 2, isSeen: 4, isAccess: 8, isWriteMore: 16 } as const;

/** What a unit needs to know for its next step. */
export const Input = { unknown: 0, none: 1, slot: 2, masks: 3, slots: 4, stuck: 5 } as const;

/** What an entry of the tables is, and its numbers. Those without a key are numbered as they come. */
export const Entry = {
  /** Of a stack: who runs; those below. */
  level: 0,
  /** What the unit's step depends on; the local state; the slots that it reads. */
  unit: 1,
  /** The unit behind it; flags; masks; shape; the other order; slots and contents. */
  step: 2,
  /** A unit, what it is given; the step. */
  stepOf: 3,
  /** A unit, a shape; what becomes of it; the number of what is seen, or −1. */
  foreign: 4,
  /** Masks, a stack; the set; for each start its ISR, masks, stack, whether it is the last. */
  startable: 5,
  /** Masks, a stack; those behind the end of whoever runs. */
  ended: 6,
  /** A local state plus 1, a set; the ISRs. */
  chosen: 7,
  /** Contents of several slots. */
  given: 8,
} as const;

/** Thrown where something is missing in tables that are not to be filled now. No error: nobody asks where it was. */
export const MISSING = { name: 'missing in the tables' } as const;

const NONE: readonly Start[] = [];

export abstract class ProductTables {
  readonly masksAt: number;
  readonly stackAt: number;
  readonly contextsAt: number;
  readonly length: number;
  readonly contexts: number;
  readonly postpones: boolean;

  private readonly levels: StackLevels[] = [];
  private readonly inputs = new Column();
  private readonly inputSlots = new Column();
  private readonly localOf = new Column();
  /** Slots, where a unit's step reads several. */
  private readonly readsOf = new Map<number, readonly number[]>();
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
  protected readonly shapes = new Column();
  /** Slots and contents, where a step writes several. */
  private readonly writes = new Map<number, readonly number[]>();
  private readonly given = new Map<string, number>();
  /** A unit and the shape of a step of somebody who preempted it → what becomes of it. */
  private readonly foreignOf = new PairTable();
  private readonly foreignTo = new Column();
  private readonly foreignSeen = new Column();
  /** What was seen in the step that was followed last, by number, and how many there are of them. */
  readonly met: Int32Array;
  metCount = 0;
  private readonly startablePairs = new PairTable();
  private readonly startable: Startable[] = [];
  private readonly endedPairs = new PairTable();
  private readonly ended: Pick<Start, 'masks' | 'stack'>[] = [];
  private readonly chosenPairs = new PairTable();
  private readonly chosen: (readonly number[])[] = [];

  constructor({ slots, contexts, postpones }: VectorLayout) {
    this.masksAt = slots;
    this.stackAt = slots + 1;
    this.contextsAt = slots + 2;
    this.length = this.contextsAt + contexts;
    this.contexts = contexts;
    this.postpones = postpones;
    this.met = new Int32Array(contexts);
  }

  /** Each adds the entry that is missing, and others that it needs, or throws. */
  protected abstract fillLevel(stack: number): void;
  protected abstract fillUnit(unit: number): void;
  protected abstract fillStep(unit: number, given: number, kind: number): void;
  protected abstract fillStart(unit: number): void;
  protected abstract fillForeign(unit: number, step: number): void;
  protected abstract fillStartable(masks: number, stack: number): void;
  protected abstract fillEnded(masks: number, stack: number): void;
  protected abstract fillChosen(local: number, masks: number, stack: number, startable: Startable): void;
  protected abstract fillGiven(contents: readonly number[]): void;

  /** So many are there. */
  protected get sizes(): { readonly levels: number; readonly units: number; readonly steps: number } {
    return { levels: this.levels.length, units: this.inputs.length, steps: this.to.length };
  }

  add(kind: number, entry: readonly number[]): void {
    const [a, b, c] = entry as [number, number, number];
    switch (kind) {
      case Entry.level:
        return void this.levels.push({ top: a, below: entry.slice(1) as ContextId[] });
      case Entry.unit:
        if (entry.length > 3) this.readsOf.set(this.inputs.length, entry.slice(2));
        this.inputs.push(a);
        this.localOf.push(b);
        return this.inputSlots.push(c ?? -1);
      case Entry.step:
        return this.addStep(entry);
      case Entry.stepOf:
        return this.stepOf.add(a, b, c);
      case Entry.foreign:
        this.foreignOf.add(a, b, this.foreignTo.length);
        this.foreignTo.push(c);
        return this.foreignSeen.push(entry[3]!);
      case Entry.startable:
        this.startablePairs.add(a, b, this.startable.length);
        return void this.startable.push({ set: c, starts: startsOf(entry) });
      case Entry.ended:
        this.endedPairs.add(a, b, this.ended.length);
        return void this.ended.push({ masks: c, stack: entry[3]! });
      case Entry.chosen:
        this.chosenPairs.add(a, b, this.chosen.length);
        return void this.chosen.push(entry.slice(2));
      case Entry.given:
        return void this.given.set(entry.join(), this.given.size);
    }
  }

  private addStep([to, flags, masks, shape, other, ...writes]: readonly number[]): void {
    if (writes.length > 2) this.writes.set(this.to.length, writes);
    this.to.push(to!);
    this.flags.push(flags!);
    this.masks.push(masks!);
    this.shapes.push(shape!);
    this.other.push(other!);
    this.slot.push(writes[0] ?? -1);
    this.contents.push(writes[1] ?? 0);
  }

  level(stack: number): StackLevels {
    while (stack >= this.levels.length) this.fillLevel(this.levels.length);
    return this.levels[stack]!;
  }

  /** The context that runs; −1: none. */
  top(vector: Int32Array): number {
    return this.level(vector[this.stackAt]!).top;
  }

  local(unit: number): number {
    while (unit >= this.inputs.length) this.fillUnit(this.inputs.length);
    return this.localOf.values[unit]!;
  }

  /** The first step of the context that runs; −1: it can make none. */
  step(vector: Int32Array, top: number): number {
    const unit = vector[this.contextsAt + top]!;
    while (unit >= this.inputs.length) this.fillUnit(this.inputs.length);
    const kind = this.inputs.values[unit]!;
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
      case Input.slots:
        given = this.givenNumber(this.readsOf.get(unit)!.map((slot) => vector[slot]!));
        break;
      default:
        return -1;
    }
    let known = this.stepOf.get(unit, given);
    if (known === ABSENT) {
      this.fillStep(unit, given, kind);
      known = this.stepOf.get(unit, given);
    }
    return known;
  }

  private givenNumber(contents: readonly number[]): number {
    const key = contents.join();
    const known = this.given.get(key);
    if (known !== undefined) return known;
    this.fillGiven(contents);
    return this.given.get(key)!;
  }

  /** The step with which an ISR starts that is in this unit. */
  private start(unit: number): number {
    const known = this.stepOf.get(unit, 0);
    if (known !== ABSENT) return known;
    this.fillStart(unit);
    return this.stepOf.get(unit, 0);
  }

  /**
   * The vector behind a step of the context that runs, unless the execution is over; `after` may be the vector itself.
   * `met` is what is seen where it meets those that were preempted.
   */
  follow(vector: Int32Array, after: Int32Array, step: number): void {
    const { masksAt, stackAt, contextsAt } = this;
    const { top, below } = this.level(vector[stackAt]!);
    const how = this.flags.values[step]!;
    if (after !== vector) for (let n = 0; n < vector.length; n++) after[n] = vector[n]!;
    this.metCount = 0;
    if ((how & Flag.isAccess) !== 0)
      for (let n = 0; n < below.length; n++) {
        const at = contextsAt + below[n]!;
        const met = this.foreign(vector[at]!, step);
        after[at] = this.foreignTo.values[met]!;
        const seen = this.foreignSeen.values[met]!;
        if (seen !== -1) this.met[this.metCount++] = seen;
      }
    const slot = this.slot.values[step]!;
    if (slot !== -1) after[slot] = this.contents.values[step]!;
    if ((how & Flag.isWriteMore) !== 0) this.writeMore(after, step);
    if (this.masks.values[step] !== -1) after[masksAt] = this.masks.values[step]!;
    after[contextsAt + top] = this.to.values[step]!;
    if ((how & Flag.ends) !== 0) this.end(after);
  }

  private writeMore(after: Int32Array, step: number): void {
    const writes = this.writes.get(step)!;
    for (let n = 0; n < writes.length; n += 2) after[writes[n]!] = writes[n + 1]!;
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

  protected end(vector: Int32Array): void {
    const [masks, stack] = [vector[this.masksAt]!, vector[this.stackAt]!];
    let known = this.endedPairs.get(masks, stack);
    if (known === ABSENT) {
      this.fillEnded(masks, stack);
      known = this.endedPairs.get(masks, stack);
    }
    const left = this.ended[known]!;
    vector[this.masksAt] = left.masks;
    vector[this.stackAt] = left.stack;
  }

  /** What becomes of a unit when somebody who preempted it makes a step: the number of that. */
  private foreign(unit: number, step: number): number {
    const shape = this.shapes.values[step]!;
    const known = this.foreignOf.get(unit, shape);
    if (known !== ABSENT) return known;
    this.fillForeign(unit, step);
    return this.foreignOf.get(unit, shape);
  }

  /** All ISRs that may start now. */
  startableIn(masks: number, stack: number): Startable {
    let known = this.startablePairs.get(masks, stack);
    if (known === ABSENT) {
      this.fillStartable(masks, stack);
      known = this.startablePairs.get(masks, stack);
    }
    return this.startable[known]!;
  }

  /** The ISRs that may start before the next step and are worth it. */
  starts(vector: Int32Array, top: number): readonly Start[] {
    const startable = this.startableIn(vector[this.masksAt]!, vector[this.stackAt]!);
    const { starts } = startable;
    if (starts.length === 0 || !this.postpones) return starts;
    const isrs = this.worthIt(vector, top, startable);
    return isrs.length === starts.length ? starts : starts.filter((s) => isrs.includes(s.isr));
  }

  /** Those that may start, too. */
  postponed(vector: Int32Array, top: number): readonly Start[] {
    const startable = this.startableIn(vector[this.masksAt]!, vector[this.stackAt]!);
    const { starts } = startable;
    if (starts.length === 0 || !this.postpones) return NONE;
    const isrs = this.worthIt(vector, top, startable);
    return starts.filter((s) => !isrs.includes(s.isr));
  }

  private worthIt(vector: Int32Array, top: number, startable: Startable): readonly number[] {
    const local = top === -1 ? -1 : this.local(vector[this.contextsAt + top]!);
    let known = this.chosenPairs.get(local + 1, startable.set);
    if (known === ABSENT) {
      this.fillChosen(local, vector[this.masksAt]!, vector[this.stackAt]!, startable);
      known = this.chosenPairs.get(local + 1, startable.set);
    }
    return this.chosen[known]!;
  }
}

function startsOf(entry: readonly number[]): readonly Start[] {
  const starts: Start[] = [];
  for (let n = 3; n < entry.length; n += 4)
    starts.push({
      isr: entry[n] as ContextId,
      masks: entry[n + 1]!,
      stack: entry[n + 2]!,
      isLast: entry[n + 3] === 1,
    });
  return starts;
}
