// Conditions without the variables that nothing depends on any more: a bit that was shifted out of a history of samples
// must not tell two states apart. What is left has exactly the same solutions in the other variables. Exact, but not
// complete: a variable goes only where one value of it makes everything true that is said of it.

import { Op } from './operation.js';
import { FALSE, TRUE } from './store.js';
import { Substitution } from './substitute.js';
import type { Term, Terms } from './term.js';

/** Conditions beyond this are left as they are: it would take too long. */
const MAX_CONDITIONS = 64;
/** Answers that are kept; then all are forgotten. */
const MAX_ANSWERS = 50_000;

export class Elimination {
  private readonly answers = new Map<string, boolean>();

  constructor(
    private readonly terms: Terms,
    private readonly variablesOf: (term: Term) => ReadonlySet<Term>,
  ) {}

  /** Conditions with the same solutions in the variables that matter; the same array if there is nothing to do. */
  run(conditions: readonly Term[], matters: (variable: Term) => boolean): readonly Term[] {
    const isFree = (c: Term): boolean => [...this.variablesOf(c)].some((v) => !matters(v));
    const isBound = (c: Term): boolean => [...this.variablesOf(c)].some(matters);
    if (conditions.length > MAX_CONDITIONS || !conditions.some(isFree) || !conditions.some(isBound)) return conditions;
    const kept = this.simplified(conditions);
    for (let found = true; found; ) {
      found = false;
      for (const [variable, about] of this.occurrences(kept, matters)) {
        if (!this.isSatisfiedByOneValue(variable, about)) continue;
        for (const condition of about) kept.delete(condition);
        found = true;
        break;
      }
    }
    return [...kept];
  }

  /** Conjunctions taken apart; what is known by itself is put in where others mention it. */
  private simplified(conditions: readonly Term[]): Set<Term> {
    const { terms } = this;
    const work = [...conditions].reverse();
    const parts = new Set<Term>();
    for (let c = work.pop(); c !== undefined; c = work.pop()) {
      if (terms.op(c) === Op.and) work.push(terms.second(c), terms.first(c));
      else if (c !== TRUE) parts.add(c);
    }
    const known = new Map<Term, Term>();
    for (const c of parts) {
      const isNegated = terms.op(c) === Op.not;
      const atom = isNegated ? terms.first(c) : c;
      if (terms.op(atom) !== Op.and) known.set(atom, isNegated ? FALSE : TRUE);
    }
    const substitution = new Substitution(terms, known);
    const isKnown = (c: Term): boolean => known.has(c) || (terms.op(c) === Op.not && known.has(terms.first(c)));
    const changed = [...parts].map((c) => (isKnown(c) ? c : substitution.apply(c)));
    return changed.every((c) => parts.has(c) || c === TRUE)
      ? new Set(changed.filter((c) => c !== TRUE))
      : this.simplified(changed);
  }

  private occurrences(conditions: Iterable<Term>, matters: (variable: Term) => boolean): Map<Term, Term[]> {
    const found = new Map<Term, Term[]>();
    for (const condition of conditions)
      for (const variable of this.variablesOf(condition)) {
        if (matters(variable)) continue;
        const list = found.get(variable);
        if (list === undefined) found.set(variable, [condition]);
        else list.push(condition);
      }
    return found;
  }

  private isSatisfiedByOneValue(variable: Term, conditions: readonly Term[]): boolean {
    const key = `${variable} ${conditions.join(' ')}`;
    let answer = this.answers.get(key);
    if (answer === undefined) {
      const width = this.terms.width(variable);
      answer = [0n, (1n << BigInt(width)) - 1n].some((value) => {
        const substitution = new Substitution(this.terms, [[variable, this.terms.constant(width, value)]]);
        return conditions.every((c) => substitution.apply(c) === TRUE);
      });
      if (this.answers.size >= MAX_ANSWERS) this.answers.clear();
      this.answers.set(key, answer);
    }
    return answer;
  }
}
