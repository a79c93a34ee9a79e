// What the HTML file carries for its script, as JSON. Everything that recurs is written once: texts, places and the entries of timelines are
// tables, and the rest points into them by number, so that thousands of findings fit into a few megabytes.

import type { Fix, Report, ReportFinding } from '../report.js';

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
  readonly entries: readonly HtmlEntry[];
  readonly findings: readonly HtmlFinding[];
  readonly sources: readonly HtmlSource[];
  /** Files whose text was left out to keep the report small. */
  readonly leftOut: readonly string[];
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
    'kind' | 'pattern' | 'harm' | 'engine' | 'schedule' | 'status' | 'reason' | 'change' | 'fingerprint'
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

export interface HtmlEntry {
  /** `gap`: entries that were left out. */
  readonly kind: 'start' | 'end' | 'access' | 'mask' | 'call' | 'gap';
  readonly depth: number;
  readonly context: StringId;
  readonly function: StringId;
  readonly place?: number;
  readonly text: StringId;
  readonly operation?: 'R' | 'W';
  readonly variable?: StringId;
  readonly value?: StringId;
  readonly effects?: readonly StringId[];
  readonly mark?: number;
  readonly because?: StringId;
  /** Variable and new value, in turn. */
  readonly changed?: readonly StringId[];
}
