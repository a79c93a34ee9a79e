// The beginning that executions of one program have in common: the base context by itself, up to the first choice. Some
// of its states are kept, and an execution goes on from the last one that is early enough. So a long beginning is run
// once, not once for each schedule.

import type { State } from '../machine/state.js';

/** Arbitrary data that was asked for. */
export interface GivenInput {
  readonly bits: number;
  readonly what: string;
  readonly value: bigint;
}

/**
 * A state of the common beginning, before the invisible steps to its next point; `extra` is what else has to be known
 * there.
 */
export interface Checkpoint<Extra> {
  readonly state: State;
  /** Inputs given until then. */
  readonly given: number;
  readonly extra: Extra;
}

/** Visible steps between two at first; when there are too many, every other one goes. */
const FIRST_DISTANCE = 64;
const MAX_KEPT = 256;

export class Checkpoints<Extra> {
  /** What was asked for on the way to the last one, and a little further. */
  readonly given: GivenInput[] = [];
  private kept: Checkpoint<Extra>[] = [];
  private distance = FIRST_DISTANCE;

  /** The last one before a visible step that an execution with these inputs comes to. */
  before(step: number, inputs: readonly bigint[]): Checkpoint<Extra> | undefined {
    const differing = this.given.findIndex(
      ({ bits, value }, n) => inputs[n] !== value && inputOf(inputs, n, bits) !== value,
    );
    const common = differing < 0 ? this.given.length : differing;
    return this.kept.findLast((c) => c.state.steps < step && c.given <= common);
  }

  /** The last one that is kept of those with a property that earlier ones have as well. */
  findLast(isEarly: (extra: Extra) => boolean): Checkpoint<Extra> | undefined {
    return this.kept.findLast((c) => isEarly(c.extra));
  }

  /** The n-th input of an execution. Is it still the common beginning? */
  isCommon(n: number, input: GivenInput): boolean {
    const known = this.given[n];
    if (known === undefined) this.given.push(input);
    return known === undefined || known.value === input.value;
  }

  /** Keeps a state of the common beginning, where it is far enough from the last one and no access is half done. */
  offer(state: State, given: number, extra: () => Extra): void {
    if (state.steps < (this.kept.at(-1)?.state.steps ?? 0) + this.distance) return;
    if (state.running?.frames.at(-1)?.pending !== undefined) return;
    this.kept.push({ state: state.clone(), given, extra: extra() });
    if (this.kept.length < MAX_KEPT) return;
    this.kept = this.kept.filter((_, n) => n % 2 === 1);
    this.distance *= 2;
  }
}

/** Inputs that a schedule does not name are 0. */
export function inputOf(inputs: readonly bigint[], n: number, bits: number): bigint {
  return BigInt.asUintN(bits, inputs[n] ?? 0n);
}
