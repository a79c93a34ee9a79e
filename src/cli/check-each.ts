// `preempt check --each DIR`: many programs in one process, each exactly as if it were checked alone, and one report,
// which is the same whether they are checked one after the other or several at once.

import { type Diagnostic, errorAt, hasErrors, noteAt } from '../base/diagnostic.js';
import { queueLost } from '../base/queue-lost.js';
import { failed, ok, type Result } from '../base/result.js';
import { SharedSignal } from '../base/shared-signal.js';
import { workersOf } from '../check/workers.js';
import { check, type Report, renderBatch } from '../check.js';
import type { Batch, BatchProgram } from '../report/batch.js';
import { formats } from '../report/formats.js';
import { diagnosticJson } from '../report/inspect-json.js';
import { type CheckFlags, type CheckPlan, planOf } from './check-plan.js';
import { exitCodeOf } from './decisions.js';
import { doneBy, type LeftUndone } from './done-by.js';
import { ExitCode } from './exit-code.js';
import { freeMemory } from './free-memory.js';
import { allowHeap } from './heap-limit.js';
import { internalErrorText } from './internal-error-text.js';
import { refuseReport, show, writeReport } from './output.js';
import { type ListedProgram, programsIn } from './programs-in.js';
import { openQueue } from './queue-option.js';
import { styleFor } from './terminal.js';
import { beginRun, type ProgramWatch, type WatchedRun } from './watched-run.js';

/** The worst first. */
const worst = [
  ExitCode.internal,
  ExitCode.interrupted,
  ExitCode.badInput,
  ExitCode.findings,
  ExitCode.inconclusive,
  ExitCode.ok,
] as const;

/** Options that speak of one program. */
const forOne = ['emit', 'reproduce', 'baseline', 'writeBaseline', 'diff'] as const;

export async function checkEach(
  directory: string,
  paths: readonly string[],
  flags: readonly string[],
  options: CheckFlags,
): Promise<number> {
  const format = formats.find((f) => f === options.format) ?? 'text';
  const problem = whyNot(paths, options);
  const listed: Result<readonly ListedProgram[]> =
    problem === undefined ? programsIn(directory, options.entry ?? 'main') : failed(errorAt('bad-option', problem));
  if (listed.kind === 'failed') return refuseReport(listed.diagnostics, format, options.output);
  const plans = listed.value.map((program) => planFor(program, flags, options));
  const first = plans.find((plan) => plan.kind === 'ok');
  if (first === undefined) return refuseReport(plans[0]!.diagnostics, format, options.output);
  const { memory, timeout } = first.value.request;
  allowHeap(memory);
  const run = await beginRun(timeout, options.progress);
  const queue = await openQueue(options, run.signal);
  if (queue.kind === 'failed') return refuseReport(queue.diagnostics, format, options.output);
  run.watchQueue(queue.value.state);
  const host = { ...run.host, ...queue.value.host };
  const outcomes = await checkAll(plans, listed.value, first.value, { ...run, host }).finally(queue.value.close);
  const programs: BatchProgram[] = [];
  for (const [n, { name }] of listed.value.entries()) {
    const outcome = outcomes[n];
    if (outcome === undefined) continue;
    if (!isNoProgram(outcome.diagnostics)) programs.push({ name, ...outcome.program });
    else show([noteAt('no-entry', 'left out: it has no entry', { file: name, line: 0, column: 0 })]);
  }
  run.reported();
  const shown = await report({ programs }, first.value, options);
  // Also where it was interrupted before any program was done.
  const code = run.signal.aborted && shown !== ExitCode.internal ? ExitCode.interrupted : shown;
  run.end(code);
  return code;
}

