// The beginning that replays have in common: the base context by itself, up to the first choice of a schedule. Moments of it are kept, and
// a replay goes on from the last one before its first choice. So a long beginning is run once, not once for each finding; what a replay
// wants to know of it is looked up.

import { InternalError } from '../base/internal-error.js';
import { objectOf, offsetOf, type Value } from '../machine/memory/value.js';
import type { State } from '../machine/state.js';
import type { Bench } from './bench.js';
import type { SiteId } from './history.js';
import type { Observer } from './pattern-observer.js';

/** An access that was made. */
export interface Done {
  readonly site: SiteId;
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  readonly value: Value;
  /** Visible steps before it, as schedules count them. */
  readonly step: number;
  /** Steps, counted one by one, before its instruction began, and what was computed by then. */
  readonly begun: number;
  readonly computed: number;
}

/** Arbitrary data that was asked for. */
export interface Given {
  readonly bits: number;
  readonly what: string;
  readonly value: bigint;
}

export interface Moment {
  readonly state: State;
  readonly observer: Observer;
  /** Steps made, accesses done and inputs given so far. */
  readonly made: number;
  readonly done: number;
  readonly given: number;
  /** Steps that were compiled, or leapt over. */
  readonly computed: number;
  /** Steps made before the unit of work began. */
  readonly unitBegun: number;
}

/** Steps between two moments at first; when there are too many moments, every other one goes. */
const FIRST_DISTANCE = 64;
const MAX_MOMENTS = 256;

export class Trunk {
  readonly done: Done[] = [];
  readonly given: Given[] = [];
  /** Steps that are recorded. */
  made = 0;
  private moments: Moment[] = [];
  private distance = FIRST_DISTANCE;

  /** The last moment before a visible step that a replay with these inputs comes to. */
  before(step: number, inputs: readonly bigint[]): Moment | undefined {
    const given = this.commonInputs(inputs);
    return this.moments.findLast((m) => m.state.steps < step && m.given <= given);
  }

  /** Is it time to keep another moment? */
  isMomentDue(made: number): boolean {
    return made >= (this.moments.at(-1)?.made ?? 0) + this.distance;
  }

  keep(moment: Moment): void {
    this.moments.push(moment);
    if (this.moments.length < MAX_MOMENTS) return;
    this.moments = this.moments.filter((_, n) => n % 2 === 1);
    this.distance *= 2;
  }

  /** The last accesses of a site to a byte, in the unit of work of a moment and before it; the last comes last. */
  lastOf(site: SiteId, byte: number, times: number, { done, unitBegun }: Moment): readonly Done[] {
    const [object, offset] = [objectOf(byte), offsetOf(byte)];
    const found: Done[] = [];
    for (let n = done - 1; n >= 0 && this.done[n]!.begun >= unitBegun && found.length < times; n--) {
      const d = this.done[n]!;
      if (d.site === site && d.object === object && d.offset <= offset && offset < d.offset + d.size) found.unshift(d);
    }
    return found;
  }

  /** Right before a step, with the number of inputs given by then. */
  stateBefore(made: number, bench: Bench): { readonly state: State; readonly given: number } {
    const moment = this.moments.findLast((m) => m.made <= made);
    let given = moment?.given ?? 0;
    bench.isSpent = () => false;
    bench.input = () => this.given[given++]!.value;
    const { machine } = bench;
    const state = moment?.state.clone() ?? machine.initial();
    for (let n = moment?.made ?? 0; ; ) {
      const outcome = machine.run(state);
      if (outcome.kind === 'iteration') continue;
      if (outcome.kind !== 'visible') throw new InternalError(`the trunk ends: ${outcome.kind}`);
      if (n++ === made) return { state, given };
      const stepped = machine.step(state);
      if (stepped.kind === 'undecided') machine.step(state, [false]);
    }
  }

  private commonInputs(inputs: readonly bigint[]): number {
    let n = 0;
    while (n < this.given.length && inputOf(inputs, n, this.given[n]!.bits) === this.given[n]!.value) n++;
    return n;
  }
}

/** Inputs that a schedule does not name are 0. */
export function inputOf(inputs: readonly bigint[], n: number, bits: number): bigint {
  return BigInt.asUintN(bits, inputs[n] ?? 0n);
}
