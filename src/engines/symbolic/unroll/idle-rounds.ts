// Counts the rounds in which a state of an unrolled activation comes back to what it was, but for arbitrary data: it
// waits for somebody, as in `while (flag == 0);` before the handler came. Where the states after the handler cannot be
// joined with it, since masks differ, or say nothing new about the exit, nothing else would end such a loop. As in
// R. Brent's algorithm (1980), a state is compared with one that is remembered ever more rarely. Persistent: a step
// gives another.

import { isSameRun, type RememberedRun, rememberRun } from '../../../machine/same-run.js';
import type { State } from '../../../machine/state.js';

/** Steps before the first state is remembered. */
const PATIENCE = 16;

export class IdleRounds {
  private constructor(
    private readonly steps: number,
    private readonly patience: number,
    private readonly remembered: RememberedRun | undefined,
    /** How often the remembered state came again. */
    readonly count: number,
  ) {}

  static readonly none = new IdleRounds(0, PATIENCE, undefined, 0);

  /** Before a visible step. */
  stepping(state: State): IdleRounds {
    const frame = state.running?.frames.at(-1);
    if (frame === undefined || frame.pending !== undefined || state.answers.length > 0) return this;
    const { steps, patience, remembered, count } = this;
    if (remembered !== undefined && isSameRun(remembered, state, 'known'))
      return new IdleRounds(0, patience, remembered, count + 1);
    if (steps < patience) return new IdleRounds(steps + 1, patience, remembered, count);
    return new IdleRounds(0, 2 * patience, rememberRun(state), 0);
  }
}
