// The options of `preempt check`, read and checked: what is wrong with them is a diagnostic for each.

import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { isPaperName } from '../engines/explore/reductions/paper/strategy.js';
import type { ReductionName } from '../engines/explore/reductions/reduction.js';
import type { Property } from '../findings/finding.js';
import type { Detail } from '../report/text-style.js';
import type { DecisionFlags } from './decisions.js';
import type { Options } from './request.js';

export interface CheckFlags extends Options, DecisionFlags {
  readonly property?: string;
  readonly reduction: string;
  readonly arrivals: string;
  readonly unwind: string;
  readonly unit: string;
  readonly effect: string;
  readonly races: string;
  readonly timeout: string;
  readonly memory: string;
  readonly engine: string;
  readonly encoding: string;
  readonly emit?: string;
  readonly output?: string;
  readonly reproduce?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly stats?: boolean;
  /** False after --no-fix. */
  readonly fix?: boolean;
}

export type Settings = ReturnType<typeof settingsOf> & {
  /** Whoever chooses a reduction wants to see what it does. */
  readonly isReductionGiven: boolean;
};

export function settingsOf(o: CheckFlags, diagnostics: Diagnostic[]) {
  const choice = <T extends string>(option: string, value: string, allowed: readonly T[]): T => {
    if (!(allowed as readonly string[]).includes(value))
      diagnostics.push(errorAt('bad-option', `${option} ${value}: ${allowed.join(' or ')} is needed`));
    return value as T;
  };
  const count = (option: string, text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1)
      diagnostics.push(errorAt('bad-option', `${option} ${text}: a whole number above 0 is needed`));
    return value;
  };
  const all: readonly Property[] = ['atomicity', 'race', 'assertion'];
  const settings = {
    engine: choice('--engine', o.engine, ['auto', 'explore', 'symbolic']),
    emit: o.emit === undefined ? undefined : choice('--emit', o.emit, ['dimacs', 'smt2', 'dot']),
    encoding: choice('--encoding', o.encoding, ['gap', 'po', 'precise', 'threads']),
    properties: o.property === undefined ? all : o.property.split(',').map((p) => choice('--property', p, all)),
    reduction: reductionOf(o.reduction, diagnostics),
    arrivals: o.arrivals === 'unbounded' ? Number.POSITIVE_INFINITY : count('--arrivals', o.arrivals),
    unwind: count('--unwind', o.unwind),
    unit: choice('--unit', o.unit, ['task', 'function']),
    effect: choice('--effect', o.effect, ['reaching', 'any']),
    races: choice('--races', o.races, ['default', 'all']),
    timeout: count('--timeout', o.timeout),
    memory: count('--memory', o.memory),
    detail: detailOf(o, diagnostics),
  };
  const { emit, engine, encoding } = settings;
  if (emit !== undefined && engine === 'explore')
    diagnostics.push(errorAt('bad-option', `--emit ${emit} needs --engine symbolic`));
  if (emit === 'dot' && encoding === 'gap')
    diagnostics.push(errorAt('bad-option', '--emit dot needs --encoding po, precise or threads: gap has no events'));
  const why = whySymbolicCannot(emit === undefined ? settings : { ...settings, properties: ['assertion'] });
  if (why !== undefined && (emit !== undefined || engine === 'symbolic'))
    diagnostics.push(errorAt('bad-option', `${emit === undefined ? '--engine symbolic' : `--emit ${emit}`} ${why}`));
  return settings;
}

function detailOf({ quiet, verbose }: CheckFlags, diagnostics: Diagnostic[]): Detail {
  if (quiet && verbose) diagnostics.push(errorAt('bad-option', '--quiet and --verbose: only one of them is possible'));
  return quiet ? 'quiet' : verbose ? 'verbose' : 'normal';
}

/** What the symbolic engine needs, where it is not given. */
export function whySymbolicCannot(s: {
  readonly arrivals: number;
  readonly unit: 'task' | 'function';
  readonly properties: readonly Property[];
}): string | undefined {
  if (s.arrivals === Number.POSITIVE_INFINITY) return 'needs a number of --arrivals: unbounded is for explore';
  return s.unit === 'function' && s.properties.includes('atomicity')
    ? 'needs --unit task: function is for explore'
    : undefined;
}

function reductionOf(value: string, diagnostics: Diagnostic[]): ReductionName {
  if (value === 'reduced' || value === 'exhaustive' || isPaperName(value)) return value;
  const wanted = value.startsWith('paper:')
    ? 'paper:naive, paper:ips or paper:ips+dit is needed, then +initial, +final, both in this order, or nothing'
    : 'reduced, exhaustive or a paper: reduction is needed';
  diagnostics.push(errorAt('bad-option', `--reduction ${value}: ${wanted}`));
  return 'reduced';
}

/** What `preempt replay` needs to see the same program. */
export function replayArguments(paths: readonly string[], flags: readonly string[], o: CheckFlags): string {
  const named = (['config', 'entry', 'interrupts', 'platform', 'target', 'sysroot', 'clang'] as const).flatMap(
    (name) => {
      const value = o[name];
      return value === undefined ? [] : [`--${name}`, value];
    },
  );
  const isrs = (o.isr ?? []).flatMap((isr) => ['--isr', isr]);
  const trust = o.trust === true ? ['--trust'] : [];
  return [...paths, ...named, ...trust, ...isrs, ...flags]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
