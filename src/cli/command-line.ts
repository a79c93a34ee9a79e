// The command line: arguments in, text out, exit codes.

import { Command, CommanderError } from 'commander';
import { hasErrors } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import { packageVersion } from '../base/package-root.js';
import { inspectJson } from '../report/inspect-json.js';
import { inspectText } from '../report/inspect-text.js';
import { addCheck } from './check-command.js';
import { splitClangFlags } from './clang-flags.js';
import { ExitCode } from './exit-code.js';
import { refuse, show } from './output.js';
import { withProgramOptions } from './program-options.js';
import { ERASE } from './progress-line.js';
import { addReplay } from './replay-command.js';
import { askedFor, type Options } from './request.js';
import { paintFor } from './terminal.js';

async function main(argv: readonly string[]): Promise<number> {
  const { flags, rest, incomplete } = splitClangFlags(argv);
  if (incomplete !== undefined) return usage(`${incomplete} needs a value`);
  let code: number = ExitCode.ok;
  const program = new Command('preempt')
    .description('Finds the bugs that interrupts cause in C firmware, drivers and RTOS code.')
    .version(packageVersion())
    .exitOverride()
    .showHelpAfterError('(preempt --help and preempt COMMAND --help explain everything)')
    .configureOutput({ outputError: (text, write) => write(`preempt: ${text}`) });
  withProgramOptions(program.command('inspect'))
    .description(
      'Shows the model: contexts and why they are believed to be some, priorities, masks, shared variables, footprints, interruption points.',
    )
    .action(async (paths: string[], options: Options) => {
      code = await inspect(paths, flags, options);
    });
  const done = (result: number): void => {
    code = result;
  };
  addCheck(program, flags, done);
  addReplay(program, flags, done);
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

async function inspect(paths: readonly string[], flags: readonly string[], options: Options): Promise<number> {
  const asked = askedFor(paths, flags, options);
  if (asked.kind === 'failed') return refuse(asked.diagnostics);
  // The pipeline is loaded only when it is needed: --help and --version answer at once.
  const { loadProgram } = await import('../check.js');
  const loaded = await loadProgram(asked.value.request);
  if (loaded.kind === 'failed') return refuse(loaded.diagnostics, asked.value.format);
  const { program, statistics } = loaded.value;
  const base = process.cwd();
  if (asked.value.format === 'json') {
    process.stdout.write(inspectJson(program, loaded.diagnostics, { ...statistics }, base));
  } else {
    show(loaded.diagnostics);
    process.stdout.write(inspectText(program, { base, heading: paintFor(process.stdout, process.env).bold }));
  }
  return hasErrors(loaded.diagnostics) ? ExitCode.badInput : ExitCode.ok;
}

function usage(message: string): number {
  process.stderr.write(`preempt: error: ${message}\n`);
  return ExitCode.badInput;
}

/** What a command needs is loaded before its clock starts; --help and --version answer at once. */
async function loadFor(command: string | undefined): Promise<void> {
  if (command === 'inspect' || command === 'check' || command === 'replay') await import('../check.js');
  if (command === 'check') {
    await import('../engines/explore/explore.js');
    await (await import('../solve/cadical.js')).sharedCadical();
  }
  if (command === 'replay') await import('../execution/replay.js');
}

/** Gives the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  process.on('SIGINT', () => process.exit(ExitCode.interrupted));
  // A reader that stops early (`| head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(ExitCode.ok);
  });
  try {
    await loadFor(argv[0]);
    return await main(argv);
  } catch (error) {
    const what = error instanceof InternalError ? error.message : String(error);
    if (process.stderr.isTTY) process.stderr.write(ERASE);
    process.stderr.write(
      `preempt: internal error: ${what}\nThis is a bug in Preempt, not in your program. Please report it with the input that shows it.\n`,
    );
    if (process.env.PREEMPT_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return ExitCode.internal;
  }
}
