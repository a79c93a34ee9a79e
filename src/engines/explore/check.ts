// The explore engine's contract with the rest: Program → verdicts and findings, every finding replayed before it is reported.

import { InternalError } from '../../base/internal-error.js';
import type { Bounds, Finding, Property, Verdict } from '../../findings/finding.js';
import { type Proof, Prover } from '../../findings/proof.js';
import {
  type Asked,
  findingOf,
  hasAssertions,
  inOrder,
  isAsked,
  propertyOf,
  unmodelledInModel,
  unmodelledText,
  verdictFor,
  withoutLesser,
} from '../../findings/verdict.js';
import { Machine } from '../../machine/machine.js';
import type { Program } from '../../model/program.js';
import { sharedCadical } from '../../solve/cadical.js';
import { Query } from '../../solve/query.js';
import { breathe } from '../limits.js';
import { isPaperName } from './reductions/paper/strategy.js';
import { type Exploration, type ExploreOptions, explore, type Gap, type Hit } from './search.js';

export interface CheckOptions extends Omit<ExploreOptions, 'assertions'>, Asked {}

export interface Checked {
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  readonly statistics: Readonly<Record<string, number>>;
}

export async function checkByExploring(program: Program, options: CheckOptions): Promise<Checked> {
  const solvers = await sharedCadical();
  const machine = new Machine(program, {
    arrivals: options.arrivals,
    unwind: options.unwind,
    ...(isPaperName(options.reduction) ? { steps: 'statements' } : {}),
    interrupt: () => options.isPauseDue?.() === true || options.isOver() !== undefined,
  });
  const query = new Query(machine.terms, () => solvers.create('branches'));
  let undecided = 0;
  const feasible = (path: Parameters<Query['check']>[0] & {}): boolean => {
    const answer = query.check(path, { milliseconds: 10_000 });
    if (answer.kind === 'unknown') undecided++;
    return answer.kind !== 'unsat';
  };
  const assertions = options.properties.includes('assertion') && hasAssertions(program);
  const exploration = await explore(machine, { ...options, assertions }, feasible);
  const isOver = (): boolean => options.isOver() !== undefined;
  const prover = new Prover(program, exploration, options, query, machine.terms, isOver);
  const asked = [...exploration.witnesses.values()].filter(([hit]) =>
    isAsked(machine, exploration.sites, hit!, options),
  );
  const found: Finding[] = [];
  for (const [done, hits] of asked.entries()) {
    const { states } = exploration.counts;
    await breathe(options, () => ({
      phase: 'replaying',
      states,
      sightings: exploration.witnesses.size,
      done,
      of: asked.length,
    }));
    const proof = proven(hits, prover, isPaperName(options.reduction));
    if (proof !== undefined) found.push(findingOf(program, exploration.sites, proof));
  }
  const unique = inOrder(found);
  const solver = query.statistics();
  query.dispose();
  return {
    findings: withoutLesser(unique),
    verdicts: options.properties.map((p) => verdictOf(program, exploration, p, unique, options, undecided)),
    statistics: {
      ...exploration.counts,
      solverCalls: solver.solverCalls,
      variables: solver.variables,
      clauses: solver.clauses,
    },
  };
}

function proven(witnesses: readonly Hit[], prover: Prover, mayLose: boolean): Proof | undefined {
  const proof = prover.prove(witnesses);
  // Arbitrary values may be asked for in another order there, see docs/reductions.md.
  if (proof === undefined && !mayLose)
    throw new InternalError(`a finding does not replay: ${witnesses[0]?.sighting.key}`);
  return proof;
}

function verdictOf(
  program: Program,
  exploration: Exploration,
  property: Property,
  findings: readonly Finding[],
  options: CheckOptions,
  undecided: number,
): Verdict {
  const bounds: Bounds = {
    arrivals: Number.isFinite(options.arrivals) ? options.arrivals : 'unbounded',
    ...(exploration.gaps.some((g) => g.kind === 'bounded') ? { unwind: options.unwind } : {}),
  };
  const undefinedBehaviour = exploration.counts.undefinedBehaviour;
  const assumptions = [
    ...program.assumptions,
    ...(undefinedBehaviour > 0
      ? [
          `up to the first undefined behaviour, which ended ${undefinedBehaviour} ${undefinedBehaviour === 1 ? 'execution' : 'executions'}`,
        ]
      : []),
    ...program.contexts
      .filter((c) => c.kind === 'isr' && !exploration.started.has(c.id))
      .map((c) => `${c.name} never started within these bounds`),
  ];
  const common = { property, engine: 'explore', bounds, assumptions };
  const reasons = [
    ...(isPaperName(options.reduction) ? [`${options.reduction} may lose findings`] : []),
    ...exploration.gaps.map((g) => gapText(program, g, options)),
    ...(undecided > 0 ? [`the solver gave up on ${undecided} conditions`] : []),
    ...unmodelledInModel(program),
  ];
  const isViolated = findings.some((f) => propertyOf(f) === property);
  return { ...common, ...verdictFor(isViolated, reasons) };
}

function gapText(program: Program, gap: Gap, options: CheckOptions): string {
  switch (gap.kind) {
    case 'bounded':
      return `a loop on arbitrary data goes on beyond --unwind ${options.unwind}`;
    case 'interrupted':
      return gap.because;
    case 'unmodelled':
      return unmodelledText(program, gap.outcome);
  }
}
