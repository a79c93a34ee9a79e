// What is looked for: failing assertions, atomicity violations, races and torn accesses, each as all the occurrences of it in the unrolled
// program. A goal is reached in an execution exactly if the guard of one of its occurrences holds.

import type { Property } from '../../../findings/finding.js';
import type { Term } from '../../../solve/term.js';

export interface Occurrence<Where> {
  readonly guard: Term;
  /** How it is reached, for the schedule. */
  readonly where: Where;
}

export interface Goal<Where> {
  /** As the observer of executions names it, up to the variable. */
  readonly key: string;
  readonly property: Property | 'undefined-behaviour';
  readonly occurrences: Occurrence<Where>[];
}

export class Goals<Where> {
  private readonly byKey = new Map<string, Goal<Where>>();

  add(key: string, property: Goal<Where>['property'], guard: Term, where: Where): void {
    let goal = this.byKey.get(key);
    if (goal === undefined) this.byKey.set(key, (goal = { key, property, occurrences: [] }));
    goal.occurrences.push({ guard, where });
  }

  get all(): readonly Goal<Where>[] {
    return [...this.byKey.values()];
  }
}
