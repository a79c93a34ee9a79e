// What the HTML file carries for its script, as JSON. Everything that recurs is written once: texts, places and the
// entries of timelines are tables, and the rest points into them by number, so that thousands of findings fit into a
// few megabytes.

import type { Fix } from '../../fix/fix.js';
import type { Report, ReportFinding } from '../report.js';

/** An index into `strings`. */
export type StringId = number;

export interface HtmlData {
  readonly tool: Report['tool'];
  /** What was checked, as `preempt replay` takes it. */
  readonly command: string;
  readonly wasInterrupted: boolean;
  readonly model: HtmlModel;
  readonly verdicts: Report['verdicts'];
  readonly diagnostics: Report['diagnostics'];
  readonly statistics: Report['statistics'];
  readonly baseline?: Report['baseline'];
  readonly diff?: Report['diff'];
  readonly strings: readonly string[];
  /** File, line and column of each place. */
  readonly places: readonly (readonly [file: StringId, line: number, column: number])[];
  /** Without their step; what happens again in other findings is the same entry. */
  readonly entries: readonly PackedEntry[];
  readonly findings: readonly HtmlFinding[];
  /** What is only suspected. */
  readonly candidates: readonly HtmlCandidate[];
  readonly sources: readonly HtmlSource[];
  /** Files whose text was left out to keep the report small. */
  readonly leftOut: readonly string[];
}

export interface HtmlCandidate {
  readonly title: string;
  readonly message: string;
  /** `main takes a`, and where. */
  readonly accesses: readonly { readonly does: string; readonly file?: string; readonly line?: number }[];
}

/** The part of the model that is shown. */
export interface HtmlModel
  extends Pick<
    Report['program'],
    'platform' | 'target' | 'nesting' | 'globalMask' | 'contexts' | 'shared' | 'operations' | 'assumptions'
  > {
  readonly suggestions: Report['program']['suggestions'];
  readonly points: { readonly operations: number; readonly locations: number };
}

export interface HtmlSource {
  readonly file: string;
  /** Runs of lines that are kept, in order; usually one, the whole file. */
  readonly parts: readonly { readonly firstLine: number; readonly text: string }[];
  /** Lines of the whole file. */
  readonly lines: number;
}

export interface HtmlAccess {
  readonly operation: 'R' | 'W';
  /** Of threads, which one. */
  readonly context: StringId;
  readonly priority: number;
  readonly function: StringId;
  readonly place?: number;
  readonly value?: StringId;
  /** `reads 3`, `is about to write`. */
  readonly does: StringId;
}

export interface HtmlFinding
  extends Pick<
    ReportFinding,
    'kind' | 'pattern' | 'waiting' | 'harm' | 'engine' | 'schedule' | 'status' | 'reason' | 'change' | 'fingerprint'
  > {
  /** What happened, with the values that were seen. */
  readonly story: StringId;
  /** What is wrong with that, as a rule. */
  readonly rule: StringId;
  readonly variable: StringId;
  readonly example: StringId;
  readonly accesses: readonly HtmlAccess[];
  /** In words; absent where nothing was looked at. */
  readonly harmText?: StringId;
  readonly timeline?: HtmlTimeline;
  readonly fix?: Fix;
}

export interface HtmlTimeline {
  /** Variable and value, in turn. */
  readonly initial: readonly StringId[];
  /** Indices into the entries. */
  readonly entries: readonly number[];
  /** Of the first entry; then what is added from one entry to the next. */
  readonly steps: readonly number[];
  /** Entries of the execution, with those that were left out. */
  readonly length: number;
}

/** Texts as `StringId`, a place as its index. */
export interface HtmlEntry {
  /** `gap`: entries that were left out. */
  readonly kind: (typeof entryKinds)[number];
  readonly depth: number;
  /** Of threads, which one. */
  readonly context: StringId;
  readonly function: StringId;
  readonly place?: number;
  readonly operation?: 'R' | 'W';
  readonly variable?: StringId;
  readonly value?: StringId;
  /** Absent: `R variable = value`. */
  readonly text?: StringId;
  /** Variable and new value, in turn; `own`: the entry's variable has its value. */
  readonly changed?: readonly StringId[] | 'own';
  readonly mark?: number;
  readonly effects?: readonly StringId[];
  readonly because?: StringId;
  /** Lock and who holds it then, in turn; the empty text is nobody. */
  readonly locks?: readonly StringId[];
  /** The lock that it waits for. */
  readonly awaited?: StringId;
}

const entryKinds = ['start', 'end', 'access', 'mask', 'call', 'gap', 'switch', 'wait', 'thread-end'] as const;

/**
 * The fields of an entry in turn: 0 for what is absent, numbers that may be 0 raised by one, and nothing after the last
 * that is there.
 */
export type PackedEntry = readonly (number | readonly number[])[];

export function packEntry(e: HtmlEntry): PackedEntry {
  const raised = (n: number | undefined): number => (n === undefined ? 0 : n + 1);
  const fields = [
    entryKinds.indexOf(e.kind),
    e.depth,
    e.context,
    e.function,
    raised(e.place),
    e.operation === undefined ? 0 : e.operation === 'R' ? 1 : 2,
    raised(e.variable),
    raised(e.value),
    raised(e.text),
    e.changed === 'own' ? 1 : (e.changed ?? 0),
    e.mark ?? 0,
    e.effects ?? 0,
    raised(e.because),
    e.locks ?? 0,
    raised(e.awaited),
  ];
  while (fields.at(-1) === 0) fields.pop();
  return fields;
}

export function unpackEntry(packed: PackedEntry): HtmlEntry {
  const number = (n: number): number => (packed[n] ?? 0) as number;
  const list = (n: number): readonly number[] | undefined => (Array.isArray(packed[n]) ? packed[n] : undefined);
  const lowered = <Key extends string>(key: Key, n: number) =>
    (number(n) === 0 ? {} : { [key]: number(n) - 1 }) as { readonly [K in Key]?: number };
  const changed = number(9) === 1 ? 'own' : list(9);
  const effects = list(11);
  const locks = list(13);
  return {
    kind: entryKinds[number(0)]!,
    depth: number(1),
    context: number(2),
    function: number(3),
    ...lowered('place', 4),
    ...(number(5) === 0 ? {} : { operation: number(5) === 1 ? ('R' as const) : ('W' as const) }),
    ...lowered('variable', 6),
    ...lowered('value', 7),
    ...lowered('text', 8),
    ...(changed === undefined ? {} : { changed }),
    ...(number(10) === 0 ? {} : { mark: number(10) }),
    ...(effects === undefined ? {} : { effects }),
    ...lowered('because', 12),
    ...(locks === undefined ? {} : { locks }),
    ...lowered('awaited', 14),
  };
}

/** One of many programs in a file. */
export interface HtmlProgram {
  readonly name: string;
  readonly exitCode: number;
  /** Absent where it was refused. */
  readonly findings?: number;
  /** Some verdict is unknown. */
  readonly isUnknown?: boolean;
  /** Why there is no report. */
  readonly refusal?: readonly string[];
}
