// The program as a product of automata, one for each context, over slots of shared memory, masks and the stack. Tables
// are filled by the machine as they are needed, so that the product is exactly the program
// (docs/decisions/0034-programs-as-tables.md).

import type { RelevantStarts } from '../../../execution/relevant-starts.js';
import { unreadIn } from '../../../machine/unread-parts.js';
import { MAIN } from '../../../model/program.js';
import type { SearchOptions } from '../search-options.js';
import { Control } from './control.js';
import { LocalStates } from './local-states.js';
import { type LocalStep, LocalSteps } from './local-steps.js';
import { Entry, Flag, Input, MISSING, ProductTables, type Startable } from './product-tables.js';
import { SharedSlots } from './shared-slots.js';
import { Units } from './units.js';

export class Product extends ProductTables {
  readonly slots: SharedSlots;
  readonly control: Control;
  readonly locals: LocalStates;
  readonly steps: LocalSteps;
  readonly units: Units;
  readonly made: LocalStep[] = [];
  /** Told of each entry. */
  log: ((kind: number, entry: readonly number[]) => void) | undefined;
  private isReadOnly = false;
  private readonly seen: (readonly string[])[] = [];
  private readonly givenContents: (readonly number[])[] = [];
  private readonly foreignSightings: (readonly string[])[] = [];

  constructor(
    private readonly options: SearchOptions,
    private readonly relevant: RelevantStarts | undefined,
    private readonly arePatterns: boolean,
  ) {
    const { machine, objects, sites, rules } = options;
    const unread = unreadIn(machine, 'do not matter');
    const slots = new SharedSlots(machine, objects, unread.bytes);
    const contexts = machine.program.contexts.length;
    super({ slots: slots.all.length, contexts, postpones: relevant !== undefined });
    this.slots = slots;
    this.control = new Control(machine);
    this.locals = new LocalStates(machine, this.slots, this.control, unread);
    this.steps = new LocalSteps(machine, this.slots, this.control, this.locals, arePatterns);
    this.units = new Units(machine, this.locals, objects, sites, rules, arePatterns);
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

  /** Does something that must not fill tables: where an entry is missing, it throws `MISSING`. */
  readOnly(work: () => void): void {
    this.isReadOnly = true;
    try {
      work();
    } finally {
      this.isReadOnly = false;
    }
  }

  /** What is seen where a step meets somebody who was preempted, by its number. */
  seenBelow(number: number): readonly string[] {
    return this.foreignSightings[number]!;
  }

  /** What a step shows by itself. */
  seenIn(step: number): readonly string[] {
    return this.seen[step]!;
  }

  private enter(kind: number, ...entry: readonly number[]): void {
    this.add(kind, entry);
    this.log?.(kind, entry);
  }

  private mayFill(): void {
    if (this.isReadOnly) throw MISSING;
  }

  protected fillLevel(stack: number): void {
    this.mayFill();
    const { top, below } = this.control.level(stack);
    this.enter(Entry.level, top, ...below);
  }

  protected fillUnit(unit: number): void {
    this.mayFill();
    const { local } = this.units.get(unit);
    const { kind, reads, usesMasks } = this.locals.get(local);
    const input = (): number => {
      if (kind !== 'visible') return Input.stuck;
      if (usesMasks) return Input.masks;
      return reads.length === 0 ? Input.none : reads.length === 1 ? Input.slot : Input.slots;
    };
    this.enter(Entry.unit, input(), local, ...reads);
  }

  protected fillStep(unit: number, given: number, kind: number): void {
    this.mayFill();
    const { local } = this.units.get(unit);
    const contents = kind === Input.slots ? this.givenContents[given]! : kind === Input.slot ? [given] : [];
    const made = this.steps.make(local, contents, kind === Input.masks ? given : -1);
    const first = this.sizes.steps;
    made.forEach((step, n) => this.enterStep(unit, step, n + 1 < made.length));
    this.enter(Entry.stepOf, unit, given, first);
  }

  protected fillStart(unit: number): void {
    this.mayFill();
    const number = this.sizes.steps;
    this.enterStep(unit, this.steps.start(this.units.get(unit).local), false);
    this.enter(Entry.stepOf, unit, 0, number);
  }

  protected fillForeign(unit: number, step: number): void {
    this.mayFill();
    const shape = this.shapes.values[step]!;
    const { to, sightings } = this.units.foreign(unit, this.made[step]!);
    const seen = sightings.length === 0 ? -1 : this.foreignSightings.push(sightings) - 1;
    this.enter(Entry.foreign, unit, shape, to, seen);
  }

  protected fillStartable(masks: number, stack: number): void {
    this.mayFill();
    const { starts, set } = this.control.startableIn(masks, stack);
    const each = starts.flatMap((s) => [s.isr, s.masks, s.stack, s.isLast ? 1 : 0]);
    this.enter(Entry.startable, masks, stack, set, ...each);
  }

  protected fillEnded(masks: number, stack: number): void {
    this.mayFill();
    const left = this.control.endIn(masks, stack);
    this.enter(Entry.ended, masks, stack, left.masks, left.stack);
  }

  protected fillChosen(local: number, masks: number, stack: number, { starts, set }: Startable): void {
    this.mayFill();
    const next = local === -1 ? undefined : this.locals.get(local).next;
    const isrs = starts.map((s) => s.isr);
    this.enter(Entry.chosen, local + 1, set, ...this.relevant!.before(this.control.pair(masks, stack), next, isrs));
  }

  protected fillGiven(contents: readonly number[]): void {
    this.mayFill();
    this.givenContents.push(contents);
    this.enter(Entry.given, ...contents);
  }

  private enterStep(unit: number, step: LocalStep, hasOther: boolean): void {
    const isStart = this.locals.get(step.from).kind === 'inactive';
    const { to, sightings } = isStart ? { to: this.units.begin(step.to), sightings: [] } : this.units.own(unit, step);
    // Who was preempted looks at it where patterns are asked for.
    const isAccess = this.arePatterns && step.events.some((e) => e.kind === 'access');
    const flags =
      (step.ends ? Flag.ends : 0) |
      (step.to === -1 ? Flag.over : 0) |
      (sightings.length > 0 ? Flag.isSeen : 0) |
      (isAccess ? Flag.isAccess : 0) |
      (step.writes.length > 1 ? Flag.isWriteMore : 0);
    const other = hasOther ? this.sizes.steps + 1 : -1;
    this.made.push(step);
    this.seen.push(sightings);
    this.enter(Entry.step, to, flags, step.masks, step.shape, other, ...step.writes.flat());
  }
}
