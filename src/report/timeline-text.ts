// The execution of a finding as a short tree: from its first numbered access to its last, what preempts indented, each
// start with what had opened the way for it, and the name of a thread above what it does. Long ones are cut where
// nothing is numbered.

import { actorOf, lastAccesses } from './finding-words.js';
import { inert, inertData } from './inert.js';
import { shortNames } from './paths.js';
import type { ReportFinding, TimelineEntry } from './report.js';
import type { CheckStyle } from './text-style.js';
import { screenWidth, wrap } from './wrap.js';

/** Up to so many entries are shown as they are. */
const MAX_WHOLE = 16;
/** Of longer ones: at the beginning, at the end, and on both sides of what matters. */
const AT_BEGIN = 3;
const AT_END = 10;
const AROUND = 2;

const INDENT = '    ';

/** An entry, or how many are left out; what did not happen any more comes last. */
type Row =
  | { readonly kind: 'entry'; readonly entry: TimelineEntry }
  | {
      readonly kind: 'left-out';
      readonly count: number;
      readonly depth: number;
      readonly shownBy: string;
      readonly thread: string | undefined;
    }
  | {
      readonly kind: 'next';
      readonly depth: number;
      readonly text: string;
      readonly mark: number | undefined;
      readonly thread: string | undefined;
    };

/** `main` is what the context without ISRs is called. */
export function timelineText(f: ReportFinding, main: string, style: CheckStyle): string[] {
  const entries = withoutSwitches(f.explanation?.timeline.entries ?? []);
  const rows = [...chosen(f, entries, style.detail === 'verbose'), ...nextOf(f, entries)];
  if (rows.length === 0) return [];
  const digits = Math.max(1, ...rows.map((r) => (r.kind === 'entry' ? String(r.entry.step).length : 1)));
  const names = shortNames(
    rows.flatMap((r) => (r.kind === 'entry' && isStep(r.entry) ? (r.entry.place?.file ?? []) : [])),
  );
  const margin = INDENT.length + 4 + digits + 2;
  const parts = rows.map((row) => partsOf(row, names, style.width - margin));
  const placed = parts.filter((p) => p.place !== '');
  const widest = Math.max(0, ...placed.map((p) => screenWidth(p.text)));
  const widestPlace = Math.max(0, ...placed.map((p) => screenWidth(p.place)));
  const left = Math.max(20, Math.min(widest, style.width - margin - widestPlace - 2));
  const { paint } = style;
  const before = (mark: number | undefined, step: number | undefined): string => {
    const number = mark === undefined ? '    ' : `${paint.mark(`(${mark})`)} `;
    return `${INDENT}${number}${paint.dim(String(step ?? '').padStart(digits))}  `;
  };
  const threads = rows.map((row) => (row.kind === 'entry' ? row.entry.thread : row.thread));
  let header: string | undefined;
  const headed = (n: number): readonly string[] => {
    const name = threads[n] ?? header ?? main;
    if (name === header) return [];
    header = name;
    return [`${INDENT}${' '.repeat(4 + digits + 2)}${paint.bold(inert(name))}`];
  };
  return [
    ...parts.flatMap(({ mark, step, text, place, below }, n) => [
      ...headed(n),
      `${before(mark, step)}${place === '' ? text : `${padded(clipped(text, left, style), left)}  ${paint.dim(place)}`}`.trimEnd(),
      ...below.map((line) => `${before(undefined, undefined)}${line}`.trimEnd()),
    ]),
  ];
}

/** That another thread goes on, its name tells. */
function withoutSwitches(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  let left = 0;
  return entries.flatMap((e) => {
    left += e.leftOut ?? 0;
    if (e.kind === 'switch') return [];
    const entry = left === (e.leftOut ?? 0) ? e : { ...e, leftOut: left };
    left = 0;
    return [entry];
  });
}

interface Parts {
  readonly mark: number | undefined;
  readonly step: number | undefined;
  readonly text: string;
  readonly place: string;
  readonly below: readonly string[];
}

