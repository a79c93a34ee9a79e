// `// preempt-ignore[kind]: reason` in the source: which findings it is about, what is wrong with it, and which of them
// ignore nothing. A finding is ignored when one of its accesses is on the comment's line of code. It stays in the
// report, with the reason.

import { type Diagnostic, type Place, warningAt } from '../base/diagnostic.js';
import type { FindingKind } from '../findings/finding.js';
import type { Verdict } from '../findings/verdict.js';
import type { Sources } from './fingerprint.js';
import type { ReportFinding } from './report.js';
import { isSettled } from './settled.js';
import { commentsWith, type SourceComment } from './source-comments.js';

interface IgnoreComment {
  readonly place: Place;
  readonly codeLine: number | undefined;
  readonly kinds: readonly IgnoredKind[];
  readonly reason: string | undefined;
}

const findingKinds = [
  'atomicity',
  'race',
  'torn-access',
  'missing-volatile',
  'assertion',
  'deadlock',
] as const satisfies readonly FindingKind[];
type IgnoredKind = FindingKind | 'all';

const directive = 'preempt-ignore';
/** Reasons are for people. */
const LONGEST_REASON = 500;

export interface Ignored {
  readonly findings: readonly ReportFinding[];
  readonly diagnostics: readonly Diagnostic[];
}

export function ignoreByComments(
  findings: readonly ReportFinding[],
  sources: Sources,
  verdicts: readonly Verdict[],
): Ignored {
  const diagnostics: Diagnostic[] = [];
  const comments = [...sources].flatMap(([file, text]) =>
    commentsWith(directive, text).flatMap((c) => readComment(file, c, diagnostics)),
  );
  const byLine = new Map<string, IgnoreComment[]>();
  for (const comment of comments) {
    const key = lineKey(comment.place.file, comment.codeLine ?? 0);
    const known = byLine.get(key);
    if (known === undefined) byLine.set(key, [comment]);
    else known.push(comment);
  }
  /** The kinds of each comment that ignored something. */
  const used = new Map<IgnoreComment, Set<IgnoredKind>>();
  const decided = findings.map((finding): ReportFinding => {
    const lines = new Set(finding.accesses.flatMap(({ place }) => place && lineKey(place.file, place.line)));
    const about = [...lines].flatMap((line) => (line === undefined ? [] : (byLine.get(line) ?? [])));
    let ignoring: IgnoreComment | undefined;
    for (const comment of about) {
      const kind = comment.kinds.find((k) => k === finding.kind) ?? comment.kinds.find((k) => k === 'all');
      if (kind === undefined) continue;
      used.set(comment, (used.get(comment) ?? new Set()).add(kind));
      if (ignoring?.reason === undefined) ignoring = comment;
    }
    if (ignoring === undefined) return finding;
    return { ...finding, status: 'ignored', ...(ignoring.reason === undefined ? {} : { reason: ignoring.reason }) };
  });
  const unused = comments.flatMap((comment) => unusedOf(comment, used.get(comment) ?? new Set(), verdicts));
  return { findings: decided, diagnostics: [...diagnostics, ...unused].sort(byPlace) };
}

/** A kind that was not looked at as a whole may still have something to ignore. */
function unusedOf(comment: IgnoreComment, used: ReadonlySet<IgnoredKind>, verdicts: readonly Verdict[]): Diagnostic[] {
  const idle = comment.kinds.filter(
    (kind) => !used.has(kind) && (kind === 'all' ? findingKinds : [kind]).every((each) => isSettled(verdicts, each)),
  );
  if (idle.length === 0) return [];
  const where =
    comment.codeLine === undefined ? 'no code follows it' : `there is no such finding on line ${comment.codeLine}`;
  return [warningAt('unused-ignore', `${directive}[${idle.join(', ')}] ignores nothing: ${where}`, comment.place)];
}

/** Prose that only mentions the word is none. */
function readComment(
  file: string,
  { text, line, column, codeLine }: SourceComment,
  diagnostics: Diagnostic[],
): IgnoreComment[] {
  if (!text.startsWith(directive) || /^[\w-]/.test(text.slice(directive.length))) return [];
  const place = { file, line, column };
  const parts = /^\s*\[([^\]]*)\]\s*:?\s*(.*)$/.exec(text.slice(directive.length));
  const names = (parts?.[1] ?? '').split(',').map((name) => name.trim());
  if (parts === null || names.every((name) => name === '')) {
    diagnostics.push(warningAt('bad-ignore', `${directive}[kind]: reason is the form of it`, place));
    return [];
  }
  const isKind = (name: string): name is IgnoredKind =>
    name === 'all' || (findingKinds as readonly string[]).includes(name);
  const unknown = names.filter((name) => !isKind(name));
  if (unknown.length > 0) {
    const shown = unknown.map((name) => JSON.stringify(name.slice(0, 40))).join(', ');
    const known = `${findingKinds.join(', ')} or all`;
    diagnostics.push(warningAt('bad-ignore', `there is no kind of finding ${shown}: ${known}`, place));
  }
  const kinds = [...new Set(names.filter(isKind))];
  if (kinds.length === 0) return [];
  const reason = parts[2]!;
  if (reason === '')
    diagnostics.push(
      warningAt(
        'ignore-without-reason',
        `${directive}[${kinds.join(', ')}] gives no reason: add one behind a colon`,
        place,
      ),
    );
  return [{ place, codeLine, kinds, reason: reason === '' ? undefined : shortened(reason) }];
}

function shortened(reason: string): string {
  return reason.length <= LONGEST_REASON ? reason : `${reason.slice(0, LONGEST_REASON)}…`;
}

function byPlace({ place: a }: Diagnostic, { place: b }: Diagnostic): number {
  if (a === undefined || b === undefined) return 0;
  return a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1;
}

function lineKey(file: string, line: number): string {
  return `${line} ${file}`;
}
