// Vector clocks: how many transitions of each process happen before a point.

import type { Process } from './step.js';

export class Clock {
  private constructor(private readonly counts: ReadonlyMap<Process, number>) {}

  static readonly zero = new Clock(new Map());

  /** Does the n-th transition of a process, counted from 1, happen before? */
  includes(process: Process, n: number): boolean {
    return (this.counts.get(process) ?? 0) >= n;
  }

  with(process: Process, n: number): Clock {
    return new Clock(new Map(this.counts).set(process, n));
  }

  join(other: Clock): Clock {
    if (other === this) return this;
    const counts = new Map(this.counts);
    for (const [process, n] of other.counts) if ((counts.get(process) ?? 0) < n) counts.set(process, n);
    return new Clock(counts);
  }
}
