// The steps of threads and ISRs as a table: from a local state, with what it reads, to the next one, with what it
// writes. The machine makes each of them once. That is exact: a step depends on nothing but its owner's own state and
// what it reads, which is the table's key.

import { drive, type Ending, type Observer, type Point, type Scheduler } from '../../../../../execution/drive.js';
import type { Event } from '../../../../../machine/event.js';
import type { Machine } from '../../../../../machine/machine.js';
import type { State, ThreadId } from '../../../../../machine/state.js';
import { STEP, type Transition } from '../../../../../machine/transition.js';
import type { SharedSlots } from '../../../tabulated/shared-slots.js';
import { Unsuited } from '../../../tabulated/unsuited.js';
import { attemptedBy, type Touched, touchedBy } from '../step.js';
import { isIsrOwner, MOST_THREADS, type OwnerStates } from './owner-states.js';

/** Where the numbers of threads are given out. */
export const THREAD_TABLE = -1;

export interface OwnerStep {
  readonly number: number;
  /** −1: the execution ends with it. */
  readonly to: number;
  /** Slots and what they hold then. */
  readonly writes: readonly (readonly [slot: number, contents: number])[];
  /** The masks behind it; −1: as before. */
  readonly masks: number;
  /** An ISR returns. */
  readonly leaves: boolean;
  /** The first state of a thread that it starts; −1: it starts none. */
  readonly spawns: number;
  /** A new unit of work begins behind it. */
  readonly isNewUnit: boolean;
  readonly isAccess: boolean;
  readonly isInSection: boolean;
  readonly touched: readonly Touched[];
  readonly events: readonly Event[];
  /** Right behind the step, before anything else is done. */
  readonly after: State;
  readonly ending: Ending;
  /** It has told what it waits for, or that it waits for nothing. */
  readonly saysAwaited: boolean;
  readonly changesHeld: boolean;
}

export class OwnerSteps {
  readonly all: OwnerStep[] = [];
  private readonly made = new Map<string, OwnerStep>();

  constructor(
    private readonly machine: Machine,
    private readonly slots: SharedSlots,
    private readonly masks: { of(state: State): number; set(state: State, masks: number): void },
    private readonly locals: OwnerStates,
  ) {}

  /** An ISR starts, or a thread comes to its first visible step. */
  begin(local: number): OwnerStep {
    const key = `${local}`;
    let step = this.made.get(key);
    if (step === undefined) {
      const { owner, context, state: before } = this.locals.get(local);
      const state = before.clone();
      const isIsr = isIsrOwner(owner);
      const { identities } = this.machine.threads;
      const one = new OneStep(isIsr ? { kind: 'start', isr: context } : { kind: 'switch', thread: owner as ThreadId });
      const ending = drive(this.machine, state, one, [one], { floor: isIsr ? 2 : 0 });
      if (isIsr && this.machine.threads.identities !== identities)
        throw new Unsuited('an ISR that asks for its thread');
      step = this.record(local, state, one, ending, [], -1);
      this.made.set(key, step);
    }
    return step;
  }

  /** `given`: the contents of the slots that it reads, or masks and the number of threads. */
  make(local: number, given: readonly number[]): OwnerStep {
    const key = `${local} ${given.join()}`;
    let step = this.made.get(key);
    if (step === undefined) this.made.set(key, (step = this.makeOne(local, given)));
    return step;
  }

  private makeOne(local: number, given: readonly number[]): OwnerStep {
    const { owner, state: before, reads, writes, usesMasks } = this.locals.get(local);
    const state = before.clone();
    const isIsr = isIsrOwner(owner);
    if (usesMasks) {
      const { atomicDepth } = state;
      this.masks.set(state, given[0]!);
      state.atomicDepth = atomicDepth;
      if (!isIsr) this.locals.leaveAlone(state, given[1]!);
    } else reads.forEach((slot, n) => this.slots.write(slot, given[n]!, state.memory));
    const one = new OneStep(STEP);
    const { identities } = this.machine.threads;
    const ending = drive(this.machine, state, one, [one], { floor: isIsr ? 2 : 0 });
    if (isIsr && this.machine.threads.identities !== identities) throw new Unsuited('an ISR that asks for its thread');
    const after = one.after ?? state;
    // What is no access may read and write anywhere: a table has no room for it.
    const accesses = one.events.filter((e) => e.kind === 'access');
    if (usesMasks && accesses.some((e) => this.slots.at(e.object, e.offset, e.size).length > 0))
      throw new Unsuited('a call that accesses shared memory');
    const found: (readonly [number, number])[] = [];
    for (const slot of usesMasks ? this.slots.all.keys() : writes) {
      const contents = this.slots.number(slot, after.memory);
      if (!usesMasks) found.push([slot, contents]);
      else if (contents !== this.slots.number(slot, before.memory))
        throw new Unsuited('a call that writes shared memory');
    }
    const behind = this.masks.of(after);
    if (!usesMasks && behind !== 0) throw new Unsuited('an access that changes masks');
    return this.record(local, state, one, ending, found, usesMasks ? behind : -1);
  }

