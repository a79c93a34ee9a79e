// What is asked about a program that is encoded by gaps, and how a model of it becomes an execution.

import { InternalError } from '../../../base/internal-error.js';
import type { Machine } from '../../../machine/machine.js';
import { type ContextId, MAIN } from '../../../model/program.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import type { Formula } from '../formula.js';
import { counterexampleTo } from './counterexample.js';
import type { GapSystem } from './gap-system.js';
import type { InstanceVariant } from './variant.js';

export function gapFormula(machine: Machine, system: GapSystem): Formula {
  const { terms, program } = machine;
  return {
    needed: (term) => system.constraints.needed(term),
    questions: system.goals.map(({ key, property, occurrences, failed }) => ({
      key,
      property,
      ...(failed && { failed }),
      happens: terms.any(occurrences.map((o) => o.guard)),
      concretise: (model) => {
        const { where } = occurrences.find((o) => model.isTrue(o.guard))!;
        const point = where.point(model);
        if (point === undefined) throw new InternalError(`no moment of ${key} in its model`);
        return { kind: 'execution', counterexample: counterexampleTo(program, terms, model, point) };
      },
    })),
    uncovered: system.uncovered.map(({ why, guard }) => ({ why, happens: guard })),
    returns: (context) => {
      const ends = context === MAIN ? system.executionEnds.map((e) => e.guard) : [system.returns.get(context) ?? FALSE];
      return terms.any([...ends, failsIn(terms, system, context), ...system.uncovered.map((u) => u.guard)]);
    },
    started: system.started,
    someStart: system.someStart,
    counts: system.counts,
    isExact: true,
  };
}

/** An assertion fails, and with it the execution ends, while a context is active. */
function failsIn(terms: Terms, { goals }: GapSystem, context: ContextId): Term {
  const known = new Map<InstanceVariant, Term>();
  // While an instance runs, a context does, or is preempted.
  const isActive = (within: InstanceVariant | undefined): Term => {
    if (context === MAIN || within?.isr.id === context) return TRUE;
    if (within === undefined) return FALSE;
    let active = known.get(within);
    if (active === undefined) {
      active = terms.any(within.fires.map(({ chosen, gap }) => terms.and(chosen, isActive(gap.within))));
      known.set(within, active);
    }
    return active;
  };
  const assertions = goals.filter(({ property, failed }) => property === 'assertion' && failed !== undefined);
  const failures = assertions.flatMap(({ occurrences }) => occurrences);
  return terms.any(failures.map(({ guard, where }) => terms.and(guard, isActive(where.within))));
}
