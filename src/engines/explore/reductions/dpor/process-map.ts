// Few processes, by themselves or each with something: looked through one by one, in the order in which they came.

import type { Process } from './step.js';

/** What nothing is in yet shares these, which stay empty: a search makes millions of maps, and fills few. */
const NO_PROCESSES: readonly Process[] = [];
const NO_VALUES: readonly never[] = [];

export class ProcessMap<T> {
  private all: Process[];
  private values: T[];

  constructor(from?: ProcessMap<T>) {
    const isEmpty = from === undefined || from.size === 0;
    this.all = isEmpty ? (NO_PROCESSES as Process[]) : from.all.slice();
    this.values = isEmpty ? (NO_VALUES as readonly T[] as T[]) : from.values.slice();
  }

  get processes(): readonly Process[] {
    return this.all;
  }

  get size(): number {
    return this.all.length;
  }

  has(process: Process): boolean {
    return this.all.includes(process);
  }

  get(process: Process): T | undefined {
    const at = this.all.indexOf(process);
    return at < 0 ? undefined : this.values[at];
  }

  at(index: number): T {
    return this.values[index]!;
  }

  set(process: Process, value: T): void {
    const at = this.all.indexOf(process);
    if (at >= 0) this.values[at] = value;
    else if (this.all.length === 0) {
      this.all = [process];
      this.values = [value];
    } else {
      this.all.push(process);
      this.values.push(value);
    }
  }
}

export class ProcessSet {
  private members: Process[] = NO_PROCESSES as Process[];

  get all(): readonly Process[] {
    return this.members;
  }

  has(process: Process): boolean {
    return this.members.includes(process);
  }

  add(process: Process): void {
    if (this.members.length === 0) this.members = [process];
    else if (!this.members.includes(process)) this.members.push(process);
  }
}
