// `preempt check`: runs an engine, or several, and reports. 0: nothing found; 1: findings; 2: bad input; 3: inconclusive.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import pc from 'picocolors';
import { type Diagnostic, errorAt, hasErrors } from '../base/diagnostic.js';
import { packageVersion } from '../base/package-root.js';
import { isPaperName } from '../engines/explore/paper/strategy.js';
import type { ReductionName } from '../engines/explore/reduction.js';
import type { Property, Verdict } from '../engines/finding.js';
import type { Limits } from '../engines/limits.js';
import type { Settled } from '../engines/portfolio.js';
import type { Program } from '../model/program.js';
import { buildReport } from '../report/build-report.js';
import { checkJson } from '../report/check-json.js';
import { checkText } from '../report/check-text.js';
import { ExitCode } from './exit-code.js';
import { refuse, show } from './output.js';
import { withProgramOptions } from './program-options.js';
import { askedFor, type Options } from './request.js';
import { Watchdog } from './watchdog.js';

interface CheckFlags extends Options {
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
  readonly stats?: boolean;
}

export function addCheck(program: Command, flags: readonly string[], done: (code: number) => void): void {
  withProgramOptions(program.command('check'))
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
  const asked = askedFor(paths, flags, options);
  if (asked.kind === 'failed') return refuse(asked.diagnostics);
  const { format, request } = asked.value;
  const diagnostics: Diagnostic[] = [];
  const settings = { ...settingsOf(options, diagnostics), isReductionGiven };
  if (diagnostics.length > 0) return refuse(diagnostics, format);
  const { loadProgram } = await import('../check.js');
  const loaded = await loadProgram(request);
  if (loaded.kind === 'failed') return refuse(loaded.diagnostics, format);
  const { program } = loaded.value;
  const watchdog = new Watchdog(settings.timeout, settings.memory, process.stderr);
  if (settings.emit !== undefined) {
    show(loaded.diagnostics);
    const code = await emit(program, settings.emit, settings, watchdog);
    watchdog.close();
    return hasErrors(loaded.diagnostics) ? ExitCode.badInput : code;
  }
  const { verdicts, findings, statistics } = await run(program, settings, watchdog);
  watchdog.close();
  const { clangMs, irBytes } = loaded.value.statistics;
  const cost = {
    wallMs: Math.round(performance.now() - start),
    clangMs,
    irBytes,
    ...statistics,
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  const report = buildReport({
    program,
    verdicts,
    findings,
    diagnostics: loaded.diagnostics,
    statistics: cost,
    version: packageVersion(),
    command: replayArguments(paths, flags, options),
    wasInterrupted: watchdog.wasInterrupted,
    base: process.cwd(),
    readSource,
    isExplained: format !== 'json',
  });
  if (format === 'json') process.stdout.write(checkJson(report));
  else {
    show(loaded.diagnostics);
    process.stdout.write(checkText(report, { heading: pc.bold }));
    if (options.stats)
      process.stdout.write(
        `${Object.entries(cost)
          .map(([k, v]) => `  ${k} ${v}`)
          .join('\n')}\n`,
      );
  }
  if (hasErrors(loaded.diagnostics)) return ExitCode.badInput;
  return watchdog.wasInterrupted ? ExitCode.interrupted : exitCodeOf(findings.length, verdicts);
}

type Settings = ReturnType<typeof settingsOf> & {
  /** Whoever chooses a reduction wants to see what it does. */
  readonly isReductionGiven: boolean;
};

async function run(program: Program, settings: Settings, { limits }: Watchdog): Promise<Settled> {
  const { checkByPortfolio, settledBy } = await import('../engines/portfolio.js');
  const explore = async (l: Limits) => {
    const { checkByExploring } = await import('../engines/explore/check.js');
    return checkByExploring(program, { ...settings, ...l });
  };
  const symbolic = async (properties: readonly Property[], l: Limits) => {
    const { checkSymbolically } = await import('../engines/symbolic/check.js');
    return checkSymbolically(program, { ...settings, properties, ...l });
  };
  if (settings.engine === 'symbolic') return settledBy(await symbolic(settings.properties, limits));
  const { inOrder, unmodelledInModel, withoutLesser } = await import('../engines/explore/findings.js');
  const isForBoth =
    settings.engine === 'auto' &&
    !settings.isReductionGiven &&
    whySymbolicCannot(settings) === undefined &&
    unmodelledInModel(program).length === 0;
  if (!isForBoth) return settledBy(await explore(limits));
  return checkByPortfolio(
    { explore, symbolic },
    {
      ...limits,
      properties: settings.properties,
      seconds: settings.timeout,
      memoryUsed: () => process.memoryUsage.rss() / 2 ** 20 / settings.memory,
      arrange: (findings) => withoutLesser(inOrder(findings)),
    },
  );
}

async function emit(
  program: Program,
  format: 'dimacs' | 'smt2' | 'dot',
  { encoding, ...settings }: Settings,
  { limits }: Watchdog,
): Promise<number> {
  const { emitEventGraph, emitFormula } = await import('../engines/symbolic/emit.js');
  const options = { ...settings, ...limits };
  const emitted =
    format === 'dot' && encoding !== 'gap'
      ? await emitEventGraph(program, { ...options, encoding })
      : await emitFormula(program, { ...options, encoding }, format === 'smt2' ? 'smt2' : 'dimacs');
  if (emitted.kind === 'inexpressible')
    return refuse([errorAt('bad-option', `--encoding ${encoding} cannot express ${emitted.because}`)]);
  if (emitted.kind === 'over') {
    show([errorAt('bad-option', `--emit ${format}: ${emitted.because}`)]);
    return ExitCode.inconclusive;
  }
  await writeLines(emitted.lines);
  return ExitCode.ok;
}

/** As fast as the reader takes them: a formula may be larger than the memory. */
async function writeLines(lines: Iterable<string>): Promise<void> {
  let chunk = '';
  const flush = async (): Promise<void> => {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
    chunk = '';
  };
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length > 1 << 16) await flush();
  }
  await flush();
}

function exitCodeOf(findings: number, verdicts: readonly Verdict[]): number {
  if (findings > 0) return ExitCode.findings;
  return verdicts.some((v) => v.kind === 'unknown') ? ExitCode.inconclusive : ExitCode.ok;
}

function settingsOf(o: CheckFlags, diagnostics: Diagnostic[]) {
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

/** What the symbolic engine needs, where it is not given. */
function whySymbolicCannot(s: {
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
function replayArguments(paths: readonly string[], flags: readonly string[], o: CheckFlags): string {
  const named = (['config', 'entry', 'interrupts', 'platform', 'target', 'sysroot', 'clang'] as const).flatMap(
    (name) => {
      const value = o[name];
      return value === undefined ? [] : [`--${name}`, value];
    },
  );
  const isrs = (o.isr ?? []).flatMap((isr) => ['--isr', isr]);
  return [...paths, ...named, ...isrs, ...flags]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
