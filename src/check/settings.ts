// How a program is looked at: which questions, by which engine, within which bounds and limits. Read from whatever a
// person wrote, the command line's words or a program's values; what is wrong is a diagnostic for each, in the spelling
// of the command line.

import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import type { CheckerName } from '../clang/host.js';
import type { Questions } from '../engines/engine.js';
import { isPaperName } from '../engines/explore/reductions/paper/strategy.js';
import type { ReductionName } from '../engines/explore/reductions/reduction.js';
import { isDporName } from '../engines/explore/reductions/reduction.js';
import type { KernelUse } from '../engines/explore/tabulated/hand-over.js';
import type { EncodingName } from '../engines/symbolic/ask/encoding.js';
import type { Property } from '../findings/finding.js';

export interface Settings extends Omit<Questions, 'arrivals'> {
  /** Starts of each ISR; Infinity for no bound; `auto`: 1, then 2, then no bound, each within a budget. */
  readonly arrivals: number | 'auto';
  readonly engine: 'auto' | 'explore' | 'symbolic' | SequentialName;
  /** Of kiss: threads that may wait to be started. */
  readonly max: number;
  /** Of kiss: races on this one alone, a variable or STRUCT.FIELD; absent: on every shared one. */
  readonly watched?: string | undefined;
  /** Of kiss: FILE:LINE of accesses whose races are not told. */
  readonly benign?: readonly string[] | undefined;
  /** Of the translations: what nobody comes between. `statement` is the published granularity. */
  readonly atomic: 'access' | 'statement';
  /** Of the translations: a checker by others that checks them, instead of our own engines. */
  readonly backend?: CheckerName | undefined;
  /** Of the symbolic engine. Undefined: the one that is for such programs. */
  readonly encoding?: EncodingName | undefined;
  /**
   * Of the explore engine. Undefined: `reduced`; whoever names one wants to see what it does, and no other engine
   * helps.
   */
  readonly reduction?: ReductionName | undefined;
  /** Of the explore engine: whether concrete programs are searched by tables. */
  readonly kernel: KernelUse;
  /** Seconds. */
  readonly timeout: number;
  /** Megabytes of the whole process. */
  readonly memory: number;
}

/** Engines that check a translation. */
export type SequentialName = 'kiss' | 'schedule' | 'threads';
const sequentialNames: readonly string[] = ['kiss', 'schedule', 'threads'];

export function isSequential(engine: string): engine is SequentialName {
  return sequentialNames.includes(engine);
}

/** Each as it was written: a word, a number, a list. */
export type WrittenSettings = { readonly [Name in keyof Settings]?: unknown };

export const properties: readonly Property[] = ['atomicity', 'race', 'assertion', 'deadlock'];

/** Kinds of findings that violate a property of another name: whoever asks for them asks for that. */
function partOf(name: unknown): unknown {
  return name === 'torn-access' || name === 'missing-volatile' ? 'race' : name;
}

/** What an engine has no answer to: of the symbolic one, loops have an end. */
const unanswered: Readonly<Record<string, readonly Property[]>> = {
  symbolic: ['deadlock'],
  kiss: ['atomicity', 'deadlock'],
  schedule: ['atomicity', 'race', 'deadlock'],
  threads: ['atomicity', 'race', 'deadlock'],
};

const usual = {
  engine: 'auto',
  properties,
  arrivals: 'auto',
  unwind: 8,
  unit: 'task',
  effect: 'reaching',
  races: 'default',
  undefined: 'ends',
  kernel: 'auto',
  max: 1,
  atomic: 'access',
  timeout: 60,
  memory: 2048,
} as const;

