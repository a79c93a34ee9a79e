// Where everything in a timeline lies, in columns and lanes, before anything is drawn. One column per entry; contexts
// from the highest priority down to main, each thread in a lane of its own, then the locks and the variables. A handler
// that is entered again while it runs has a lane for each of its runs. Pure.

import { splitThread } from './colours.js';
import type { ShownEntry, ShownFinding, ShownTimeline } from './decode.js';
import { type LockLane, lockLanes } from './lock-lanes.js';

export interface LaneContext {
  readonly name: string;
  readonly kind: string;
  readonly priority: number;
}

/**
 * From the middle of one column to that of another; open at an end where the execution that is shown begins or ends in
 * it.
 */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** `TIMER`, and `TIMER (2)` where it was entered again while it ran. */
export interface ContextLane extends LaneContext {
  /** Whose it is. */
  readonly context: string;
}

export interface LaneActivation extends Span {
  readonly context: string;
  readonly lane: string;
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
  /** While others ran. */
  readonly suspended: readonly Span[];
  /** Lane of whom it interrupted. */
  readonly over: string | undefined;
}

export interface Wave extends Span {
  readonly value: string | undefined;
}

export interface VariableLane {
  readonly name: string;
  /** It is what the finding is about. */
  readonly isMain: boolean;
  /** Empty for device registers, whose value is nobody's memory. */
  readonly waves: readonly Wave[];
  /** Columns of its accesses. */
  readonly accesses: readonly number[];
  /** Accesses of the finding that were suspended before they happened. */
  readonly pending: readonly Pending[];
}

export interface Pending {
  readonly number: number;
  readonly operation: 'R' | 'W';
  readonly context: string;
  /** Where the context was interrupted. */
  readonly column: number;
}

export interface Lanes {
  /** From top to bottom. */
  readonly contexts: readonly ContextLane[];
  /** Of the activation that an entry belongs to. */
  readonly laneOf: (entry: ShownEntry) => string;
  readonly activations: readonly LaneActivation[];
  readonly variables: readonly VariableLane[];
  /** Columns that change who may interrupt. */
  readonly masks: readonly number[];
  readonly locks: readonly LockLane[];
  /** Columns in which a thread is seen to wait. */
  readonly waits: readonly number[];
}

export function lanesOf(timeline: ShownTimeline, contexts: readonly LaneContext[], finding: Subject): Lanes {
  const { entries } = timeline;
  const laneOf = new Map<ShownEntry, string>();
  const activations = activationsOf(entries, laneOf);
  return {
    contexts: contextLanes(entries, activations, contexts),
    laneOf: (entry) => laneOf.get(entry) ?? entry.context,
    activations,
    variables: variableLanes(timeline, finding, pendingOf(entries, activations, finding)),
    masks: entries.flatMap((e, n) => (changesMasks(e) ? [n] : [])),
    locks: lockLanes(entries),
    waits: entries.flatMap((e, n) => (e.kind === 'wait' ? [n] : [])),
  };
}

/** What a finding is about. */
export type Subject = Pick<ShownFinding, 'kind' | 'example'> & {
  readonly accesses: readonly Pick<ShownFinding['accesses'][number], 'operation' | 'context'>[];
};

/** Of a race: what the interrupted context was about to do. It is interrupted where the last ISR above it started. */
function pendingOf(
  entries: readonly ShownEntry[],
  activations: readonly LaneActivation[],
  finding: Subject,
): readonly Pending[] {
  if (finding.kind !== 'race' && finding.kind !== 'missing-volatile') return [];
  return finding.accesses.flatMap(({ operation, context }, n) => {
    if (entries.some((e) => e.mark === n + 1)) return [];
    const columns = activations.filter((a) => a.context === context).flatMap((a) => a.suspended.map((s) => s.from));
    return columns.length === 0 ? [] : [{ number: n + 1, operation, context, column: Math.max(...columns) }];
  });
}

/** Only who takes part. Of equals, who interrupted deeper stands higher, and of one handler its inner run. */
function contextLanes(
  entries: readonly ShownEntry[],
  activations: readonly LaneActivation[],
  contexts: readonly LaneContext[],
): readonly ContextLane[] {
  const depth = new Map<string, number>();
  for (const e of entries) depth.set(e.context, Math.max(depth.get(e.context) ?? 0, e.depth));
  const known = new Map(contexts.map((c) => [c.name, c]));
  return [...depth.keys()]
    .map((name) => ({ kind: 'isr', priority: 0, ...known.get(splitThread(name)[0]), name }))
    .sort(
      (a, b) =>
        Number(a.kind === 'main') - Number(b.kind === 'main') ||
        b.priority - a.priority ||
        depth.get(b.name)! - depth.get(a.name)!,
    )
    .flatMap((c) => {
      const inner = new Set(activations.filter((a) => a.context === c.name && a.lane !== c.name).map((a) => a.lane));
      return [...[...inner].sort().reverse(), c.name].map((name) => ({ ...c, name, context: c.name }));
    });
}

interface Open {
  readonly context: string;
  readonly lane: string;
  readonly from: number;
  readonly hasStart: boolean;
  readonly over: string | undefined;
  readonly suspended: Span[];
}

