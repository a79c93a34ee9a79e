// Terms as text that is equal for terms that differ only in which variables they are about. Arbitrary data that an
// execution met in another order, or in another round of a loop, has other variables and the same meaning.

import { Op, operandCount } from '../solve/operation.js';
import type { Term, Terms } from '../solve/term.js';

/** The variables of terms, looked up once for all states. */
export class Supports {
  private readonly known = new Map<Term, ReadonlySet<Term>>();

  constructor(private readonly terms: Terms) {}

  of(term: Term): ReadonlySet<Term> {
    const found = this.known.get(term);
    if (found !== undefined) return found;
    const work = [term];
    while (work.length > 0) {
      const next = work[work.length - 1]!;
      const operands = operandsOf(this.terms, next);
      const open = operands.filter((t) => !this.known.has(t));
      if (open.length > 0) {
        work.push(...open);
        continue;
      }
      work.pop();
      if (!this.known.has(next)) this.known.set(next, this.union(next, operands));
    }
    return this.known.get(term)!;
  }

  private union(term: Term, operands: readonly Term[]): ReadonlySet<Term> {
    if (this.terms.op(term) === Op.variable) return new Set([term]);
    const sets = operands.map((t) => this.known.get(t)!);
    const largest = sets.reduce((a, b) => (b.size > a.size ? b : a), NONE);
    if (sets.every((s) => s === largest || [...s].every((v) => largest.has(v)))) return largest;
    return new Set(sets.flatMap((s) => [...s]));
  }
}

const NONE: ReadonlySet<Term> = new Set();
const NO_OPERANDS: readonly Term[] = [];

function operandsOf(terms: Terms, term: Term): readonly Term[] {
  switch (operandCount[terms.op(term)]) {
    case 1:
      return [terms.first(term)];
    case 2:
      return [terms.first(term), terms.second(term)];
    case 3:
      return [terms.first(term), terms.second(term), terms.third(term)];
    default:
      return [];
  }
}

/** Names for the terms of one state, in the order in which they are met. */
export class TermNames {
  private readonly numbers = new Map<Term, number>();
  private readonly definitions: string[] = [];
  private readonly variables = new Set<Term>();

  constructor(
    private readonly terms: Terms,
    private readonly supports: Supports,
  ) {}

  /** For the next state. */
  clear(): void {
    if (this.definitions.length === 0) return;
    this.numbers.clear();
    this.definitions.length = 0;
    this.variables.clear();
  }

  name(term: Term): string {
    const known = this.numbers.get(term);
    if (known !== undefined) return `t${known}`;
    // Most are variables: asked for each byte of a buffer, in every state.
    if (operandCount[this.terms.op(term)] === 0) return `t${this.define(term, NO_OPERANDS)}`;
    const work = [term];
    while (work.length > 0) {
      const next = work[work.length - 1]!;
      const operands = this.numbers.has(next) ? [] : operandsOf(this.terms, next);
      const open = operands.filter((t) => !this.numbers.has(t));
      if (open.length > 0) {
        work.push(...open.reverse());
        continue;
      }
      work.pop();
      if (!this.numbers.has(next)) this.define(next, operands);
    }
    return `t${this.numbers.get(term)}`;
  }

  /**
   * Of what is known about arbitrary data, that which says something about the terms that were named. The rest can be
   * satisfied by itself, and nothing depends on it any more.
   */
  conditions(path: readonly Term[]): { readonly text: string; readonly left: readonly Term[] } {
    if (path.length === 0) return { text: `${this.definitions.join(';')}&`, left: path };
    const rest = new Set(path);
    const shown: string[] = [];
    for (let found = true; found; ) {
      found = false;
      for (const condition of rest) {
        if (!this.isAboutNamed(condition)) continue;
        rest.delete(condition);
        shown.push(this.name(condition));
        found = true;
      }
    }
    const left = rest.size === 0 ? path : path.filter((condition) => !rest.has(condition));
    return { text: `${this.definitions.join(';')}&${shown.sort().join('&')}`, left };
  }

  isNamed(variable: Term): boolean {
    return this.variables.has(variable);
  }

  private isAboutNamed(condition: Term): boolean {
    for (const variable of this.supports.of(condition)) if (this.variables.has(variable)) return true;
    return false;
  }

  /** Gives its number. */
  private define(term: Term, operands: readonly Term[]): number {
    const { terms } = this;
    const op = terms.op(term);
    const width = terms.width(term);
    const number = this.numbers.size;
    this.numbers.set(term, number);
    if (op === Op.variable) {
      this.variables.add(term);
      this.definitions.push(`v${width}`);
    } else if (op === Op.constant) this.definitions.push(`${width}:${terms.wideValue(term)}`);
    else {
      const low = op === Op.extract ? `@${terms.lowBit(term)}` : '';
      this.definitions.push(`${op}:${width}${low}(${operands.map((t) => this.numbers.get(t)).join(',')})`);
    }
    return number;
  }
}
