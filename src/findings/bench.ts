// One machine with concrete inputs for everything that is run again after the exploration: what it compiles is compiled once.

import { Machine } from '../machine/machine.js';
import type { Program } from '../model/program.js';

export class Bench {
  readonly machine: Machine;
  /** Set by each run: gives arbitrary data. */
  input: (bits: number, what: string, offset?: number) => bigint = () => 0n;
  /** Set by each run: asked now and then while it computes for long. */
  isSpent: () => boolean = () => false;

  constructor(program: Program) {
    this.machine = new Machine(program, {
      arrivals: Number.POSITIVE_INFINITY,
      unwind: Number.POSITIVE_INFINITY,
      input: (bits, what, offset) => this.input(bits, what, offset),
      interrupt: () => this.isSpent(),
    });
  }

  /** What was computed so far, in steps that are made one by one; compiled ones cost little. */
  get effort(): number {
    return this.machine.interpretedSteps + this.machine.compiledSteps / 128;
  }
}
