// At most one of several conditions: pairwise for a few, else the ladder of "one of those so far" (C. Sinz, CP 2005).

import type { Term, Terms } from '../../solve/term.js';

const PAIRWISE = 5;

export function atMostOne(terms: Terms, conditions: readonly Term[]): readonly Term[] {
  const clauses: Term[] = [];
  if (conditions.length <= PAIRWISE) {
    for (const [n, a] of conditions.entries())
      for (const b of conditions.slice(n + 1)) clauses.push(terms.not(terms.and(a, b)));
    return clauses;
  }
  let soFar = conditions[0]!;
  for (const condition of conditions.slice(1)) {
    clauses.push(terms.not(terms.and(soFar, condition)));
    const next = terms.variable(1, 'so far');
    clauses.push(terms.implies(soFar, next), terms.implies(condition, next));
    soFar = next;
  }
  return clauses;
}