/** In the order of the list; undefined where it was interrupted before it came to one. */
async function checkAll(
  plans: readonly Result<CheckPlan>[],
  listed: readonly ListedProgram[],
  { request }: CheckPlan,
  run: WatchedRun,
): Promise<readonly (Next | undefined)[]> {
  const { memory } = request;
  const outcomes: (Next | undefined)[] = plans.map(() => undefined);
  /** As they begin; one that is put off begins again. */
  const numbers = new Map<number, number>();
  const begin = (n: number): ProgramWatch => {
    if (!numbers.has(n)) numbers.set(n, numbers.size + 1);
    return run.begin(listed[n]!.name, numbers.get(n)!, listed.length);
  };
  /** Those that take more memory than there is beside others. */
  const left: number[] = [];
  const { pool, size, close } = workersOf(run.host, request, plans.length);
  if (pool === undefined) left.push(...plans.keys());
  else {
    const stop = SharedSignal.of(run.signal);
    const checkBeside = async (n: number): Promise<void> => {
      const watch = begin(n);
      const outcome = await outcomeOf(plans[n]!, async (request) => {
        const answer = await doneBy(pool, run.host, request, stop, watch);
        return answer.kind === 'checked' ? answer.checked : answer.kind === 'undone' ? answer : 'put off';
      });
      if (outcome === 'put off') left.push(n);
      else if (!run.signal.aborted || outcome.isUndone !== true) outcomes[n] = outcome;
      watch.end();
    };
    // What may take long comes first: at the end, nobody is to work on it alone.
    const longestFirst = [...plans.keys()].sort((a, b) => listed[b]!.bytes - listed[a]!.bytes || a - b);
    await forEach(longestFirst, size, () => run.signal.aborted, checkBeside);
    await close();
  }
  for (const n of left.sort((a, b) => a - b)) {
    if (run.signal.aborted) break;
    const watch = begin(n);
    freeMemory(run.host.memoryUsed(), memory);
    const outcome = await outcomeOf(plans[n]!, (request) => check(request, { ...run, ...watch }));
    if (outcome !== 'put off') outcomes[n] = outcome;
    watch.end();
  }
  return outcomes;
}

/** So many at once, the first ones first. */
async function forEach<Item>(
  items: readonly Item[],
  size: number,
  isOver: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const next = async (): Promise<void> => {
    for (const item of left) {
      if (isOver()) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: size }, next));
}

function whyNot(paths: readonly string[], options: CheckFlags): string | undefined {
  if (paths.length > 0) return `--each ${options.each}: it takes one folder and no other paths`;
  const other = forOne.find((name) => options[name] !== undefined);
  const flag = other?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return flag === undefined ? undefined : `--each and --${flag}: only one of them is possible`;
}

function planFor(program: ListedProgram, flags: readonly string[], options: CheckFlags): Result<CheckPlan> {
  const { config = options.config } = program;
  const plan = planOf(program.paths, flags, config === undefined ? options : { ...options, config });
  return plan.kind === 'ok' ? ok(plan.value, plan.diagnostics) : plan;
}

interface Next {
  /** Nobody has checked it. */
  readonly isUndone?: true;
  readonly program: Omit<BatchProgram, 'name'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** `put off`: to when it is alone. */
async function outcomeOf(
  plan: Result<CheckPlan>,
  checkIt: (request: CheckPlan['request']) => Promise<Result<Report> | LeftUndone | 'put off'>,
): Promise<Next | 'put off'> {
  const refused = (diagnostics: readonly Diagnostic[], exitCode: number): Next => {
    const shown = diagnostics.map((d) => diagnosticJson(d, process.cwd()));
    return { program: { exitCode, outcome: { kind: 'refused', diagnostics: shown } }, diagnostics };
  };
  if (plan.kind === 'failed') return refused(plan.diagnostics, ExitCode.badInput);
  try {
    const checked = await checkIt(plan.value.request);
    if (checked === 'put off') return checked;
    if (checked.kind === 'undone')
      return { ...refused([queueLost(checked.because)], ExitCode.inconclusive), isUndone: true };
    if (checked.kind === 'failed') return refused(checked.diagnostics, ExitCode.badInput);
    const { value, diagnostics } = checked;
    const exitCode = hasErrors(diagnostics) ? ExitCode.badInput : exitCodeOf(value, plan.value.decisions.failOn);
    return { program: { exitCode, outcome: { kind: 'report', report: value } }, diagnostics };
  } catch (error) {
    // A bug of Preempt in one program must not cost the results of the others.
    return refused([errorAt('internal-error', internalErrorText(error))], ExitCode.internal);
  }
}

function isNoProgram(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.code === 'no-entry' && d.severity === 'error');
}

async function report(batch: Batch, { format, detail }: CheckPlan, options: CheckFlags): Promise<number> {
  const terminal = options.output === undefined ? process.stdout : undefined;
  const style = styleFor(terminal, process.env, { detail, isStats: options.stats === true });
  const problems = await writeReport(await renderBatch(batch, format, style), options.output);
  show(problems);
  if (problems.length > 0) return ExitCode.badInput;
  return worst.find((code) => batch.programs.some((p) => p.exitCode === code)) ?? ExitCode.ok;
}