function partsOf(row: Row, names: ReadonlyMap<string, string>, room: number): Parts {
  const nothing = { mark: undefined, step: undefined, place: '', below: [] };
  if (row.kind === 'left-out')
    return { ...nothing, text: `${bars(row.depth)}… ${row.count} more, which ${row.shownBy} shows` };
  if (row.kind === 'next') return { ...nothing, mark: row.mark, text: `${bars(row.depth)}${row.text}` };
  const place = row.entry.place && inert(names.get(row.entry.place.file) ?? '');
  const e = inertData(row.entry);
  if (e.kind === 'start') {
    const because = e.because === undefined ? [] : wrap(e.because, room, `${bars(e.depth)}  `, `${bars(e.depth)}  `);
    return { ...nothing, text: `${bars(e.depth - 1)}┌ ${e.text}`, below: because };
  }
  if (e.kind === 'end') return { ...nothing, text: `${bars(e.depth - 1)}└ ${e.text}` };
  if (e.kind === 'thread-end') return { ...nothing, text: e.text };
  return {
    mark: e.mark,
    step: e.kind === 'wait' ? undefined : e.step,
    text: `${bars(e.depth)}${e.text}`,
    place: place === undefined ? '' : `${place}:${e.place!.line}`,
    below: e.effects.length === 0 ? [] : wrap(e.effects.join(', '), room, `${bars(e.depth)}  `, `${bars(e.depth)}  `),
  };
}

function bars(depth: number): string {
  return '│ '.repeat(depth);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - screenWidth(text)));
}

function clipped(text: string, width: number, { detail }: CheckStyle): string {
  if (detail === 'verbose' || screenWidth(text) <= width) return text;
  return `${[...text].slice(0, width - 1).join('')}…`;
}

function isStep({ kind }: TimelineEntry): boolean {
  return kind !== 'start' && kind !== 'end';
}

/** What is shown of the entries. */
function chosen(f: ReportFinding, entries: readonly TimelineEntry[], isWhole: boolean): readonly Row[] {
  const [first, last] = isWhole ? [0, entries.length - 1] : windowOf(f, entries);
  const kept = isWhole
    ? new Set(entries.keys())
    : new Set([...activeAt(entries, first), ...keptBetween(f, entries, first, last)]);
  const start = Math.min(...kept);
  const rows: Row[] = [];
  let left = 0;
  let isInReport = true;
  for (let n = start; n <= last; n++) {
    const entry = entries[n]!;
    if (entry.leftOut !== undefined && (n > start || isWhole)) {
      left += entry.leftOut;
      isInReport = false;
    }
    // Leaving out one is not worth a line.
    if (!kept.has(n) && !(left === 0 && kept.has(n + 1) && n > first)) {
      left++;
      continue;
    }
    const depth = isStep(entry) ? entry.depth : entry.depth - 1;
    const shownBy = isInReport ? '--verbose' : 'preempt replay';
    if (left > 0) rows.push({ kind: 'left-out', count: left, depth, shownBy, thread: entry.thread });
    left = 0;
    isInReport = true;
    rows.push({ kind: 'entry', entry });
  }
  return rows;
}

/** The first and the last entry that belong to the finding. */
function windowOf(f: ReportFinding, entries: readonly TimelineEntry[]): readonly [number, number] {
  const marked = entries.flatMap((e, n) => (e.mark === undefined ? [] : [n]));
  const isToEnd = f.kind === 'assertion' || f.kind === 'deadlock';
  // A wrong call is followed by what the program does then.
  const misuse = f.isMisuse ? entries.findLastIndex((e) => e.effects.some((t) => f.message?.endsWith(t))) : -1;
  if (misuse >= 0) return [threadsFrom(f, entries, misuse), misuse];
  const last = isToEnd ? entries.length - 1 : (marked.at(-1) ?? entries.length - 1);
  if (f.kind === 'atomicity') return [marked[0] ?? 0, last];
  if (entries[last]?.thread !== undefined) return [threadsFrom(f, entries, last), last];
  const suspended = isToEnd ? undefined : f.accesses[1]?.context;
  const from =
    suspended === undefined
      ? entries.findIndex((e) => e.kind === 'start')
      : entries.findLastIndex(
          (e, n) => n < last && e.kind === 'start' && e.depth === suspendedDepth(entries, suspended, last) + 1,
        );
  // One more, to see where it was; without any interrupt, the end is what matters.
  return from < 0 ? [Math.max(0, last - AT_END), last] : [Math.max(0, from - 1), last];
}

