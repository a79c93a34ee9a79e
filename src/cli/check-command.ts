// `preempt check`: runs an engine, or several, and reports. 0: nothing found; 1: findings; 2: bad input; 3: inconclusive.

import type { Command } from 'commander';
import { type Diagnostic, hasErrors } from '../base/diagnostic.js';
import { LimitReached } from '../base/limits.js';
import { packageVersion } from '../base/package-root.js';
import type { Result } from '../base/result.js';
import type { Loaded, Statistics } from '../check.js';
import { buildReport } from '../report/build-report.js';
import { type Format, formats, needsExplanation, render } from '../report/formats.js';
import type { Report } from '../report/report.js';
import { reportWithoutProgram } from '../report/report-without-program.js';
import type { Detail } from '../report/text-style.js';
import { type CheckFlags, replayArguments, settingsOf } from './check-settings.js';
import { applyDecisions, exitCodeOf, readDecisions, writeBaseline } from './decisions.js';
import { emit } from './emit-formula.js';
import { ExitCode } from './exit-code.js';
import { findFixes } from './find-fixes.js';
import { refuse, refuseReport, show, writeOutput } from './output.js';
import { withProgramOptions } from './program-options.js';
import { askedFor } from './request.js';
import { runEngines } from './run-engines.js';
import { readSource, sourcesOf } from './source-files.js';
import { styleFor } from './terminal.js';
import { Watchdog } from './watchdog.js';

export function addCheck(program: Command, flags: readonly string[], done: (code: number) => void): void {
  withProgramOptions(program.command('check'), formats)
    .description('Looks for atomicity violations, races and failing assertions that interrupts cause.')
    .option('--property <LIST>', 'atomicity, race, assertion; several with commas (default: all)')
    .option(
      '--engine <NAME>',
      'explore: real executions, one by one; symbolic: all of them as one formula; auto: explore, and symbolic for what ' +
        'that does not settle in a few seconds',
      'auto',
    )
    .option(
      '--encoding <NAME>',
      'of the symbolic engine: gap; or, to compare, the published po and precise, and threads',
      'gap',
    )
    .option(
      '--reduction <NAME>',
      'reduced; exhaustive: every ISR before every visible step, same findings; or, to compare, the published ' +
        'paper:naive, paper:ips, paper:ips+dit, each with +initial, +final or both, which may lose findings',
      'reduced',
    )
    .option('--arrivals <N>', 'how often each ISR may start: a number, or unbounded', '1')
    .option('--unwind <K>', 'choices on arbitrary data at one branch of a loop', '8')
    .option('--unit <task|function>', 'what two accesses must share to be expected to be atomic', 'task')
    .option(
      '--effect <WHICH>',
      'reaching: the access in between matters to the later one; any, the published definition',
      'reaching',
    )
    .option('--races <default|all>', 'all: also races between volatile, indivisible accesses', 'default')
    .option('--timeout <SECONDS>', 'give up after so long; what was found is reported', '60')
    .option('--memory <MB>', 'give up when the process needs more; what was found is reported', '2048')
    .option(
      '--emit <FORMAT>',
      'write no report, but the formula of the symbolic engine, whether some assertion can fail: dimacs or smt2; or dot: ' +
        'the events of an execution, with --encoding po, precise or threads',
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
      'which findings fail the run: harmful, which leaves out atomicity violations not shown to do harm; none; any is ' +
        'the default',
    )
    .option('--no-fix', 'do not look for lines to put under a mask, which takes time; json never does')
    .option(
      '--reproduce <DIR>',
      'write a C program for each finding that makes it happen on this machine, and a Makefile',
    )
    .option('--output <FILE>', 'write the report into a file instead of standard output')
    .option('--quiet', 'one line for each finding, and the verdicts')
    .option('--verbose', 'show executions whole, from the start')
    .option('--stats', 'show what it cost')
    .action(async (paths: string[], options: CheckFlags, command: Command) => {
      const isReductionGiven = command.getOptionValueSource('reduction') === 'cli';
      done(await check(paths, flags, options, isReductionGiven));
    });
}

