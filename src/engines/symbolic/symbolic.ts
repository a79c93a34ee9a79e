// The symbolic engine: the program is one formula; every question is an assumption on one incremental solver; every
// model is turned into a schedule and replayed before anything is reported. Complete within its bounds: arrivals, and
// --unwind for loops that arbitrary data decides and for endless ones.

import { LimitReached, limitCheck } from '../../base/limits.js';
import { isAsked } from '../../findings/asked.js';
import { Prover } from '../../findings/proof.js';
import { identityOfHit, inOrder, withoutLesser } from '../../findings/proven-finding.js';
import { Sites } from '../../findings/sites.js';
import { openBranches, unreachedCode } from '../../findings/unreached.js';
import { type Coverage, unprovedText, verdictOf } from '../../findings/verdict.js';
import { Machine } from '../../machine/machine.js';
import type { ContextId, Program } from '../../model/program.js';
import { Query, type QueryStatistics } from '../../solve/query.js';
import type { Checked, Engine, News, Questions } from '../engine.js';
import type { Limits } from '../limits.js';
import { proveAll, type SeenFinding } from '../proving.js';
import { Answers, Over } from './ask/answers.js';
import type { EncodingTools, SymbolicSettings } from './ask/encoding.js';
import { sufficientUnwind } from './ask/sufficient-unwind.js';
import { Inexpressible } from './ordering/locations.js';
import { missingReentry, refuseGroups } from './reentry.js';
import { unrolling } from './unroll/unroll.js';

export const symbolicEngine = (settings: SymbolicSettings): Engine => ({
  name: engineName(settings),
  // A formula has no endless executions: loops are unrolled.
  leaves: ['deadlock'],
  check: (program, questions, limits) => checkUnwound(program, questions, limits, settings),
});

const engineName = ({ encoding }: Pick<SymbolicSettings, 'encoding'>): string => `symbolic (${encoding})`;

/** Executions of one finding that are replayed, for one that shows harm. */
const WITNESSES = 8;

/** With as few rounds of loops as will do. */
async function* checkUnwound(
  program: Program,
  questions: Questions,
  limits: Limits,
  settings: SymbolicSettings,
): AsyncGenerator<News, Checked> {
  let { unwind } = questions;
  try {
    unwind = yield* sufficientUnwind(program, { ...questions, ...limits, ...settings }, checkOf(limits));
  } catch (thrown) {
    // Whatever it is, it is said in the end.
    if (!isReason(thrown)) throw thrown;
  }
  return yield* checkSymbolically(program, { ...questions, unwind }, limits, settings);
}

function checkOf(limits: Limits): () => void {
  return () => {
    const because = limits.isOver();
    if (because !== undefined) throw new Over(because);
  };
}

/** It ends the engine's work, and is told as the reason of its verdicts. */
function isReason(thrown: unknown): thrown is Over | LimitReached | Inexpressible {
  return thrown instanceof Over || thrown instanceof LimitReached || thrown instanceof Inexpressible;
}

