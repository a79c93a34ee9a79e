// All high-level races of a library: sources and a description → skeletons → models → racing pairs. Models are searched
// in batches, by threads where there are some; what is done of them can be kept and gone on with.

import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { version } from '../base/version.js';
import type { Host } from '../clang/host.js';
import { contradictions } from '../engines/library/description.js';
import { checkPremise } from '../engines/library/premise.js';
import { conflictingPairs, type FoundRace, raceKey } from '../engines/library/races.js';
import { fullModel, type LibraryModel, type Models, reducedModels } from '../engines/library/reduced-model.js';
import { skeletonOf } from '../engines/library/skeleton.js';
import { LibraryCode } from '../engines/library/walk.js';
import type { LibraryPremise, LibraryReport } from '../report/library/library-report.js';
import type { LibraryOptions, LibraryRequest } from './library-request.js';
import { searchAll } from './library-search.js';
import { loadModule } from './load.js';

export interface PreparedLibrary {
  readonly code: LibraryCode;
  readonly library: LibraryModel;
  readonly diagnostics: readonly Diagnostic[];
}

/** The library as the search sees it. */
export async function prepareLibrary(request: LibraryRequest, host: Host): Promise<Result<PreparedLibrary>> {
  const { description, descriptionFile: file } = request;
  const whole = { file, line: 0, column: 0 };
  const problems = contradictions(description);
  if (problems.length > 0) return failed(...problems.map((p) => errorAt('bad-description', p, whole)));
  const loaded = await loadModule({ ...request, criticalComments: true }, host, {
    pause: async () => {},
    isOver: () => undefined,
  });
  if (loaded.kind === 'failed') return loaded;
  const { module } = loaded.value;
  const { tasks, fromIsr = [], tick, suspension, benign = [] } = description;
  const isrs = tick === undefined ? fromIsr : [...fromIsr, tick];
  const missing = [...tasks, ...isrs].filter((name) => (module.functions.get(name)?.blocks.length ?? 0) === 0);
  if (missing.length > 0)
    return failed(
      ...missing.map((name) => errorAt('bad-description', `the sources define no function ${name}`, whole)),
    );
  const code = new LibraryCode(module, description);
  const diagnostics: Diagnostic[] = [...loaded.diagnostics];
  const built = [
    ...tasks.map((name) => skeletonOf(code, name, 'task', request)),
    ...isrs.map((name) => skeletonOf(code, name, 'isr', request)),
  ];
  for (const each of built) diagnostics.push(...each.diagnostics);
  const library: LibraryModel = {
    skeletons: built.map(({ skeleton }) => skeleton),
    variables: code.variables,
    suspension: suspension === undefined ? -1 : code.variables.findIndex((v) => v.name === suspension),
    nesting: request.nesting,
    benign,
  };
  return ok({ code, library, diagnostics: unique(diagnostics) });
}

export function modelsOf(request: LibraryRequest, library: LibraryModel): Models {
  return request.reduction === 'full'
    ? fullModel(library, request.tasks)
    : reducedModels(library, request.description.tick);
}

export async function libraryRaces(request: LibraryRequest, options: LibraryOptions): Promise<Result<LibraryReport>> {
  const { host } = options;
  const start = host.now();
  const prepared = await prepareLibrary(request, host);
  if (prepared.kind === 'failed') return prepared;
  const { code, library } = prepared.value;
  const { models, named } = modelsOf(request, library);
  const premise: LibraryPremise =
    request.reduction === 'full' ? { kind: 'none', tasks: request.tasks } : premiseOf(library, code);
  const { searched, diagnostics: lost } = await searchAll(request, library, models, options);
  const diagnostics = [...prepared.value.diagnostics, ...lost];
  const { tick } = request.description;
  const { structures, benign = [] } = request.description;
  const found = numbered(searched.races, Object.keys(structures));
  const tried = await confirmed(request, found, options);
  if (tried.kind === 'failed') return tried;
  const peak = host.memoryPeak();
  return ok(
    {
      version,
      library: request.description.library,
      ...(request.description.published === undefined ? {} : { published: request.description.published }),
      functions: library.skeletons.map(({ name, role, locations, accesses }) => ({
        name,
        role: name === tick ? 'tick' : role,
        locations: locations.length,
        accesses: accesses.length,
      })),
      structures: Object.keys(structures).filter((name) => !benign.includes(name)),
      benign,
      search: {
        reduction: request.reduction,
        ...(request.reduction === 'full' ? { tasks: request.tasks } : {}),
        nesting: request.nesting,
        searched: searched.models,
        models: models.length,
        named,
        unfinished: searched.unfinished,
      },
      premise,
      ...tried.value,
      conflicting: conflictingPairs(library),
      assumptions: assumptionsOf(code),
      diagnostics,
      statistics: {
        wallMs: Math.round(host.now() - start),
        states: searched.states,
        transitions: searched.transitions,
        ...(peak === undefined ? {} : { peakRssMb: Math.round(peak) }),
      },
      wasInterrupted: options.signal?.aborted === true,
    },
    diagnostics,
  );
}

/** With what came of them on the library itself, where that is asked for. */
async function confirmed(
  request: LibraryRequest,
  races: LibraryReport['races'],
  options: LibraryOptions,
): Promise<Result<Pick<LibraryReport, 'races' | 'replay'>>> {
  if (request.confirm === undefined) return ok({ races });
  const { confirmLibraryRaces, confirmationRequest, replayCommand } = await import('./library-confirm.js');
  const tried = await confirmLibraryRaces(request, request.confirm, races, options);
  if (tried.kind === 'failed') return tried;
  const program = confirmationRequest(request, request.confirm);
  return ok({
    races: races.map((race) => ({ ...race, confirmation: tried.value.get(race.id)! })),
    ...(program.kind === 'failed' ? {} : { replay: replayCommand(program.value) }),
  });
}

function premiseOf(library: LibraryModel, code: LibraryCode): LibraryPremise {
  const { violations } = checkPremise(library, code.tests);
  if (violations.length === 0) return { kind: 'justified' };
  return { kind: 'not-justified', because: violations.map(({ function: fn, text }) => `${fn}: ${text}`) };
}

/** Named by their places in the list, which is ordered by structure and source. */
function numbered(races: readonly FoundRace[], structures: readonly string[]): LibraryReport['races'] {
  const order = (race: FoundRace): readonly [number, string] => [structures.indexOf(race.structure), raceKey(race)];
  const sorted = races
    .map((race) => ({ race, key: order(race) }))
    .sort((a, b) => a.key[0] - b.key[0] || (a.key[1] < b.key[1] ? -1 : 1));
  return sorted.map(({ race }, n) => ({ id: `H${n + 1}`, ...race }));
}

function assumptionsOf({ assumed, outside, description }: LibraryCode): readonly string[] {
  const { allocators = [] } = description;
  return [
    'the description names all functions that applications call, all structures and all tracked variables',
    ...(description.tracked === undefined ? [] : ['no tracked variable overflows']),
    'members of one name in all objects of a type are one place; objects are used as what their types say',
    ...(allocators.length === 0
      ? []
      : [`memory from ${allocators.join(', ')} is known to nobody else before its function returns`]),
    ...(assumed.size === 0 ? [] : [`functions without a body (${[...assumed].sort().join(', ')}) change no mask`]),
    ...(outside.size === 0 ? [] : [`in no structure, and not looked at: ${[...outside].sort().join(', ')}`]),
  ];
}

function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((d) => [JSON.stringify(d), d])).values()];
}
