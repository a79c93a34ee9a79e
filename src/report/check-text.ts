// Findings like a compiler's errors: the accesses numbered in the order of execution, each with its line of source, then the schedule that
// replays it; verdicts at the end.

import type { Verdict } from '../engines/finding.js';
import { printable } from './diagnostic-text.js';
import { expectation } from './expectation.js';
import { shownPlace } from './paths.js';
import type { Report, ReportAccess, ReportFinding } from './report.js';
import { isShownInFull, violatedText, workflowText } from './workflow-text.js';

export interface CheckStyle {
  readonly heading: (text: string) => string;
  /** Show what it cost. */
  readonly isStats?: boolean;
}

export function checkText(report: Report, style: CheckStyle): string {
  const lines = new Map([...report.sources].map(([file, text]) => [file, text.split('\n')]));
  const sourceLine = (file: string, line: number): string | undefined => lines.get(file)?.[line - 1];
  const parts = [
    ...report.findings.filter(isShownInFull).map((f) => findingText(report, f, style, sourceLine)),
    ...workflowText(report, style.heading),
    verdictsText(report, style),
  ];
  const cost = style.isStats ? Object.entries(report.statistics).map(([name, value]) => `  ${name} ${value}\n`) : [];
  return `${parts.map(printable).join('\n\n')}\n${cost.join('')}`;
}

type SourceLine = (file: string, line: number) => string | undefined;

function findingText({ command }: Report, f: ReportFinding, style: CheckStyle, sourceLine: SourceLine): string {
  const lines = [style.heading(`${shownPlace(f.accesses[0]?.place, '')}: ${titleOf(f)}`)];
  f.accesses.forEach((a, n) => lines.push(...frame(a, n + 1, whatOf(f, n), sourceLine)));
  if (f.harm !== undefined) lines.push(harmText(f));
  lines.push('', `  schedule: ${f.schedule}`, `  replay:   preempt replay ${command} --schedule '${f.schedule}'`);
  return lines.join('\n');
}

function harmText(f: ReportFinding): string {
  return f.harm === 'harmful'
    ? `  harmful: ${f.difference}`
    : '  not shown to be harmful: with the preemption before (1) or after (3), everything came out the same';
}

function titleOf(f: ReportFinding): string {
  const name = (a: ReportAccess | undefined): string => a?.context ?? '?';
  switch (f.kind) {
    case 'atomicity':
      return `atomicity violation (${f.pattern}) on ${f.example}: ${expectation[f.pattern!]}, because ${name(f.accesses[1])} came in between`;
    case 'race':
      return `race on ${f.example}: ${name(f.accesses[0])} and ${name(f.accesses[1])} access it at the same time, nothing orders them`;
    case 'torn-access':
      return `torn access to ${f.example}: ${name(f.accesses[0])} came in the middle of it`;
    case 'assertion':
      return `assertion fails: ${f.message}`;
  }
}

function whatOf(f: ReportFinding, n: number): string {
  const { operation, value } = f.accesses[n]!;
  if (f.kind === 'assertion') return 'fails';
  if (value !== undefined) return `${operation === 'R' ? 'reads' : 'writes'} ${value}`;
  // The suspended access of a race or a torn access.
  if (f.kind === 'torn-access') return `is in the middle of ${operation === 'R' ? 'reading' : 'writing'}`;
  return `is about to ${operation === 'R' ? 'read' : 'write'}`;
}

function frame(a: ReportAccess, number: number, what: string, sourceLine: SourceLine): string[] {
  const head = `  (${number}) ${a.context} ${what}  ${shownPlace(a.place, '')} in ${a.function}`;
  const source = a.place === undefined ? undefined : sourceLine(a.place.file, a.place.line);
  if (source === undefined || a.place === undefined) return [head];
  const text = source.replace(/\t/g, ' ').slice(0, 200).trimEnd();
  const gutter = String(a.place.line).padStart(6);
  return [head, `${gutter} | ${text}`, `${' '.repeat(6)} | ${' '.repeat(Math.max(0, a.place.column - 1))}^`];
}

function verdictsText({ verdicts, findings }: Report, style: CheckStyle): string {
  const lines = verdicts.flatMap((v) => {
    const arrivals =
      v.bounds.arrivals === 'unbounded'
        ? 'any number of arrivals (unbounded)'
        : v.bounds.arrivals === 1
          ? 'one arrival of each ISR'
          : `${v.bounds.arrivals} arrivals of each ISR`;
    const what =
      v.kind === 'unknown' ? `: ${v.because}` : v.kind === 'holds' ? `, for ${arrivals}` : violatedText(findings, v);
    const head = `${v.property.padEnd(10)} ${v.kind}${what}${settledBy(v)}`;
    return [head, ...(v.kind === 'violated' ? [] : v.assumptions.map((a) => `${' '.repeat(11)}assuming: ${a}`))];
  });
  return `${style.heading('Verdicts')}\n${lines.map((l) => `  ${l}`).join('\n')}`;
}

/** Real executions are what everybody expects; that a formula was asked instead is worth a word. */
function settledBy(v: Verdict): string {
  return v.kind === 'unknown' || v.engine === 'explore' ? '' : `, by ${v.engine}`;
}
