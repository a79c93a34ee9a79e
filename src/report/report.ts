// The Report: all that any output shows, as plain data without paths of this machine's folders, so that renderers are
// pure functions of it. Findings carry an explanation where the output asked for one: the replayed execution with the
// values that were seen.

import type { NamedWait } from '../execution/waiting.js';
import type { AtomicBlock, FindingKind, LockOrderStep, Pattern, WaitingThread } from '../findings/finding.js';
import type { Verdict } from '../findings/verdict.js';
import type { Fix } from '../fix/fix.js';
import type { DiagnosticJson, ProgramJson } from './inspect-json.js';
import type { Reproducers } from './reproduce/reproducer.js';

export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  /** What `preempt replay` needs to see the same program: paths and flags, quoted for a shell. */
  readonly command: string;
  readonly program: ProgramJson;
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly ReportFinding[];
  /** What is only suspected: it violates nothing and fails no run. */
  readonly candidates: readonly ReportFinding[];
  readonly diagnostics: readonly DiagnosticJson[];
  readonly statistics: Readonly<Record<string, number>>;
  /** Text of each file that a place names and that can be read, by the name that is shown. */
  readonly sources: ReadonlyMap<string, string>;
  /** Ctrl-C ended it. */
  readonly wasInterrupted: boolean;
  /** Present where `--baseline` was given. */
  readonly baseline?: ReportBaseline;
  /** Present where `--diff` was given. */
  readonly diff?: ReportDiff;
  /** Present where `--reproduce` was given. */
  readonly reproducers?: Reproducers;
}

/** What became of the findings that a baseline lists. */
export interface ReportBaseline {
  readonly file: string;
  readonly entries: number;
  /** Entries that no longer occur, though their property was looked at as a whole. */
  readonly gone: readonly EarlierFinding[];
  /** Entries that were not seen, and whose property is not settled. */
  readonly notSeen: readonly EarlierFinding[];
}

/** Against an earlier report. New and unchanged findings are in `findings`, with their `change`. */
export interface ReportDiff {
  /** The file of the earlier report. */
  readonly against: string;
  /** Its findings that no longer occur, though their property was looked at as a whole. */
  readonly fixed: readonly EarlierFinding[];
  /** Its findings that were not seen, and whose property is not settled: they may still be there. */
  readonly notSeen: readonly EarlierFinding[];
}

/** As an earlier run described it, perhaps one of another version of Preempt. */
export interface EarlierFinding {
  /** Absent in baselines. */
  readonly id?: string;
  /** Absent in reports of versions that had none. */
  readonly fingerprint?: string;
  readonly kind: string;
  readonly pattern?: string;
  readonly variable: string;
  /** Of its first access. */
  readonly function: string;
  readonly place?: ReportPlace;
}

/**
 * What somebody has decided about a finding: nothing; a comment in the source says to ignore it; a baseline lists it.
 * Only open ones can fail a run. The verdict stays what it is: the program has not changed by it.
 */
export type FindingStatus = 'open' | 'ignored' | 'baseline';

export interface ReportPlace {
  /** Relative to the base folder where it lies in it, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ReportAccess {
  readonly operation: 'R' | 'W';
  /** Name of the context. */
  readonly context: string;
  /** Of threads: which, `worker#2` where several run a function. */
  readonly thread?: string;
  readonly priority: number;
  readonly function: string;
  readonly place: ReportPlace | undefined;
  /** What the replay saw; absent for an access that was suspended before it happened. */
  readonly value: string | undefined;
  /** What that is the value of: `stamp`, or a piece of it, `stamp[byte 1]`. */
  readonly accessed?: string | undefined;
  /** Of a torn access and what interrupts it: the replay ends before it is complete. */
  readonly isPart?: true;
  /** Of an assertion, where a macro makes several at one position. */
  readonly ordinal?: number;
}