async function check(
  paths: readonly string[],
  flags: readonly string[],
  options: CheckFlags,
  isReductionGiven: boolean,
): Promise<number> {
  const start = performance.now();
  const asked = askedFor(paths, flags, options, formats);
  if (asked.kind === 'failed') return refuse(asked.diagnostics);
  const { format, request, config } = asked.value;
  const diagnostics: Diagnostic[] = [];
  const settings = { ...settingsOf(options, diagnostics), isReductionGiven };
  const decisions = readDecisions(options, config, diagnostics);
  if (diagnostics.length > 0) return refuseReport(diagnostics, format, options.output);
  const { detail } = settings;

  const watchdog = new Watchdog(settings.timeout, settings.memory, process.stderr);
  const { loadProgram } = await import('../check.js');
  const isOver = (): string | undefined => watchdog.isOverLoading();
  let loaded: Result<Loaded>;
  try {
    loaded = await loadProgram(request, (progress) => watchdog.whileLoading(progress), isOver);
  } catch (thrown) {
    if (!(thrown instanceof LimitReached)) throw thrown;
    watchdog.close();
    const unloaded = reportWithoutProgram({
      ...settings,
      because: thrown.because,
      diagnostics: [],
      statistics: { wallMs: Math.round(performance.now() - start) },
      version: packageVersion(),
      command: replayArguments(paths, flags, options),
      wasInterrupted: false,
      base: process.cwd(),
    });
    return (await write(unloaded, format, options, detail)) ?? exitCodeOf(unloaded, decisions.failOn);
  }
  if (loaded.kind === 'failed') {
    watchdog.close();
    return refuseReport(loaded.diagnostics, format, options.output);
  }
  const { program } = loaded.value;
  const limits = watchdog.startEngines();
  if (settings.emit !== undefined) {
    const code = await emit(program, settings.emit, settings, limits, () => {
      watchdog.close();
      show(loaded.diagnostics);
    });
    if (hasErrors(loaded.diagnostics)) return ExitCode.badInput;
    return watchdog.wasInterrupted ? ExitCode.interrupted : code;
  }
  const settled = await runEngines(program, settings, limits);
  const { verdicts, findings, statistics } = settled;
  const isExplained = needsExplanation(format, detail);
  const fixes =
    isExplained && options.fix !== false
      ? await findFixes(loaded.value, loaded.diagnostics, settled, settings, limits)
      : new Map();
  watchdog.stopEngines();

  const base = process.cwd();
  const found = await buildReport({
    program,
    verdicts,
    findings,
    diagnostics: loaded.diagnostics,
    statistics: costOf(start, loaded.value.statistics, statistics),
    version: packageVersion(),
    command: replayArguments(paths, flags, options),
    wasInterrupted: watchdog.wasInterrupted,
    base,
    readSource,
    isExplained,
    fixes,
    pause: (done, of) => watchdog.whileExplaining(done, of),
    isLate: () => watchdog.isLate(),
  });
  watchdog.close();

  const decided = applyDecisions(found, decisions, sourcesOf(program, base));
  const { report, diagnostics: written } = writeBaseline(decided.report, decisions);
  if (format === 'text' || options.output !== undefined) show([...loaded.diagnostics, ...decided.diagnostics]);
  show(written);
  const refused = await write(report, format, options, detail);
  if (refused !== undefined) return refused;
  if (options.reproduce !== undefined) {
    const { reproduce } = await import('./write-reproducers.js');
    const open = findings.filter((_, n) => report.findings[n]?.status === 'open');
    const input = { program, findings: open, command: report.command, base, readSource };
    if (!reproduce(options.reproduce, input)) return ExitCode.badInput;
  }
  return hasErrors([...loaded.diagnostics, ...written]) ? ExitCode.badInput : exitCodeOf(report, decisions.failOn);
}

/** The exit code if that was not possible. */
async function write(report: Report, format: Format, options: CheckFlags, detail: Detail): Promise<number | undefined> {
  const output = options.output === undefined ? process.stdout : undefined;
  const text = await render(report, format, styleFor(output, process.env, { detail, isStats: options.stats === true }));
  if (options.output === undefined) process.stdout.write(text);
  else {
    const problem = writeOutput('--output', options.output, text);
    if (problem !== undefined) return refuse([problem]);
  }
  return undefined;
}

function costOf(start: number, { clangMs, irBytes }: Statistics, engines: Readonly<Record<string, number>>) {
  return {
    wallMs: Math.round(performance.now() - start),
    clangMs,
    irBytes,
    ...engines,
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}
