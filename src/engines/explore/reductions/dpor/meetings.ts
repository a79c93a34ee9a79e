// Executions that are made only to see a race: processes go on in a given order, as far as they can, so that one access
// is next while another is made. What arbitrary data decides on the way goes every way, up to a bound.

import { drive } from '../../../../execution/drive.js';
import type { PatternObserver } from '../../../../findings/pattern-observer.js';
import type { Machine } from '../../../../machine/machine.js';
import type { State } from '../../../../machine/state.js';
import { STEP, type Transition } from '../../../../machine/transition.js';
import type { Trail } from '../../schedules.js';
import type { Choices } from './choices.js';
import { isIsr, type Process, runningProcess } from './step.js';
import { Turn } from './turn.js';

/** For one pair of instructions: what an access depends on may differ from one execution to the next. */
const MEETINGS = 16;
/** Answers that one of them tries. */
const ANSWERS = 64;

/** Where an execution stands. */
interface Standing {
  readonly state: State;
  readonly patterns: PatternObserver;
  readonly trail: Trail | undefined;
}

/** What it needs of the search. */
export interface Ways {
  readonly machine: Machine;
  readonly choices: Choices;
  /** A transition is made: what is seen belongs to it. */
  turns(turn: Turn): void;
}

export class Meetings {
  /** How often pairs of instructions were brought next to each other, or could not be. */
  private readonly met = new Map<string, number>();
  private answers = 0;

  constructor(private readonly ways: Ways) {}

  /** Has one of these pairs been tried less often than it may? Then all of them are, once more. */
  isWanted(pairs: readonly string[]): boolean {
    if (pairs.every((pair) => (this.met.get(pair) ?? 0) >= MEETINGS)) return false;
    for (const pair of pairs) this.met.set(pair, (this.met.get(pair) ?? 0) + 1);
    return true;
  }

  follow({ state, patterns, trail }: Standing, order: readonly Process[]): void {
    this.answers = 0;
    this.next({ state: state.clone(), patterns: patterns.clone(), trail }, order, order.at(-1)!);
  }

  /** The rest of an ISR that comes last meets the same. */
  private next(at: Standing, [process, ...rest]: readonly Process[], last: Process): void {
    if (process !== undefined) {
      const begin = this.ways.choices.optionsIn(at.state).get(process);
      if (begin !== undefined) this.go(at, [...begin], rest, last);
    } else if (isIsr(last) && runningProcess(at.state) === last) this.go(at, [STEP], rest, last);
  }

  private go({ state, patterns, trail }: Standing, begin: Transition[], rest: readonly Process[], last: Process): void {
    const { machine } = this.ways;
    const turn = new Turn(machine.program, begin, [], trail);
    this.ways.turns(turn);
    const ending = drive(machine, state, turn, [patterns, turn]);
    if (turn.question === undefined) {
      if (ending.kind === 'stopped') this.next({ state, patterns, trail: turn.trail }, rest, last);
      return;
    }
    for (const answer of this.ways.choices.answersIn(state, turn.question)) {
      if (++this.answers > ANSWERS) return;
      const copy = state.clone();
      const answered: Trail | undefined =
        answer.kind === 'order'
          ? { kind: 'order', step: copy.steps, descending: answer.descending, before: turn.trail }
          : turn.trail;
      machine.take(copy, answer);
      this.go({ state: copy, patterns: patterns.clone(), trail: answered }, [], rest, last);
    }
  }
}
