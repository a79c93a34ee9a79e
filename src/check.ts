// Preempt as a library, and the pipeline as one readable function: Sources → IrModule → Program → Verdict → Finding
// (replayed) → Report. No state outlives a call or is shared by two (empty heaps of the solver serve the next call);
// whatever is wrong with the input is a value.
// docs/library.md shows how it is used.

import { latin1Text, utf8Text } from './base/bytes.js';
import { type Diagnostic, errorAt } from './base/diagnostic.js';
import { LimitReached } from './base/limits.js';
import { failed, ok, type Result } from './base/result.js';
import { version } from './base/version.js';
import { Budget, type Supervision } from './check/budget.js';
import { CheckThreads } from './check/check-threads.js';
import { applyDecisions } from './check/decisions.js';
import { findFixes } from './check/find-fixes.js';
import { type Loaded, type LoadStatistics, load } from './check/load.js';
import { batchAs, modelAs, type PlainFormat, replayAs, reportAs } from './check/render.js';
import type { Replayed } from './check/replayed.js';
import { type CheckRequest, type Request, replayArguments } from './check/request.js';
import { runEngines } from './check/run-engines.js';
import { firstArrivals, type Settings, settingsOf } from './check/settings.js';
import { sourcesOf } from './check/source-files.js';
import type { Stage } from './check/stages.js';
import type { Host } from './clang/host.js';
import { thisMachine } from './clang/node-host.js';
import type { Finding } from './findings/finding.js';
import { changedText } from './fix/change.js';
import type { Fix } from './fix/fix.js';
import type { Program } from './model/program.js';
import type { Batch } from './report/batch.js';
import { buildReport, type EarlyFinding, earlyFinding } from './report/build-report.js';
import type { Format } from './report/formats.js';
import type { Report } from './report/report.js';
import { reportWithoutProgram } from './report/report-without-program.js';
import { type CheckStyle, plainStyle } from './report/text-style.js';
import { type CadicalLibrary, loadCadical } from './solve/cadical.js';

export type { Diagnostic, Place } from './base/diagnostic.js';
export type { Result } from './base/result.js';
export { version } from './base/version.js';
export type { CheckProgress } from './check/budget.js';
export type { Loaded } from './check/load.js';
export type { Replayed } from './check/replayed.js';
export type { CheckRequest, Request } from './check/request.js';
export { type BrowserParts, browserHost } from './clang/browser-host.js';
export type { Host } from './clang/host.js';
export type { Fix } from './fix/fix.js';
export type { Program } from './model/program.js';
export type { Batch } from './report/batch.js';
export type { Report, ReportFinding } from './report/report.js';

export interface Options extends Supervision {
  /** Where it runs; this process by default. */
  readonly host?: Host | undefined;
}

export interface CheckOptions extends Options {
  /** Called with each finding as soon as it was replayed; the report has them again, in order and explained. */
  readonly onFinding?: ((finding: EarlyFinding) => void) | undefined;
}

/**
 * All that Preempt finds out. Bad input fails with its reasons; whatever ends the work early still leads to a report.
 */
export async function check(request: CheckRequest, options: CheckOptions = {}): Promise<Result<Report>> {
  const host = options.host ?? thisMachine();
  const problems: Diagnostic[] = [];
  const settings = settingsOf(request, problems);
  if (problems.length > 0) return failed(...problems);
  const threads = new CheckThreads(request, settings, host);
  try {
    return await checkIn(threads, request, settings, options);
  } finally {
    await threads.close();
  }
}

async function checkIn(
  threads: CheckThreads,
  request: CheckRequest,
  settings: Settings,
  options: CheckOptions,
): Promise<Result<Report>> {
  const { host } = threads;
  const budget = new Budget(host, settings, options);

  // While clang works.
  const solvers = solversOf(host);
  try {
    return await checkWith(solvers, threads, budget, request, settings, options);
  } finally {
    void solvers.then((library) => library.close());
  }
}

