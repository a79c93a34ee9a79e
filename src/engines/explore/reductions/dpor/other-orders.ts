// Two transitions of an execution are in a race: the other order is to be tried, and their accesses are brought next to
// each other.

import type { Meetings } from './meetings.js';
import type { Path } from './path.js';
import { type Later, NEVER_SETTLED, Reversals } from './reversals.js';
import type { StepFootprint } from './step.js';
import type { World } from './world.js';

export class OtherOrders<At> {
  private readonly reversals: Reversals<At>;

  constructor(
    path: Path<At>,
    world: World<At>,
    private readonly meetings: Meetings<At>,
  ) {
    this.reversals = new Reversals(path, world);
  }

  /**
   * `at`: index on the path of the node behind the earlier one. Gives the index up to which the path is to stay as it
   * is so that there is nothing more to do; `NEVER_SETTLED` if there may always be.
   */
  try(at: number, footprint: StepFootprint, later: Later): number {
    const upTo = this.reversals.reverse(at, later);
    return this.meetings.meet(at, footprint, later.process, later.clock) ? NEVER_SETTLED : upTo;
  }
}
