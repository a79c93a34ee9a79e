// How far loops have to be unrolled in a program with threads: what they go round for is shared data, of which an
// instance that is unrolled by itself knows nothing, so each would be unrolled up to the bound, and formulas grow with
// the cube of that. Small bounds are tried first: one that no execution can go beyond is as good as none.

import { Sites } from '../../../findings/sites.js';
import { Machine } from '../../../machine/machine.js';
import type { Program } from '../../../model/program.js';
import { Query } from '../../../solve/query.js';
import { breathe, type News } from '../../engine.js';
import { unrolling } from '../unroll/unroll.js';
import { formulaOf, type SymbolicOptions } from './encoding.js';
import { FormulaSolver, OutOfMemory } from './formula-solver.js';

const BOUNDS = [2, 3, 5];
/** Slices of the solver's time after which a small bound is given up. */
const PATIENCE = 3;

/** The bound that was asked for where no smaller one will do. Throws what the encoding and `checkLimits` throw. */
export function* sufficientUnwind(
  program: Program,
  options: SymbolicOptions,
  checkLimits: () => void,
): Generator<News, number> {
  if (options.encoding === 'gap' || !program.contexts.some((c) => c.kind === 'thread')) return options.unwind;
  for (const unwind of BOUNDS.filter((bound) => bound < options.unwind))
    if (yield* isSufficient(program, { ...options, unwind }, checkLimits)) return unwind;
  return options.unwind;
}

function* isSufficient(program: Program, options: SymbolicOptions, checkLimits: () => void): Generator<News, boolean> {
  const { solvers, unwind } = options;
  const arrivals = Number.POSITIVE_INFINITY;
  const machine = new Machine(program, { arrivals, reentry: 1, unwind, ...unrolling(true), checkLimits });
  const { terms } = machine;
  const branches = new Query(terms, () => solvers.create('branches'), { checkLimits });
  const formula = yield* formulaOf(
    machine,
    { ...options, properties: ['assertion'] },
    {
      sites: new Sites(),
      feasible: (conditions) => branches.check(conditions, { conflicts: 1000 }).kind !== 'unsat',
      checkLimits,
    },
  );
  const beyond = terms.any(formula.uncovered.filter((u) => u.why.kind === 'bounded').map((u) => u.happens));
  const solver = new FormulaSolver(terms, formula, () => solvers.create('proof'), checkLimits);
  const slices = solver.ask(beyond);
  try {
    for (let n = 0; n < PATIENCE; n++) {
      yield* breathe(options, () => ({ phase: 'encoding', states: 0, sightings: 0 }));
      checkLimits();
      const slice = slices.next();
      if (slice.done === true) return slice.value === undefined;
    }
    return false;
  } catch (thrown) {
    if (thrown instanceof OutOfMemory) return false;
    throw thrown;
  } finally {
    slices.return(undefined);
    for (const each of [solver, branches]) each.dispose();
  }
}
