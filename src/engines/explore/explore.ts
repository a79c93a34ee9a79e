// The explore engine: searches real executions, turns what it sees into schedules, replays them, and says what that
// means for each property.

import { limitCheck } from '../../base/limits.js';
import { once } from '../../base/once.js';
import { ModelObjects } from '../../execution/model-objects.js';
import { RelevantStarts } from '../../execution/relevant-starts.js';
import { hasAssertions, isAsked } from '../../findings/asked.js';
import type { Finding } from '../../findings/finding.js';
import { lockOrderCandidates } from '../../findings/lock-order/candidates.js';
import { LockOrder } from '../../findings/lock-order/lock-order.js';
import { identityOfHit, inOrder, withoutLesser } from '../../findings/proven-finding.js';
import { Sites } from '../../findings/sites.js';
import { unreachedCode } from '../../findings/unreached.js';
import { arrivalBound, type Coverage, unmodelledText, unprovedText, verdictOf } from '../../findings/verdict.js';
import { BlockedThreads } from '../../findings/waiting/blocked-threads.js';
import { Waits } from '../../findings/waiting/waits.js';
import { waitAssumptions } from '../../findings/waiting/words.js';
import { MAX_REENTRY } from '../../machine/interrupts.js';
import { Machine } from '../../machine/machine.js';
import type { Program } from '../../model/program.js';
import { Model, Query } from '../../solve/query.js';
import type { Solvers } from '../../solve/solver.js';
import type { Term } from '../../solve/term.js';
import type { Checked, Engine, News, Questions } from '../engine.js';
import type { Limits } from '../limits.js';
import { areMany, type OtherThreads, proveAll, type SeenFinding } from '../proving.js';
import { Feasibility } from './feasibility.js';
import type { PathObserver } from './path-observer.js';
import { searchThreads } from './reductions/dpor/search-threads.js';
import { Exhaustive } from './reductions/exhaustive.js';
import { isPaperName, strategyOf } from './reductions/paper/strategy.js';
import { Reduced } from './reductions/reduced.js';
import { type DporName, isDporName, type Reduction, type ReductionName } from './reductions/reduction.js';
import { plainScheduleOf, type SearchHit, schedulesOf } from './schedules.js';
import { Search } from './search.js';
import type { SearchOptions } from './search-options.js';
import type { SearchRecord, Unexplored } from './search-record.js';
import { type KernelUse, searchProgram } from './tabulated/hand-over.js';
import type { SearchThreads } from './tabulated/shared-search.js';

/** Effort for all witnesses of one finding; the first is tried in any case. */
const MAX_EFFORT = 4000;

export interface ExploreSettings {
  readonly reduction: ReductionName;
  readonly solvers: Solvers;
  /** That prove findings, where there are many. */
  readonly threads?: OtherThreads | undefined;
  /** That work ahead of a long search. */
  readonly searchThreads?: SearchThreads | undefined;
  readonly pathObserver?: PathObserver;
  /** Whether concrete programs are searched by tables; absent: where the machine takes long. */
  readonly kernel?: KernelUse | undefined;
}

export const exploreEngine = (settings: ExploreSettings): Engine => ({
  name: 'explore',
  check: (program, questions, limits) => explore(program, questions, limits, settings),
});

