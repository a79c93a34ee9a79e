// How findings happen: the schedule of each is replayed, and every visible step becomes an entry with the values that
// were seen, the accesses of the finding numbered, and for each start of an ISR what had opened the way for it. Of long
// executions the part that matters is kept.

import type { Place } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import { type CheckLimits, noLimits } from '../base/limits.js';
import { collapsed } from '../execution/collapse.js';
import { Describer } from '../execution/describe.js';
import type { NarratedEvent } from '../execution/narrated-event.js';
import type { Cause } from '../execution/refusal.js';
import { ReplayMachine, replayLaterPart } from '../execution/replay.js';
import { parseSchedule, type Schedule } from '../execution/schedule.js';
import type { Finding } from '../findings/finding.js';
import { markedAccesses, marksOf } from '../findings/marks.js';
import type { State } from '../machine/state.js';
import type { Program } from '../model/program.js';
import { reportPlace, shownPlace } from './paths.js';
import type { Timeline, TimelineEntry } from './report.js';

/** A line of a source file, by its real name; undefined where it cannot be read. */
export type ReadLine = (file: string, line: number) => string | undefined;

/**
 * Visible steps before the first choice that are looked at, for accesses of the finding; more where they are not among
 * them.
 */
const HISTORY = 256;
/** Entries that are kept: from the first numbered access on, and at the end. */
const MAX_FIRST = 500;
const MAX_LAST = 1500;

/** For all findings of a program: they share the beginnings of their executions. */
export class Explainer {
  private readonly replays: ReplayMachine;
  private readonly describer: Describer;
  private readonly hasModels: boolean;

  constructor(
    program: Program,
    private readonly base: string,
    private readonly readLine: ReadLine,
    checkLimits: CheckLimits = noLimits,
  ) {
    this.replays = new ReplayMachine(program, checkLimits);
    this.describer = new Describer(this.replays.machine);
    this.hasModels = program.module.units.some((unit) => unit.isModel);
  }

  /** Throws what `checkLimits` throws. */
  timelineOf(finding: Finding): Timeline {
    const parsed = parseSchedule(finding.schedule);
    if (parsed.kind === 'problem') throw new InternalError(`a finding's schedule is malformed: ${finding.schedule}`);
    for (let history = HISTORY; ; history *= 16) {
      const seen = this.replayed(parsed.schedule, history);
      const marks = marksOf(finding, seen.events);
      if (seen.isWhole || marks.size === markedAccesses(finding)) return this.timeline(seen, marks);
    }
  }

  /** The later part of the execution, and what it did to the values of what it accesses. */
  private replayed(schedule: Schedule, history: number): Seen {
    const values = new Values(this.describer, this.hasModels);
    let begin: State | undefined;
    const { events } = replayLaterPart(this.replays, schedule, history, (_, state, now) => {
      begin ??= state.clone();
      values.watch(begin, state, now);
    });
    return { events, values, isWhole: (begin?.steps ?? 0) === 0 };
  }

  private timeline({ events, values }: Seen, marks: ReadonlyMap<number, number>): Timeline {
    const shown = collapsed(events);
    const shownMarks = new Map(
      shown.flatMap(({ last }, n) => (marks.has(last) ? [[n, marks.get(last)!] as const] : [])),
    );
    const initial = { ...values.initial };
    const entries: TimelineEntry[] = [];
    const kept = keptOf(shown.length, shownMarks);
    let next = shown[kept[0] ?? 0]?.first ?? 0;
    for (let n = 0; n < next; n++) Object.assign(initial, values.changed[n]);
    for (const k of kept) {
      const { event, first, last } = shown[k]!;
      // What happened in between is not shown, but it did happen.
      const changed: Record<string, string> = {};
      const from = next;
      for (; next <= last; next++) Object.assign(changed, values.changed[next]);
      const left = k === kept[0] ? event.step : stepsBetween(events, from, first);
      entries.push(this.entry(event, shownMarks.get(k), values.own(changed), left));
    }
    return { initial: values.own(initial), entries };
  }

  private entry(
    narrated: NarratedEvent,
    mark: number | undefined,
    changed: Readonly<Record<string, string>>,
    leftOut: number,
  ): TimelineEntry {
    const { event } = narrated;
    return {
      kind: event.kind === 'misuse' || event.kind === 'free' ? 'call' : event.kind,
      step: narrated.step,
      depth: narrated.depth,
      context: narrated.context.name,
      ...(narrated.thread === undefined ? {} : { thread: narrated.thread }),
      function: narrated.function,
      place: reportPlace(narrated.place, this.base),
      text: this.textOf(narrated),
      ...(event.kind === 'access' ? { operation: event.operation, variable: narrated.what } : {}),
      ...(narrated.value === undefined ? {} : { value: narrated.value }),
      effects: narrated.effects,
      ...(Object.keys(narrated.locks ?? {}).length === 0 ? {} : { locks: narrated.locks! }),
      ...(narrated.wait === undefined ? {} : { wait: narrated.wait }),
      ...(mark === undefined ? {} : { mark }),
      ...(narrated.openedBy === undefined ? {} : { because: this.openedText(narrated.openedBy) }),
      changed,
      ...(leftOut === 0 ? {} : { leftOut }),
    };
  }