  private record(
    local: number,
    state: State,
    one: OneStep,
    ending: Ending,
    writes: OwnerStep['writes'],
    masks: number,
  ): OwnerStep {
    const { owner, state: before } = this.locals.get(local);
    // What it does to its own locals and heap objects concerns nobody: where they are is known to nobody else.
    const isShared = ({ object }: { readonly object: number }): boolean => object < state.memory.staticCount;
    const events = one.events.filter((e) => (e.kind === 'access' ? isShared(e) : e.kind !== 'free'));
    const after = one.after ?? state;
    const isIsr = isIsrOwner(owner);
    const isOver = isEnd(ending);
    const touched = [...touchedBy(this.machine.program, events)];
    if (ending.kind === 'failed') touched.push(...attemptedBy(this.machine, state).filter(isShared));
    const thread = isIsr ? 0 : owner;
    const changesHeld = after.threads[thread]!.held !== before.threads[thread]!.held;
    if (isIsr && changesHeld) throw new Unsuited('an ISR that takes a lock');
    const spawns = this.spawnedBy(local, state, isOver);
    if (spawns !== -1) touched.push({ object: THREAD_TABLE, from: 0, to: 1, isWrite: true });
    if (!isIsr && !isOver) {
      // Whoever else there is belongs to no local state.
      state.threads.length = thread + 1;
    }
    const to = isOver ? -1 : this.locals.of(owner, state);
    const isSection = after.atomicDepth > before.atomicDepth;
    const made: OwnerStep = {
      number: this.all.length,
      to,
      writes,
      masks,
      leaves: isIsr && to !== -1 && this.locals.get(to).kind === 'over',
      spawns,
      isNewUnit: one.isNewUnit,
      isAccess: events.some((e) => e.kind === 'access'),
      isInSection: to !== -1 && this.locals.get(to).isInSection,
      touched,
      events,
      after,
      ending,
      saysAwaited: isSection || after.awaited !== before.awaited,
      changesHeld,
    };
    this.all.push(made);
    return made;
  }

  /** A thread that was started is somebody of its own. */
  private spawnedBy(local: number, state: State, isOver: boolean): number {
    const { owner, usesMasks } = this.locals.get(local);
    const spawned = state.threads.flatMap((t, n) => (n > 0 && n !== owner && t.activations.length > 0 ? [n] : []));
    if (spawned.length === 0) return -1;
    const [thread] = spawned;
    if (isIsrOwner(owner) || isOver || !usesMasks || spawned.length > 1)
      throw new Unsuited('threads that are started in another way');
    if (thread! >= MOST_THREADS) throw new Unsuited('many threads');
    return this.locals.spawned(thread as ThreadId, state.threads[thread!]!, state.memory);
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
      return true;
    case 'bounded':
    case 'unmodelled':
    case 'interrupted':
      throw new Unsuited('something that is not modelled');
  }
}

/** Makes one transition, and goes on to the next point where there is a choice. */
class OneStep implements Scheduler, Observer {
  events: readonly Event[] = [];
  after: State | undefined;
  isNewUnit = false;
  private isMade = false;

  constructor(private readonly transition: Transition) {}

  early(): Transition | undefined {
    return this.isMade || this.transition.kind === 'step' ? undefined : this.transition;
  }

  choose(_state: State, point: Point): Transition | undefined {
    if (point.kind === 'undecided') throw new Unsuited('arbitrary data, or an access in pieces');
    return this.isMade ? undefined : STEP;
  }

  taking(): void {
    this.isMade = true;
  }

  took(state: State, { kind }: Transition, events: readonly Event[]): void {
    if (kind !== 'step') return;
    this.events = events;
    this.after = state.clone();
  }

  iteration(): void {
    if (this.after !== undefined) this.isNewUnit = true;
  }
}
