// By priority, a step may let other threads go on, or keep them from it: it wakes one that is more urgent, waits, ends,
// takes or gives up its turn, changes a priority. Everything depends on such a step, as on one that changes masks.
// Without that, two steps that touch nothing in common would seem to be possible in either order.

import type { Machine } from '../../../../machine/machine.js';
import type { State } from '../../../../machine/state.js';
import { isIsr, type Process, type Touched } from './step.js';

export class Turns {
  /** Who may go on depends on more than on who can. */
  readonly areGiven: boolean;
  /** Who goes on first among equals keeps the others out. */
  readonly areKept: boolean;
  private readonly mayWake: boolean;

  constructor(private readonly machine: Machine) {
    const { threading, operations } = machine.program;
    this.areGiven = threading.scheduler === 'priority';
    this.areKept = this.areGiven && !threading.timeSlicing;
    this.mayWake = operations.some((o) => o.effect.kind === 'block');
  }

  /** Does a transition of the process change what the others may do? */
  changes(process: Process, before: State, after: State, touched: readonly Touched[]): boolean {
    const { threads } = this.machine;
    const isSame = (n: number): boolean => before.threads[n]!.priority === after.threads[n]!.priority;
    if (threads.hasPriorities && !before.threads.every((_, n) => isSame(n))) return true;
    if (!this.areGiven) return false;
    // Whom an ISR wakes goes on when it is over.
    if (isIsr(process)) return this.mayWake && touched.some((t) => t.isWrite);
    const [then, now] = [before, after].map((state) => new Set<Process>(threads.contenders(state)));
    return [...then!, ...now!].some((other) => other !== process && then!.has(other) !== now!.has(other));
  }
}
