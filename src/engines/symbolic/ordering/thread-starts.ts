// Threads as instances: each step that spawns one, in whatever unrolled state, is the start of an instance of its own,
// which runs if that step is made. It begins with the memory of its creator, so that both mean the same objects by the
// same numbers; what it allocates itself has numbers that nobody else uses.

import type { Machine } from '../../../machine/machine.js';
import { NO_ANSWERS, type State, type ThreadId } from '../../../machine/state.js';
import type { Context } from '../../../model/program.js';
import type { Term } from '../../../solve/term.js';
import { Inexpressible } from './locations.js';

export interface SpawnedThread {
  readonly context: Context;
  readonly thread: number;
  /** The step that spawns it, and when that does. */
  readonly step: number;
  readonly guard: Term;
  /** What it begins with. */
  readonly state: State;
}

/** Instances of threads, main aside. */
const MAX_THREADS = 62;
/** Numbers of objects that an instance may use. */
const OBJECTS = 2 ** 15;

export class ThreadStarts {
  readonly all: SpawnedThread[] = [];

  constructor(private readonly machine: Machine) {}

  /** Takes threads that a step has spawned out of the state of their creator. */
  take(state: State, by: Context, step: number, guard: Term): void {
    for (const [thread, { context: id, activations }] of state.threads.entries()) {
      if (thread === state.current || activations.length === 0) continue;
      const context = this.machine.program.contexts[id]!;
      // Numbers are given in the order of creation, which would depend on the schedule.
      if (by.kind !== 'main') throw new Inexpressible(`threads that ${by.name} starts`);
      if (this.all.length === MAX_THREADS) throw new Inexpressible(`more than ${MAX_THREADS} threads`);
      this.all.push({ context, thread, step, guard, state: this.beginning(state, thread as ThreadId) });
      activations.length = 0;
    }
  }

  private beginning(creator: State, thread: ThreadId): State {
    const state = creator.clone();
    for (const [n, { activations }] of state.threads.entries()) if (n !== thread) activations.length = 0;
    state.current = thread;
    state.thread.isBegun = true;
    state.atomicDepth = 0;
    state.answers = NO_ANSWERS;
    state.path = [];
    state.memory.inputs = undefined;
    state.memory.numberFrom(state.memory.staticCount + (this.all.length + 1) * OBJECTS);
    return state;
  }

  /** What an instance has allocated must not run into the numbers of the next one; `n`: how many came before it. */
  static checkObjects({ memory }: State, n: number): void {
    if (memory.objectCount - memory.staticCount > (n + 1) * OBJECTS)
      throw new Inexpressible(`more than ${OBJECTS} objects of one thread`);
  }
}
