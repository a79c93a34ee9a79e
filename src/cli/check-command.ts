// `preempt check`: checks a program, or many, and reports. 0: nothing found; 1: findings; 2: bad input; 3:
// inconclusive; 130: interrupted.

import type { Command } from 'commander';
import { hasErrors, warningAt } from '../base/diagnostic.js';
import type { Result } from '../base/result.js';
import { formats } from '../report/formats.js';
import type { Report } from '../report/report.js';
import { type CheckFlags, type CheckPlan, planOf } from './check-plan.js';
import { exitCodeOf, writeBaseline } from './decisions.js';
import { ExitCode } from './exit-code.js';
import { allowHeap } from './heap-limit.js';
import { printLines, refuse, refuseReport, show, writeReport } from './output.js';
import { collect, withProgramOptions } from './program-options.js';
import { openQueue, QUEUE_HELP, QUEUE_WAIT_HELP } from './queue-option.js';
import { styleFor } from './terminal.js';
import { beginRun, type WatchedRun } from './watched-run.js';

export function addCheck(program: Command, flags: readonly string[], done: (code: number) => void): void {
  withProgramOptions(program.command('check'), formats)
    .description(
      'Looks for atomicity violations, races, deadlocks and failing assertions that interrupts and threads cause.',
    )
    .option('--property <LIST>', 'atomicity, race, assertion, deadlock; several with commas (default: all)')
    .option(
      '--engine <NAME>',
      'explore: real executions, one by one; symbolic: all of them as one formula; auto: explore, and symbolic for what ' +
        'that does not settle in a few seconds; kiss, schedule, threads: a translation of it, see preempt sequentialize ' +
        '(default: auto)',
    )
    .option('--max <N>', 'of kiss: threads that may wait to be started; one more runs at once (default: 1)')
    .option('--atomic <access|statement>', 'of schedule: what nobody comes between (default: access)')
    .option('--backend <NAME>', 'of kiss, schedule, threads: cbmc, from the PATH, checks the translation, not Preempt')
    .option('--race <NAME>', 'of kiss: races on this variable, or STRUCT.FIELD, alone')
    .option('--all-fields <STRUCT>', 'of kiss: races on each field of a structure, as a table; --timeout is for each')
    .option('--benign <FILE:LINE>', 'of kiss: tell no race of the accesses on this line; may be repeated', collect)
    .option(
      '--encoding <NAME>',
      'of the symbolic engine: gap; threads, for programs with threads; or, to compare, the published po and precise, ' +
        'and threads without threads (default: gap, or threads where there are some)',
    )
    .option(
      '--reduction <NAME>',
      'reduced; exhaustive: every ISR before every visible step, same findings; dpor: what reduced is in programs ' +
        'with threads, dpor:stateless: the same without comparing states; or, to compare, the published ' +
        'paper:naive, paper:ips, paper:ips+dit, each with +initial, +final or both, which may lose findings ' +
        '(default: reduced)',
    )
    .option(
      '--kernel <auto|on|off>',
      'whether programs without arbitrary data are searched by tables, which are much faster: auto: where the search takes ' +
        'long; same findings (default: auto)',
    )
    .option(
      '--arrivals <N>',
      'how often each ISR may start: a number; unbounded; or auto: 1, then 2, then unbounded, within 10, 0.5 and 2 ' +
        'million transitions; holds names the deepest that was completed (default: auto)',
    )
    .option('--unwind <K>', 'choices on arbitrary data at one branch of a loop (default: 8)')
    .option(
      '--context-switches <N>',
      'of the symbolic engine: switches from one thread to another in an execution (default: no bound)',
    )
    .option('--unit <task|function>', 'what two accesses must share to be expected to be atomic (default: task)')
    .option(
      '--effect <WHICH>',
      'reaching: the access in between matters to the later one; any, the published definition (default: reaching)',
    )
    .option('--races <default|all>', 'all: also races between volatile, indivisible accesses (default: default)')
    .option(
      '--undefined <ends|fails>',
      'what an access through null, out of bounds or to what has ended, and a division by zero do: end an execution, ' +
        'which is counted; or fail as an assertion does, with a finding (default: ends)',
    )
    .option('--timeout <SECONDS>', 'give up after so long; what was found is reported (default: 60)')
    .option('--memory <MB>', 'give up when the process needs more; what was found is reported (default: 2048)')
    .option(
      '--emit <FORMAT>',
      'write no report, but a stage: ir, the linked and cleaned-up program as LLVM IR; model, as JSON; harness, the C ' +
        'of --drive; the formula of the ' +
        'symbolic engine, whether some assertion can fail: dimacs or smt2; or dot: the events of an execution, with ' +
        '--encoding po, precise or threads',
    )
    .option('--baseline <FILE>', 'findings that it lists do not fail the run; --write-baseline makes one')
    .option(
      '--write-baseline <FILE>',
      'write all findings that no comment ignores into a baseline; they do not fail the run',
    )
    .option(
      '--diff <OLD-REPORT>',
      'a JSON report of an earlier run: say what is new, fixed and unchanged; only new findings fail the run',
    )
    .option(
      '--fail-on <WHICH>',
      'which findings fail the run: harmful (errors, the default); any (notes as well); none',
    )
    .option('--no-fix', 'do not look for lines to put under a mask, which takes time; json never does')
    .option(
      '--reproduce <DIR>',
      'write a C program for each finding that makes it happen on this machine, and a Makefile',
    )
    .option('--each <DIR>', 'many programs: one for each C file with an entry, or each folder with a preempt.json')
    .option('--queue <URL>', QUEUE_HELP)
    .option('--queue-wait <SECONDS>', QUEUE_WAIT_HELP)
    .option('--progress <line|json>', 'json: what happens, as lines of JSON on standard error (default: line)')
    .option('--output <FILE>', 'write the report into a file instead of standard output')
    .option('--quiet', 'one line for each finding, and the verdicts')
    .option('--verbose', 'show notes whole, and executions from the start')
    .option('--stats', 'show what it cost')
    .action(async (paths: string[], options: CheckFlags) => {
      done(await runCheck(paths, flags, options));
    });
}

