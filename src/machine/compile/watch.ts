// Finds executions that come back to a state they were in before: nobody sees such a loop, so it goes on for ever.
// States are compared with one that is remembered ever more rarely (R. Brent, "An improved Monte Carlo factorization
// algorithm", 1980). Sound: the whole state of the running context is compared, and nothing else can change it.

import { latin1Text } from '../../base/bytes.js';
import type { Memory } from '../memory/memory.js';
import { isSameRun, livingValues, positionOf, type RememberedRun, rememberRun } from '../same-run.js';
import type { State } from '../state.js';

/** Visits of loop headers before the first state is remembered: most executions end or are seen before. */
const PATIENCE = 64;

/** Once a cycle is known, it is walked once more to choose the state to stop in. */
interface Cycle {
  readonly start: RememberedRun;
  readonly startVisit: number;
  /** In visits; 0 while it is walked. */
  length: number;
  /** The least state so far: by registers, then by memory. */
  best: string;
  bestMemory: string;
  bestVisit: number;
}

export class Watch {
  private visits = 0;
  private power = PATIENCE;
  private remembered: RememberedRun | undefined;
  private rememberedAt = 0;
  private cycle: Cycle | undefined;

  /**
   * Called at each loop header. Is this the state in which to stop for ever? It does not depend on where the cycle was
   * found.
   */
  visit(state: State): boolean {
    this.visits++;
    if (this.cycle !== undefined) return this.settle(state, this.cycle);
    if (this.remembered !== undefined && isSameRun(this.remembered, state)) {
      const chosen = { best: this.label(state), bestMemory: contents(state.memory), bestVisit: this.visits };
      this.cycle = { start: this.remembered, startVisit: this.visits, length: 0, ...chosen };
      return false;
    }
    if (this.visits >= this.rememberedAt + this.power) {
      if (this.remembered !== undefined) this.power *= 2;
      this.remembered = rememberRun(state);
      this.rememberedAt = this.visits;
    }
    return false;
  }

  /** A cycle is known: every visit must be seen from now on. */
  get isSettling(): boolean {
    return this.cycle !== undefined;
  }

  private settle(state: State, cycle: Cycle): boolean {
    if (cycle.length === 0) {
      if (isSameRun(cycle.start, state)) cycle.length = this.visits - cycle.startVisit;
      else this.consider(state, cycle);
    }
    return cycle.length > 0 && (this.visits - cycle.bestVisit) % cycle.length === 0;
  }

  private consider(state: State, cycle: Cycle): void {
    const label = this.label(state);
    if (label > cycle.best) return;
    const memory = contents(state.memory);
    if (label === cycle.best && memory >= cycle.bestMemory) return;
    cycle.best = label;
    cycle.bestMemory = memory;
    cycle.bestVisit = this.visits;
  }

  private label(state: State): string {
    const { frames } = state.running!;
    return frames
      .map(
        (f, n) =>
          `${positionOf(f)}:${livingValues(f, n === frames.length - 1)
            .map(String)
            .join()}`,
      )
      .join('|');
  }
}

function contents(memory: Memory): string {
  const objects = [...Array.from({ length: memory.staticCount }, (_, n) => n), ...memory.dynamicObjects()];
  return objects.map((object) => objectContents(memory, object)).join('|');
}

/** Equal pages that lie side by side as one, with their number. */
function objectContents(memory: Memory, object: number): string {
  const parts: string[] = [];
  let last: string | undefined;
  let equal = 0;
  for (const { page, count } of memory.entry(object)?.runs() ?? []) {
    const bytes = latin1Text(page.bytes);
    if (bytes !== last) {
      if (last !== undefined) parts.push(`${last}*${equal}`);
      [last, equal] = [bytes, 0];
    }
    equal += count;
  }
  if (last !== undefined) parts.push(`${last}*${equal}`);
  return parts.join('');
}
