// What is looked for: failing assertions, atomicity violations, races and torn accesses, each as all the occurrences of
// it in the unrolled program. A goal is reached in an execution exactly if the guard of one of its occurrences holds.

import type { Property } from '../../../findings/finding.js';
import type { Term } from '../../../solve/term.js';
import type { FailedRun } from '../formula.js';
import type { OccurrencePoint } from './variant.js';

export interface GoalOccurrence {
  readonly guard: Term;
  /** How it is reached, for the schedule. */
  readonly where: OccurrencePoint;
}

export interface Goal {
  /** As the observer of executions names it, up to the variable. */
  readonly key: string;
  readonly property: Property | 'undefined-behaviour';
  readonly occurrences: GoalOccurrence[];
  /** Of what fails: how, where it was met first. */
  readonly failed?: FailedRun;
}

export class Goals {
  private readonly byKey = new Map<string, Goal>();

  add(key: string, property: Goal['property'], guard: Term, where: OccurrencePoint, failed?: FailedRun): void {
    let goal = this.byKey.get(key);
    if (goal === undefined) this.byKey.set(key, (goal = { key, property, occurrences: [], ...(failed && { failed }) }));
    goal.occurrences.push({ guard, where });
  }

  get all(): readonly Goal[] {
    return [...this.byKey.values()];
  }
}
