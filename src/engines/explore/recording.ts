// One execution by who did what: a tree of activations, each with its own steps, the ISRs that preempted it there, and the arbitrary data
// that it met. Positions are relative to the activation, so that a preemption can be moved without changing what else happens.

import type { Event } from '../../machine/event.js';
import type { State } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';
import type { SiteId } from './history.js';

export interface Preemption {
  /** Visible steps that the preempted activation has made before; Infinity: it has nothing left to do. */
  readonly at: number;
  readonly by: RecordedActivation;
}

export interface RecordedActivation {
  readonly context: ContextId;
  readonly preemptions: readonly Preemption[];
  /** Own steps that go from the last piece down. */
  readonly descending: ReadonlySet<number>;
  /** In the order of asking. */
  readonly inputs: readonly bigint[];
}

export interface RecordedAccess {
  readonly site: SiteId;
  readonly value: string;
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  /** The activations on the stack, the running one last. */
  readonly stack: readonly RecordedActivation[];
  /** The running activation's own step. */
  readonly step: number;
}

export interface Recording {
  readonly base: RecordedActivation;
  readonly accesses: readonly RecordedAccess[];
  /** Uninitialised memory belongs to nobody: by name, in the order of asking. */
  readonly uninitialised: ReadonlyMap<string, readonly bigint[]>;
}

interface Growing extends RecordedActivation {
  readonly preemptions: Preemption[];
  readonly descending: Set<number>;
  readonly inputs: bigint[];
  steps: number;
}

const begin = (context: ContextId): Growing => ({
  context,
  preemptions: [],
  descending: new Set(),
  inputs: [],
  steps: 0,
});

export const isUninitialised = (what: string): boolean => what.startsWith('uninitialised ');

export class Recorder {
  private readonly base = begin(0);
  private readonly accesses: RecordedAccess[] = [];
  private readonly uninitialised = new Map<string, bigint[]>();
  /** The base context first, even when it has returned. */
  private stack: readonly Growing[] = [this.base];

  get recording(): Recording {
    return { base: this.base, accesses: this.accesses, uninitialised: this.uninitialised };
  }

  input(what: string, value: bigint): bigint {
    if (isUninitialised(what)) this.uninitialised.set(what, [...(this.uninitialised.get(what) ?? []), value]);
    else this.top.inputs.push(value);
    return value;
  }

  settle(state: State): void {
    const length = stackLength(state);
    if (this.stack.length > length) this.stack = this.stack.slice(0, length);
  }

  started(context: ContextId, isIdle: boolean): void {
    const by = begin(context);
    this.top.preemptions.push({ at: isIdle ? Number.POSITIVE_INFINITY : this.top.steps, by });
    this.stack = [...this.stack, by];
  }

  ordered(isDescending: boolean): void {
    if (isDescending) this.top.descending.add(this.top.steps);
  }

  accessed({ object, offset, size }: Extract<Event, { kind: 'access' }>, site: SiteId, value: string): void {
    this.accesses.push({ site, value, object, offset, size, stack: this.stack, step: this.top.steps });
  }

  stepped(): void {
    this.top.steps++;
  }

  private get top(): Growing {
    return this.stack[this.stack.length - 1]!;
  }
}

/** Activations with the base context, which is counted even when it has returned. */
export function stackLength(state: State): number {
  return state.activations.length + (state.ended ? 1 : 0);
}