async function runCheck(paths: readonly string[], flags: readonly string[], options: CheckFlags): Promise<number> {
  if (options.each !== undefined) {
    const { checkEach } = await import('./check-each.js');
    return checkEach(options.each, paths, flags, options);
  }
  const plan = planOf(paths, flags, options);
  if (plan.kind === 'failed') return refuseReport(plan.diagnostics, formatOf(options), options.output);
  allowHeap(plan.value.request.memory);
  const run = await beginRun(plan.value.request.timeout, options.progress);
  if (options.allFields !== undefined) {
    const { checkAllFields } = await import('./all-fields.js');
    const result = await checkAllFields(options.allFields, plan.value, options.output, run);
    run.end(result);
    return result;
  }
  if (plan.value.emit !== undefined) {
    const emitted = await emitStage(plan.value, plan.value.emit, run);
    run.end(emitted);
    return emitted;
  }
  const queue = await openQueue(options, run.signal);
  if (queue.kind === 'failed') return refuseReport(queue.diagnostics, plan.value.format, options.output);
  try {
    const code = await checkOne(plan.value, options, { ...run, host: { ...run.host, ...queue.value.host } });
    run.end(code);
    return code;
  } finally {
    await queue.value.close();
  }
}

async function checkOne(plan: CheckPlan, options: CheckFlags, run: WatchedRun): Promise<number> {
  const checked = await checkSomewhere(plan.request, run);
  run.reported();
  if (checked.kind === 'failed') return refuseReport(checked.diagnostics, plan.format, options.output);
  const { report, diagnostics: written } = writeBaseline(checked.value, plan.decisions);
  if (plan.format === 'text' || options.output !== undefined) show(checked.diagnostics);
  show(written);
  const problems = await writeReport(await textOf(report, plan, options), options.output);
  show(problems);
  // There are none where a limit was reached before there was a program.
  if (options.reproduce !== undefined && report.reproducers !== undefined) {
    const { writeReproducers } = await import('./write-reproducers.js');
    if (!writeReproducers(options.reproduce, report.reproducers)) return ExitCode.badInput;
  }
  return hasErrors([...checked.diagnostics, ...written, ...problems])
    ? ExitCode.badInput
    : exitCodeOf(report, plan.decisions.failOn);
}

/** By a worker, where a queue was named; here where that is not possible, or nobody is there. */
async function checkSomewhere(request: CheckPlan['request'], run: WatchedRun): Promise<Result<Report>> {
  const { check } = await import('../check.js');
  const { farm, ...here } = run.host;
  if (farm === undefined) return check(request, run);
  const { checkedElsewhere } = await import('./done-by.js');
  const checked = await checkedElsewhere(request, run);
  if (checked === undefined) return check(request, run);
  if (checked.kind !== 'undone') return checked;
  if (!run.signal.aborted) show([warningAt('queue-lost', `${checked.because.message}; it is checked here`)]);
  return check(request, { ...run, host: here });
}

async function textOf(report: Report, { format, detail }: CheckPlan, { output, stats }: CheckFlags): Promise<string> {
  const { render } = await import('../check.js');
  const terminal = output === undefined ? process.stdout : undefined;
  return render(report, format, styleFor(terminal, process.env, { detail, isStats: stats === true }));
}

async function emitStage(plan: CheckPlan, stage: NonNullable<CheckPlan['emit']>, run: WatchedRun): Promise<number> {
  const { emit } = await import('../check.js');
  const emitted = await emit(plan.request, stage, run);
  run.reported();
  if (emitted.kind === 'failed') {
    const code = await refuse(emitted.diagnostics);
    if (run.signal.aborted) return ExitCode.interrupted;
    return emitted.diagnostics.some((d) => d.code === 'over-limit') ? ExitCode.inconclusive : code;
  }
  show(emitted.diagnostics);
  const problems = await printLines(emitted.value);
  show(problems);
  return hasErrors([...emitted.diagnostics, ...problems]) ? ExitCode.badInput : ExitCode.ok;
}

/** Of a report that says what is wrong with the options themselves. */
function formatOf({ format }: CheckFlags): (typeof formats)[number] {
  return formats.find((f) => f === format) ?? 'text';
}
