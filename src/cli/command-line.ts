// The command line: arguments in, text out, exit codes.

import { Command, CommanderError } from 'commander';
import { hasErrors } from '../base/diagnostic.js';
import type { JobAnswer } from '../base/job-answer.js';
import { version } from '../base/version.js';
import type { ThreadTask } from '../clang/thread-pool.js';
import { addCheck } from './check-command.js';
import { splitClangFlags } from './clang-flags.js';
import { ExitCode } from './exit-code.js';
import { internalErrorText } from './internal-error-text.js';
import { endOnSignals } from './interruption.js';
import { addLibrary } from './library-command.js';
import { print, refuse, show } from './output.js';
import { withInspectOptions } from './program-options.js';
import { ERASE } from './progress-line.js';
import { addQueue } from './queue-command.js';
import { addReplay } from './replay-command.js';
import { askedFor, type ProgramFlags } from './request.js';
import { addSequentialize } from './sequentialize-command.js';
import { paintFor } from './terminal.js';
import { addWorker } from './worker-command.js';

async function main(argv: readonly string[]): Promise<number> {
  const { flags, rest, incomplete } = splitClangFlags(argv);
  if (incomplete !== undefined) return usage(`${incomplete} needs a value`);
  let code: number = ExitCode.ok;
  const program = new Command('preempt')
    .description('Finds the bugs that interrupts cause in C firmware, drivers and RTOS code.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(preempt --help and preempt COMMAND --help explain everything)')
    .configureOutput({ outputError: (text, write) => write(`preempt: ${text}`) });
  withInspectOptions(program.command('inspect'))
    .description(
      'Shows the model: contexts and why they are believed to be some, priorities, masks, shared variables, footprints, interruption points.',
    )
    .action(async (paths: string[], options: InspectFlags) => {
      code = await inspect(paths, flags, options);
    });
  const done = (result: number): void => {
    code = result;
  };
  addCheck(program, flags, done);
  addReplay(program, flags, done);
  addLibrary(program, flags, done);
  addSequentialize(program, flags, done);
  addWorker(program, done);
  addQueue(program, done);
  if (rest.length === 0) {
    process.stderr.write(program.helpInformation());
    return ExitCode.badInput;
  }
  try {
    await program.parseAsync(rest, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? ExitCode.ok : ExitCode.badInput;
  }
}

interface InspectFlags extends ProgramFlags {
  readonly all?: boolean;
  readonly timeout?: string;
}

async function inspect(paths: readonly string[], flags: readonly string[], options: InspectFlags): Promise<number> {
  const asked = askedFor(paths, flags, options);
  if (asked.kind === 'failed') return refuse(asked.diagnostics);
  const seconds = options.timeout === undefined ? undefined : Number(options.timeout);
  if (seconds !== undefined && !(Number.isInteger(seconds) && seconds >= 1))
    return usage(`--timeout ${options.timeout}: a number of seconds from 1 on is needed`);
  // The pipeline is loaded only when it is needed: --help and --version answer at once.
  const { loadProgram, renderInspection } = await import('../check.js');
  const loaded = await loadProgram(asked.value.request, seconds === undefined ? {} : { timeout: seconds });
  if (loaded.kind === 'failed') {
    const refused = await refuse(loaded.diagnostics, asked.value.format);
    return loaded.diagnostics.some((d) => d.code === 'over-limit') ? ExitCode.inconclusive : refused;
  }
  if (asked.value.format !== 'json') show(loaded.diagnostics);
  const style = { paint: paintFor(process.stdout, process.env), isWhole: options.all === true };
  const problems = await print(renderInspection(loaded.value, loaded.diagnostics, asked.value.format, style));
  show(problems);
  return hasErrors([...loaded.diagnostics, ...problems]) ? ExitCode.badInput : ExitCode.ok;
}

function usage(message: string): number {
  process.stderr.write(`preempt: error: ${message}\n`);
  return ExitCode.badInput;
}

/** What a command needs is loaded before its clock starts; --help and --version answer at once. */
async function loadFor(command: string | undefined): Promise<void> {
  if (command !== undefined && ['inspect', 'check', 'replay', 'sequentialize'].includes(command))
    await import('../check.js');
  if (command === 'check') {
    await import('../engines/explore/explore.js');
    await import('../clang/node-host.js');
  }
  if (command === 'replay') await import('../execution/replay.js');
}

/** A job of another run, which this thread does. */
export async function startJob(task: ThreadTask): Promise<JobAnswer> {
  const { doJob } = await import('./job.js');
  return doJob(task);
}

/** Gives the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  endOnSignals();
  // Whoever writes learns of it, and whoever only says something (--help) need not.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  try {
    await loadFor(argv[0]);
    return await main(argv);
  } catch (error) {
    const what = internalErrorText(error);
    if (process.stderr.isTTY) process.stderr.write(ERASE);
    process.stderr.write(
      `preempt: internal error: ${what}\nThis is a bug in Preempt, not in your program. Please report it with the input that shows it.\n`,
    );
    if (process.env.PREEMPT_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return ExitCode.internal;
  }
}