async function* explore(
  program: Program,
  questions: Questions,
  limits: Limits,
  { reduction: name, solvers, threads, searchThreads: ahead, pathObserver, kernel = 'auto' }: ExploreSettings,
): AsyncGenerator<News, Checked> {
  const mayLose = isPaperName(name);
  const checkLimits = limitCheck(limits.isOver);
  const machine = new Machine(program, {
    arrivals: questions.arrivals,
    unwind: questions.unwind,
    sharesVariables: true,
    ...(mayLose ? { steps: 'statements' } : {}),
    checkLimits,
  });
  const isOver = (): boolean => limits.isOver() !== undefined;
  const isLate = (): boolean => limits.isLate?.() !== undefined;
  let isSearching = true;
  const newQuery = (): Query =>
    new Query(machine.terms, () => solvers.create('branches', () => (isSearching ? isOver() : isLate())));
  let query = newQuery();
  const sites = new Sites();
  const objects = new ModelObjects(machine);
  let undecided = 0;
  const feasibility = new Feasibility(machine.terms, (conditions, how) => {
    const { kind } = query.check(conditions, how === 'quick' ? { conflicts: 1000 } : { milliseconds: 10_000 });
    return kind === 'sat' ? 'yes' : kind === 'unsat' ? 'no' : 'unknown';
  });
  const feasible = (path: readonly Term[], decided: readonly Term[], how?: 'quick'): boolean => {
    const answer = feasibility.after(path, decided, how);
    if (how === 'quick') return answer === 'yes';
    if (answer === 'unknown') {
      checkLimits();
      undecided++;
    }
    return answer !== 'no';
  };
  const asksDeadlock = questions.properties.includes('deadlock');
  const options = {
    machine,
    rules: questions,
    sites,
    objects,
    reduction: await reductionNamed(name, machine, objects),
    waits: asksDeadlock ? new Waits(machine, objects, sites, feasible) : undefined,
    blocked: asksDeadlock ? new BlockedThreads(machine, objects, sites) : undefined,
    lockOrder: asksDeadlock && machine.threads.areMany ? new LockOrder() : undefined,
    assertions:
      questions.properties.includes('assertion') && (questions.undefined === 'fails' || hasAssertions(program)),
    limits,
    feasible,
    searchThreads: ahead,
    pathObserver,
  };
  const dpor = dporNamed(name, machine);
  const search = yield* whilePreparing(searched(options, name, dpor, kernel, questions), threads);
  isSearching = false;
  // A solver that was stopped may not know all that it was told.
  const stopped = isOver() ? query : undefined;
  if (stopped !== undefined) query = newQuery();

  const zeros = new Model(machine.terms, new Map());
  const seen = (hits: readonly SearchHit[]): SeenFinding => {
    const plain = hits.map((hit) => once(() => plainScheduleOf(program, hit, zeros)));
    // The others are asked for in between.
    const known = plain.findIndex((p) => p()?.isOnly !== true);
    const until = known === -1 ? hits.length : plain[known]!() === undefined ? known : known + 1;
    return {
      plain: hits.slice(0, until).map((hit, n) => [hit, plain[n]!()!.schedule]),
      arePlainAll: known === -1,
      *witnesses() {
        for (const [n, hit] of hits.entries())
          for (const schedule of schedulesOf(program, hit, plain[n]!(), query, machine.terms))
            yield [hit, schedule] as const;
      },
    };
  };
  const asked = [...search.hits.values()]
    .filter(([hit]) => isAsked(machine, sites, hit!.sighting, questions))
    .filter(([hit]) => questions.settled?.has(identityOfHit(program, sites, hit!)) !== true);
  const { findings: found, unproved } = yield* proveAll(asked.map(seen), {
    program,
    sites,
    rules: questions,
    engine: 'explore',
    effort: MAX_EFFORT,
    // Arbitrary values may be asked for in another order where statements are the steps, see docs/reductions.md.
    // Nor has a path a model that the solver has given up on and that is impossible.
    mayFail: mayLose || undecided > 0,
    threads,
    limits,
    progress: { states: search.counts.states, sightings: search.hits.size },
  });
  const { solverCalls, variables, clauses } = (stopped ?? query).statistics();
  stopped?.dispose();
  query.dispose();

  const unique = inOrder(found.filter((f) => f.isCandidate !== true));
  const waits = found.filter((f) => f.isCandidate === true);
  const candidates = inOrder([...waits, ...lockOrders(program, options, search)]);
  const { unexplored, counts } = search;
  const coverage: Coverage = {
    engine: 'explore',
    bounds: {
      arrivals: arrivalBound(questions.arrivals),
      ...(unexplored.some((u) => u.kind === 'bounded') ? { unwind: questions.unwind } : {}),
      ...(search.isReentryCut ? { reentry: MAX_REENTRY } : {}),
    },
    started: search.started,
    undefinedBehaviour: search.undefinedSeen.summary(
      program,
      unexplored.length === 0 ? search.returning.all : search.undefinedSeen.contexts,
      'counted',
    ),
    unreached: unreachedCode(machine, search.started),
    openBranches: [],
    reasons: [
      ...(mayLose ? [`${name} may lose findings`] : []),
      ...unexplored.map((u) => unexploredText(program, u, questions)),
      ...(undecided > 0 ? [`the solver gave up on ${undecided} conditions`] : []),
      ...(unproved > 0 ? [unprovedText(unproved)] : []),
    ],
  };
  return {
    findings: withoutLesser(unique),
    candidates,
    verdicts: questions.properties.map((p) =>
      verdictOf(
        program,
        p,
        unique,
        p === 'deadlock'
          ? { ...coverage, ...aboutWaits(search, waits, coverage.reasons, machine.threads.areMany) }
          : coverage,
      ),
    ),
    statistics: { ...counts, solverCalls, variables, clauses },
    isComplete: coverage.reasons.length === 0,
    wasCut: unexplored.some((u) => u.kind === 'interrupted'),
    coversAllArrivals: coverage.reasons.length === 0 && !search.isArrivalBoundReached,
  };
}

