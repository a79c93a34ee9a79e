// How a finding happens: its schedule is replayed, and every visible step becomes an entry with the values that were seen, the accesses of
// the finding numbered, and for each start of an ISR what had opened the way for it.

import type { Place } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import type { Finding } from '../engines/finding.js';
import { marksOf } from '../engines/marks.js';
import { Describer } from '../machine/describe.js';
import type { Moment } from '../machine/moment.js';
import type { Cause } from '../machine/refusal.js';
import { replay } from '../machine/replay.js';
import { parseSchedule } from '../machine/schedule.js';
import type { Program } from '../model/program.js';
import { reportPlace, shownPlace } from './paths.js';
import type { Timeline, TimelineEntry } from './report.js';

/** A line of a source file, by its real name; undefined where it cannot be read. */
export type ReadLine = (file: string, line: number) => string | undefined;

export function timelineOf(program: Program, finding: Finding, base: string, readLine: ReadLine): Timeline {
  const parsed = parseSchedule(finding.schedule);
  if (parsed.kind === 'problem') throw new InternalError(`a finding's schedule is malformed: ${finding.schedule}`);
  const { moments } = replay(program, parsed.schedule);
  const { initial, changed } = watchValues(program, parsed.schedule, moments);
  const marks = marksOf(finding, moments);
  return { initial, entries: moments.map((m, n) => entryOf(m, marks.get(n), changed[n] ?? {}, base, readLine)) };
}

function entryOf(
  m: Moment,
  mark: number | undefined,
  changed: Readonly<Record<string, string>>,
  base: string,
  readLine: ReadLine,
): TimelineEntry {
  const { event } = m;
  return {
    kind: event.kind,
    step: m.step,
    depth: m.depth,
    context: m.context.name,
    function: m.function,
    place: reportPlace(m.place, base),
    text: textOf(m, readLine),
    ...(event.kind === 'access' ? { operation: event.operation, variable: m.what } : {}),
    ...(m.value === undefined ? {} : { value: m.value }),
    effects: m.effects,
    ...(mark === undefined ? {} : { mark }),
    ...(m.openedBy === undefined ? {} : { because: openedText(m.openedBy, base, readLine) }),
    changed,
  };
}

function textOf({ event, what, value, place }: Moment, readLine: ReadLine): string {
  switch (event.kind) {
    case 'start':
      return `${what} starts`;
    case 'end':
      return `${what} ends`;
    case 'access':
      return `${event.operation} ${what} = ${value ?? '?'}`;
    case 'mask':
      return inSourceWords(what, place, readLine);
    case 'call':
      return value === undefined ? what : `${what} returns ${value}`;
  }
}

/** Assembly that a macro stands for is known by the macro: `sei()`. */
function inSourceWords(what: string, place: Place | undefined, readLine: ReadLine): string {
  if (place === undefined || !what.startsWith('asm("')) return what;
  const text = readLine(place.file, place.line)?.slice(place.column - 1);
  const call = text === undefined ? null : /^(\w+)\s*\([^()]*\)/.exec(text);
  return call === null || /^_*asm/.test(call[1]!) ? what : call[0];
}

/** The last change is what a reader looks for; what was so from the start on matters only where nothing changed. */
function openedText(causes: readonly Cause[], base: string, readLine: ReadLine): string {
  const operations = causes.filter((c) => c.kind === 'operation').sort((a, b) => b.step - a.step);
  const last = operations[0];
  if (last !== undefined) {
    const place = shownPlace(last.place, base);
    return `enabled since ${place === '' ? `step ${last.step}` : place}, ${inSourceWords(last.what, last.place, readLine)}`;
  }
  const initially = causes.find((c) => c.kind === 'initially');
  return initially === undefined ? 'enabled' : `enabled from the start on, because ${initially.because}`;
}

interface Values {
  readonly initial: Record<string, string>;
  /** By the index of a moment. */
  readonly changed: Record<string, string>[];
}

/**
 * The values of what the execution accesses, before it and after each moment. A second replay: only when the first one has ended is it
 * known what is worth watching.
 */
function watchValues(program: Program, schedule: Parameters<typeof replay>[1], moments: readonly Moment[]): Values {
  const bytes = new Map<string, { readonly object: number; readonly offset: number }>();
  for (const { event, what } of moments)
    if (event.kind === 'access' && event.object !== 0 && !bytes.has(what))
      bytes.set(what, { object: event.object, offset: event.offset });
  const values: Values = { initial: {}, changed: [] };
  const known = new Map<string, string>();
  let seen = 0;
  let describer: Describer | undefined;
  replay(program, schedule, (machine, state, now) => {
    const { memory } = state;
    if (describer === undefined) {
      describer = new Describer(machine);
      for (const { object, offset } of bytes.values()) {
        // Locals and the heap come to be later.
        if (memory.info(object) === undefined) continue;
        const { what, value } = describer.scalar(memory, object, offset);
        if (value === 'unknown') continue;
        values.initial[what] = value;
        known.set(what, value);
      }
    }
    for (; seen < now.length; seen++) {
      const { event } = now[seen]!;
      if (event.kind !== 'access' || event.operation !== 'W' || event.object === 0) continue;
      if (memory.info(event.object) === undefined) continue;
      const { what, value } = describer.scalar(memory, event.object, event.offset);
      if (known.get(what) === value) continue;
      known.set(what, value);
      (values.changed[seen] ??= {})[what] = value;
    }
  });
  return values;
}