async function checkWith(
  solvers: Promise<CadicalLibrary>,
  threads: CheckThreads,
  budget: Budget,
  request: CheckRequest,
  settings: Settings,
  options: CheckOptions,
): Promise<Result<Report>> {
  const { host } = threads;
  const command = request.command ?? replayArguments(request);
  const loaded = await loadWithin(request, host, budget);
  threads.loaded();
  if (loaded.kind === 'failed') return loaded;
  if (loaded.kind === 'over') return ok(unloadedReport(loaded.because, settings, command, host, budget));
  const { program } = loaded.value;

  const { backend } = settings;
  if (backend !== undefined && loaded.value.checker(backend) === undefined)
    return failed(errorAt('no-checker', `--backend ${backend}: there is no program ${backend} on the PATH`));

  const run = await engineRun(program, solvers, host, budget, options);
  const source = { loaded: loaded.value, base: host.directory };
  const checked = await runEngines(program, settings, {
    ...run,
    ...threads.with(program, run.memoryUsed),
    source,
  });
  const { verdicts, findings } = checked;

  const isExplained = request.explain !== false;
  const arrivals = checked.arrivals ?? firstArrivals(settings);
  const fixOptions = { ...settings, ...run, arrivals, reduction: settings.reduction ?? 'reduced' };
  const fixes =
    isExplained && request.fix === true
      ? await findFixes(loaded.value, loaded.diagnostics, checked, fixOptions, reader(loaded.value, latin1Text))
      : new Map();

  const readSource = reader(loaded.value, utf8Text);
  const base = host.directory;
  const found = await buildReport({
    program,
    verdicts,
    findings,
    candidates: checked.candidates ?? [],
    diagnostics: loaded.diagnostics,
    statistics: costOf(host, budget, loaded.value.statistics, checked.statistics),
    version,
    command,
    wasInterrupted: () => budget.wasInterrupted,
    base,
    readSource,
    isExplained,
    fixes,
    pause: (done, of) => budget.mayExplain(done, of),
    isLate: budget.isLate,
  });
  const { report, diagnostics } = applyDecisions(found, request, sourcesOf(loaded.value, host.directory));
  const told = [...loaded.diagnostics, ...threads.diagnostics, ...diagnostics];
  if (request.reproduce !== true) return ok(report, told);
  const { reproducersOf } = await import('./report/reproduce/reproducer.js');
  const open = findings.filter((_, n) => report.findings[n]?.status === 'open');
  const isLate = budget.lateFromNow();
  const reproducers = reproducersOf({ program, findings: open, command, base, readSource, isLate });
  return ok({ ...report, reproducers }, told);
}

/** The model alone: `value.program`. */
export async function loadProgram(
  request: Request,
  options: Options & { readonly timeout?: number } = {},
): Promise<Result<Loaded>> {
  const host = options.host ?? thisMachine();
  const { timeout = unlimited.timeout } = options;
  return orFailed(await loadWithin(request, host, new Budget(host, { ...unlimited, timeout }, options)));
}

/**
 * One execution, step by step, as a schedule says. A schedule that cannot be read fails; one that cannot happen is an
 * ending.
 */
export async function replay(request: Request, schedule: string, options: Options = {}): Promise<Result<Replayed>> {
  const { parseSchedule } = await import('./execution/schedule.js');
  const parsed = parseSchedule(schedule);
  if (parsed.kind === 'problem') {
    const { scheduleProblem } = await import('./report/replay-text.js');
    return failed(scheduleProblem(schedule, parsed.problem));
  }
  const loaded = await loadProgram(request, options);
  if (loaded.kind === 'failed') return loaded;
  const { replay: execute } = await import('./execution/replay.js');
  const { program, statistics } = loaded.value;
  return ok({ schedule: parsed.schedule, statistics, ...execute(program, parsed.schedule) }, loaded.diagnostics);
}

/** A stage of the pipeline, as text, line by line. */
export async function emit(
  request: CheckRequest,
  stage: Stage,
  options: Options = {},
): Promise<Result<Iterable<string>>> {
  const host = options.host ?? thisMachine();
  const problems: Diagnostic[] = [];
  const settings = settingsOf(request, problems);
  if (problems.length > 0) return failed(...problems);
  const budget = new Budget(host, settings, options);
  const loaded = orFailed(await loadWithin(request, host, budget));
  if (loaded.kind === 'failed') return loaded;
  const run = await engineRun(loaded.value.program, solversOf(host), host, budget, options);
  const { linesOf } = await import('./check/stages.js');
  const lines = await linesOf(loaded.value.program, stage, { ...settings, ...run }, host.directory);
  return lines.kind === 'failed' ? lines : ok(lines.value, loaded.diagnostics);
}