  private textOf({ event, what, value, place }: NarratedEvent): string {
    switch (event.kind) {
      case 'start':
        return `${what} starts`;
      case 'end':
      case 'thread-end':
        return `${what} ends`;
      case 'switch':
        return `${what} goes on`;
      case 'wait':
        return what;
      case 'access':
        return `${event.operation} ${what} = ${value ?? '?'}`;
      case 'misuse':
      case 'free':
        return what;
      case 'mask':
        return this.inSourceWords(what, place);
      case 'call':
        return value === undefined ? what : `${what} returns ${value}`;
    }
  }

  /** The last change is what a reader looks for; what was so from the start on matters only where nothing changed. */
  private openedText(causes: readonly Cause[]): string {
    const operations = causes.filter((c) => c.kind === 'operation').sort((a, b) => b.step - a.step);
    const last = operations[0];
    if (last !== undefined) {
      const place = shownPlace(last.place, this.base);
      const what = this.inSourceWords(last.what, last.place);
      return `enabled since ${place === '' ? `step ${last.step}` : place}, ${what}`;
    }
    const initially = causes.find((c) => c.kind === 'initially');
    return initially === undefined ? 'enabled' : `enabled from the start on, because ${initially.because}`;
  }

  /** Assembly that a macro stands for is known by the macro: `sei()`. */
  private inSourceWords(what: string, place: Place | undefined): string {
    if (place === undefined || !what.startsWith('asm("')) return what;
    const text = this.readLine(place.file, place.line)?.slice(place.column - 1);
    const call = text === undefined ? null : /^(\w+)\s*\([^()]*\)/.exec(text);
    return call === null || /^_*asm/.test(call[1]!) ? what : call[0];
  }
}

interface Seen {
  readonly events: readonly NarratedEvent[];
  readonly values: Values;
  /** Nothing happened before. */
  readonly isWhole: boolean;
}

/** Indices of the events that are kept, in order; all numbered ones are. */
function keptOf(length: number, marks: ReadonlyMap<number, number>): readonly number[] {
  if (length <= MAX_FIRST + MAX_LAST) return Array.from({ length }, (_, n) => n);
  const last = length - MAX_LAST;
  // Some steps before the first numbered access show where it was.
  const first = Math.min(last, Math.max(0, Math.min(length, ...marks.keys()) - 20));
  const kept = new Set<number>(marks.keys());
  for (let n = first; n < Math.min(last, first + MAX_FIRST); n++) kept.add(n);
  for (let n = last; n < length; n++) kept.add(n);
  return [...kept].sort((a, b) => a - b);
}

/** Visible steps of the events from one, included, to another, excluded; those of models that nobody calls aside. */
function stepsBetween(events: readonly NarratedEvent[], from: number, to: number): number {
  const steps = new Set<number>();
  for (let n = from; n < to; n++) {
    const { event, step, call } = events[n]!;
    const isStep = event.kind === 'access' || event.kind === 'mask' || event.kind === 'call';
    if (isStep && (call === undefined || call.at !== undefined)) steps.add(step);
  }
  return steps.size;
}

/** The values of what an execution accesses, before it and after each event. */
class Values {
  readonly initial: Record<string, string> = {};
  /** By the index of an event. */
  readonly changed: Record<string, string>[] = [];
  private readonly known = new Map<string, string>();
  /** Bytes that were looked up at the beginning. */
  private readonly met = new Set<string>();
  /** What the program itself accesses, where there are models that do so as well. */
  private readonly ofProgram = new Set<string>();
  private seen = 0;

  constructor(
    private readonly describer: Describer,
    private readonly hasModels: boolean,
  ) {}

  /** `state`: after the last of the events. */
  watch(begin: State, state: State, events: readonly NarratedEvent[]): void {
    for (; this.seen < events.length; this.seen++) {
      const { event, call } = events[this.seen]!;
      if (event.kind !== 'access' || event.object === 0) continue;
      this.meet(begin, event.object, event.offset);
      const isOwn = this.hasModels && call === undefined;
      if ((event.operation !== 'W' && !isOwn) || state.memory.info(event.object) === undefined) continue;
      const { what, value } = this.describer.scalar(state.memory, event.object, event.offset);
      if (isOwn) this.ofProgram.add(what);
      if (event.operation !== 'W' || this.known.get(what) === value) continue;
      this.known.set(what, value);
      (this.changed[this.seen] ??= {})[what] = value;
    }
  }

  /** Without what only models access: that is their own business. */
  own(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    if (!this.hasModels) return values;
    return Object.fromEntries(Object.entries(values).filter(([name]) => this.ofProgram.has(name)));
  }

  /** Locals and the heap come to be later. */
  private meet({ memory }: State, object: number, offset: number): void {
    const key = `${object} ${offset}`;
    if (this.met.has(key)) return;
    this.met.add(key);
    if (memory.info(object) === undefined) return;
    const { what, value } = this.describer.scalar(memory, object, offset);
    if (value === 'unknown' || this.known.has(what)) return;
    this.initial[what] = value;
    this.known.set(what, value);
  }
}