export interface ReportFinding {
  /** Equal exactly for the same kind, pattern, variable and places. */
  readonly id: string;
  /**
   * The same for this finding in later versions of the source, see fingerprint.ts; no two findings of a report share
   * it.
   */
  readonly fingerprint: string;
  readonly kind: FindingKind;
  readonly pattern?: Pattern;
  /** Of atomicity: the block that the program says is atomic, and is not. */
  readonly block?: AtomicBlock;
  /** Of a block: how (2) came to be after (1), where they access different bytes. */
  readonly entry?: ReportAccess;
  readonly message?: string;
  /** Of assertions: a library that Preempt has a model of is used wrongly. */
  readonly isMisuse?: true;
  /** Of assertions: an invalid access or a division by zero, with --undefined fails. */
  readonly isUndefined?: true;
  /** Of threads that wait for each other. */
  readonly waiting?: readonly WaitingThread[];
  /** Of a candidate: locks that threads take in a circle. */
  readonly lockOrder?: readonly LockOrderStep[];
  readonly variable: string;
  readonly example: string;
  readonly harm?: 'harmful' | 'not-shown-harmful';
  readonly difference?: string;
  readonly harmReason?: string;
  /** Nobody has looked for harm: there may be some. */
  readonly isUnjudged?: true;
  readonly isUpdate?: true;
  readonly engine: string;
  readonly schedule: string;
  /** The calls of the harness of `--drive` that lead to it. */
  readonly driven?: readonly string[];
  /** In the order of execution. */
  readonly accesses: readonly ReportAccess[];
  readonly status: FindingStatus;
  /** Of ignored ones: what the comment gives as the reason; absent where it gives none. */
  readonly reason?: string;
  /** Against the report of `--diff`. */
  readonly change?: 'new' | 'unchanged';
  readonly explanation?: Explanation;
}

export interface Explanation {
  readonly timeline: Timeline;
  readonly fix?: Fix;
}

/** The replayed execution of a finding, from the start to its last access; of a long one, what matters. */
export interface Timeline {
  /** Of each variable that the execution touches: its value before the first entry. */
  readonly initial: Readonly<Record<string, string>>;
  readonly entries: readonly TimelineEntry[];
}

export interface TimelineEntry {
  /**
   * `switch`: another thread goes on; `wait`: a thread stands before a call that it cannot go through; `thread-end`: it
   * has ended. What a model of the environment does is one `call`, at the program's own place.
   */
  readonly kind: 'start' | 'end' | 'access' | 'mask' | 'call' | 'switch' | 'wait' | 'thread-end';
  /** Visible steps before it, as schedules count them. */
  readonly step: number;
  /** ISRs that are active; a start and its end count their own. */
  readonly depth: number;
  readonly context: string;
  /** In programs with threads: whose it is, or whom the ISR has preempted; `worker#2` where several run a function. */
  readonly thread?: string;
  readonly function: string;
  readonly place: ReportPlace | undefined;
  /** `R count = 3`, `cli()`, `ADC_IRQ starts`. */
  readonly text: string;
  /** Of accesses. */
  readonly operation?: 'R' | 'W';
  readonly variable?: string;
  /** Read, written or returned. */
  readonly value?: string;
  /** What it did to interrupts, threads and locks: `closes the global mask`, `takes a`. */
  readonly effects: readonly string[];
  /** Locks that it took or gave back: the thread that holds them then, null for nobody. */
  readonly locks?: Readonly<Record<string, string | null>>;
  /** Of `wait`: the lock and who holds it, or the thread whose end it waits for. */
  readonly wait?: NamedWait;
  /** The access (1), (2) or (3) of the finding. */
  readonly mark?: number;
  /** Of starts: why the ISR could start there, the last change of its mask. */
  readonly because?: string;
  /** Variables whose value is another one after it than after the entry before. */
  readonly changed: Readonly<Record<string, string>>;
  /** Visible steps right before it that have no entry, because the execution is long. */
  readonly leftOut?: number;
}
