// What one thread, or one ISR, is by itself: its frames and the memory that only it uses. A local state stands for all
// states of the machine in which its owner is in it; one of them is kept, in which nobody else has ever run, so that
// nothing of others is in it: no number of an object that depends on who came first, no contents of their memory. What
// is shared is put in place before a step is made. See docs/decisions/0047-dpor-by-tables.md.

import { drive, type Scheduler } from '../../../../../execution/drive.js';
import type { Machine } from '../../../../../machine/machine.js';
import { objectOf } from '../../../../../machine/memory/value.js';
import { type Peeked, peek } from '../../../../../machine/peek.js';
import type { State, Thread, ThreadId } from '../../../../../machine/state.js';
import { StateKeys, type UnreadParts } from '../../../../../machine/state-key.js';
import { addThread } from '../../../../../machine/threads.js';
import type { ContextId } from '../../../../../model/program.js';
import { Numbered } from '../../../tabulated/control.js';
import type { SharedSlots } from '../../../tabulated/shared-slots.js';
import { Unsuited } from '../../../tabulated/unsuited.js';

/** Threads by their numbers, then ISRs by their contexts. */
export type Owner = number;

/** Threads of one execution that a vector has room for. */
export const MOST_THREADS = 16;

export function isrOwner(isr: ContextId): Owner {
  return MOST_THREADS + isr;
}

export function isIsrOwner(owner: Owner): boolean {
  return owner >= MOST_THREADS;
}

export interface OwnerState {
  readonly owner: Owner;
  readonly context: ContextId;
  /** One of the states in which the owner is in it; never changed. */
  readonly state: State;
  /** `new`: a thread that nobody has switched to. `idle`: it goes round for ever. `over`: ended, or not started. */
  readonly kind: 'new' | 'visible' | 'idle' | 'over';
  /** What its next step does, where it has one. */
  readonly next: Peeked | undefined;
  /** The slots whose contents the step depends on, ascending, and those that it may write. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** What it does depends on masks, flags and the number of threads, and may change them. */
  readonly usesMasks: boolean;
  /** It is in the middle of an atomic section; it stands before one that others could make wait. */
  readonly isInSection: boolean;
  readonly mayWait: boolean;
}

/** Stops where it stands. */
const stop: Scheduler = { choose: () => undefined };

export class OwnerStates {
  private readonly known = new Numbered<OwnerState>();
  private readonly keys: StateKeys;
  private readonly nobody: Thread;
  private readonly exposed: ReadonlySet<number>;

  constructor(
    private readonly machine: Machine,
    private readonly slots: SharedSlots,
    private readonly masks: { of(state: State): number; set(state: State, masks: number): void },
    unread: UnreadParts,
  ) {
    const bytes = new Map(unread.bytes);
    for (const [object, ranges] of slots.ranges()) bytes.set(object, [...(bytes.get(object) ?? []), ...ranges]);
    this.keys = new StateKeys(machine.terms, { bytes, registers: unread.registers });
    const initial = machine.initial();
    this.exposed = new Set(initial.memory.exposedObjects());
    this.nobody = { ...initial.thread, activations: [], status: 'ended', isBegun: true, own: [] };
  }

  get count(): number {
    return this.known.list.length;
  }

  get(local: number): OwnerState {
    return this.known.list[local]!;
  }

  /** Main before its first step that others can see. */
  main(): number {
    const state = this.machine.initial();
    drive(this.machine, state, stop);
    return this.of(0, state);
  }

  /** One that has not started. */
  isr(isr: ContextId): number {
    return this.of(isrOwner(isr), this.machine.initial());
  }

  /** That another thread has started: of what it is given, nothing may depend on the execution. */
  spawned(thread: ThreadId, { context, activations }: Thread, { staticCount }: State['memory']): number {
    const frame = activations[0]!.frames[0]!;
    const { code, registers } = frame;
    const given = code.fn.parameters.map(({ index, type }) => {
      const value = registers[index]!;
      if (typeof value !== 'number' || (type.kind === 'pointer' && objectOf(value) >= staticCount))
        throw new Unsuited('a thread that is given something of another');
      return value;
    });
    const state = this.machine.initial();
    this.leaveAlone(state, thread, 0);
    addThread(this.machine, state, this.machine.program.contexts[context]!, code.fn.name, given);
    return this.of(thread, state);
  }

  /** As many threads, of which only one is anybody; in ISRs, main is, before its first step. */
  leaveAlone(state: State, count: number, from = state.threads.length): void {
    state.threads.length = Math.min(state.threads.length, Math.max(from, 0));
    while (state.threads.length < count) state.threads.push({ ...this.nobody, activations: [] });
  }

  /** Of a state that the owner has come to, which is kept. */
  of(owner: Owner, state: State): number {
    state.arrivals.fill(0);
    const { atomicDepth } = state;
    this.masks.set(state, 0);
    state.atomicDepth = atomicDepth;
    if (state.path.length > 0 || state.memory.inputs !== undefined) throw new Unsuited('arbitrary data');
    // Addresses are given out in the order in which they are asked for, which is no owner's own business.
    for (const object of state.memory.exposedObjects())
      if (!this.exposed.has(object)) throw new Unsuited('an address as a number');
    const thread = state.threads[isIsrOwner(owner) ? 0 : owner]!;
    const isActive = state.activations.length > (isIsrOwner(owner) ? 1 : 0);
    const kind = !thread.isBegun
      ? 'new'
      : !isActive
        ? 'over'
        : state.blocked === undefined
          ? 'visible'
          : state.blocked === 'endless-loop'
            ? 'idle'
            : 'over';
    const key = `${owner}${kind} ${atomicDepth} ${thread.held.join()} ${this.keys.key(state)}`;
    return this.known.of(key, () => ({
      owner,
      context: isIsrOwner(owner) ? ((owner - MOST_THREADS) as ContextId) : thread.context,
      state,
      kind,
      isInSection: atomicDepth > 0,
      ...this.stepOf(state, kind),
    }));
  }

  private stepOf(
    state: State,
    kind: OwnerState['kind'],
  ): Pick<OwnerState, 'next' | 'reads' | 'writes' | 'usesMasks' | 'mayWait'> {
    const nothing = { next: undefined, reads: [], writes: [], usesMasks: false, mayWait: false };
    if (kind !== 'visible') return nothing;
    const next = peek(this.machine, state);
    if (next.kind !== 'access')
      return { ...nothing, next, usesMasks: true, mayWait: this.machine.threads.standsBeforeSection(state) };
    const reads = new Set<number>();
    const writes = new Set<number>();
    const isWhole = next.whole === undefined && next.accesses.length === 1;
    for (const { operation, object, offset, size, arbitrary } of next.accesses) {
      if (arbitrary !== undefined) throw new Unsuited('an access at an arbitrary address');
      if (object === 0) throw new Unsuited('a shared register');
      // Its own: nobody else has come to know where it is, since that is not for tables.
      if (object >= state.memory.staticCount) continue;
      for (const slot of this.slots.at(object, offset, size)) {
        if (operation !== 'R') writes.add(slot);
        if (operation !== 'W' || !isWhole || !this.slots.isCovered(slot, object, offset, size)) reads.add(slot);
      }
    }
    return { ...nothing, next, reads: ascending(reads), writes: ascending(writes) };
  }
}

function ascending(numbers: ReadonlySet<number>): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}
