// The steps of one context as a table: from a local state, with what it reads, to the next one, with what it writes.
// The machine makes each of them once. That is exact: a step depends on nothing but the context's own state and what it
// reads, which is the table's key.

import { drive, type Ending, type Observer, type Point, type Scheduler } from '../../../execution/drive.js';
import type { Event } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import { ORDERS, STEP, type Transition } from '../../../machine/transition.js';
import type { ContextId } from '../../../model/program.js';
import type { Control } from './control.js';
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
  /** Right behind the step, before anything else is done. */
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

  constructor(
    private readonly machine: Machine,
    private readonly slots: SharedSlots,
    private readonly control: Control,
    private readonly locals: LocalStates,
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
    const { usesMasks } = this.locals.get(local);
    const key = `${local} ${usesMasks ? `m${masks}` : given.join()}`;
    let found = this.made.get(key);
    if (found === undefined) {
      const first = this.makeOne(local, given, masks, false);
      found = first.isOrdered ? [first, this.makeOne(local, given, masks, true)] : [first];
      this.made.set(key, found);
    }
    return found;
  }

  private makeOne(local: number, given: readonly number[], masks: number, descending: boolean): LocalStep {
    const { context, state: before, reads, writes, usesMasks } = this.locals.get(local);
    const state = before.clone();
    reads.forEach((slot, n) => this.slots.write(slot, given[n]!, state.memory));
    if (usesMasks) this.control.setMasks(state, masks);
    const one = new OneTransition(STEP, descending);
    const ending = drive(this.machine, state, one, [one], { floor: floorOf(context) });
    const after = one.after ?? state;
    // What is no access may read and write anywhere: a table has no room for it.
    if (
      usesMasks &&
      one.events.some((e) => e.kind === 'access' && this.slots.at(e.object, e.offset, e.size).length > 0)
    )
      throw new Unsuited('a call that accesses shared memory');
    const written = usesMasks ? this.slots.all.keys() : writes;
    const found: (readonly [number, number])[] = [];
    for (const slot of written) {
      const contents = this.slots.number(slot, after.memory);
      if (!usesMasks) found.push([slot, contents]);
      else if (contents !== this.slots.number(slot, before.memory))
        throw new Unsuited('a call that writes shared memory');
    }
    const behind = this.control.masksOf(after);
    if (!usesMasks && behind !== this.locals.masks) throw new Unsuited('an access that changes masks');
    return this.record({ local, context, state, one, ending, writes: found, masks: usesMasks ? behind : -1 });
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
      after: one.after ?? state,
      ending,
      descending: one.descending,
      isOrdered: one.isOrdered,
    };
    this.all.push(made);
    return made;
  }
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
    this.after = state.clone();
  }

  iteration(): void {
    if (this.isMade) this.isNewUnit = true;
  }
}
