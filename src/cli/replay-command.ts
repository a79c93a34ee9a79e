// `preempt replay`: one execution, step by step, as a schedule says. 0: it ends; 1: it fails; 2: it cannot happen.

import type { Command } from 'commander';
import { hasErrors } from '../base/diagnostic.js';
import { assertNever } from '../base/internal-error.js';
import { loadProgram } from '../check.js';
import { replay } from '../execution/replay.js';
import { parseSchedule } from '../execution/schedule.js';
import { replayJson } from '../report/replay-json.js';
import { refusalDiagnostic, replayText, scheduleProblem } from '../report/replay-text.js';
import { ExitCode } from './exit-code.js';
import { refuse, show } from './output.js';
import { withProgramOptions } from './program-options.js';
import { askedFor, type Options } from './request.js';
import { paintFor } from './terminal.js';

type ReplayOptions = Options & { readonly schedule: string };

export function addReplay(program: Command, flags: readonly string[], done: (code: number) => void): void {
  withProgramOptions(program.command('replay'))
    .description('Re-executes one schedule, as findings show it: each access with its value, what preempts indented.')
    .requiredOption('--schedule <TEXT>', "what starts where and what reads return: '14:USART_RX end:ADC / 3 0xff'")
    .action(async (paths: string[], options: ReplayOptions) => {
      done(await replayCommand(paths, flags, options));
    });
}

async function replayCommand(
  paths: readonly string[],
  flags: readonly string[],
  options: ReplayOptions,
): Promise<number> {
  const asked = askedFor(paths, flags, options);
  if (asked.kind === 'failed') return refuse(asked.diagnostics);
  const parsed = parseSchedule(options.schedule);
  if (parsed.kind === 'problem') return refuse([scheduleProblem(options.schedule, parsed.problem)]);
  const loaded = await loadProgram(asked.value.request);
  if (loaded.kind === 'failed') return refuse(loaded.diagnostics);
  const { program, statistics } = loaded.value;
  const base = process.cwd();
  const replayed = replay(program, parsed.schedule);
  if (asked.value.format === 'json') {
    process.stdout.write(replayJson(replayed, parsed.schedule, loaded.diagnostics, { ...statistics }, base));
  } else {
    show(loaded.diagnostics);
    if (replayed.ending.kind === 'refused') return refuse([refusalDiagnostic(replayed.ending.refusal, base)]);
    process.stdout.write(
      replayText(replayed, parsed.schedule, { base, heading: paintFor(process.stdout, process.env).bold }),
    );
  }
  if (hasErrors(loaded.diagnostics)) return ExitCode.badInput;
  return exitCodeOf(replayed.ending.kind);
}

function exitCodeOf(ending: ReturnType<typeof replay>['ending']['kind']): number {
  switch (ending) {
    case 'complete':
      return ExitCode.ok;
    case 'failed':
      return ExitCode.findings;
    case 'refused':
      return ExitCode.badInput;
    case 'unmodelled':
      return ExitCode.inconclusive;
    default:
      return assertNever(ending);
  }
}
