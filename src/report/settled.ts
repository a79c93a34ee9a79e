// Whether what was not found is not there: a finding that is missing is gone only where its property was looked at as a
// whole.

import type { Verdict } from '../findings/verdict.js';

/** `kind`: of a finding, perhaps one of another version of Preempt. `arrivals`: of the run that had found it. */
export function isSettled(verdicts: readonly Verdict[], kind: string, arrivals: Arrivals = 1): boolean {
  const verdict = verdicts.find((v) => v.property === propertyOfKind(kind));
  return verdict !== undefined && isComplete(verdict) && covers(verdict.bounds.arrivals, arrivals);
}

export function propertyOfKind(kind: string): string {
  return kind === 'torn-access' ? 'race' : kind;
}

/** Nothing was left out: what holds, holds, and what is violated has no other findings than those reported. */
export function isComplete(verdict: Verdict): boolean {
  return verdict.kind === 'holds' || (verdict.kind === 'violated' && verdict.incomplete === undefined);
}

type Arrivals = number | 'unbounded';

export function mostArrivals(all: readonly Arrivals[]): Arrivals {
  return all.reduce((most, each) => (covers(most, each) ? most : each), 1);
}

function covers(now: Arrivals, then: Arrivals): boolean {
  return now === 'unbounded' || (then !== 'unbounded' && now >= then);
}
