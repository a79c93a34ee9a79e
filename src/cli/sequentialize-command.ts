// `preempt sequentialize`: a concurrent program as sequential C, on standard output or into a file. 0: written; 2: bad
// input, or something in it has no sequential form.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type Diagnostic, errorAt, hasErrors } from '../base/diagnostic.js';
import type { SequentializeOptions } from '../check/sequentialized.js';
import { benignPlaces } from '../check/settings.js';
import { dialects } from '../engines/sequentialize/dialect.js';
import { ExitCode } from './exit-code.js';
import { refuse, show, writeReport } from './output.js';
import { collect, withProgramOptions } from './program-options.js';
import { askedFor, type ProgramFlags } from './request.js';

interface SequentializeFlags extends ProgramFlags {
  readonly method?: string;
  readonly max?: string;
  readonly arrivals?: string;
  readonly singleCount?: boolean;
  readonly atomic?: string;
  readonly dialect?: string;
  readonly race?: string;
  readonly benign?: readonly string[];
  readonly scheduleFunction?: string;
  readonly reduction?: boolean;
  readonly lines?: boolean;
  readonly output?: string;
}

export function addSequentialize(program: Command, flags: readonly string[], done: (code: number) => void): void {
  withProgramOptions(program.command('sequentialize'))
    .description('Writes the program as sequential C, for any checker of C: docs/sequentialize.md.')
    .requiredOption(
      '--method <NAME>',
      'schedule: interrupts arrive where a scheduling function is called (TECS 2017); kiss: threads run on one ' +
        'stack, which may miss errors (PLDI 2004); threads: interrupts become threads, for checkers of those (TECS 2017)',
    )
    .option('--max <N>', 'of kiss: threads that may wait to be started; one more runs at once (default: 1)')
    .option('--arrivals <N>', 'how often each interrupt may arrive: a number or unbounded (default: 1)')
    .option('--single-count', 'one number of arrivals for all interrupts together, as published')
    .option(
      '--atomic <access|statement>',
      'of schedule: what nobody comes between; statement is the published one (default: access)',
    )
    .option('--dialect <NAME>', `${dialects.join(', ')}: how it says what is arbitrary (default: svcomp)`)
    .option('--race <NAME>', 'of kiss: look for races on this variable, or STRUCT.FIELD, instead of assertions')
    .option('--benign <FILE:LINE>', 'of kiss: look for no race of the accesses on this line; may be repeated', collect)
    .option('--schedule-function <FILE>', 'of kiss: C with another schedule(), instead of the one that may do anything')
    .option('--no-reduction', 'of schedule: call the scheduler before every access that others can see')
    .option('--no-lines', 'write no #line')
    .option('--output <FILE>', 'write it into a file instead of standard output')
    .action(async (paths: string[], options: SequentializeFlags) => {
      done(await sequentializeCommand(paths, flags, options));
    });
}

async function sequentializeCommand(
  paths: readonly string[],
  flags: readonly string[],
  options: SequentializeFlags,
): Promise<number> {
  const asked = askedFor(paths, flags, options);
  if (asked.kind === 'failed') return refuse(asked.diagnostics);
  const diagnostics: Diagnostic[] = [];
  const benign = [...(options.benign ?? []), ...(options.method === 'kiss' ? (asked.value.config.benign ?? []) : [])];
  const wanted = optionsOf({ ...options, ...(benign.length === 0 ? {} : { benign }) }, diagnostics);
  if (diagnostics.length > 0) return refuse(diagnostics);
  const { loadProgram } = await import('../check.js');
  const { sequentialized, variableNamed } = await import('../check/sequentialized.js');
  const loaded = await loadProgram(asked.value.request);
  if (loaded.kind === 'failed') return refuse(loaded.diagnostics);
  show(loaded.diagnostics);
  const race = options.race === undefined ? undefined : variableNamed(loaded.value.program, options.race);
  if (race?.kind === 'failed') return refuse(race.diagnostics);
  const translated = sequentialized(
    loaded.value,
    { ...wanted, ...(race === undefined ? {} : { race: race.value }) },
    process.cwd(),
  );
  if (translated.kind === 'failed') return refuse(translated.diagnostics);
  const problems = await writeReport(translated.value.text, options.output);
  show(problems);
  return hasErrors([...loaded.diagnostics, ...problems]) ? ExitCode.badInput : ExitCode.ok;
}

function optionsOf(o: SequentializeFlags, diagnostics: Diagnostic[]): SequentializeOptions {
  const bad = (what: string): number => diagnostics.push(errorAt('bad-option', what));
  const choice = <T extends string>(option: string, value: string, allowed: readonly T[]): T => {
    if (!allowed.includes(value as T)) bad(`--${option} ${value}: ${allowed.join(' or ')} is needed`);
    return value as T;
  };
  const number = (option: string, value: string, least: number): number => {
    const n = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(n >= least && n <= 100)) bad(`--${option} ${value}: a whole number from ${least} to 100 is needed`);
    return n;
  };
  const method = choice('method', o.method ?? '', ['schedule', 'kiss', 'threads']);
  if (o.max !== undefined && method !== 'kiss') bad('--max: only --method kiss has it');
  if (o.race !== undefined && method !== 'kiss') bad('--race: only --method kiss has it');
  if (o.benign !== undefined && method !== 'kiss') bad('--benign: only --method kiss has it');
  if (o.scheduleFunction !== undefined && method !== 'kiss') bad('--schedule-function: only --method kiss has it');
  if (o.atomic === 'statement' && method !== 'schedule') bad('--atomic statement needs --method schedule');
  if (method === 'threads' && o.arrivals === 'unbounded') bad('--method threads needs a number of --arrivals');
  const scheduler = o.scheduleFunction === undefined ? undefined : readText(o.scheduleFunction, bad);
  return {
    method,
    dialect: choice('dialect', o.dialect ?? 'svcomp', dialects),
    arrivals: o.arrivals === 'unbounded' ? Number.POSITIVE_INFINITY : number('arrivals', o.arrivals ?? '1', 1),
    single: o.singleCount === true,
    max: number('max', o.max ?? '1', 0),
    reduced: o.reduction !== false,
    atomic: choice('atomic', o.atomic ?? 'access', ['access', 'statement']),
    lines: o.lines !== false,
    traced: false,
    ...(scheduler === undefined ? {} : { scheduler }),
    ...(o.benign === undefined ? {} : { benign: benignPlaces(o.benign, bad) }),
  };
}

function readText(file: string, bad: (what: string) => number): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    bad(`--schedule-function ${file}: it cannot be read`);
    return undefined;
  }
}
