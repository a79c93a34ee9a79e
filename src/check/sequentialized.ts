// `preempt sequentialize`: a loaded program as sequential C. What has no C form is refused with its place.

import { utf8Text } from '../base/bytes.js';
import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Engine } from '../engines/engine.js';
import type { Backend } from '../engines/sequentialize/backend.js';
import { benignAccesses } from '../engines/sequentialize/benign.js';
import { cbmc } from '../engines/sequentialize/cbmc.js';
import type { Dialect } from '../engines/sequentialize/dialect.js';
import {
  type DistinguishedVariable,
  fieldsOf,
  recordsOf,
  watchedVariables,
} from '../engines/sequentialize/distinguished.js';
import { type SequentialEngine, sequentialEngine } from '../engines/sequentialize/engine.js';
import { kissMethod } from '../engines/sequentialize/kiss.js';
import { scheduleMethod } from '../engines/sequentialize/schedule.js';
import { threadsMethod } from '../engines/sequentialize/threads.js';
import { type MakeMethod, type Translated, type Translation, translate } from '../engines/sequentialize/translation.js';
import { WrittenProgram } from '../engines/sequentialize/written-program.js';
import type { Program } from '../model/program.js';
import { shownPath } from '../report/paths.js';
import type { Loaded } from './load.js';
import type { SequentialName, Settings } from './settings.js';

export interface SequentializeOptions {
  readonly method: SequentialName;
  readonly dialect: Dialect;
  /** Starts of each ISR; Infinity for no bound. */
  readonly arrivals: number;
  /** One bound for all ISRs together. */
  readonly single: boolean;
  /** By kiss: threads that may wait to be started. */
  readonly max: number;
  readonly reduced: boolean;
  readonly atomic: 'access' | 'statement';
  readonly lines: boolean;
  readonly traced: boolean;
  /** By kiss: look for races on this one. */
  readonly race?: DistinguishedVariable;
  /** FILE:LINE of accesses that are not looked at for races. */
  readonly benign?: readonly string[];
  readonly scheduler?: string;
}

export function sequentialized(loaded: Loaded, options: SequentializeOptions, base: string): Result<Translation> {
  const linked = loaded.linked();
  if (linked.kind === 'failed') return linked;
  const written = new WrittenProgram(loaded.program, linked.value);
  const translated = translationOf(written, loaded, options, base);
  if (translated.kind === 'translated') return ok(translated.translation);
  return failed(errorAt('not-sequential', `${translated.because} has no sequential form`, translated.place));
}

function translationOf(
  written: WrittenProgram,
  loaded: Loaded,
  options: SequentializeOptions,
  base: string,
): Translated {
  const files = new Map<string, readonly string[] | undefined>();
  const sourceLine = (file: string, line: number): string | undefined => {
    if (!files.has(file)) {
      const bytes = loaded.readShown(file);
      files.set(file, bytes && utf8Text(bytes).split('\n'));
    }
    return files.get(file)?.[line - 1]?.trim();
  };
  const shownFile = (file: string): string => shownPath(file, base);
  return translate(written, methodOf(loaded, options), {
    dialect: options.dialect,
    traced: options.traced,
    hasLines: options.lines,
    sourceLine,
    shownFile,
  });
}

/** A variable by its name, or a field of a structure as STRUCT.FIELD. */
export function variableNamed(program: Program, name: string): Result<DistinguishedVariable> {
  const [record, field] = name.split('.');
  const fields = field === undefined ? [] : fieldsOf(recordsOf(program).get(record!) ?? noRecord);
  const known = fields.find((f) => f.name === name) ?? watchedVariables(program).find((v) => v.name === name);
  if (known !== undefined) return ok(known);
  const object = program.objects.find((o) => o.kind === 'global' && o.name === name && o.size !== undefined);
  if (object !== undefined) return ok({ kind: 'variable', name, object: object.id, offset: 0, size: object.size! });
  const names = [...new Set(watchedVariables(program).map((v) => v.name))].slice(0, 8).join(', ');
  return failed(errorAt('bad-option', `--race ${name}: no such variable or field; shared are ${names || 'none'}`));
}

const noRecord = { kind: 'record', name: '', union: false, size: 0, volatile: false, members: () => [] } as const;

/** `check --engine`: translated, checked by another engine, shown on the program itself. */
export function engineOn(
  loaded: Loaded,
  name: SequentialName,
  settings: Settings,
  base: string,
  checker: () => Promise<Engine>,
): Engine {
  const { max, atomic, benign } = settings;
  const translate: SequentialEngine['translate'] = (arrivals, race) => {
    const options: SequentializeOptions = {
      method: name,
      dialect: settings.backend ?? 'svcomp',
      arrivals,
      single: false,
      max,
      reduced: true,
      atomic,
      lines: false,
      traced: true,
      ...(race === undefined ? {} : { race }),
      ...(benign === undefined ? {} : { benign }),
    };
    const linked = loaded.linked();
    if (linked.kind === 'failed') return { kind: 'refused', because: 'what was linked', place: undefined };
    return translationOf(new WrittenProgram(loaded.program, linked.value), loaded, options, base);
  };
  const watched = settings.watched === undefined ? undefined : variableNamed(loaded.program, settings.watched);
  const variables = watched === undefined ? undefined : watched.kind === 'ok' ? [watched.value] : [];
  const assumptions = atomic === 'statement' ? ['statements of the source are indivisible'] : [];
  return sequentialEngine({
    name,
    translate,
    load: loaded.translated,
    checker,
    backend: backendOf(loaded, settings),
    assumptions: [...assumptions, ...(benign ?? []).map((place) => `the access at ${place} is benign`)],
    ...(benign === undefined ? {} : { isBenign: benignAccesses(benign) }),
    ...(variables === undefined ? {} : { variables }),
  });
}

/** Absent where our own engines check. It is installed: whoever asked was told otherwise. */
function backendOf({ checker, program }: Loaded, { backend, unwind }: Settings): Backend | undefined {
  const found = backend === undefined ? undefined : checker(backend);
  if (found === undefined) return undefined;
  return cbmc(found, { unwind, pointerBits: program.target.pointerBytes * 8 });
}

function methodOf({ program }: Loaded, options: SequentializeOptions): MakeMethod {
  const { arrivals, single, reduced, traced, atomic, max, race, benign, scheduler } = options;
  if (options.method === 'kiss')
    return kissMethod(program, {
      arrivals,
      single,
      max,
      isTraced: traced,
      race,
      scheduler,
      ...(benign === undefined ? {} : { isBenign: benignAccesses(benign) }),
    });
  if (options.method === 'threads') {
    const spawn = !traced ? 'posix' : options.dialect === 'cbmc' ? 'cbmc' : 'preempt';
    return threadsMethod(program, { arrivals, isTraced: traced, spawn });
  }
  return scheduleMethod(program, {
    arrivals,
    single,
    isReduced: reduced,
    isTraced: traced,
    statements: atomic === 'statement',
  });
}
