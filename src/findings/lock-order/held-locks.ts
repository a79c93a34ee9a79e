// Follows one execution: which locks each thread holds, where it took them, and what is known to have happened before
// by creations and joins of threads. Tells the order of locks of everybody who takes one while it holds another.

import type { Describer } from '../../execution/describe.js';
import { isOfModel, ownFrame } from '../../execution/own-frame.js';
import { threadName } from '../../execution/thread-name.js';
import { joinedThread } from '../../execution/waiting.js';
import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import type { State } from '../../machine/state.js';
import type { SiteId } from '../history.js';
import type { Sites } from '../sites.js';
import type { LockOrder, TakenLock } from './lock-order.js';

interface Held extends TakenLock {
  readonly name: string;
  /** Activations on the thread's stack: an ISR holds its own. */
  readonly depth: number;
}

/** What all executions share. */
export interface LockWatch {
  readonly machine: Machine;
  readonly sites: Sites;
  readonly order: LockOrder;
  readonly describer: Describer;
}

export class HeldLocks {
  constructor(
    private readonly watch: LockWatch,
    /** By thread. */
    private readonly held: (readonly Held[])[] = [[]],
    private readonly clocks: (readonly number[])[] = [[1]],
  ) {}

  clone(): HeldLocks {
    return new HeldLocks(this.watch, [...this.held], [...this.clocks]);
  }

  /** Where each lock was taken, which a state does not tell by itself; who was created and joined, it does. */
  get key(): string {
    if (this.held.every((list) => list.length === 0)) return '';
    return this.held.map((list) => list.map((h) => `${h.lock}@${h.site}`).join()).join('/');
  }

  took(state: State, events: readonly Event[]): void {
    const { current } = state;
    for (let n = this.clocks.length; n < state.threads.length; n++) this.created(current, n);
    const joined = joinedThread(this.watch.machine, state);
    if (joined !== undefined) this.joined(current, joined);
    const before = this.held[current] ?? [];
    const { held } = state.thread;
    if (held.length < before.length) this.held[current] = stillHeld(before, held);
    else if (held.length > before.length) this.taken(state, held.at(-1)!, events);
  }

  /** A thread that nobody has created before. */
  private created(parent: number, child: number): void {
    const clock = [...(this.clocks[parent] ?? [])];
    const mine = [...clock];
    mine[child] = 1;
    clock[parent] = (clock[parent] ?? 0) + 1;
    this.clocks[parent] = clock;
    this.clocks[child] = mine;
    this.held[child] = [];
  }

  private joined(who: number, ended: number): void {
    const [mine, theirs] = [this.clocks[who] ?? [], this.clocks[ended] ?? []];
    if (theirs.every((time, n) => time <= (mine[n] ?? 0))) return;
    const length = Math.max(mine.length, theirs.length);
    this.clocks[who] = Array.from({ length }, (_, n) => Math.max(mine[n] ?? 0, theirs[n] ?? 0));
  }

  private taken(state: State, lock: number, events: readonly Event[]): void {
    const { machine, order, describer } = this.watch;
    const { current, awaited } = state;
    const before = this.held[current] ?? [];
    const event = events.find((e) => e.kind === 'mask');
    const depth = state.activations.length;
    const isAwaited = awaited?.address === lock;
    const name = describer.lock(state.memory, lock, isAwaited ? awaited.size : undefined);
    const isShared = event?.acquires === 'shared';
    const taken: Held = { lock, isShared, site: this.siteOf(state, event), name, depth };
    this.held[current] = [...before, taken];
    // Who only tries does not wait.
    if (!isAwaited) return;
    const own = before.filter((h) => h.depth === depth);
    for (const held of own)
      order.add({
        thread: current,
        name: threadName(machine.program, state, current),
        held,
        heldName: held.name,
        taken,
        takenName: name,
        gates: own.flatMap((h) => (h === held || h.isShared ? [] : [h.lock])).sort((a, b) => a - b),
        clock: this.clocks[current] ?? [],
      });
  }

  /** Where the program itself takes it. */
  private siteOf(state: State, event: Extract<Event, { kind: 'mask' }> | undefined): SiteId {
    const { machine, sites } = this.watch;
    const { context, frames } = state.running!;
    const { module } = machine.program;
    const top = frames.at(-1)!;
    if (event !== undefined && !isOfModel(module, top.code.fn))
      return sites.of(context, event.instruction, 'R', event.function);
    const own = frames.at(ownFrame(module, frames))!;
    return sites.of(context, own.instruction.id, 'R', own.code.fn.name);
  }
}

function stillHeld(before: readonly Held[], held: readonly number[]): readonly Held[] {
  const left = [...held];
  return before.filter(({ lock }) => {
    const at = left.indexOf(lock);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
