// The symbolic engine's contract with the rest: Program → verdicts and findings. The program is one formula; every question is an assumption
// on one incremental solver; every model is turned into a schedule and replayed before anything is reported.
// Complete within its bounds: arrivals, and --unwind for loops that arbitrary data decides and for endless ones.

import { InternalError } from '../../base/internal-error.js';
import { Machine } from '../../machine/machine.js';
import type { Schedule } from '../../machine/schedule.js';
import type { Program } from '../../model/program.js';
import { sharedCadical } from '../../solve/cadical.js';
import { Query } from '../../solve/query.js';
import type { Term } from '../../solve/term.js';
import type { Checked, CheckOptions } from '../explore/check.js';
import type { Hit } from '../explore/explore.js';
import {
  findingOf,
  inOrder,
  isAsked,
  propertyOf,
  unmodelledInModel,
  unmodelledText,
  withoutLesser,
} from '../explore/findings.js';
import { Prover } from '../explore/proof.js';
import { Sites } from '../explore/sites.js';
import type { Bounds, Finding, Property, Verdict } from '../finding.js';
import { encodeGaps, type GapSystem, type Moment } from './gap.js';
import { type Goal, reached } from './goals.js';
import { storyOf } from './story.js';
import { witness } from './witness.js';

export type EncodingName = 'gap' | 'po' | 'precise' | 'threads';

export interface SymbolicOptions extends Omit<CheckOptions, 'reduction'> {
  readonly encoding: EncodingName;
}

/** Time, memory or Ctrl-C. */
class Over {
  constructor(readonly because: string) {}
}

export async function checkSymbolically(program: Program, options: SymbolicOptions): Promise<Checked> {
  const solvers = await sharedCadical();
  const machine = new Machine(program, { arrivals: Number.POSITIVE_INFINITY, unwind: options.unwind });
  const sites = new Sites();
  const branches = new Query(machine.terms, () => solvers.create('branches'));
  const query = new Query(machine.terms, () => solvers.create('proof'), { modelsKept: 0 });
  const reasons: string[] = [];
  const checkLimits = (): void => {
    const because = options.isOver();
    if (because !== undefined) throw new Over(because);
  };
  let system: GapSystem | undefined;
  const hits = new Map<string, (readonly [Hit, Schedule])[]>();
  const prover = new Prover(program, { sites }, options, query, machine.terms, () => options.isOver() !== undefined);
  let undefinedBehaviour = 0;
  let bounded = false;
  try {
    system = encodeGaps(machine, {
      arrivals: options.arrivals,
      effect: options.effect,
      watches: options.properties.some((p) => p !== 'assertion'),
      sites,
      feasible: (conditions) => branches.check(conditions, { conflicts: 1000 }).kind !== 'unsat',
      checkLimits,
    });
    for (const assertion of system.assertions) query.assert(assertion);
    const ask = (term: Term): boolean | undefined => {
      for (let patience = 500; ; patience *= 2) {
        checkLimits();
        const answer = query.check([term], { milliseconds: patience });
        if (answer.kind !== 'unknown') return answer.kind === 'sat';
        if (answer.reason === 'memory') throw new Over('the solver ran out of memory');
      }
    };
    for (const goal of system.goals) {
      if (goal.property === 'undefined-behaviour') {
        if (ask(reached(machine.terms, goal))) undefinedBehaviour++;
        continue;
      }
      if (!options.properties.includes(goal.property) || isKnown(hits, goal)) continue;
      if (options.isPauseDue?.() === true) await options.pause?.({ states: 0, sightings: hits.size });
      if (!ask(reached(machine.terms, goal))) continue;
      const { model } = query;
      const occurrence = goal.occurrences.find((o) => model.isTrue(o.guard));
      if (occurrence === undefined) throw new InternalError(`no occurrence of ${goal.key} in its model`);
      const seen = witness(prover.place, storyOf(program, machine.terms, model, occurrence.where));
      for (const [hit, schedule] of seen.hits) {
        const { key } = hit.sighting;
        hits.set(key, [...(hits.get(key) ?? []), [hit, schedule]]);
      }
      if (!isKnown(hits, goal)) throw new InternalError(`a model does not replay: ${goal.key}`);
    }
    for (const { why, guard } of system.uncovered) {
      if (why.kind === 'bounded' && bounded) continue;
      if (!ask(guard)) continue;
      if (why.kind === 'bounded') {
        bounded = true;
        reasons.push(`a loop goes on beyond --unwind ${options.unwind}`);
      } else reasons.push(unmodelledText(program, why));
    }
  } catch (thrown) {
    if (!(thrown instanceof Over)) throw thrown;
    reasons.push(thrown.because);
  }
  const found = inOrder(
    [...hits.values()]
      .filter(([first]) => isAsked(machine, sites, first![0], options))
      .map((witnesses) => {
        const proof = prover.proveByReplay(witnesses.slice(0, 8));
        if (proof === undefined) throw new InternalError(`a finding does not replay: ${witnesses[0]![0].sighting.key}`);
        return findingOf(program, sites, proof);
      }),
  );
  const [asked, asides] = [query.statistics(), branches.statistics()];
  query.dispose();
  branches.dispose();
  const verdicts = options.properties.map((p) =>
    verdictOf(program, p, found, options, { reasons, bounded, undefinedBehaviour, system }),
  );
  return {
    verdicts,
    findings: withoutLesser(found),
    statistics: {
      ...system?.counts,
      solverCalls: asked.solverCalls + asides.solverCalls,
      variables: asked.variables,
      clauses: asked.clauses,
      solveMs: Math.round(asked.solveMilliseconds),
    },
  };
}

/** Was it seen in an execution already? */
function isKnown(hits: ReadonlyMap<string, unknown>, goal: Goal<Moment>): boolean {
  return hits.has(goal.key);
}

function verdictOf(
  program: Program,
  property: Property,
  findings: readonly Finding[],
  options: SymbolicOptions,
  known: {
    readonly reasons: readonly string[];
    readonly bounded: boolean;
    readonly undefinedBehaviour: number;
    readonly system: GapSystem | undefined;
  },
): Verdict {
  const bounds: Bounds = { arrivals: options.arrivals, ...(known.bounded ? { unwind: options.unwind } : {}) };
  const { undefinedBehaviour: count } = known;
  const assumptions = [
    ...program.assumptions,
    ...(count > 0
      ? [`up to the first undefined behaviour, which is possible in ${count} ${count === 1 ? 'place' : 'places'}`]
      : []),
    ...program.contexts
      .filter((c) => c.kind === 'isr' && known.system?.started.has(c.id) === false)
      .map((c) => `${c.name} never started within these bounds`),
  ];
  const common = { property, engine: `symbolic (${options.encoding})`, bounds, assumptions };
  if (findings.some((f) => propertyOf(f) === property)) return { ...common, kind: 'violated' };
  const reasons = [...new Set([...known.reasons, ...unmodelledInModel(program)])];
  return reasons.length === 0
    ? { ...common, kind: 'holds' }
    : { ...common, kind: 'unknown', because: reasons.join('; ') };
}
