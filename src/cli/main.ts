#!/usr/bin/env node
// The command line: arguments in, text out, exit codes. The only layer that touches the process.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { type Diagnostic, hasErrors } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import { loadProgram } from '../check.js';
import { diagnosticText } from '../report/diagnostic-text.js';
import { inspectJson } from '../report/inspect-json.js';
import { inspectText } from '../report/inspect-text.js';
import { splitClangFlags } from './clang-flags.js';
import { askedFor, type Options } from './request.js';

const ExitCode = { ok: 0, findings: 1, badInput: 2, inconclusive: 3, internal: 70, interrupted: 130 } as const;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

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
  program
    .command('inspect')
    .argument('[paths...]', 'C files, directories, compile_commands.json, .ll files')
    .description('Shows the model: contexts and why they are believed to be some, priorities, masks, shared variables, footprints, interruption points.')
    .option('--config FILE', 'preempt.json to use (default: the one here, or in the one directory named)')
    .option('--entry NAME', 'the function that runs first (default: main)')
    .option('--isr NAME[:IRQ[:PRIO]]', 'an interrupt handler; may be repeated', collect, [])
    .option('--interrupts on|off', "state of the interrupts' own flags at the start (default: off where main enables them)")
    .option('--platform NAME', 'generic, avr, cortex-m, or a .json file (default: by the sources)')
    .option('--target TRIPLE', "clang's target (default: the platform's)")
    .option('--sysroot DIR', "where the target's own headers are")
    .option('--clang WHICH', 'auto, embedded, or the path of a clang 16 or newer', 'auto')
    .option('--no-cache', 'compile anew, and keep nothing')
    .option('--jobs N', 'files compiled at once (default: one for each core)')
    .option('--format FORMAT', 'text or json (default: text)')
    .addHelpText('after', '\nFlags for the compiler are taken as compilers take them: -I -D -U -include -isystem -std=… -m… -f…, and all that follows --.\n')
    .action(async (paths: string[], options: Options) => {
      code = await inspect(paths, flags, options);
    });
  if (rest.length === 0) {
    process.stdout.write(program.helpInformation());
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
  const loaded = await loadProgram(asked.value.request);
  if (loaded.kind === 'failed') return refuse(loaded.diagnostics);
  const { program, statistics } = loaded.value;
  const base = process.cwd();
  if (asked.value.format === 'json') {
    process.stdout.write(inspectJson(program, loaded.diagnostics, { ...statistics }, base));
  } else {
    show(loaded.diagnostics);
    process.stdout.write(inspectText(program, { base, heading: pc.bold }));
  }
  return hasErrors(loaded.diagnostics) ? ExitCode.badInput : ExitCode.ok;
}

function refuse(diagnostics: readonly Diagnostic[]): number {
  show(diagnostics);
  return ExitCode.badInput;
}

function show(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) process.stderr.write(`${diagnosticText(diagnostic, process.cwd())}\n`);
}

function usage(message: string): number {
  process.stderr.write(`preempt: error: ${message}\n`);
  return ExitCode.badInput;
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

process.on('SIGINT', () => process.exit(ExitCode.interrupted));
// A reader that stops early (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(ExitCode.ok);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const what = error instanceof InternalError ? error.message : String(error);
  process.stderr.write(`preempt: internal error: ${what}\nThis is a bug in Preempt, not in your program. Please report it with the input that shows it.\n`);
  if (process.env.PREEMPT_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = ExitCode.internal;
}
