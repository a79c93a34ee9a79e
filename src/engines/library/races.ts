// What all models of a library come to: each pair of statements once, with a shortest execution and all pairs of API
// functions that it was met in; and how many pairs nobody needs to look at, since no execution of any application has
// them (VMCAI 2017, section 6).

import type { LibraryModel, ReducedModel } from './reduced-model.js';
import { accessKey, type CriticalAccess } from './regions.js';
import { ModelStates, searchModel } from './search.js';
import { type TraceStep, traceOf } from './trace.js';

/** Two statements that race. Plain data. */
export interface FoundRace {
  readonly structure: string;
  /** The one that was interrupted first. */
  readonly accesses: readonly [CriticalAccess, CriticalAccess];
  /** API functions, in the order of the accesses. */
  readonly functions: readonly (readonly [string, string])[];
  /** The model that the trace is of. */
  readonly model: string;
  readonly trace: readonly TraceStep[];
}

/** Some models, searched. Plain data: the result of a job. */
export interface SearchedModels {
  readonly races: readonly FoundRace[];
  readonly states: number;
  readonly transitions: number;
  readonly models: number;
  /** Names of those that had more states than allowed. */
  readonly unfinished: readonly string[];
}

export const nothingSearched: SearchedModels = { races: [], states: 0, transitions: 0, models: 0, unfinished: [] };

/** Of those with the same statements. */
export function raceKey({ accesses: [a, b] }: Pick<FoundRace, 'accesses'>): string {
  return [accessKey(a), accessKey(b)].sort().join(' | ');
}

export function searchModels(
  library: LibraryModel,
  models: readonly ReducedModel[],
  tick: string | undefined,
  mostStates: number,
): SearchedModels {
  let all = nothingSearched;
  for (const model of models) all = together(all, searchOne(library, model, tick, mostStates));
  return all;
}

function searchOne(
  library: LibraryModel,
  model: ReducedModel,
  tick: string | undefined,
  mostStates: number,
): SearchedModels {
  const found = searchModel(library, model, { states: mostStates });
  const layout = new ModelStates(library, model);
  const races = found.pairs.map(({ first, second, states }): FoundRace => {
    const of = ({ skeleton, access }: typeof first): CriticalAccess => library.skeletons[skeleton]!.accesses[access]!;
    const nameOf = ({ skeleton }: typeof first): string => library.skeletons[skeleton]!.name;
    const trace = traceOf(layout, states, tick);
    // The one that is under way when the other begins comes first.
    const isSwapped = states.length > 1 && layout.running(states.at(-2)!) === first.process;
    const [a, b] = isSwapped ? [second, first] : [first, second];
    const accesses = [of(a), of(b)] as const;
    const functions = [[nameOf(a), nameOf(b)]] as const;
    return { structure: accesses[0].structure, accesses, functions, model: model.name, trace };
  });
  const unfinished = found.isComplete ? [] : [model.name];
  const { states, transitions } = found;
  return together(nothingSearched, { races, states, transitions, models: 1, unfinished });
}

/** The shorter trace of each; in no case does the order of the two matter, but for equally short ones: the first's. */
export function together(a: SearchedModels, b: SearchedModels): SearchedModels {
  const races = new Map<string, FoundRace>();
  for (const race of [...a.races, ...b.races]) {
    const key = raceKey(race);
    const known = races.get(key);
    if (known === undefined) races.set(key, race);
    else {
      const better = race.trace.length < known.trace.length ? race : known;
      const isTurned = accessKey(better.accesses[0]) !== accessKey((better === race ? known : race).accesses[0]);
      const others = (better === race ? known : race).functions.map(([f, g]): readonly [string, string] =>
        isTurned ? [g, f] : [f, g],
      );
      races.set(key, { ...better, functions: uniquePairs([...better.functions, ...others]) });
    }
  }
  return {
    races: [...races.values()],
    states: a.states + b.states,
    transitions: a.transitions + b.transitions,
    models: a.models + b.models,
    unfinished: [...a.unfinished, ...b.unfinished],
  };
}

function uniquePairs(pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()].sort((a, b) =>
    a.join(' ') < b.join(' ') ? -1 : 1,
  );
}

/** Pairs that would race if nothing kept them apart: of statements, and of statements in API functions. */
export function conflictingPairs({ skeletons, benign }: LibraryModel): { statements: number; calls: number } {
  const statements = new Map<string, CriticalAccess>();
  const calls = new Map<string, CriticalAccess>();
  for (const { name, accesses } of skeletons)
    for (const access of accesses) {
      if (benign.includes(access.structure)) continue;
      statements.set(accessKey(access), access);
      calls.set(`${name} ${accessKey(access)}`, access);
    }
  return { statements: conflicts(statements.values()), calls: conflicts(calls.values()) };
}

function conflicts(accesses: Iterable<CriticalAccess>): number {
  const byStructure = new Map<string, { reads: number; writes: number }>();
  for (const { structure, isWrite } of accesses) {
    const counts = byStructure.get(structure) ?? { reads: 0, writes: 0 };
    byStructure.set(structure, counts);
    if (isWrite) counts.writes++;
    else counts.reads++;
  }
  let pairs = 0;
  for (const { reads, writes } of byStructure.values()) pairs += writes * reads + (writes * (writes + 1)) / 2;
  return pairs;
}
