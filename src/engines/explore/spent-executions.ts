// Executions in which nothing that is asked for can happen any more: no ISR can start, and none did something that a
// later access could complete. No verdict depends on the rest of them. They are followed a while for undefined
// behaviour alone, each state once, and never for longer than the search itself goes. One that comes back to a state of
// its own, with nothing decided since, goes round for ever (found as by R. Brent, "An improved Monte Carlo
// factorization algorithm", 1980): what is counted is as if it were followed to its end.

import { isSameRun, type RememberedRun, rememberRun } from '../../machine/same-run.js';
import type { State } from '../../machine/state.js';

/** Steps of one execution, and of all of them besides as many as the search has made. */
const MAX_TURNS = 1000;
const MIN_STEPS = 10_000;
/** Looks at the clock in the middle of one computation. */
const MAX_INTERRUPTIONS = 4;
/** A question to the solver costs as much as so many steps. */
const FORK_STEPS = 20;

/** Turns before a state is remembered first: most end before. */
const PATIENCE = 32;

export interface Remembered {
  readonly run: RememberedRun;
  readonly masks: string;
  readonly turn: number;
  readonly steps: number;
}

interface Spent {
  readonly state: State;
  turns: number;
  /** Undefined: not yet, or not any more. */
  remembered: Remembered | undefined;
}

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

  /** If it is where it was before, all rounds are made at once that it may still make. */
  leap(spent: Spent, searched: number): void {
    const { state, turns, remembered } = spent;
    const { steps } = this;
    // In the middle of an access there is more to a state.
    if (state.top().pending !== undefined) return;
    if (remembered !== undefined && isSameRun(remembered.run, state) && remembered.masks === masksIn(state)) {
      const [turnsOfRound, stepsOfRound] = [turns - remembered.turn, steps - remembered.steps];
      const rounds = Math.min((MAX_TURNS - turns) / turnsOfRound, (MIN_STEPS + searched - steps) / stepsOfRound);
      spent.turns += Math.max(0, Math.floor(rounds)) * turnsOfRound;
      this.steps += Math.max(0, Math.floor(rounds)) * stepsOfRound;
      spent.remembered = undefined;
    } else if (turns >= (remembered === undefined ? PATIENCE : 2 * remembered.turn))
      spent.remembered = { run: rememberRun(state), masks: masksIn(state), turn: turns, steps };
  }

  isStuck(interruptions: number): boolean {
    return interruptions > MAX_INTERRUPTIONS;
  }
}

/** What a program can read besides its memory, and what its own steps depend on. */
function masksIn({ maskOpen, ceiling, flags, pended, atomicDepth, registers }: State): string {
  return [maskOpen, ceiling, atomicDepth, ...flags, ...pended, ...registers].join();
}
