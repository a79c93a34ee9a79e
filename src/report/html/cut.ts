// Which entries of a long execution are drawn. The accesses of the finding, what lies around them and what opened the
// way for the ISRs are kept; each run of entries that are left out becomes one gap, which carries how many they were
// and the values that they changed. What stays is well nested: an ISR is drawn with its start and its end, or not at
// all.

import { entryActor } from '../finding-words.js';
import type { Timeline, TimelineEntry } from '../report.js';

export interface Gap {
  readonly kind: 'gap';
  /** Entries that were left out. */
  readonly count: number;
  readonly step: number;
  /** Of whoever runs before and after it. */
  readonly depth: number;
  readonly context: string;
  readonly function: string;
  readonly changed: Readonly<Record<string, string>>;
  readonly locks: NonNullable<TimelineEntry['locks']>;
}

/** At most about `most` entries. What the timeline itself has left out becomes gaps, too. */
export function cutTimeline(timeline: Timeline, variable: string, most: number): readonly (TimelineEntry | Gap)[] {
  const { entries } = timeline;
  const kept = entries.length <= most ? entries.map(() => true) : choose(entries, variable, most);
  const shown: (TimelineEntry | Gap)[] = [];
  // Who runs, the innermost last. Starts and ends that are left out come in pairs, so whoever runs before a gap runs
  // after it.
  const running: (TimelineEntry | undefined)[] = [entries.find((e) => e.depth === 0)];
  for (let n = 0; n < entries.length; n++) {
    const first = n;
    while (n < entries.length && !kept[n]) n++;
    const entry = entries[n];
    const left = entries.slice(first, n);
    const count = [...left, entry].reduce((sum, e) => sum + (e?.leftOut ?? 0), left.length);
    const step = left[0]?.step ?? entry!.step;
    if (count > 0) shown.push(gapOf(left, count, step, running.at(-1), Math.max(0, running.length - 1)));
    if (entry === undefined) break;
    shown.push(entry);
    if (entry.kind === 'end') running.pop();
    else if (entry.kind === 'start') running.push(entry);
    else running[Math.max(0, running.length - 1)] = entry;
  }
  return shown;
}

/** Entries of the execution, with those that were left out. */
export function lengthOf({ entries }: Timeline): number {
  return entries.reduce((sum, e) => sum + (e.leftOut ?? 0), entries.length);
}

function gapOf(
  left: readonly TimelineEntry[],
  count: number,
  step: number,
  running: TimelineEntry | undefined,
  depth: number,
): Gap {
  return {
    kind: 'gap',
    count,
    step,
    depth,
    context: running === undefined ? 'main' : entryActor(running),
    function: running?.function ?? '',
    changed: Object.assign({}, ...left.map((e) => e.changed)),
    locks: Object.assign({}, ...left.map((e) => e.locks)),
  };
}

function choose(entries: readonly TimelineEntry[], variable: string, most: number): boolean[] {
  const kept = entries.map(() => false);
  const activations = activationsOf(entries);
  let left = most;
  const keep = (n: number): void => {
    if (n < 0 || n >= entries.length || kept[n]) return;
    kept[n] = true;
    left--;
    const inside = activations.inside[n];
    if (inside !== undefined) keep(inside);
    const end = activations.end.get(n);
    if (end !== undefined) keep(end);
    const start = activations.start.get(n);
    if (start !== undefined) keep(start);
  };
  keep(0);
  keep(entries.length - 1);
  const marks = entries.flatMap((e, n) => (e.mark === undefined ? [] : [n]));
  const centres = marks.length > 0 ? marks : [entries.length - 1];
  centres.forEach(keep);
  const distance = (n: number): number => Math.min(...centres.map((m) => Math.abs(m - n)));
  /** Smaller comes first. */
  const rank = entries.map((e, n) => {
    const away = distance(n);
    if (away <= 4) return away;
    const matters = e.effects.length > 0 || e.variable === variable;
    return matters ? 4 + away / 16 : 4 + away;
  });
  const order = entries.map((_, n) => n).sort((a, b) => rank[a]! - rank[b]!);
  for (const n of order) {
    if (left <= 0) break;
    keep(n);
  }
  return kept;
}

interface Activations {
  /** Of each entry: the start of the activation that it belongs to; of a start, that of the activation around it. */
  readonly inside: readonly (number | undefined)[];
  /** Of starts. */
  readonly end: ReadonlyMap<number, number>;
  /** Of ends. */
  readonly start: ReadonlyMap<number, number>;
}

function activationsOf(entries: readonly TimelineEntry[]): Activations {
  const stack: number[] = [];
  const end = new Map<number, number>();
  const start = new Map<number, number>();
  const inside = entries.map((e, n) => {
    const around = stack.at(-1);
    if (e.kind === 'start') stack.push(n);
    if (e.kind === 'end' && around !== undefined && entries[around]!.context === e.context) {
      stack.pop();
      end.set(around, n);
      start.set(n, around);
    }
    return around;
  });
  return { inside, end, start };
}
