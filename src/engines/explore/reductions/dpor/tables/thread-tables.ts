// The tables of a program with threads: states are vectors of small numbers (contents of shared memory, masks, who
// runs, and for each thread and ISR its local state with its access table), steps are look-ups, filled by the machine.

import type { State } from '../../../../../machine/state.js';
import { unreadIn } from '../../../../../machine/unread-parts.js';
import { ABSENT, PairTable } from '../../../../kernel/pair-table.js';
import type { SearchOptions } from '../../../search-options.js';
import { Numbered } from '../../../tabulated/control.js';
import { SharedSlots } from '../../../tabulated/shared-slots.js';
import { Unsuited } from '../../../tabulated/unsuited.js';
import { isIsr, isrOf, type Process, StepFootprint, type Touched } from '../step.js';
import { isrOwner, MOST_THREADS, OwnerStates } from './owner-states.js';
import { type OwnerStep, OwnerSteps } from './owner-steps.js';
import { OwnerUnits } from './owner-units.js';
import { ThreadControl } from './thread-control.js';

/** Plain, since copies of small typed arrays cost more. */
export type Vector = number[];

/** What a unit does next. */
export interface OwnerMove {
  readonly step: OwnerStep;
  readonly to: number;
  readonly sightings: readonly string[];
}

/** Steps in tables, from which on there have to be so many times as many transitions; each keeps a state. */
const MANY_ENTRIES = 5000;
const ENTRIES_WORTH = 4;
const MOST_ENTRIES = 50_000;

export class ThreadTables {
  readonly slots: SharedSlots;
  readonly control: ThreadControl;
  readonly locals: OwnerStates;
  readonly steps: OwnerSteps;
  readonly units: OwnerUnits;
  /** Places in a vector; slots come before. */
  readonly masksAt: number;
  readonly stackAt: number;
  readonly locksAt: number;
  readonly unitsAt: number;
  readonly length: number;
  /** Transitions so far. */
  made = 0;
  private readonly given = new Numbered<readonly number[]>();
  /** A unit and what it is given → what it does, and what becomes of the unit. */
  private readonly stepOf = new PairTable();
  readonly moves: OwnerMove[] = [];
  /** A unit and the step of another one → what becomes of it, times 2; odd where something is seen. */
  private readonly preempted = new PairTable();
  private readonly beside = new PairTable();
  private readonly foreignSeen = new Map<string, readonly string[]>();
  /** Footprints of sequences of steps: nodes of a tree, by the number of the one before and a step. */
  private readonly sequences = new PairTable();
  private readonly touched: (readonly Touched[])[] = [[]];
  private readonly footprints: (StepFootprint | undefined)[][] = [[], []];

  constructor(
    options: SearchOptions,
    private readonly filled: (localStates: number, localSteps: number) => void,
  ) {
    const { machine, objects } = options;
    const unread = unreadIn(machine, 'matter');
    this.slots = new SharedSlots(machine, objects, unread.bytes);
    this.control = new ThreadControl(machine);
    const masks = {
      of: (state: State): number => this.control.masksOf(state),
      set: (state: State, number: number): void => this.control.setMasks(state, number),
    };
    this.locals = new OwnerStates(machine, this.slots, masks, unread);
    this.steps = new OwnerSteps(machine, this.slots, masks, this.locals);
    this.units = new OwnerUnits(options, this.locals);
    this.masksAt = this.slots.all.length;
    this.stackAt = this.masksAt + 1;
    this.locksAt = this.masksAt + 2;
    this.unitsAt = this.masksAt + 3;
    this.length = this.unitsAt + MOST_THREADS + machine.program.contexts.length;
  }

  /** 0: nobody. */
  setUnit(vector: Vector, owner: number, unit: number): void {
    vector[this.unitsAt + owner] = unit + 1;
  }

  unitIn(vector: Vector, owner: number): number {
    return vector[this.unitsAt + owner]! - 1;
  }

