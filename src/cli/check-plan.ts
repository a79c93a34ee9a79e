// The options of `preempt check`, the fields of preempt.json and the files that both name, into one request. All that
// is wrong is said before the work begins.

import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { quoted } from '../check/request.js';
import { type Settings, settingsOf } from '../check/settings.js';
import { type Stage, stages, whyNotEmitted } from '../check/stages.js';
import type { CheckRequest } from '../check.js';
import { type Format, formats, needsExplanation } from '../report/formats.js';
import type { Detail } from '../report/text-style.js';
import { type DecisionFlags, type Decisions, readDecisions } from './decisions.js';
import type { QueueFlags } from './queue-option.js';
import { askedFor, type ProgramFlags } from './request.js';
import { linkedOutputs } from './trust.js';

export interface CheckFlags extends ProgramFlags, DecisionFlags, QueueFlags {
  readonly property?: string;
  readonly reduction?: string;
  readonly kernel?: string;
  readonly max?: string;
  readonly atomic?: string;
  readonly backend?: string;
  readonly race?: string;
  readonly allFields?: string;
  readonly benign?: readonly string[];
  readonly arrivals?: string;
  readonly unwind?: string;
  readonly contextSwitches?: string;
  readonly unit?: string;
  readonly effect?: string;
  readonly races?: string;
  readonly undefined?: string;
  readonly timeout?: string;
  readonly memory?: string;
  readonly engine?: string;
  readonly encoding?: string;
  readonly emit?: string;
  readonly each?: string;
  readonly output?: string;
  readonly progress?: string;
  readonly reproduce?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly stats?: boolean;
  /** False after --no-fix. */
  readonly fix?: boolean;
}

export interface CheckPlan {
  readonly request: CheckRequest & Settings;
  readonly decisions: Decisions;
  readonly format: Format;
  readonly detail: Detail;
  readonly emit?: Stage;
}

export function planOf(paths: readonly string[], flags: readonly string[], options: CheckFlags): Result<CheckPlan> {
  const asked = askedFor(paths, flags, options, formats);
  if (asked.kind === 'failed') return asked;
  const { format, request, config } = asked.value;
  const diagnostics: Diagnostic[] = [...linkedOutputs(options, paths)];
  const settings = settingsOf(
    {
      ...options,
      arrivals: options.arrivals ?? config.arrivals,
      properties: options.property,
      watched: options.race,
      benign: benignOf(options, config),
    },
    diagnostics,
  );
  const detail = detailOf(options, diagnostics);
  const stage = stageOf(options.emit, settings, diagnostics);
  if (options.progress !== undefined && options.progress !== 'line' && options.progress !== 'json')
    diagnostics.push(errorAt('bad-option', `--progress ${options.progress}: line or json is needed`));
  const decisions = readDecisions(options, config, diagnostics);
  if (diagnostics.length > 0) return failed(...diagnostics);
  const explain = needsExplanation(format, detail);
  return ok({
    format,
    detail,
    decisions,
    ...(stage === undefined ? {} : { emit: stage }),
    request: {
      ...request,
      ...settings,
      ...(decisions.baseline === undefined ? {} : { baseline: decisions.baseline }),
      ...(decisions.earlier === undefined ? {} : { earlier: decisions.earlier }),
      explain,
      fix: explain && options.fix !== false,
      reproduce: options.reproduce !== undefined,
      command: replayWords(paths, flags, options),
    },
  });
}

/** What the file lists is for KISS: other engines have no use for it. */
function benignOf({ benign, engine }: CheckFlags, config: { readonly benign?: readonly string[] | undefined }) {
  const listed = engine === 'kiss' ? (config.benign ?? []) : [];
  const all = [...(benign ?? []), ...listed];
  return all.length === 0 ? undefined : all;
}

function detailOf({ quiet, verbose }: CheckFlags, diagnostics: Diagnostic[]): Detail {
  if (quiet && verbose) diagnostics.push(errorAt('bad-option', '--quiet and --verbose: only one of them is possible'));
  return quiet ? 'quiet' : verbose ? 'verbose' : 'normal';
}

function stageOf(name: string | undefined, settings: Settings, diagnostics: Diagnostic[]): Stage | undefined {
  if (name === undefined) return undefined;
  const stage = stages.find((s) => s === name);
  const problem =
    stage === undefined ? `--emit ${name}: ${stages.join(' or ')} is needed` : whyNotEmitted(stage, settings);
  if (problem !== undefined) diagnostics.push(errorAt('bad-option', problem));
  return stage;
}

/** What `preempt replay` needs to see the same program, as the user wrote it. */
function replayWords(paths: readonly string[], flags: readonly string[], o: CheckFlags): string {
  const named = (
    ['config', 'entry', 'drive', 'interrupts', 'scheduler', 'cores', 'platform', 'target', 'sysroot', 'clang'] as const
  ).flatMap((name) => {
    const value = o[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const isrs = (o.isr ?? []).flatMap((isr) => ['--isr', isr]);
  const threads = [
    ...(o.timeSlicing === undefined ? [] : ['--time-slicing', o.timeSlicing]),
    ...(o.threadPriority ?? []).flatMap((priority) => ['--thread-priority', priority]),
    ...(o.interruptsAsThreads === true ? ['--interrupts-as-threads'] : []),
  ];
  const trust = o.trust === true ? ['--trust'] : [];
  return quoted([...paths, ...named, ...threads, ...trust, ...isrs, ...flags]);
}
