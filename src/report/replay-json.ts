// `preempt replay --format json`: the same facts as the text, for programs. Schema 1; fields are added, never renamed.

import type { Diagnostic, Place } from '../base/diagnostic.js';
import type { NarratedEvent } from '../execution/narrated-event.js';
import type { Replay } from '../execution/replay.js';
import { printSchedule, type Schedule } from '../execution/schedule.js';
import { shownPath } from './paths.js';
import { refusalDiagnostic } from './replay-text.js';

export function replayJson(
  replay: Replay,
  schedule: Schedule,
  diagnostics: readonly Diagnostic[],
  statistics: Readonly<Record<string, number>>,
  base: string,
): string {
  const report = {
    schema: 1,
    schedule: printSchedule(schedule),
    steps: replay.steps,
    ending: endingOf(replay, base),
    events: replay.events.map((e) => eventOf(e, base)),
    diagnostics: diagnostics.map((d) => ({
      code: d.code,
      severity: d.severity,
      message: d.message,
      ...at(d.place, base),
    })),
    statistics,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const stepless: ReadonlySet<NarratedEvent['event']['kind']> = new Set(['start', 'end', 'switch', 'thread-end', 'wait']);

/** Of models, every step, with the program's call that it is a part of. */
function eventOf(narrated: NarratedEvent, base: string): object {
  const { event } = narrated;
  return {
    kind: event.kind,
    ...(stepless.has(event.kind) ? {} : { step: narrated.step }),
    depth: narrated.depth,
    context: narrated.context.name,
    ...(narrated.thread === undefined ? {} : { thread: narrated.thread }),
    function: narrated.function,
    ...(event.kind === 'access' ? { operation: event.operation, variable: narrated.what } : { text: narrated.what }),
    ...(narrated.value === undefined ? {} : { value: narrated.value }),
    ...(narrated.effects.length === 0 ? {} : { effects: narrated.effects }),
    ...(narrated.wait === undefined ? {} : { wait: narrated.wait }),
    ...(narrated.locks === undefined ? {} : { locks: narrated.locks }),
    ...(narrated.call?.at === undefined
      ? {}
      : {
          call: { text: narrated.call.what, function: narrated.call.at.function, ...at(narrated.call.at.place, base) },
        }),
    ...at(narrated.place, base),
  };
}

function endingOf({ ending }: Replay, base: string): object {
  switch (ending.kind) {
    case 'complete':
      return { kind: ending.how };
    case 'failed':
      return {
        kind: 'failed',
        failure: ending.failure.kind,
        message: ending.failure.message,
        function: ending.function,
        ...at(ending.place, base),
      };
    case 'unmodelled':
      return { kind: 'unmodelled', message: ending.what, ...at(ending.place, base) };
    case 'refused': {
      const { message, place } = refusalDiagnostic(ending.refusal, base);
      return { kind: 'impossible', reason: ending.refusal.kind, message, ...at(place, base) };
    }
  }
}

function at(place: Place | undefined, base: string): object {
  return place === undefined ? {} : { file: shownPath(place.file, base), line: place.line, column: place.column };
}
