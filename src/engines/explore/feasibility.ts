// Can a decision on arbitrary data be made after what is known of it? A path that was taken is satisfiable, so only
// those conditions are asked about that share variables with the decision, directly or through others. Questions that
// differ only in which variables they are about have one answer, and are asked once.

import { Supports, TermNames } from '../../machine/term-names.js';
import type { Term, Terms } from '../../solve/term.js';

/** `unknown`: nobody could say. */
export type Satisfiability = 'yes' | 'no' | 'unknown';

/** Answers that are kept; then all are forgotten. */
const MAX_ANSWERS = 100_000;

export class Feasibility {
  private readonly supports: Supports;
  private readonly answers = new Map<string, Satisfiability>();

  constructor(
    private readonly terms: Terms,
    private readonly ask: (conditions: readonly Term[], how: 'quick' | undefined) => Satisfiability,
  ) {
    this.supports = new Supports(terms);
  }

  /** Can `decided` hold after `path`, which can hold by itself? */
  after(path: readonly Term[], decided: readonly Term[], how?: 'quick'): Satisfiability {
    const names = new TermNames(this.terms, this.supports);
    const shown = decided.map((condition) => names.name(condition)).join('&');
    const { text, left } = names.conditions(path);
    const key = `${shown}|${text}`;
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const answer = this.ask([...left, ...decided], how);
    if (answer === 'unknown') return answer;
    if (this.answers.size >= MAX_ANSWERS) this.answers.clear();
    this.answers.set(key, answer);
    return answer;
  }
}
