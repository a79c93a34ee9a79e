// Few processes, by themselves or each with something: looked through one by one, in the order in which they came.

import type { Process } from './step.js';

export class ProcessMap<T> {
  constructor(
    readonly processes: Process[] = [],
    private readonly values: T[] = [],
  ) {}

  get size(): number {
    return this.processes.length;
  }

  has(process: Process): boolean {
    return this.processes.includes(process);
  }

  get(process: Process): T | undefined {
    const at = this.processes.indexOf(process);
    return at < 0 ? undefined : this.values[at];
  }

  at(index: number): T {
    return this.values[index]!;
  }

  copy(): ProcessMap<T> {
    return new ProcessMap(this.processes.slice(), this.values.slice());
  }

  set(process: Process, value: T): void {
    const at = this.processes.indexOf(process);
    if (at < 0) {
      this.processes.push(process);
      this.values.push(value);
    } else this.values[at] = value;
  }
}

export class ProcessSet {
  readonly all: Process[] = [];

  has(process: Process): boolean {
    return this.all.includes(process);
  }

  add(process: Process): void {
    if (!this.all.includes(process)) this.all.push(process);
  }
}
