// Conditions without the variables that nothing depends on any more: a bit that was shifted out of a history of samples
// must not tell two states apart. What is left has exactly the same solutions in the other variables. Exact, but not
// complete: a variable goes where one value of it makes everything true that is said of it, or where it is a bit and
// one of its values leaves less to satisfy than the other.

import { Op } from './operation.js';
import { FALSE, TRUE } from './store.js';
import { operandsOf, Substitution } from './substitute.js';
import type { Term, Terms } from './term.js';

/** Conditions beyond this are left as they are: it would take too long. */
const MAX_CONDITIONS = 64;
/** Answers that are kept; then all are forgotten. */
const MAX_ANSWERS = 50_000;

export class Elimination {
  /** What is left of conditions without a variable; undefined: it cannot go. */
  private readonly answers = new Map<string, readonly Term[] | undefined>();

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
        const left = this.without(variable, about);
        if (left === undefined) continue;
        for (const condition of about) kept.delete(condition);
        for (const condition of left) kept.add(condition);
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

  private without(variable: Term, conditions: readonly Term[]): readonly Term[] | undefined {
    const key = `${variable} ${conditions.join(' ')}`;
    if (this.answers.has(key)) return this.answers.get(key);
    if (this.answers.size >= MAX_ANSWERS) this.answers.clear();
    const left = this.weakest(variable, conditions);
    this.answers.set(key, left);
    return left;
  }

  /** What the conditions say for the value of the variable that is easiest to satisfy, if there is one. */
  private weakest(variable: Term, conditions: readonly Term[]): readonly Term[] | undefined {
    const width = this.terms.width(variable);
    const [low, high] = [0n, (1n << BigInt(width)) - 1n].map((value) => {
      const substitution = new Substitution(this.terms, [[variable, this.terms.constant(width, value)]]);
      return conditions.map((c) => substitution.apply(c)).filter((c) => c !== TRUE);
    }) as [Term[], Term[]];
    if (low.length === 0 || high.length === 0) return [];
    if (!this.isOneBit(variable, conditions)) return undefined;
    if (this.areImplied(low, high)) return low;
    return this.areImplied(high, low) ? high : undefined;
  }

  /** Do the conditions depend on a single bit of the variable? */
  private isOneBit(variable: Term, conditions: readonly Term[]): boolean {
    const { terms } = this;
    const seen = new Set<Term>(conditions);
    const bits = new Set<number>();
    for (const term of seen) {
      if (term === variable) return terms.width(variable) === 1;
      const isBit = terms.op(term) === Op.extract && terms.first(term) === variable && terms.width(term) === 1;
      if (isBit) bits.add(terms.lowBit(term));
      else for (const operand of operandsOf(terms, term)) seen.add(operand);
    }
    return bits.size === 1;
  }

  /** Does each of these follow from one of the others? Only what is plain to see. */
  private areImplied(these: readonly Term[], others: readonly Term[]): boolean {
    return others.includes(FALSE) || these.every((c) => others.some((other) => this.implies(other, c)));
  }

  /** Not all of some: then not all of more. */
  private implies(a: Term, b: Term): boolean {
    if (a === b) return true;
    const { terms } = this;
    if (terms.op(a) !== Op.not || terms.op(b) !== Op.not) return false;
    const all = this.conjuncts(terms.first(b));
    for (const c of this.conjuncts(terms.first(a))) if (!all.has(c)) return false;
    return true;
  }

  private conjuncts(term: Term): ReadonlySet<Term> {
    const found = new Set<Term>();
    const work = [term];
    for (let t = work.pop(); t !== undefined; t = work.pop())
      if (this.terms.op(t) === Op.and) work.push(this.terms.first(t), this.terms.second(t));
      else found.add(t);
    return found;
  }
}
