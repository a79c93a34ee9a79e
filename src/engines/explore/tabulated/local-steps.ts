// The steps of one context as a table: from a local state, with what it reads, to the next one, with what it writes.
// The machine makes each of them once. That is exact: a step depends on nothing but the context's own state and what it
// reads, which is the table's key.

import { drive, type Ending, type Observer, type Point, type Scheduler } from '../../../execution/drive.js';
import type { Event } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import { ORDERS, STEP, type Transition } from '../../../machine/transition.js';
import type { ContextId } from '../../../model/program.js';
import { type Control, Numbered } from './control.js';
import { floorOf, type LocalStates } from './local-states.js';
import type { SharedSlots } from './shared-slots.js';
import { Unsuited } from './unsuited.js';

export interface LocalStep {
  readonly number: number;
  readonly from: number;
  /** −1: the execution ends with it. */
  readonly to: number;
  /** Slots and what they hold then. */
  readonly writes: readonly (readonly [slot: number, contents: number])[];
  /** The masks behind it; −1: as before. */
  readonly masks: number;
  /** The context returns. */
  readonly ends: boolean;
  /** A new unit of work begins behind it. */
  readonly isNewUnit: boolean;
  readonly events: readonly Event[];
  /**
   * The same for steps whose events differ in values alone, which those that were preempted do not look at; 0 where
   * they look at nothing.
   */
  readonly shape: number;
  /** Right behind the step, before anything else is done, where access tables are kept; else behind what follows it. */
  readonly after: State;
  readonly ending: Ending;
  /** The pieces of its access go downwards. */
  readonly descending: boolean;
  /** Has the access of the step been asked for an order? Then there are two. */
  readonly isOrdered: boolean;
}

export class LocalSteps {
  readonly all: LocalStep[] = [];
  /** By local state and what it is given. */
  private readonly made = new Map<string, readonly LocalStep[]>();
  private readonly shapes = new Numbered<undefined>();

  constructor(
    private readonly machine: Machine,
    private readonly slots: SharedSlots,
    private readonly control: Control,
    private readonly locals: LocalStates,
    /** Access tables are kept. */
    private readonly arePatterns: boolean,
  ) {}

  /** The ISR, which is inactive, starts. */
  start(local: number): LocalStep {
    const known = this.made.get(`${local}`);
    if (known !== undefined) return known[0]!;
    const { context, state: before } = this.locals.get(local);
    const state = before.clone();
    const one = new OneTransition({ kind: 'start', isr: context });
    const ending = drive(this.machine, state, one, [one], { floor: floorOf(context) });
    const step = this.record({ local, context, state, one, ending, writes: [], masks: -1 });
    this.made.set(`${local}`, [step]);
    return step;
  }

  /** One for each order in which the pieces of its access may go. `given`: the contents of the slots that it reads. */
  make(local: number, given: readonly number[], masks: number): readonly LocalStep[] {
    // Without access tables, there is one unit for each local state, and nobody asks twice.
    if (!this.arePatterns) return this.makeAll(local, given, masks);
    const { usesMasks } = this.locals.get(local);
    const key = `${local} ${usesMasks ? `m${masks}` : given.join()}`;
    let found = this.made.get(key);
    if (found === undefined) this.made.set(key, (found = this.makeAll(local, given, masks)));
    return found;
  }

  private makeAll(local: number, given: readonly number[], masks: number): readonly LocalStep[] {
    const first = this.makeOne(local, given, masks, false);
    return first.isOrdered ? [first, this.makeOne(local, given, masks, true)] : [first];
  }

  private makeOne(local: number, given: readonly number[], masks: number, descending: boolean): LocalStep {
    const { context, state: before, reads, writes, usesMasks } = this.locals.get(local);
    const state = before.clone();
    reads.forEach((slot, n) => this.slots.write(slot, given[n]!, state.memory));
    if (usesMasks) this.control.setMasks(state, masks);
    let behind: Behind | undefined;
    const one = new OneTransition(STEP, descending, (after) => {
      behind = this.behind(before, after, usesMasks, writes);
      return this.arePatterns ? after.clone() : undefined;
    });
    const ending = drive(this.machine, state, one, [one], { floor: floorOf(context) });
    behind ??= this.behind(before, state, usesMasks, writes);
    // What is no access may read and write anywhere: a table has no room for it.
    if (
      usesMasks &&
      one.events.some((e) => e.kind === 'access' && this.slots.at(e.object, e.offset, e.size).length > 0)
    )
      throw new Unsuited('a call that accesses shared memory');
    return this.record({ local, context, state, one, ending, ...behind });
  }

