// What is asked about an unrolled program, and how a model of it becomes a story.

import { InternalError } from '../../../base/internal-error.js';
import type { Machine } from '../../../machine/machine.js';
import { storyOf } from '../ask/counterexample.js';
import type { Formula } from '../ask/question.js';
import type { GapSystem } from './gap-system.js';

export function gapFormula(machine: Machine, system: GapSystem): Formula {
  const { terms, program } = machine;
  return {
    needed: (term) => system.constraints.needed(term),
    questions: system.goals.map(({ key, property, occurrences }) => ({
      key,
      property,
      happens: terms.any(occurrences.map((o) => o.guard)),
      tell: (model) => {
        const { where } = occurrences.find((o) => model.isTrue(o.guard))!;
        const moment = where.moment(model);
        if (moment === undefined) throw new InternalError(`no moment of ${key} in its model`);
        return { kind: 'story', story: storyOf(program, terms, model, moment) };
      },
    })),
    uncovered: system.uncovered.map(({ why, guard }) => ({ why, happens: guard })),
    started: system.started,
    counts: system.counts,
    isExact: true,
  };
}