/** A report as text. */
export function render(report: Report, format: Format, style: RenderOptions = {}): Promise<string> {
  return reportAs(format, report, style.host ?? thisMachine(), style);
}

/** Reports of many programs as one text. */
export function renderBatch(batch: Batch, format: Format, style: RenderOptions = {}): Promise<string> {
  return batchAs(format, batch, style.host ?? thisMachine(), style);
}

/** A model, of `loadProgram`, as text. */
export function renderInspection(
  loaded: Loaded,
  diagnostics: readonly Diagnostic[],
  format: PlainFormat,
  style: RenderOptions & { readonly isWhole?: boolean } = {},
): string {
  return modelAs(format, loaded, diagnostics, style.host ?? thisMachine(), { ...plainStyle, ...style });
}

/** What `replay` gives, as text. */
export function renderReplay(
  replayed: Replayed,
  diagnostics: readonly Diagnostic[],
  format: PlainFormat,
  style: RenderOptions = {},
): string {
  return replayAs(format, replayed, diagnostics, style.host ?? thisMachine(), { ...plainStyle, ...style });
}

/** The text of a source file with the lines of a suggested fix in it. */
export function withFix(text: string, fix: Fix): string {
  return changedText(text, fix);
}

export interface RenderOptions extends Partial<CheckStyle> {
  readonly host?: Host | undefined;
}

type Over = { readonly kind: 'over'; readonly because: string };

async function loadWithin(request: Request, host: Host, budget: Budget): Promise<Result<Loaded> | Over> {
  try {
    return await load(request, host, { pause: budget.pause, isOver: budget.isOverLoading });
  } catch (thrown) {
    if (thrown instanceof LimitReached) return { kind: 'over', because: thrown.because };
    throw thrown;
  }
}

function orFailed(loaded: Result<Loaded> | Over): Result<Loaded> {
  return loaded.kind === 'over' ? failed(errorAt('over-limit', loaded.because)) : loaded;
}

function unloadedReport(because: string, settings: Settings, command: string, host: Host, budget: Budget): Report {
  const { properties } = settings;
  const arrivals = firstArrivals(settings);
  const { directory: base } = host;
  const statistics = { wallMs: Math.round(budget.milliseconds) };
  const { wasInterrupted } = budget;
  const run = { properties, arrivals, because, diagnostics: [], statistics, version, command, wasInterrupted, base };
  return reportWithoutProgram(run);
}

/** Nobody has asked for limits. */
const unlimited = { timeout: Number.POSITIVE_INFINITY, memory: Number.POSITIVE_INFINITY };

async function solversOf(host: Host): Promise<CadicalLibrary> {
  return loadCadical(await host.solver());
}

async function engineRun(
  program: Program,
  solvers: Promise<CadicalLibrary>,
  host: Host,
  budget: Budget,
  { onFinding }: CheckOptions,
) {
  const { isOver, isLate, secondsLeft, isPauseDue, pause, memoryUsed } = budget;
  const found = onFinding && ((finding: Finding) => onFinding(earlyFinding(program, finding, host.directory)));
  return {
    isOver,
    isLate,
    secondsLeft,
    isPauseDue,
    pause,
    memoryUsed,
    found,
    solvers: await solvers,
  };
}

function reader({ readShown }: Loaded, decoded: (bytes: Uint8Array) => string): (file: string) => string | undefined {
  return (file) => {
    const bytes = readShown(file);
    return bytes && decoded(bytes);
  };
}

function costOf(
  host: Host,
  budget: Budget,
  { clangMs, irBytes }: LoadStatistics,
  engines: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const peak = host.memoryPeak();
  return {
    wallMs: Math.round(budget.milliseconds),
    clangMs,
    irBytes,
    ...engines,
    ...(peak === undefined ? {} : { peakRssMb: Math.round(peak) }),
  };
}
