// `preempt check`: explores the program and reports. 0: nothing found; 1: findings; 2: bad input; 3: inconclusive.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import pc from 'picocolors';
import { type Diagnostic, errorAt, hasErrors } from '../base/diagnostic.js';
import type { Checked } from '../engines/explore/check.js';
import { isPaperName } from '../engines/explore/paper/strategy.js';
import type { ReductionName } from '../engines/explore/reduction.js';
import type { Property, Verdict } from '../engines/finding.js';
import type { Program } from '../model/program.js';
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
  readonly stats?: boolean;
}

export function addCheck(program: Command, flags: readonly string[], done: (code: number) => void): void {
  withProgramOptions(program.command('check'))
    .description('Looks for atomicity violations, races and failing assertions that interrupts cause.')
    .option('--property <LIST>', 'atomicity, race, assertion; several with commas (default: all)')
    .option('--engine <NAME>', 'explore: real executions, one by one; symbolic: all of them as one formula', 'explore')
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
    .option('--stats', 'show what the exploration cost')
    .action(async (paths: string[], options: CheckFlags) => {
      done(await check(paths, flags, options));
    });
}

async function check(paths: readonly string[], flags: readonly string[], options: CheckFlags): Promise<number> {
  const start = performance.now();
  const asked = askedFor(paths, flags, options);
  if (asked.kind === 'failed') return refuse(asked.diagnostics);
  const { format, request } = asked.value;
  const diagnostics: Diagnostic[] = [];
  const settings = settingsOf(options, diagnostics);
  if (diagnostics.length > 0) return refuse(diagnostics, format);
  const { loadProgram } = await import('../check.js');
  const loaded = await loadProgram(request);
  if (loaded.kind === 'failed') return refuse(loaded.diagnostics, format);
  const { program } = loaded.value;
  const watchdog = new Watchdog(settings.timeout, settings.memory, process.stderr);
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
  const base = process.cwd();
  if (format === 'json') process.stdout.write(checkJson(program, verdicts, findings, loaded.diagnostics, cost, base));
  else {
    show(loaded.diagnostics);
    const style = { base, heading: pc.bold, sourceLine, command: replayArguments(paths, flags, options) };
    process.stdout.write(checkText(program, verdicts, findings, style));
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

async function run(program: Program, settings: ReturnType<typeof settingsOf>, { limits }: Watchdog): Promise<Checked> {
  if (settings.engine === 'symbolic') {
    const { checkSymbolically } = await import('../engines/symbolic/check.js');
    return checkSymbolically(program, { ...settings, ...limits });
  }
  const { checkByExploring } = await import('../engines/explore/check.js');
  return checkByExploring(program, { ...settings, ...limits });
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
  return {
    engine: choice('--engine', o.engine, ['explore', 'symbolic']),
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

const files = new Map<string, readonly string[]>();

function sourceLine(file: string, line: number): string | undefined {
  let lines = files.get(file);
  if (lines === undefined) {
    try {
      lines = readFileSync(file, 'utf8').split('\n');
    } catch {
      lines = [];
    }
    files.set(file, lines);
  }
  return lines[line - 1];
}