function* searched(
  options: SearchOptions,
  name: ReductionName,
  dpor: DporName | undefined,
  kernel: KernelUse,
  { properties }: Questions,
): Generator<News, SearchRecord> {
  if (dpor === undefined && !isPaperName(name)) {
    const arePatterns = properties.includes('atomicity') || properties.includes('race');
    return yield* searchProgram(options, kernel, name === 'exhaustive' ? name : 'reduced', arePatterns);
  }
  if (dpor !== undefined) return yield* searchThreads(options, dpor === 'dpor', kernel);
  const search = new Search(options);
  yield* search.run();
  return search;
}

/** Threads get ready while the search goes on, where it looks as if there will be much to prove. */
function* whilePreparing(
  search: Generator<News, SearchRecord>,
  threads: OtherThreads | undefined,
): Generator<News, SearchRecord> {
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
    if (value.kind === 'pause' && areMany(value.progress.sightings)) threads?.prepare();
    yield value;
  }
}

/** What was found needs not be suspected any more. */
function lockOrders(
  program: Program,
  { lockOrder, sites }: Pick<SearchOptions, 'lockOrder' | 'sites'>,
  { hits }: SearchRecord,
): readonly Finding[] {
  if (lockOrder === undefined) return [];
  const found = [...hits.values()].flatMap(([hit]) =>
    hit?.sighting.kind === 'blocked' ? [new Set(hit.sighting.threads.map((t) => t.site))] : [],
  );
  return lockOrderCandidates(program, sites, lockOrder, found, 'explore');
}

/** With threads, who may start before a step is not all that matters; without any, it is. */
function dporNamed(name: ReductionName, { threads }: Machine): DporName | undefined {
  if (!threads.areMany) return undefined;
  return isDporName(name) ? name : name === 'reduced' ? 'dpor' : undefined;
}

function aboutWaits(
  search: SearchRecord,
  candidates: readonly Finding[],
  reasons: readonly string[],
  hasThreads: boolean,
) {
  return {
    assumptions: [
      ...waitAssumptions(candidates, search.hasOpenWaits),
      ...(hasThreads ? ['loops in which a thread waits for another are left in the end'] : []),
    ],
    reasons: [
      ...reasons,
      ...(search.isWaitUnjudged ? ['a loop that may wait for ever takes too long for one round'] : []),
      ...(search.isKeptOut ? ['a thread may go round for ever, and less urgent ones never go on then'] : []),
    ],
  };
}

async function reductionNamed(name: ReductionName, machine: Machine, objects: ModelObjects): Promise<Reduction> {
  if (name === 'exhaustive' || dporNamed(name, machine) !== undefined) return new Exhaustive();
  if (name === 'reduced' || isDporName(name)) return new Reduced(new RelevantStarts(machine, objects));
  const { PaperReduction } = await import('./reductions/paper/reduction.js');
  return PaperReduction.begin(machine, strategyOf(name));
}

function unexploredText(program: Program, why: Unexplored, { unwind }: Questions): string {
  switch (why.kind) {
    case 'bounded':
      return why.what === undefined
        ? `a loop on arbitrary data goes on beyond --unwind ${unwind}`
        : `${why.what}, and has more values than --unwind ${unwind}`;
    case 'interrupted':
      return why.because;
    case 'unmodelled':
      return unmodelledText(program, why.outcome);
  }
}
