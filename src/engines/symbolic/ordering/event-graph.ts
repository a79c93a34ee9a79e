// The symbolic events of a program and their program order (TECS 2017 §5.2): what the ordering encodings po, precise
// and threads relate. An instance is one activation of a context: main once, a thread for each step that spawns one,
// each ISR as often as it may arrive. All of an instance's steps are listed in an order that every path through it
// follows; which of them happen is said by their guards.

import type { Term } from '../../../solve/term.js';

/** One activation of a context. */
export interface EventInstance {
  readonly id: number;
  readonly name: string;
  /**
   * 0 for main and threads, which run in any order. An ISR preempts those of lower levels only: `depth` or `pty` of the
   * paper. ISRs of equal levels never overlap.
   */
  readonly level: number;
  /** Does it run at all? TRUE for main. */
  readonly runs: Term;
  /**
   * Its steps: the first is its start, the last its end, both of which happen whenever it runs; in between in program
   * order.
   */
  readonly steps: readonly number[];
  /** Instances of one ISR are interchangeable: this one may only run if that one does, and starts after it. */
  readonly after?: number;
  /** Of a thread: the step that spawns it, and its number. */
  readonly spawned?: { readonly step: number; readonly thread: number };
}

/** What happens at one moment: nothing comes between the events of a step. All of them share its clock. */
export interface Step {
  readonly id: number;
  readonly instance: number;
  readonly guard: Term;
  /** In the order of execution: an atomic exchange reads and then writes. */
  readonly events: readonly number[];
}

export interface MemoryEvent {
  readonly id: number;
  readonly step: number;
  readonly operation: 'R' | 'W';
  readonly location: number;
  /** Of its step, and perhaps more: an access at an arbitrary index is one event for each location. */
  readonly guard: Term;
  /** What is written; or, of reads, a variable of its own that nothing restricts yet. As wide as its location. */
  readonly value: Term;
}

export interface EventGraph {
  readonly instances: readonly EventInstance[];
  readonly steps: readonly Step[];
  readonly events: readonly MemoryEvent[];
  /** By location. The first step of main writes the initial value of each location, guard TRUE. */
  readonly locations: readonly { readonly name: string; readonly width: number }[];
}
