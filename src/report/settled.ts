// Whether what was not found is not there: a finding that is missing is gone only where its property was looked at as a
// whole.

import { type Bounds, isComplete, type Verdict } from '../findings/verdict.js';

/** `kind`: of a finding, perhaps one of another version of Preempt. `arrivals`: of the run that had found it. */
export function isSettled(verdicts: readonly Verdict[], kind: string, arrivals: Arrivals = 1): boolean {
  const verdict = verdicts.find((v) => v.property === propertyOfKind(kind));
  return verdict !== undefined && isComplete(verdict) && covers(verdict.bounds.arrivals, arrivals);
}

export function propertyOfKind(kind: string): string {
  return kind === 'torn-access' || kind === 'missing-volatile' ? 'race' : kind;
}

type Arrivals = number | 'unbounded';

/** All that a run has looked for, also where it was not completed: what it found may need that many. */
export function attempted({ arrivals, cut = [] }: Pick<Bounds, 'arrivals' | 'cut'>): Arrivals {
  return mostArrivals([arrivals, ...cut.map((c) => c.arrivals)]);
}

export function mostArrivals(all: readonly Arrivals[]): Arrivals {
  return all.reduce((most, each) => (covers(most, each) ? most : each), 1);
}

function covers(now: Arrivals, then: Arrivals): boolean {
  return now === 'unbounded' || (then !== 'unbounded' && now >= then);
}
