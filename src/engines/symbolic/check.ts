// The symbolic engine's contract with the rest: Program → verdicts and findings. The program is one formula; every question is an assumption
// on one incremental solver; every model is turned into a schedule and replayed before anything is reported.
// Complete within its bounds: arrivals, and --unwind for loops that arbitrary data decides and for endless ones.

import { InternalError } from '../../base/internal-error.js';
import type { Finding, Property } from '../../findings/finding.js';
import { Prover } from '../../findings/proof.js';
import { Sites } from '../../findings/sites.js';
import type { Bounds, Verdict } from '../../findings/verdict.js';
import {
  findingOf,
  inOrder,
  isAsked,
  propertyOf,
  unmodelledInModel,
  verdictFor,
  withoutLesser,
} from '../../findings/verdict.js';
import { Machine } from '../../machine/machine.js';
import type { Program } from '../../model/program.js';
import { sharedCadical } from '../../solve/cadical.js';
import { Query, type QueryStatistics } from '../../solve/query.js';
import type { Checked } from '../explore/check.js';
import { breathe } from '../limits.js';
import type { EncodingTools, SymbolicOptions } from './ask/encoding.js';
import { Over, Questions } from './ask/questions.js';
import { Inexpressible } from './ordering/locations.js';

export interface SymbolicallyChecked extends Checked {
  /** Every question was answered. */
  readonly isComplete: boolean;
}

export async function checkSymbolically(program: Program, options: SymbolicOptions): Promise<SymbolicallyChecked> {
  const solvers = await sharedCadical();
  const machine = new Machine(program, { arrivals: Number.POSITIVE_INFINITY, unwind: options.unwind });
  const sites = new Sites();
  const branches = new Query(machine.terms, () => solvers.create('branches'));
  const prover = new Prover(program, { sites }, options, branches, machine.terms, () => options.isOver() !== undefined);
  const tools: EncodingTools = {
    sites,
    feasible: (conditions) => branches.check(conditions, { conflicts: 1000 }).kind !== 'unsat',
    checkLimits: () => {
      const because = options.isOver();
      if (because !== undefined) throw new Over(because);
    },
  };
  const questions = new Questions(machine, options, tools, prover.place, () => solvers.create('proof'));
  const { hits, reasons } = questions;
  let isComplete = true;
  try {
    await questions.run();
  } catch (thrown) {
    isComplete = false;
    if (thrown instanceof Over) reasons.add(thrown.because);
    else if (thrown instanceof Inexpressible)
      reasons.add(`the encoding ${options.encoding} cannot express ${thrown.why}`);
    else throw thrown;
  }
  const seen = [...hits.values()].filter(([first]) => isAsked(machine, sites, first![0], options));
  const replayed: Finding[] = [];
  for (const [done, witnesses] of seen.entries()) {
    await breathe(options, () => ({ phase: 'replaying', states: 0, sightings: hits.size, done, of: seen.length }));
    const proof = prover.proveByReplay(witnesses.slice(0, 8));
    if (proof === undefined) throw new InternalError(`a finding does not replay: ${witnesses[0]![0].sighting.key}`);
    replayed.push(findingOf(program, sites, proof));
  }
  const found = inOrder(replayed);
  const solved = questions.statistics();
  const total = (count: (s: QueryStatistics) => number): number => solved.reduce((sum, s) => sum + count(s), 0);
  const most = (count: (s: QueryStatistics) => number): number => solved.reduce((top, s) => Math.max(top, count(s)), 0);
  const { firstSeen } = questions;
  const asides = branches.statistics();
  for (const each of [questions, branches]) each.dispose();
  const verdicts = options.properties.map((p) => verdictOf(program, p, found, options, questions));
  return {
    verdicts,
    isComplete,
    findings: withoutLesser(found),
    statistics: {
      ...questions.formula?.counts,
      rejected: questions.rejected,
      solverCalls: total((s) => s.solverCalls) + asides.solverCalls,
      variables: most((s) => s.variables),
      clauses: most((s) => s.clauses),
      solveMs: Math.round(total((s) => s.solveMilliseconds)),
      // A property is violated as soon as one finding is known; all that follows is for the others.
      ...(firstSeen === undefined ? {} : { afterFirstFindingMs: Math.round(performance.now() - firstSeen) }),
    },
  };
}

function verdictOf(
  program: Program,
  property: Property,
  findings: readonly Finding[],
  options: SymbolicOptions,
  known: Pick<Questions, 'reasons' | 'bounded' | 'undefinedBehaviour' | 'formula'>,
): Verdict {
  const bounds: Bounds = { arrivals: options.arrivals, ...(known.bounded ? { unwind: options.unwind } : {}) };
  const { undefinedBehaviour: count } = known;
  const assumptions = [
    ...program.assumptions,
    ...(count > 0
      ? [`up to the first undefined behaviour, which is possible in ${count} ${count === 1 ? 'place' : 'places'}`]
      : []),
    ...program.contexts
      .filter((c) => c.kind === 'isr' && known.formula?.started.has(c.id) === false)
      .map((c) => `${c.name} never started within these bounds`),
  ];
  const common = { property, engine: `symbolic (${options.encoding})`, bounds, assumptions };
  const reasons = [...new Set([...known.reasons, ...unmodelledInModel(program)])];
  const isViolated = findings.some((f) => propertyOf(f) === property);
  return { ...common, ...verdictFor(isViolated, reasons) };
}
