// `preempt replay`: one execution, step by step, as a schedule says. 0: it ends; 1: it fails; 2: it cannot happen.

import type { Command } from 'commander';
import { hasErrors } from '../base/diagnostic.js';
import { assertNever } from '../base/internal-error.js';
import type { ReplayEnding } from '../execution/replay.js';
import { replayJson } from '../report/replay-json.js';
import { refusalDiagnostic, replayText } from '../report/replay-text.js';
import { ExitCode } from './exit-code.js';
import { print, refuse, show } from './output.js';
import { withProgramOptions } from './program-options.js';
import { askedFor, type ProgramFlags } from './request.js';
import { paintFor } from './terminal.js';

type ReplayOptions = ProgramFlags & { readonly schedule: string };

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
  const { replay } = await import('../check.js');
  const replayed = await replay(asked.value.request, options.schedule);
  if (replayed.kind === 'failed') return refuse(replayed.diagnostics);
  const { diagnostics, value } = replayed;
  const { ending, schedule, statistics } = value;
  const base = process.cwd();
  const isJson = asked.value.format === 'json';
  if (!isJson) show(diagnostics);
  if (!isJson && ending.kind === 'refused') return refuse([refusalDiagnostic(ending.refusal, base)]);
  const problems = await print(
    isJson
      ? replayJson(value, schedule, diagnostics, { ...statistics }, base)
      : replayText(value, schedule, { base, heading: paintFor(process.stdout, process.env).bold }),
  );
  show(problems);
  return hasErrors([...diagnostics, ...problems]) ? ExitCode.badInput : exitCodeOf(ending.kind);
}

function exitCodeOf(ending: ReplayEnding['kind']): number {
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