/** Between threads: from where the one that waits was left; of a deadlock, from the first lock on that is missed. */
function threadsFrom(f: ReportFinding, entries: readonly TimelineEntry[], last: number): number {
  const before = (is: (e: TimelineEntry) => boolean): number => entries.findLastIndex((e, n) => n < last && is(e));
  const taken = awaitedLocks(f).map((lock) => before((e) => takes(e, lock)));
  const first = Math.min(...taken.filter((n) => n >= 0));
  if (f.waiting !== undefined) return Number.isFinite(first) ? first : 0;
  // What a condition has read is not always what is there now.
  const read = Math.min(last, ...(f.kind === 'assertion' ? lastAccesses(f, entries).values() : []));
  const { thread } = (f.kind === 'assertion' ? undefined : f.accesses[1]) ?? {};
  const own = before((e) => e.depth === 0 && e.thread === thread);
  const other = before((e) => e.thread !== entries[last]!.thread || e.kind === 'start');
  return Math.max(0, Math.min(read, own >= 0 ? own : other >= 0 ? other : last - AT_END));
}

function awaitedLocks({ waiting = [] }: ReportFinding): readonly string[] {
  return waiting.flatMap((w) => w.lock ?? []);
}

function takes({ locks = {} }: TimelineEntry, lock: string): boolean {
  return (locks[lock] ?? null) !== null;
}

/** ISRs that are active while the context runs, itself included; of one that was entered again, its last run. */
function depthOf(entries: readonly TimelineEntry[], context: string, before: number): number {
  return entries.findLast((e, n) => n < before && e.context === context)?.depth ?? 0;
}

/** Of one that waits below whoever makes the access (1). */
function suspendedDepth(entries: readonly TimelineEntry[], context: string, before: number): number {
  const above = entries.findLast((e) => e.mark === 1)?.depth ?? Number.POSITIVE_INFINITY;
  return entries.findLast((e, n) => n < before && e.context === context && e.depth < above)?.depth ?? 0;
}

/** Starts of the ISRs that are active at an entry, so that its indentation means something. */
function activeAt(entries: readonly TimelineEntry[], at: number): readonly number[] {
  const first = entries[at];
  if (first === undefined) return [];
  const starts: number[] = [];
  let depth = isStep(first) ? first.depth : first.depth - 1;
  for (let n = at - 1; n >= 0 && depth > 0; n--) {
    const e = entries[n]!;
    if (e.kind !== 'start' || e.depth !== depth) continue;
    starts.push(n);
    depth--;
  }
  return starts;
}

function keptBetween(
  f: ReportFinding,
  entries: readonly TimelineEntry[],
  first: number,
  last: number,
): readonly number[] {
  const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  if (all.length <= MAX_WHOLE) return all;
  const isImportant = (e: TimelineEntry): boolean =>
    e.mark !== undefined || awaitedLocks(f).some((lock) => takes(e, lock));
  const important = all.filter((n) => isImportant(entries[n]!)).flatMap((n) => [n, ...activeAt(entries, n)]);
  return all.filter(
    (n) => n < first + AT_BEGIN || n > last - AT_END || important.some((m) => Math.abs(m - n) <= AROUND),
  );
}

/** What did not happen any more: the failure of an assertion, the access of a race, the rest of a torn one. */
function nextOf(f: ReportFinding, entries: readonly TimelineEntry[]): readonly Row[] {
  const suspended = f.kind === 'assertion' || f.kind === 'deadlock' ? f.accesses[0] : f.accesses[1];
  // Threads that wait, and wrong calls, have entries of their own.
  if (f.kind === 'atomicity' || f.waiting !== undefined || f.isMisuse || suspended === undefined) return [];
  const { context, operation, thread } = suspended;
  if (f.kind === 'assertion') {
    const depth = depthOf(entries, context, entries.length);
    return [
      {
        kind: 'next',
        depth,
        text: f.isUndefined ? inert(f.message ?? '') : 'the assertion fails',
        mark: undefined,
        thread,
      },
    ];
  }
  if (f.kind === 'deadlock') {
    const depth = depthOf(entries, context, entries.length);
    return [{ kind: 'next', depth, text: inert(`${context} goes round for ever`), mark: undefined, thread }];
  }
  const depth = suspendedDepth(entries, context, entries.length);
  const [verb, doing] = operation === 'W' ? ['write', 'writing'] : ['read', 'reading'];
  const who = actorOf(suspended);
  const text = f.kind === 'torn-access' ? `${who} goes on ${doing}` : `${who} is about to ${verb}`;
  return [{ kind: 'next', depth, text: inert(text), mark: 2, thread }];
}
