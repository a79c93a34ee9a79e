// Constraints that define variables: what nothing in a question depends on need not be said for it. Sound, since a
// variable's constraints can always be satisfied by some value of it (an instance that nobody asks about does not run),
// and complete, since they hold in every execution.

import { Op, operandCount } from '../../../solve/operation.js';
import { FALSE, type Term, type Terms } from '../../../solve/term.js';

export class Constraints {
  private readonly on = new Map<Term, Term[]>();
  private readonly groups = new Map<Term, { soFar: Term }>();
  private seen = new Uint8Array(0);

  constructor(private readonly terms: Terms) {}

  /** A condition that must hold where the variable matters. */
  add(variable: Term, condition: Term): void {
    const known = this.on.get(variable);
    if (known === undefined) this.on.set(variable, [condition]);
    else known.push(condition);
  }

  /** At most one of these variables holds. */
  addGroup(variables: readonly Term[]): void {
    const group = { soFar: FALSE };
    for (const variable of variables) this.groups.set(variable, group);
  }

  /** What has to be said for a question about the term, and was not said before. */
  needed(term: Term): readonly Term[] {
    const { terms } = this;
    if (this.seen.length < terms.size) {
      const grown = new Uint8Array(terms.size * 2);
      grown.set(this.seen);
      this.seen = grown;
    }
    const found: Term[] = [];
    const stack = [term];
    const visit = (t: Term): void => {
      if (t < this.seen.length && this.seen[t] === 1) return;
      if (t < this.seen.length) this.seen[t] = 1;
      stack.push(t);
    };
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      const op = terms.op(t);
      if (op === Op.variable) {
        for (const condition of this.said(t)) {
          found.push(condition);
          visit(condition);
        }
        continue;
      }
      const count = operandCount[op]!;
      if (count > 0) visit(terms.first(t));
      if (count > 1) visit(terms.second(t));
      if (count > 2) visit(terms.third(t));
    }
    return found;
  }

  /** A variable is met for the first time. */
  private said(variable: Term): readonly Term[] {
    const conditions = this.on.get(variable) ?? [];
    this.on.delete(variable);
    const group = this.groups.get(variable);
    if (group === undefined) return conditions;
    this.groups.delete(variable);
    const { terms } = this;
    const clash = terms.not(terms.and(group.soFar, variable));
    if (group.soFar === FALSE) {
      group.soFar = variable;
      return conditions;
    }
    const next = terms.variable(1, 'one so far');
    const grows = [terms.implies(group.soFar, next), terms.implies(variable, next)];
    group.soFar = next;
    return [...conditions, clash, ...grows];
  }
}
