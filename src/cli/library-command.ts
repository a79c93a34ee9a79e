// `preempt library`: all high-level races of a library, for any application. 0: done; 1: pairs that fail the run;
// 2: bad input; 3: pairs that are not listed are not ruled out; 130: interrupted.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Diagnostic, errorAt, hasErrors } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { LibraryRequest } from '../check/library-request.js';
import { packageRoot } from '../clang/package-root.js';
import { type Description, descriptionSchema } from '../engines/library/description.js';
import { isSettled, type LibraryReport } from '../report/library/library-report.js';
import { ExitCode } from './exit-code.js';
import { allowHeap } from './heap-limit.js';
import { interruptible } from './interruption.js';
import { readJsonFile } from './json-file.js';
import { readLibraryProgress, writeLibraryProgress } from './library-progress.js';
import { print, refuse, show, writeReport } from './output.js';
import { openQueue, QUEUE_HELP, QUEUE_WAIT_HELP, type QueueFlags } from './queue-option.js';
import { askedFor, type ProgramFlags } from './request.js';
import { ShareLine } from './share-line.js';
import { styleFor } from './terminal.js';

const formats = ['text', 'json', 'html'] as const;
const emitted = ['promela', 'promela:exact', 'promela:paper', 'dot', 'harness'] as const;

