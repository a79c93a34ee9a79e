// Executions in which nothing that is asked for can happen any more: no ISR can start, and none did something that a
// later access could complete. No verdict depends on the rest of them. They are followed a while for undefined
// behaviour alone, each state once, and never for longer than the search itself goes.

/** Steps of one execution, and of all of them besides as many as the search has made. */
const MAX_TURNS = 1000;
const MIN_STEPS = 10_000;
/** Looks at the clock in the middle of one computation. */
const MAX_INTERRUPTIONS = 4;
/** A question to the solver costs as much as so many steps. */
const FORK_STEPS = 20;

export class SpentExecutions {
  private readonly states = new Set<string>();
  private steps = 0;

  /** Is it the first that comes to this state? */
  begins(key: string): boolean {
    if (this.states.has(key)) return false;
    this.states.add(key);
    return true;
  }

  /** May it make another step, or with `isFork` ask something? */
  mayGoOn(turns: number, searched: number, isFork = false): boolean {
    this.steps += isFork ? FORK_STEPS : 1;
    return turns <= MAX_TURNS && this.steps <= MIN_STEPS + searched;
  }

  isStuck(interruptions: number): boolean {
    return interruptions > MAX_INTERRUPTIONS;
  }
}
