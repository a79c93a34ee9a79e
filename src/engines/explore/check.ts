// The explore engine's contract with the rest: Program → verdicts and findings, every finding replayed before it is reported.

import { InternalError } from '../../base/internal-error.js';
import { compareText } from '../../base/order.js';
import { pieceOffsets } from '../../machine/access.js';
import { Machine } from '../../machine/machine.js';
import { printSchedule } from '../../machine/schedule.js';
import { effectsOfFunction } from '../../model/known-calls.js';
import type { Program } from '../../model/program.js';
import { sharedCadical } from '../../solve/cadical.js';
import { Query } from '../../solve/query.js';
import type { Bounds, Finding, FoundAccess, Property, Verdict } from '../finding.js';
import { type Exploration, type ExploreOptions, explore, type Gap, type Hit } from './explore.js';
import { isPaperName } from './paper/strategy.js';
import { Prover } from './proof.js';

export interface CheckOptions extends Omit<ExploreOptions, 'assertions'> {
  readonly properties: readonly Property[];
  /** Show races that volatile, single-instruction accesses make harmless on one core. */
  readonly races: 'default' | 'all';
}

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
  const findings = [...exploration.witnesses.values()]
    .filter(([hit]) => isAsked(machine, exploration, hit!, options))
    .map((hits) => findingOf(program, exploration, hits, prover, isPaperName(options.reduction)))
    .filter((f) => f !== undefined)
    .sort(byWeight);
  // Of several with one identity, one that is harmful.
  const unique = findings.filter((f, n) => findings.findIndex((g) => g.id === f.id) === n);
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

/** Does the program name anything that can fail as an assertion does? */
function hasAssertions(program: Program): boolean {
  return [...program.module.functions.keys()].some(
    (name) =>
      /^llvm\.\w*trap/.test(name) ||
      effectsOfFunction(program.platform, name)?.some((e) => e.kind === 'assert' || e.kind === 'fail') === true,
  );
}

function isAsked(machine: Machine, exploration: Exploration, { sighting }: Hit, options: CheckOptions): boolean {
  switch (sighting.kind) {
    case 'atomicity':
      return options.properties.includes('atomicity');
    case 'torn-access':
      return options.properties.includes('race');
    case 'race':
      return (
        options.properties.includes('race') && (options.races === 'all' || !isExempt(machine, exploration, sighting))
      );
    case 'failure':
      return options.properties.includes('assertion') && sighting.failure.kind === 'assertion';
  }
}

/** DESIGN §5: both atomic; or, an ISR against what it preempts, both volatile and indivisible. */
function isExempt(
  machine: Machine,
  exploration: Exploration,
  race: { readonly first: number; readonly second: number },
): boolean {
  const { program } = machine;
  return [race.first, race.second].every((id) => {
    const { instruction: i, context } = exploration.sites.all[id]!;
    const access = program.accesses.find((a) => a.instruction === i && a.context === context);
    if (access?.atomic === true) return true;
    const isPlain = i.op === 'load' || i.op === 'store';
    return access?.volatile === true && isPlain && pieceOffsets(machine, i, access.size).length === 1;
  });
}

function findingOf(
  program: Program,
  exploration: Exploration,
  witnesses: readonly Hit[],
  prover: Prover,
  mayLose: boolean,
): Finding | undefined {
  const proof = prover.prove(witnesses);
  // Arbitrary values may be asked for in another order there, see docs/reductions.md.
  if (proof === undefined && mayLose) return undefined;
  if (proof === undefined) throw new InternalError(`a finding does not replay: ${witnesses[0]?.sighting.key}`);
  const { hit, schedule, confirmed, difference } = proof;
  const { sighting } = hit;
  const sites =
    sighting.kind === 'atomicity'
      ? [sighting.match.o1, sighting.match.o2, sighting.match.o3]
      : sighting.kind === 'failure'
        ? [sighting.site]
        : [sighting.second, sighting.first];
  const accesses = sites.map((id, n): FoundAccess => {
    const site = exploration.sites.all[id]!;
    const fn = program.module.functions.get(site.function)!;
    const place = program.module.units[fn.unit]?.debug.location(site.instruction.debug)?.place;
    const value = confirmed.values[n];
    const { operation, context, instruction } = site;
    return {
      operation,
      context,
      function: fn.sourceName,
      instruction,
      place,
      ...(value === undefined ? {} : { value }),
    };
  });
  const { variable, example } = hit;
  const kind = sighting.kind === 'failure' ? 'assertion' : sighting.kind;
  const pattern = sighting.kind === 'atomicity' ? { pattern: sighting.match.pattern } : {};
  const harm: Pick<Finding, 'harm' | 'difference'> =
    difference !== undefined
      ? { harm: 'harmful', difference }
      : sighting.kind === 'atomicity'
        ? { harm: 'not-shown-harmful' }
        : {};
  const message = sighting.kind === 'failure' ? { message: sighting.failure.message } : {};
  const places = accesses.map(
    (a) => `${a.operation}${a.place?.file ?? ''}:${a.place?.line ?? 0}:${a.place?.column ?? 0}@${a.function}`,
  );
  const id = [kind, 'pattern' in pattern ? pattern.pattern : '', variable, ...places].join(' ');
  return {
    id,
    kind,
    ...pattern,
    ...message,
    variable,
    example,
    ...harm,
    schedule: printSchedule(schedule),
    accesses,
  };
}