interface LibraryFlags extends ProgramFlags, QueueFlags {
  readonly description?: string;
  readonly derive?: boolean;
  readonly reduction?: string;
  readonly tasks?: string;
  readonly nesting?: boolean;
  readonly functions?: string;
  readonly emit?: string;
  readonly memory?: string;
  readonly states?: string;
  readonly confirm?: boolean;
  readonly timeout?: string;
  readonly resume?: string;
  readonly failOn?: string;
  readonly output?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export function addLibrary(program: Command, flags: readonly string[], done: (code: number) => void): void {
  program
    .command('library')
    .description('Finds all pairs of statements of a library that race in some application: high-level races.')
    .argument('[paths...]', "the library's C files; init first: propose a description for them")
    .option(
      '--description <FILE>',
      'what the library is: functions, structures, masks; a JSON file, or the name of one that comes with Preempt: ' +
        'freertos-6.1.1, freertos',
    )
    .option('--derive', 'derive critical accesses even where the source is annotated')
    .option(
      '--reduction <reduced|full>',
      'reduced: two task functions and one for interrupts at a time, all of them; full: all at once, with --tasks tasks ' +
        '(default: reduced)',
    )
    .option('--tasks <N>', 'tasks of the full model (default: 2)')
    .option('--nesting', 'interrupts interrupt each other')
    .option('--functions <LIST>', 'only these API functions, with commas')
    .option(
      '--emit <FORMAT>',
      'search nothing, but write the model: promela or promela:paper, for Spin; dot: the skeletons of --functions; ' +
        'harness: the program of --confirm',
    )
    .option('--confirm', 'try each pair on the library itself, which the description says how to run')
    .option('--timeout <SECONDS>', 'of --confirm (default: 600)')
    .option('--states <N>', 'states of one model (default: 20 million)')
    .option('--memory <MB>', 'that all threads may need (default: 2048)')
    .option('--queue <URL>', QUEUE_HELP)
    .option('--queue-wait <SECONDS>', QUEUE_WAIT_HELP)
    .option('--resume <FILE>', 'keep there what is done, and go on with what it holds of the same run')
    .option('--fail-on <WHICH>', 'racing pairs fail the run with any, and not with none (default: none)')
    .option('--config <FILE>', 'preempt.json to use (default: the one here, or in the one directory named)')
    .option('--platform <NAME>', 'generic, avr, cortex-m, msp430, or a .json file (default: by the sources)')
    .option('--target <TRIPLE>', "clang's target (default: the platform's)")
    .option('--clang <WHICH>', 'auto, embedded, or the path of a clang 16 or newer (default: auto)')
    .option('--no-cache', 'compile anew, and keep nothing')
    .option('--jobs <N>', 'threads that search (default: one for each core)')
    .option('--format <FORMAT>', `${formats.join(', ')} (default: text)`)
    .option('--output <FILE>', 'write the report into a file instead of standard output')
    .option('--quiet', 'no executions')
    .option('--verbose', 'whole executions')
    .action(async (paths: string[], options: LibraryFlags) => {
      done(await libraryCommand(paths, flags, options));
    });
}

async function libraryCommand(
  paths: readonly string[],
  flags: readonly string[],
  options: LibraryFlags,
): Promise<number> {
  if (paths[0] === 'init') return init(paths.slice(1), flags, options);
  const asked = requestOf(paths, flags, options);
  if (asked.kind === 'failed') return refuse(asked.diagnostics, options.format);
  const { request, format } = asked.value;
  if (options.emit !== undefined) return emit(request, options.emit);
  allowHeap(request.memory);
  const { libraryRaces } = await import('../check/library-races.js');
  const { thisMachine } = await import('../clang/node-host.js');
  const line = new ShareLine(process.stderr);
  const interruption = interruptible(() => line.close());
  const resume = options.resume === undefined ? undefined : readLibraryProgress(options.resume);
  if (resume?.kind === 'failed') return refuse(resume.diagnostics, options.format);
  const queue = await openQueue(options, interruption.signal);
  if (queue.kind === 'failed') return refuse(queue.diagnostics, options.format);
  line.watch(queue.value.state);
  const searched = await libraryRaces(request, {
    host: { ...thisMachine(), ...queue.value.host },
    signal: interruption.signal,
    onProgress: (done, of) => line.update({ doing: 'searching', done, of, unit: 'models' }),
    onConfirming: (done, of) => line.update({ doing: 'confirming', done, of, unit: 'pairs' }),
    resume: resume?.value,
    ...(options.resume === undefined ? {} : { keep: writeLibraryProgress(options.resume) }),
  }).finally(queue.value.close);
  line.close();
  interruption.over();
  if (searched.kind === 'failed') return refuse(searched.diagnostics, options.format);
  const problems = [...(await reported(searched.value, format, options))];
  if (format === 'text') show(searched.diagnostics.filter((d) => d.severity !== 'note'));
  show(problems);
  if (hasErrors([...searched.diagnostics, ...problems])) return ExitCode.badInput;
  return exitCodeOf(searched.value, options.failOn);
}

async function reported(
  report: LibraryReport,
  format: (typeof formats)[number],
  { output, quiet, verbose }: LibraryFlags,
): Promise<readonly Diagnostic[]> {
  const detail = quiet === true ? 'quiet' : verbose === true ? 'verbose' : 'normal';
  const terminal = output === undefined ? process.stdout : undefined;
  const style = styleFor(terminal, process.env, { detail, isStats: false });
  const base = process.cwd();
  switch (format) {
    case 'text':
      return writeReport((await import('../report/library/library-text.js')).libraryText(report, style, base), output);
    case 'json':
      return writeReport((await import('../report/library/library-json.js')).libraryJson(report, base), output);
    case 'html':
      return writeReport((await import('../report/library/library-html.js')).libraryHtml(report, base), output);
  }
}

async function emit(request: LibraryRequest, form: string): Promise<number> {
  if (form === 'harness') {
    const { harnessOf } = await import('../engines/library/confirm/harness-text.js');
    show(await print(harnessOf(request.description).text));
    return ExitCode.ok;
  }
  const { prepareLibrary, modelsOf } = await import('../check/library-races.js');
  const { thisMachine } = await import('../clang/node-host.js');
  const prepared = await prepareLibrary(request, thisMachine());
  if (prepared.kind === 'failed') return refuse(prepared.diagnostics);
  const { library } = prepared.value;
  show(prepared.value.diagnostics.filter((d) => d.severity !== 'note'));
  if (form === 'dot') {
    const { dotOf } = await import('../engines/library/dot.js');
    show(await print(library.skeletons.map((skeleton) => dotOf(skeleton, library.variables)).join('')));
    return ExitCode.ok;
  }
  const tasks = library.skeletons.filter((s) => s.role === 'task').length;
  // All task functions that are named, where those are one or two.
  const models = modelsOf(request, library).models.filter((model) => new Set(model.tasks.flat()).size === tasks);
  if (models.length !== 1)
    return refuse([
      errorAt(
        'bad-option',
        `--emit ${form}: name the functions of one model with --functions F,G,I, or say --reduction full`,
      ),
    ]);
  const { promelaOf } = await import('../engines/library/promela.js');
  show(await print(promelaOf(library, models[0]!, form === 'promela:paper' ? 'paper' : 'exact')));
  return ExitCode.ok;
}

async function init(paths: readonly string[], flags: readonly string[], options: LibraryFlags): Promise<number> {
  const asked = askedFor(paths, flags, options);
  if (asked.kind === 'failed') return refuse(asked.diagnostics);
  const { proposeDescription } = await import('../check/library-init.js');
  const { thisMachine } = await import('../clang/node-host.js');
  const proposed = await proposeDescription(asked.value.request, thisMachine());
  if (proposed.kind === 'failed') return refuse(proposed.diagnostics);
  const problems = await writeReport(proposed.value, options.output);
  show(problems);
  return hasErrors(problems) ? ExitCode.badInput : ExitCode.ok;
}

function exitCodeOf(report: LibraryReport, failOn: string | undefined): number {
  if (report.wasInterrupted) return ExitCode.interrupted;
  if (failOn === 'any' && report.races.length > 0) return ExitCode.findings;
  return isSettled(report) ? ExitCode.ok : ExitCode.inconclusive;
}

interface Wanted {
  readonly request: LibraryRequest;
  readonly format: (typeof formats)[number];
}

function requestOf(paths: readonly string[], flags: readonly string[], options: LibraryFlags): Result<Wanted> {
  const problems: Diagnostic[] = [];
  const oneOf = (option: string, value: string | undefined, allowed: readonly string[]): unknown =>
    value === undefined || allowed.includes(value)
      ? undefined
      : problems.push(errorAt('bad-option', `${option} ${value}: ${allowed.join(' or ')} is needed`));
  oneOf('--reduction', options.reduction, ['reduced', 'full']);
  oneOf('--emit', options.emit, emitted);
  oneOf('--fail-on', options.failOn, ['any', 'none']);
  const number = (option: string, text: string | undefined, usual: number, most: number): number => {
    const value = text === undefined ? usual : Number(text);
    if (!(Number.isInteger(value) && value > 0 && value <= most))
      problems.push(errorAt('bad-option', `${option} ${text}: a whole number from 1 to ${most} is needed`));
    return value;
  };
  const tasks = number('--tasks', options.tasks, 2, 16);
  const mostStates = number('--states', options.states, 20_000_000, 500_000_000);
  const memory = number('--memory', options.memory, 2048, 1_000_000);
  const seconds = number('--timeout', options.timeout, 600, 1_000_000);
  if (options.description === undefined)
    problems.push(
      errorAt('bad-option', '--description is needed: what the library is; preempt library init proposes one'),
    );
  if (problems.length > 0) return failed(...problems);
  const file = descriptionFile(options.description!);
  const read = readJsonFile(file, descriptionSchema());
  if (read.kind === 'missing')
    return failed(errorAt('missing-description', read.complaint.message, read.complaint.place));
  if (read.kind === 'bad')
    return failed(...read.complaints.map(({ message, place }) => errorAt('bad-description', message, place)));
  const only = restricted(read.value, options.functions, file);
  if (only.kind === 'failed') return only;
  const folder = dirname(file);
  const included = (read.value.include ?? []).map((each) => `-I${resolve(folder, each)}`);
  const defined = (read.value.define ?? []).map((each) => `-D${each}`);
  const named = paths.length > 0 ? paths : (read.value.sources ?? []).map((each) => join(folder, each));
  const asked = askedFor(named, [...flags, ...included, ...defined], options, formats);
  if (asked.kind === 'failed') return asked;
  const { request, format } = asked.value;
  const ported = (read.value.confirm?.sources ?? []).map((each) => join(folder, each));
  const reduction = options.reduction === 'full' ? 'full' : 'reduced';
  const derive = options.derive === true;
  const nesting = options.nesting === true;
  return ok({
    format,
    request: {
      ...request,
      description: only.value,
      descriptionFile: file,
      derive,
      reduction,
      tasks,
      nesting,
      memory,
      mostStates,
      ...(options.confirm === true ? { confirm: { sources: ported, seconds } } : {}),
    },
  });
}

/** A file, or the name of one that comes with Preempt. */
function descriptionFile(name: string): string {
  const own = join(packageRoot, 'include', 'models', 'freertos', `${name}.json`);
  return /^[\w.-]+$/.test(name) && !existsSync(name) && existsSync(own) ? own : name;
}

/** With these functions alone; the tick stays. */
function restricted(description: Description, functions: string | undefined, file: string): Result<Description> {
  if (functions === undefined) return ok(description);
  const names = functions.split(',').map((name) => name.trim());
  const { tasks, fromIsr = [], tick } = description;
  const unknown = names.filter((name) => ![...tasks, ...fromIsr, tick].includes(name));
  if (unknown.length > 0)
    return failed(...unknown.map((name) => errorAt('bad-option', `--functions ${name}: ${file} has no such function`)));
  const kept = tasks.filter((name) => names.includes(name));
  if (kept.length === 0) return failed(errorAt('bad-option', '--functions: one of them must be a task function'));
  const { confirm } = description;
  const isKept = ([api]: [string, unknown]): boolean => names.includes(api) || api === tick;
  return ok({
    ...description,
    tasks: kept,
    fromIsr: fromIsr.filter((name) => names.includes(name)),
    ...(confirm === undefined
      ? {}
      : { confirm: { ...confirm, calls: Object.fromEntries(Object.entries(confirm.calls).filter(isKept)) } }),
  });
}
