// Executions that are made only to see a race: processes go on in a given order, as far as they can, so that one access
// is next while another is made. What arbitrary data decides on the way goes every way, up to a bound.

import { isIsr, type Process } from './step.js';
import type { Made, World } from './world.js';

/** For one pair of instructions: what an access depends on may differ from one execution to the next. */
const MEETINGS = 16;
/** Answers that one of them tries. */
const ANSWERS = 64;

export class Meetings<At> {
  /** How often pairs of instructions were brought next to each other, or could not be. */
  private readonly met = new Map<string, number>();
  private answers = 0;

  constructor(private readonly world: World<At>) {}

  /** Has one of these pairs been tried less often than it may? Then all of them are, once more. */
  isWanted(pairs: readonly string[]): boolean {
    if (pairs.every((pair) => (this.met.get(pair) ?? 0) >= MEETINGS)) return false;
    for (const pair of pairs) this.met.set(pair, (this.met.get(pair) ?? 0) + 1);
    return true;
  }

  follow(at: At, order: readonly Process[]): void {
    this.answers = 0;
    this.next(at, order, order.at(-1)!);
  }

  /** The rest of an ISR that comes last meets the same. */
  private next(at: At, [process, ...rest]: readonly Process[], last: Process): void {
    if (process !== undefined) {
      if (this.world.options(at).processes.includes(process)) this.go(this.world.make(at, process), rest, last);
    } else if (isIsr(last) && this.world.running(at) === last) this.go(this.world.make(at, last), rest, last);
  }

  private go({ at, ending, answers }: Made<At>, rest: readonly Process[], last: Process): void {
    if (answers === undefined) {
      if (ending.kind === 'stopped') this.next(at, rest, last);
      return;
    }
    for (const answer of answers) {
      if (++this.answers > ANSWERS) return;
      this.go(this.world.answer(at, answer), rest, last);
    }
  }
}