  private behind(before: State, after: State, usesMasks: boolean, writes: readonly number[]): Behind {
    const masks = this.control.masksOf(after);
    if (!usesMasks) {
      if (masks !== this.locals.masks) throw new Unsuited('an access that changes masks');
      return { writes: writes.map((slot) => [slot, this.slots.number(slot, after.memory)]), masks: -1 };
    }
    for (const slot of this.slots.all.keys())
      if (this.slots.number(slot, after.memory) !== this.slots.number(slot, before.memory))
        throw new Unsuited('a call that writes shared memory');
    return { writes: [], masks };
  }

  private record(step: {
    readonly local: number;
    readonly context: ContextId;
    readonly state: State;
    readonly one: OneTransition;
    readonly ending: Ending;
    readonly writes: LocalStep['writes'];
    readonly masks: number;
  }): LocalStep {
    const { local, context, state, one, ending, writes, masks } = step;
    const isOver = isEnd(ending);
    const to = isOver ? -1 : this.locals.of(context, state);
    const made: LocalStep = {
      number: this.all.length,
      from: local,
      to,
      writes,
      masks,
      ends: to !== -1 && this.locals.get(to).kind === 'inactive',
      isNewUnit: one.isNewUnit,
      events: one.events,
      shape: this.arePatterns ? this.shapes.of(one.events.map(shapeOf).join('\n'), () => undefined) : 0,
      after: one.after ?? (to === -1 ? state : this.locals.get(to).state),
      ending,
      descending: one.descending,
      isOrdered: one.isOrdered,
    };
    this.all.push(made);
    return made;
  }
}

function shapeOf(event: Event): string {
  return JSON.stringify(event, (key, value: unknown) => (key === 'value' || key === 'arguments' ? undefined : value));
}

function isEnd(ending: Ending): boolean {
  switch (ending.kind) {
    case 'stopped':
      return false;
    case 'failed':
      // What undefined behaviour means for the verdicts is worked out by the search on the machine.
      if (ending.failure.kind !== 'assertion') throw new Unsuited('undefined behaviour');
      return true;
    case 'ended':
      if (ending.because === 'waits') throw new Unsuited('a section that waits');
      return true;
    case 'bounded':
    case 'unmodelled':
    case 'interrupted':
      throw new Unsuited('something that is not modelled');
  }
}

/** What a step makes of what others see. */
type Behind = Pick<LocalStep, 'writes' | 'masks'>;

/** Makes one transition, and goes on to the next point where there is a choice. */
class OneTransition implements Scheduler, Observer {
  events: readonly Event[] = [];
  after: State | undefined;
  isNewUnit = false;
  isOrdered = false;
  private isMade = false;

  constructor(
    private readonly transition: Transition,
    readonly descending = false,
    /** Looks at the state right behind it, and keeps a copy where one is needed. */
    private readonly look = (state: State): State | undefined => state.clone(),
  ) {}

  early(): Transition | undefined {
    if (this.isMade || this.transition.kind === 'step') return undefined;
    return this.transition;
  }

  choose(state: State, point: Point): Transition | undefined {
    if (point.kind === 'undecided') {
      if (point.question.kind === 'condition') throw new Unsuited('arbitrary data');
      this.isOrdered = true;
      return ORDERS[this.descending ? 1 : 0];
    }
    return this.isMade && !state.isStepBegun ? undefined : this.transition;
  }

  took(state: State, { kind }: Transition, events: readonly Event[]): void {
    if (kind === 'order' || kind === 'answer') return;
    this.isMade = true;
    this.events = events;
    this.after = this.look(state);
  }

  iteration(): void {
    if (this.isMade) this.isNewUnit = true;
  }
}