async function* checkSymbolically(
  program: Program,
  questions: Questions,
  limits: Limits,
  settings: SymbolicSettings,
): AsyncGenerator<News, Checked> {
  const { solvers, encoding } = settings;
  const { arrivals, unwind, contextSwitches } = questions;
  const hasThreads = program.contexts.some((c) => c.kind === 'thread');
  const checkLimits = checkOf(limits);
  const unbounded = Number.POSITIVE_INFINITY;
  const machine = new Machine(program, {
    arrivals: unbounded,
    reentry: 1,
    unwind,
    ...unrolling(encoding !== 'gap'),
    checkLimits,
  });
  const sites = new Sites();
  const isOver = (): boolean => limits.isOver() !== undefined;
  const branches = new Query(machine.terms, () => solvers.create('branches', isOver), { checkLimits });
  const prover = new Prover(
    program,
    sites,
    questions,
    isOver,
    limitCheck(() => limits.isLate?.()),
  );
  const tools: EncodingTools = {
    sites,
    feasible: (conditions) => branches.check(conditions, { conflicts: 1000 }).kind !== 'unsat',
    checkLimits,
  };
  const options = { ...questions, ...limits, ...settings };
  const answers = new Answers(machine, options, tools, prover.confirmer, () => solvers.create('proof', isOver));
  const { hits, reasons } = answers;
  const missing = missingReentry(program, arrivals);
  if (missing !== undefined) reasons.add(`the encoding ${encoding} cannot express ${missing}`);
  let isComplete = missing === undefined;
  let wasCut = false;
  try {
    refuseGroups(program);
    yield* answers.run();
  } catch (thrown) {
    if (!isReason(thrown)) throw thrown;
    isComplete = false;
    wasCut = !(thrown instanceof Inexpressible);
    reasons.add(
      thrown instanceof Inexpressible ? `the encoding ${encoding} cannot express ${thrown.why}` : thrown.because,
    );
  }
  const seen = [...hits.values()]
    .filter(([first]) => isAsked(machine, sites, first![0].sighting, questions))
    .filter(([first]) => questions.settled?.has(identityOfHit(program, sites, first![0])) !== true);
  const { findings, unproved } = yield* proveAll(
    seen.map((all): SeenFinding => {
      const plain = all.slice(0, WITNESSES);
      return { plain, arePlainAll: true, witnesses: () => plain };
    }),
    {
      program,
      sites,
      rules: questions,
      engine: engineName(settings),
      effort: Number.POSITIVE_INFINITY,
      mayFail: false,
      prover,
      threads: settings.threads,
      limits,
      progress: { states: 0, sightings: hits.size },
    },
  );
  if (unproved > 0) {
    isComplete = false;
    reasons.add(unprovedText(unproved));
  }
  const found = inOrder(findings);
  const statistics = statisticsOf(answers, branches);
  for (const each of [answers, branches]) each.dispose();
  // Where not everything was asked, nothing is said about those that were not.
  const returning = isComplete ? answers.returning : answers.undefinedSeen.contexts;
  const started = answers.hasStarts ? answers.formula?.started : new Set<ContextId>();
  const coverage: Coverage = {
    engine: engineName(settings),
    bounds: {
      arrivals,
      ...(answers.bounded ? { unwind } : {}),
      ...(contextSwitches === undefined || !hasThreads ? {} : { contextSwitches }),
    },
    started,
    unreached: unreachedCode(machine, started ?? new Set()),
    openBranches: openBranches(machine, started ?? new Set()),
    undefinedBehaviour: answers.undefinedSeen.summary(program, returning, 'as one formula'),
    reasons: [...reasons],
  };
  return {
    verdicts: questions.properties.map((p) =>
      verdictOf(program, p, found, p === 'atomicity' ? withBlocks(program, coverage) : coverage),
    ),
    isComplete,
    wasCut,
    coversAllArrivals: isComplete && reasons.size === 0 && !startsIsr(program, answers.formula?.started),
    findings: withoutLesser(found),
    statistics,
  };
}

/** Blocks that are meant to be atomic are judged by executions alone. */
function withBlocks({ operations }: Program, coverage: Coverage): Coverage {
  if (!operations.some((o) => o.effect.kind === 'expect-atomic-begin')) return coverage;
  return { ...coverage, reasons: [...coverage.reasons, 'no formula is made of blocks that are meant to be atomic'] };
}

/** Undefined: nobody knows. */
function startsIsr({ contexts }: Program, started: ReadonlySet<ContextId> | undefined): boolean {
  return started === undefined || [...started].some((id) => contexts[id]!.kind === 'isr');
}

function statisticsOf(answers: Answers, branches: Query): Readonly<Record<string, number>> {
  const solved = answers.statistics();
  const total = (count: (s: QueryStatistics) => number): number => solved.reduce((sum, s) => sum + count(s), 0);
  const most = (count: (s: QueryStatistics) => number): number => solved.reduce((top, s) => Math.max(top, count(s)), 0);
  const { firstSeen } = answers;
  return {
    ...answers.formula?.counts,
    rejected: answers.rejected,
    solverCalls: total((s) => s.solverCalls) + branches.statistics().solverCalls,
    variables: most((s) => s.variables),
    clauses: most((s) => s.clauses),
    solveMs: Math.round(total((s) => s.solveMilliseconds)),
    // A property is violated as soon as one finding is known; all that follows is for the others.
    ...(firstSeen === undefined ? {} : { afterFirstFindingMs: Math.round(performance.now() - firstSeen) }),
  };
}
