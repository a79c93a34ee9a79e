// What is asked about a program that is encoded by gaps, and how a model of it becomes an execution.

import { InternalError } from '../../../base/internal-error.js';
import type { Machine } from '../../../machine/machine.js';
import { MAIN } from '../../../model/program.js';
import { FALSE } from '../../../solve/term.js';
import type { Formula } from '../formula.js';
import { counterexampleTo } from './counterexample.js';
import type { GapSystem } from './gap-system.js';

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
      return terms.any([...ends, ...system.uncovered.map((u) => u.guard)]);
    },
    started: system.started,
    someStart: system.someStart,
    counts: system.counts,
    isExact: true,
  };
}
