// Which threads may go on, by the program's rules. `any`: all that can. `priority`: fixed priorities, preemptive, as
// kernels of real-time systems have it: on N cores, a thread for which fewer than N are more urgent and ready; whoever
// becomes ready preempts at once. Those of one priority take turns at any time, or, without time slices, where one
// waits, sleeps, yields or ends. A thread that sleeps may go on at any time and keeps nobody out; one that spins keeps
// the processor: whoever wakes up to it makes a step of that. ISRs that run beside threads are above all of this.

import type { Threading } from '../model/threading.js';
import type { State, Thread, ThreadId } from './state.js';

/** Of the atomic section that a thread stands before. */
export type Standing = 'open' | 'waits' | 'spins';

export class Scheduling {
  /** Equals wait for their turn. */
  private readonly hasTurns: boolean;
  private readonly isByPriority: boolean;

  constructor(
    private readonly threading: Threading,
    /** Is it an ISR's own? */
    private readonly isIsr: (thread: ThreadId) => boolean,
    private readonly standingOf: (state: State, thread: ThreadId) => Standing,
  ) {
    this.isByPriority = threading.scheduler === 'priority';
    this.hasTurns = this.isByPriority && !threading.timeSlicing;
  }

  /** The threads that may make the next step. */
  mayGoOn(state: State): readonly ThreadId[] {
    const { threads } = state;
    const standing = threads.map((t, n) =>
      t.status === 'runnable' ? this.standingOf(state, n as ThreadId) : ('waits' as const),
    );
    const isAble = (t: Thread, n: number): boolean => standing[n] === 'open' || (standing[n] === 'spins' && t.isAsleep);
    const able = threads.flatMap((t, n) => (isAble(t, n) ? [n as ThreadId] : []));
    if (!this.isByPriority) return able;
    // They take a processor, whether they do something with it or not.
    const ready = threads.filter(
      (t, n) =>
        !this.isIsr(n as ThreadId) &&
        !t.isAsleep &&
        (t.status === 'idle' || (t.status === 'runnable' && standing[n] !== 'waits')),
    );
    return able.filter((n) => this.isIsr(n) || this.hasPlace(threads[n]!, ready));
  }

  private hasPlace(thread: Thread, ready: readonly Thread[]): boolean {
    const before = ready.filter(
      (t) =>
        t !== thread &&
        (t.priority > thread.priority ||
          (this.hasTurns && !thread.hasTurn && t.hasTurn && t.priority === thread.priority)),
    );
    return before.length < this.threading.cores;
  }

  /** The current thread is the one that goes on. Of its equals, those that would wait have had their turn. */
  goesOn(state: State): void {
    const { thread } = state;
    if (!this.hasTurns || thread.hasTurn) return;
    thread.hasTurn = true;
    for (const [n, other] of state.threads.entries())
      if (other !== thread && other.hasTurn && other.priority === thread.priority)
        other.hasTurn = other.status !== 'ended' && this.standingOf(state, n as ThreadId) !== 'waits';
  }

  /** Another thread goes on than the current one: if that waits where it stands, its turn is over. */
  leaves(state: State): void {
    const { thread, current } = state;
    if (thread.hasTurn && (thread.status === 'ended' || this.standingOf(state, current) === 'waits'))
      thread.hasTurn = false;
  }

  yields(thread: Thread): void {
    thread.hasTurn = false;
  }

  sleeps(thread: Thread): void {
    if (!this.isByPriority) return;
    thread.isAsleep = true;
    thread.hasTurn = false;
  }

  /** Whoever gets another priority is behind nobody and before nobody of it. */
  setPriority(thread: Thread, priority: number): void {
    if (thread.priority !== priority) thread.hasTurn = false;
    thread.priority = priority;
  }
}