/** By the depth that entries have, not by starts and ends alone: those may be among what was left out. */
function activationsOf(entries: readonly ShownEntry[], laneOf: Map<ShownEntry, string>): readonly LaneActivation[] {
  const done: LaneActivation[] = [];
  /** By depth. */
  const open: Open[] = [];
  /** Threads that do not run, and since which column. */
  const waiting = new Map<string, { readonly thread: Open; readonly since: number }>();
  const close = (to: number, hasEnd: boolean): void => {
    const closed = open.pop();
    if (closed === undefined) return;
    done.push({ ...closed, to, hasEnd });
    open.at(-1)?.suspended.push({ from: closed.from, to });
  };
  const begin = (context: string, from: number, hasStart: boolean): void => {
    const runs = open.filter((o) => o.context === context).length;
    const lane = runs === 0 ? context : `${context} (${runs + 1})`;
    open.push({ context, lane, from, hasStart, over: open.at(-1)?.lane, suspended: [] });
  };
  const leave = (at: number): void => {
    const left = open.pop();
    if (left !== undefined) waiting.set(left.context, { thread: left, since: at });
  };
  const goOn = (context: string, at: number, hasStart: boolean): void => {
    leave(at);
    const known = waiting.get(context);
    waiting.delete(context);
    if (known === undefined) return begin(context, at, hasStart);
    known.thread.suspended.push({ from: known.since, to: at });
    open.push(known.thread);
  };
  const base = entries.find((e) => e.depth === 0)?.context;
  if (base !== undefined) begin(base, 0, false);
  entries.forEach((e, n) => {
    // Whoever is seen to wait does not run, and need not have run before.
    if (e.kind === 'wait') {
      laneOf.set(e, e.context);
      if (open.length === 1 && open[0]!.context === e.context) leave(n);
      return;
    }
    // A start is its own level; of all others, the level is already there.
    const levels = base === undefined ? e.depth : e.depth + 1;
    while (open.length > (e.kind === 'start' ? levels - 1 : levels)) close(n - 1, false);
    if (e.kind === 'start') begin(e.context, n, true);
    else if (open.at(-1)?.context !== e.context) {
      if (e.depth === 0) goOn(e.context, n, e.kind === 'switch');
      else {
        if (open.length === levels) close(n - 1, false);
        begin(e.context, n, false);
      }
    }
    laneOf.set(e, open.at(-1)!.lane);
    if (e.kind === 'end' || e.kind === 'thread-end') close(n, true);
  });
  const last = entries.length - 1;
  while (open.length > 0) close(last, false);
  for (const { thread, since } of waiting.values()) {
    thread.suspended.push({ from: since, to: last });
    done.push({ ...thread, to: last, hasEnd: false });
  }
  return done.reverse();
}

/** What has no effect on who may interrupt. */
const ofThreads = /^(?:takes|gives|starts|waits)\b/;

function changesMasks({ effects }: ShownEntry): boolean {
  return effects.some((text) => !ofThreads.test(text));
}

function variableLanes(
  { initial, entries }: ShownTimeline,
  { example }: Subject,
  pending: readonly Pending[],
): readonly VariableLane[] {
  const accesses = new Map<string, number[]>();
  const main = new Set<string>();
  entries.forEach((e, n) => {
    if (e.variable === undefined) return;
    const name = wholeOf(e.variable);
    if (e.mark !== undefined) main.add(name);
    const known = accesses.get(name);
    if (known === undefined) accesses.set(name, [n]);
    else known.push(n);
  });
  if (main.size === 0 && accesses.has(example)) main.add(example);
  const remembered = new Set([...initial.keys(), ...entries.flatMap((e) => [...e.changed.keys()])]);
  const lanes = [...accesses].map(([name, columns]) => ({
    name,
    isMain: main.has(name),
    waves: remembered.has(name) ? wavesOf(name, initial, entries) : [],
    accesses: columns,
    pending: main.has(name) ? pending : [],
  }));
  const rank = (lane: VariableLane): number => (lane.isMain ? 0 : lane.waves.length > 0 ? 1 : 2);
  return lanes.sort((a, b) => rank(a) - rank(b) || a.accesses[0]! - b.accesses[0]!);
}

/** The pieces of an access that takes several steps belong to one variable. */
function wholeOf(variable: string): string {
  return variable.replace(/\[bytes? [^\]]*\]$/, '');
}

function wavesOf(name: string, initial: ReadonlyMap<string, string>, entries: readonly ShownEntry[]): readonly Wave[] {
  const waves: Wave[] = [];
  let value = initial.get(name);
  let from = -1;
  entries.forEach((e, n) => {
    const next = e.changed.get(name);
    if (next === undefined || next === value) return;
    waves.push({ from, to: n, value });
    from = n;
    value = next;
  });
  waves.push({ from, to: entries.length, value });
  return waves;
}

/** Of all variables whose value is known: after an entry. */
export interface ValueRow {
  readonly name: string;
  readonly value: string;
  /** Before the entry, where that was another one. */
  readonly before: string | undefined;
  readonly hasChanged: boolean;
}

export function valuesAt({ initial, entries }: ShownTimeline, at: number): readonly ValueRow[] {
  const values = new Map(initial);
  for (let n = 0; n < at; n++) for (const [name, value] of entries[n]!.changed) values.set(name, value);
  const changed = entries[at]?.changed ?? new Map<string, string>();
  const names = new Set([...values.keys(), ...changed.keys()]);
  return [...names].map((name) => ({
    name,
    value: changed.get(name) ?? values.get(name)!,
    before: values.get(name),
    hasChanged: changed.has(name),
  }));
}
