// Answers to what one instruction cannot decide by itself. An instruction asks before it changes anything, so that it
// can be run again with one more answer.

import type { Term, Terms } from '../../solve/term.js';
import type { Question } from '../outcome.js';
import type { Answer, State } from '../state.js';

export class Undecided {
  constructor(readonly question: Question) {}
}

export class Decider {
  private next = 0;
  private assumed: Term[] | undefined;

  constructor(
    private readonly terms: Terms,
    private readonly answers: readonly Answer[],
  ) {}

  /** Did the instruction depend on an answer? */
  get wasAsked(): boolean {
    return this.next > 0;
  }

  decide(condition: Term): boolean {
    if (this.terms.isConstant(condition)) return this.terms.narrowValue(condition) === 1;
    const answer = this.answers[this.next];
    if (answer === undefined) throw new Undecided({ kind: 'condition', condition });
    this.next++;
    this.assumed ??= [];
    // Asked again, the instruction may ask about other variables.
    this.assumed.push(answer.value ? condition : this.terms.not(condition));
    return answer.value;
  }

  descending(): boolean {
    const answer = this.answers[this.next];
    if (answer === undefined) throw new Undecided({ kind: 'descending' });
    this.next++;
    return answer.value;
  }

  /** The instruction is done: what it was told holds from now on. */
  commit(state: State): void {
    if (this.assumed === undefined) return;
    for (const condition of this.assumed) state.assume(condition);
    this.assumed = undefined;
  }
}
