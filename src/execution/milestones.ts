// The beginning that replays of one program have in common: the base context by itself, up to the first choice. Some of its states are kept,
// and a replay goes on from the last one that is early enough. So a long beginning is run once, not once for each schedule.

import { Machine } from '../machine/machine.js';
import type { State } from '../machine/state.js';
import type { Program } from '../model/program.js';
import type { Causes } from './refusal.js';

export interface Milestone {
  readonly state: State;
  readonly causes: Causes;
  /** Inputs that were asked for until then. */
  readonly given: number;
}

/** Steps between two at first; when there are too many, every other one goes. */
const FIRST_DISTANCE = 64;
const MAX_KEPT = 128;

/** One machine for all replays: what it compiles is compiled once. Not for two at a time. */
export class Milestones {
  readonly machine: Machine;
  /** Set by each replay. */
  input: (bits: number, what: string, offset?: number) => bigint = () => 0n;
  private kept: Milestone[] = [];
  private distance = FIRST_DISTANCE;
  /** What was read on the way to the last one. */
  private inputs: readonly bigint[] = [];

  constructor(program: Program) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.machine = new Machine(program, {
      arrivals: unlimited,
      unwind: unlimited,
      input: (bits, what, offset) => this.input(bits, what, offset),
    });
  }

  /** The last one that these inputs lead to, and that is not behind a step. */
  before(step: number, inputs: readonly bigint[]): Milestone | undefined {
    const common = this.commonInputs(inputs);
    return this.kept.findLast((m) => m.given <= common && m.state.steps <= step);
  }

  isDue(steps: number): boolean {
    return steps >= (this.kept.at(-1)?.state.steps ?? 0) + this.distance;
  }

  /** `inputs` begins with those that were given. Only what comes after the last one is kept, and only if it is on the same way. */
  keep(milestone: Milestone, inputs: readonly bigint[]): void {
    if (this.commonInputs(inputs) < this.inputs.length) return;
    this.inputs = inputs.slice(0, milestone.given);
    this.kept.push(milestone);
    if (this.kept.length <= MAX_KEPT) return;
    this.kept = this.kept.filter((_, n) => n % 2 === 1);
    this.distance *= 2;
  }

  /** How many of the first inputs are the same. */
  private commonInputs(inputs: readonly bigint[]): number {
    const at = this.inputs.findIndex((value, n) => value !== inputs[n]);
    return at < 0 ? this.inputs.length : at;
  }
}
