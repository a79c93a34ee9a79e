// Which functions the harness of `--drive` calls in the execution of a finding, in their order: those that do something
// that others can see, up to the finding.

import { ReplayMachine, replayLaterPart } from '../execution/replay.js';
import { parseSchedule } from '../execution/schedule.js';
import type { Frame } from '../machine/state.js';
import type { Program } from '../model/program.js';

/** For all findings of a program; undefined where nobody drives it. */
export function drivenCalls(program: Program): ((schedule: string) => readonly string[]) | undefined {
  if (program.harness?.kind !== 'drive') return undefined;
  const replays = new ReplayMachine(program);
  return (schedule) => {
    const parsed = parseSchedule(schedule);
    if (parsed.kind === 'problem') return [];
    const calls = new Map<number, string>();
    replayLaterPart(replays, parsed.schedule, Number.POSITIVE_INFINITY, (_, state) => {
      const frame = state.threads[0]?.activations[0]?.frames[1];
      if (frame !== undefined && !calls.has(frame.serial)) calls.set(frame.serial, callText(frame));
    });
    return [...calls.values()];
  };
}

function callText({ code, registers }: Frame): string {
  const { sourceName, parameters } = code.fn;
  const shown = parameters.map(({ index, type }) => {
    const value: unknown = registers[index];
    return type.kind === 'int' && (typeof value === 'number' || typeof value === 'bigint') ? String(value) : '…';
  });
  return `${sourceName}(${shown.join(', ')})`;
}