  localIn(vector: Vector, owner: number): number {
    return this.units.get(this.unitIn(vector, owner)).local;
  }

  ownerOf(process: Process): number {
    return isIsr(process) ? isrOwner(isrOf(process)) : process;
  }

  threadsIn(vector: Vector): number {
    let count = 1;
    while (count < MOST_THREADS && vector[this.unitsAt + count] !== 0) count++;
    return count;
  }

  /** What the next step of a local state depends on. */
  givenIn(vector: Vector, local: number, owner: number): readonly number[] {
    const { usesMasks, reads } = this.locals.get(local);
    if (!usesMasks) return reads.map((slot) => vector[slot]!);
    return owner >= MOST_THREADS ? [vector[this.masksAt]!] : [vector[this.masksAt]!, this.threadsIn(vector)];
  }

  /** What a unit does next: a number of a move. */
  moveOf(vector: Vector, owner: number): number {
    const unit = this.unitIn(vector, owner);
    const { local } = this.units.get(unit);
    const { usesMasks, reads } = this.locals.get(local);
    let given: number;
    if (!usesMasks && reads.length <= 1) given = reads.length === 0 ? 0 : vector[reads[0]!]!;
    else {
      const contents = this.givenIn(vector, local, owner);
      given = this.given.of(contents.join(), () => contents);
    }
    const known = this.stepOf.get(unit, given);
    if (known !== ABSENT) return known;
    const step = this.steps.make(local, this.givenIn(vector, local, owner));
    const number = this.moves.length;
    this.moves.push({ step, ...this.units.own(unit, step) });
    this.stepOf.add(unit, given, number);
    this.checkWorth();
    return number;
  }

  /** Where nearly every step is a new one, tables only cost. */
  private checkWorth(): void {
    const entries = Math.max(this.moves.length, this.steps.all.length);
    this.filled(this.locals.count, this.steps.all.length);
    if (entries > MOST_ENTRIES || (entries > MANY_ENTRIES && ENTRIES_WORTH * entries > this.made))
      throw new Unsuited('few steps that come again');
  }

  /** What an access makes of the access tables of all others. */
  meetOthers(vector: Vector, threads: number, owner: number, step: OwnerStep, seen: string[]): void {
    const { current, isrs } = this.control.stack(vector[this.stackAt]!);
    for (let thread = 0; thread < threads; thread++)
      if (thread !== owner) this.meet(vector, thread, step, thread === current, seen);
    for (const isr of isrs) if (isrOwner(isr) !== owner) this.meet(vector, isrOwner(isr), step, true, seen);
  }

  private meet(vector: Vector, owner: number, step: OwnerStep, isPreempted: boolean, seen: string[]): void {
    const unit = this.unitIn(vector, owner);
    const table = isPreempted ? this.preempted : this.beside;
    let known = table.get(unit, step.number);
    if (known === ABSENT) {
      const { to, sightings } = this.units.foreign(unit, step, isPreempted);
      if (sightings.length > 0) this.foreignSeen.set(`${unit} ${step.number} ${isPreempted}`, sightings);
      known = 2 * to + (sightings.length > 0 ? 1 : 0);
      table.add(unit, step.number, known);
    }
    if ((known & 1) !== 0) seen.push(...this.foreignSeen.get(`${unit} ${step.number} ${isPreempted}`)!);
    this.setUnit(vector, owner, known >> 1);
  }

  sequence(before: number, { number, touched }: OwnerStep): number {
    const known = this.sequences.get(before, number);
    if (known !== ABSENT) return known;
    const next = this.touched.length;
    this.touched.push(touched.length === 0 ? this.touched[before]! : [...this.touched[before]!, ...touched]);
    this.sequences.add(before, number, next);
    return next;
  }

  footprint(sequence: number, isGlobal: boolean): StepFootprint {
    const list = this.footprints[isGlobal ? 1 : 0]!;
    return (list[sequence] ??= new StepFootprint(this.touched[sequence]!, isGlobal));
  }
}