/** One report for each pair of places: a torn access before a race. */
function withoutLesser(findings: readonly Finding[]): readonly Finding[] {
  const pair = (f: Finding): string =>
    f.accesses.map((a) => `${a.place?.file}:${a.place?.line}:${a.place?.column}`).join(' ');
  const torn = new Set(findings.filter((f) => f.kind === 'torn-access').map(pair));
  return findings.filter((f) => f.kind !== 'race' || !torn.has(pair(f)));
}

/** Harm first. */
function byWeight(a: Finding, b: Finding): number {
  const [p, q] = [a.accesses[0]?.place, b.accesses[0]?.place];
  const rank = (f: Finding): number => (f.harm === 'not-shown-harmful' ? 1 : 0);
  return (
    rank(a) - rank(b) ||
    compareText(p?.file ?? '', q?.file ?? '') ||
    (p?.line ?? 0) - (q?.line ?? 0) ||
    (p?.column ?? 0) - (q?.column ?? 0) ||
    compareText(a.id, b.id)
  );
}

const propertyOf = (finding: Finding): Property => (finding.kind === 'torn-access' ? 'race' : finding.kind);

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
  if (findings.some((f) => propertyOf(f) === property)) return { ...common, kind: 'violated' };
  const reasons = [
    ...(isPaperName(options.reduction) ? [`${options.reduction} may lose findings`] : []),
    ...exploration.gaps.map((g) => gapText(program, g, options)),
    ...(undecided > 0 ? [`the solver gave up on ${undecided} conditions`] : []),
    ...unmodelledInModel(program),
  ];
  return reasons.length === 0
    ? { ...common, kind: 'holds' }
    : { ...common, kind: 'unknown', because: reasons.join('; ') };
}

function gapText(program: Program, gap: Gap, options: CheckOptions): string {
  switch (gap.kind) {
    case 'bounded':
      return `a loop on arbitrary data goes on beyond --unwind ${options.unwind}`;
    case 'interrupted':
      return gap.because;
    case 'unmodelled': {
      const fn = program.module.functions.get(gap.outcome.function)!;
      const place = program.module.units[fn.unit]?.debug.location(gap.outcome.instruction.debug)?.place;
      return `${gap.outcome.what} is not modelled (${place === undefined ? fn.sourceName : `${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line}`})`;
    }
  }
}

/** What the model itself does not cover: threads, priorities that change. */
function unmodelledInModel(program: Program): readonly string[] {
  const threads = program.contexts.filter((c) => c.kind === 'thread').map((c) => c.name);
  const reasons: string[] = threads.length === 0 ? [] : [`threads (${threads.join(', ')}) are not explored yet`];
  const runsOutside = ['llvm.global_ctors', 'llvm.global_dtors'].some((name) => program.module.globals.has(name));
  if (runsOutside) reasons.push('constructors and destructors are not run');
  if (program.module.assembly.length > 0) reasons.push('assembly outside of functions is not looked at');
  const priorities = program.diagnostics.filter((d) => d.code === 'priority-not-constant').map((d) => d.message);
  return [...reasons, ...priorities, ...(program.target.littleEndian ? [] : ['big-endian targets are not modelled'])];
}
