// `preempt check --each DIR`: many programs in one process, one after the other, each exactly as if it were checked
// alone, and one report.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Diagnostic, errorAt, hasErrors, noteAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { check, renderBatch } from '../check.js';
import type { Batch, BatchProgram } from '../report/batch.js';
import { formats } from '../report/formats.js';
import { diagnosticJson } from '../report/inspect-json.js';
import { type CheckFlags, type CheckPlan, planOf } from './check-plan.js';
import { exitCodeOf } from './decisions.js';
import { ExitCode } from './exit-code.js';
import { allowHeap } from './heap-limit.js';
import { internalErrorText } from './internal-error-text.js';
import { refuseReport, show, writeReport } from './output.js';
import { type ListedProgram, programsIn } from './programs-in.js';
import { styleFor } from './terminal.js';
import { beginRun, type WatchedRun } from './watched-run.js';

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
  const programs: BatchProgram[] = [];
  for (const [n, program] of listed.value.entries()) {
    if (run.signal.aborted) break;
    run.begin(program.name, n + 1, listed.value.length);
    freeMemory(run.host.memoryUsed() ?? 0, memory);
    const outcome = await checkNext(plans[n]!, run);
    if (!isNoProgram(outcome.diagnostics)) programs.push({ name: program.name, ...outcome.program });
    else show([noteAt('no-entry', 'left out: it has no entry', { file: program.name, line: 0, column: 0 })]);
  }
  run.reported();
  const code = await report({ programs }, first.value, options);
  run.end(code);
  return code;
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
  readonly program: Omit<BatchProgram, 'name'>;
  readonly diagnostics: readonly Diagnostic[];
}

async function checkNext(plan: Result<CheckPlan>, run: WatchedRun): Promise<Next> {
  const refused = (diagnostics: readonly Diagnostic[], exitCode: number): Next => {
    const shown = diagnostics.map((d) => diagnosticJson(d, process.cwd()));
    return { program: { exitCode, outcome: { kind: 'refused', diagnostics: shown } }, diagnostics };
  };
  if (plan.kind === 'failed') return refused(plan.diagnostics, ExitCode.badInput);
  try {
    const checked = await check(plan.value.request, run);
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

/** What earlier programs have left behind counts as memory until it is collected: a later one must not pay for it. */
function freeMemory(megabytes: number, limit: number): void {
  if (megabytes < limit / 4) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