export function settingsOf(written: WrittenSettings, diagnostics: Diagnostic[]): Settings {
  const bad = (what: string): number => diagnostics.push(errorAt('bad-option', what));
  const choice = <T extends string>(option: string, value: unknown, allowed: readonly T[]): T => {
    if (!allowed.includes(value as T)) bad(`--${option} ${value}: ${allowed.join(' or ')} is needed`);
    return value as T;
  };
  const count = (option: string, value: unknown, others = ''): number => {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    if (!Number.isInteger(number) || number < 1) bad(`--${option} ${value}: a whole number above 0${others} is needed`);
    return number;
  };
  const given = present(written);
  const o = { ...usual, ...given } as { readonly [Name in keyof Settings]: unknown };
  const isUnbounded = o.arrivals === 'unbounded' || o.arrivals === Number.POSITIVE_INFINITY;
  // What nobody asked for is not missed.
  const left = unanswered[String(o.engine)] ?? [];
  const isLeft = (p: unknown): boolean => given.properties === undefined && left.includes(p as Property);
  const named = typeof o.properties === 'string' ? o.properties.split(',') : (o.properties as readonly unknown[]);
  const settings: Settings = {
    engine: choice('engine', o.engine, ['auto', 'explore', 'symbolic', 'kiss', 'schedule', 'threads']),
    max: natural(o.max, bad),
    atomic: choice('atomic', o.atomic, ['access', 'statement']),
    ...(o.watched === undefined ? {} : { watched: String(o.watched) }),
    ...(o.benign === undefined ? {} : { benign: benignPlaces(o.benign as readonly unknown[], bad) }),
    ...(o.backend === undefined ? {} : { backend: choice<CheckerName>('backend', o.backend, ['cbmc']) }),
    encoding:
      o.encoding === undefined
        ? undefined
        : choice<EncodingName>('encoding', o.encoding, ['gap', 'po', 'precise', 'threads']),
    properties: [...new Set(named.filter((p) => !isLeft(p)).map((p) => choice('property', partOf(p), properties)))],
    reduction: o.reduction === undefined ? undefined : reductionOf(String(o.reduction), diagnostics),
    kernel: choice('kernel', o.kernel, ['auto', 'on', 'off']),
    arrivals: isUnbounded
      ? Number.POSITIVE_INFINITY
      : o.arrivals === 'auto'
        ? 'auto'
        : count('arrivals', o.arrivals, ', auto or unbounded'),
    unwind: count('unwind', o.unwind),
    contextSwitches: o.contextSwitches === undefined ? undefined : count('context-switches', o.contextSwitches),
    unit: choice('unit', o.unit, ['task', 'function']),
    effect: choice('effect', o.effect, ['reaching', 'any']),
    races: choice('races', o.races, ['default', 'all']),
    undefined: choice('undefined', o.undefined, ['ends', 'fails']),
    timeout: count('timeout', o.timeout),
    memory: count('memory', o.memory),
  };
  const why = settings.engine === 'symbolic' ? whySymbolicCannot(settings) : undefined;
  if (why !== undefined) bad(`--engine symbolic ${why}`);
  if (settings.contextSwitches !== undefined && settings.engine !== 'symbolic')
    bad('--context-switches needs --engine symbolic: explore has no such bound');
  if (settings.undefined === 'fails' && isSequential(settings.engine))
    bad(`--engine ${settings.engine} has no answer to --undefined fails: it is for explore`);
  const asked = settings.properties.find((p) => left.includes(p));
  if (asked !== undefined) bad(`--engine ${settings.engine} has no answer to ${asked}: it is for explore`);
  // Settings that were read before come with what is usual.
  if (settings.max !== usual.max && settings.engine !== 'kiss') bad('--max needs --engine kiss');
  if (settings.backend !== undefined && !isSequential(settings.engine))
    bad('--backend needs --engine kiss, schedule or threads');
  if (given.watched !== undefined && settings.engine !== 'kiss') bad('--race needs --engine kiss');
  if (given.benign !== undefined && settings.engine !== 'kiss') bad('--benign needs --engine kiss');
  if (settings.atomic !== usual.atomic && settings.engine !== 'schedule')
    bad('--atomic statement needs --engine schedule');
  return settings;
}

export function benignPlaces(places: readonly unknown[], bad: (what: string) => unknown): readonly string[] {
  const wrong = places.find((place) => !/^.+:[1-9]\d*$/.test(String(place)));
  if (wrong !== undefined) bad(`--benign ${wrong}: FILE:LINE is needed`);
  return places.map(String);
}

function natural(value: unknown, bad: (what: string) => number): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 32)
    bad(`--max ${value}: a whole number from 0 to 32 is needed`);
  return number;
}

function present(written: WrittenSettings): WrittenSettings {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
}

/** The number that a question is asked about which has no levels. */
export function firstArrivals({ arrivals }: Pick<Settings, 'arrivals'>): number {
  return arrivals === 'auto' ? 1 : arrivals;
}

/** What the symbolic engine needs, where it is not given. */
export function whySymbolicCannot(
  s: Pick<Settings, 'arrivals' | 'unit' | 'properties' | 'undefined'>,
): string | undefined {
  if (s.undefined === 'fails') return 'has no answer to --undefined fails: it is for explore';
  if (s.arrivals === Number.POSITIVE_INFINITY) return 'needs a number of --arrivals: unbounded is for explore';
  return s.unit === 'function' && s.properties.includes('atomicity')
    ? 'needs --unit task: function is for explore'
    : undefined;
}

function reductionOf(value: string, diagnostics: Diagnostic[]): ReductionName {
  if (value === 'reduced' || value === 'exhaustive' || isDporName(value) || isPaperName(value)) return value;
  const wanted = value.startsWith('paper:')
    ? 'paper:naive, paper:ips or paper:ips+dit is needed, then +initial, +final, both in this order, or nothing'
    : 'reduced, exhaustive, dpor, dpor:stateless or a paper: reduction is needed';
  diagnostics.push(errorAt('bad-option', `--reduction ${value}: ${wanted}`));
  return 'reduced';
}
