// What one context is by itself: its frames and the memory that only it uses. A local state stands for all states of
// the machine in which the context is in it; one of them is kept, and steps are made from there, with what the context
// reads put in place. No other context can tell such states apart, nor can their steps: see
// docs/decisions/0034-programs-as-tables.md.

import { drive, type Scheduler } from '../../../execution/drive.js';
import type { Machine } from '../../../machine/machine.js';
import { type Peeked, peek } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import { StateKeys, type UnreadParts } from '../../../machine/state-key.js';
import { type ContextId, MAIN } from '../../../model/program.js';
import type { Control } from './control.js';
import { Numbered } from './control.js';
import type { SharedSlots } from './shared-slots.js';
import { Unsuited } from './unsuited.js';

export interface LocalState {
  readonly context: ContextId;
  /** One of the states in which the context is in it; never changed. */
  readonly state: State;
  /** `inactive`: an ISR that has not started, or a context that has returned. */
  readonly kind: 'visible' | 'blocked' | 'inactive';
  /** What its next step does, where it has one. */
  readonly next: Peeked | undefined;
  /** The slots that the step reads or writes in part, ascending: what it does depends on their contents. */
  readonly reads: readonly number[];
  /** The slots that it may write. */
  readonly writes: readonly number[];
  /** What it does depends on masks and flags, and may change them. */
  readonly usesMasks: boolean;
}

/** Stops where it stands. */
const stop: Scheduler = { choose: () => undefined };

/** An ISR's activation lies above main's, which has not begun. */
export function floorOf(context: ContextId): number {
  return context === MAIN ? 0 : 2;
}

export class LocalStates {
  private readonly known = new Numbered<LocalState>();
  private readonly keys: StateKeys;
  /** Of all states that are kept. */
  readonly masks: number;

  constructor(
    private readonly machine: Machine,
    private readonly slots: SharedSlots,
    private readonly control: Control,
    unread: UnreadParts,
  ) {
    const bytes = new Map(unread.bytes);
    for (const [object, ranges] of slots.ranges()) bytes.set(object, [...(bytes.get(object) ?? []), ...ranges]);
    this.keys = new StateKeys(machine.terms, { bytes, registers: unread.registers });
    this.masks = control.masksOf(machine.initial());
  }

  get count(): number {
    return this.known.list.length;
  }

  get(local: number): LocalState {
    return this.known.list[local]!;
  }

  /** Main before its first step that others can see; an ISR that has not started. */
  first(context: ContextId): number {
    const state = this.machine.initial();
    if (context === MAIN) drive(this.machine, state, stop);
    return this.of(context, state);
  }

  /** Of a state that the context has come to, which is kept. */
  of(context: ContextId, state: State): number {
    state.arrivals.fill(0);
    this.control.setMasks(state, this.masks);
    if (state.path.length > 0 || state.memory.inputs !== undefined) throw new Unsuited('arbitrary data');
    for (const object of state.memory.exposedObjects())
      if (object >= state.memory.staticCount) throw new Unsuited('the address of a local or heap object as a number');
    const isActive = state.activations.length > (context === MAIN ? 0 : 1);
    const kind = !isActive ? 'inactive' : state.blocked !== undefined ? 'blocked' : 'visible';
    return this.known.of(`${context}${kind} ${this.keys.key(state)}`, () => ({
      context,
      state,
      kind,
      ...this.stepOf(state, kind),
    }));
  }

  private stepOf(state: State, kind: LocalState['kind']): Omit<LocalState, 'context' | 'state' | 'kind'> {
    const nothing = { next: undefined, reads: [], writes: [], usesMasks: false };
    if (kind !== 'visible') return nothing;
    const next = peek(this.machine, state);
    if (next.kind !== 'access') return { ...nothing, next, usesMasks: true };
    const reads = new Set<number>();
    const writes = new Set<number>();
    const isWhole = next.whole === undefined && next.accesses.length === 1;
    for (const { operation, object, offset, size, arbitrary } of next.accesses) {
      if (arbitrary !== undefined) throw new Unsuited('an access at an arbitrary address');
      if (object === 0 || object >= state.memory.staticCount)
        throw new Unsuited('a shared register, local or heap object');
      for (const slot of this.slots.at(object, offset, size)) {
        if (operation !== 'R') writes.add(slot);
        if (operation !== 'W' || !isWhole || !this.slots.isCovered(slot, object, offset, size)) reads.add(slot);
      }
    }
    return { next, reads: ascending(reads), writes: ascending(writes), usesMasks: false };
  }
}

function ascending(numbers: ReadonlySet<number>): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}
