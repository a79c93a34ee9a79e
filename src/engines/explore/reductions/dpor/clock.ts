// Vector clocks: how many transitions of each process happen before a point. Processes have slots in the order in which
// they are met, so that a clock is a short row of numbers.

import { FIRST_ISR, type Process } from './step.js';

/** Numbers of threads are small; those of ISRs begin far above. */
const THREADS = 64;
const slots: number[] = [];
let used = 0;

/** Small numbers for processes. */
export function slotOf(process: Process): number {
  const at = process < THREADS ? process : process - FIRST_ISR + THREADS;
  return (slots[at] ??= used++);
}

export class Clock {
  private constructor(private readonly counts: readonly number[]) {}

  static readonly zero = new Clock([]);

  /** Does the n-th transition of a process, counted from 1, happen before? */
  includes(slot: number, n: number): boolean {
    return slot < this.counts.length && this.counts[slot]! >= n;
  }

  with(slot: number, n: number): Clock {
    const counts = this.counts.slice();
    while (counts.length <= slot) counts.push(0);
    counts[slot] = n;
    return new Clock(counts);
  }

  join(other: Clock): Clock {
    const [mine, its] = [this.counts, other.counts];
    let n = Math.min(mine.length, its.length);
    if (its.length <= mine.length) {
      while (n > 0 && mine[n - 1]! >= its[n - 1]!) n--;
      if (n === 0) return this;
    }
    const counts = mine.slice();
    for (let slot = 0; slot < its.length; slot++) {
      if (slot === counts.length) counts.push(its[slot]!);
      else if (counts[slot]! < its[slot]!) counts[slot] = its[slot]!;
    }
    return new Clock(counts);
  }
}
