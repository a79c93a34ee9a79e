// A baseline: findings that a project lives with for now, as a file beside the source. A finding is recognised by its
// fingerprint, which edits elsewhere leave as it is; everything else in the file is for those who read it.

import { z } from 'zod';
import { once } from '../base/once.js';
import { primaryAccess } from '../findings/finding.js';
import type { EarlierFinding, Report, ReportFinding } from './report.js';
import { attempted, isSettled, mostArrivals } from './settled.js';

export const arrivalsSchema = once(() => z.union([z.int().min(1), z.literal('unbounded')]));

/** Unknown fields are let through: a later version may have more to say. */
export const baselineSchema = once(() => {
  const text = z.string().max(10_000);

  const EntrySchema = z.object({
    fingerprint: text.min(1),
    kind: text,
    pattern: text.optional(),
    variable: text,
    function: text,
    file: text.nullable(),
    line: z.int().min(0),
  });

  return z.object({
    schema: z.literal(1),
    kind: z.literal('preempt-baseline'),
    /** Of the run with the most that added to it. */
    arrivals: arrivalsSchema(),
    findings: z.array(EntrySchema),
  });
});

export type Baseline = z.infer<ReturnType<typeof baselineSchema>>;
type Entry = Baseline['findings'][number];

/** Findings that it lists get the status `baseline`, unless a comment ignores them. */
export function withBaseline(report: Report, baseline: Baseline, file: string): Report {
  const listed = new Set(baseline.findings.map((entry) => entry.fingerprint));
  const present = new Set(report.findings.map((f) => f.fingerprint));
  const missing = baseline.findings.filter((entry) => !present.has(entry.fingerprint));
  const isGone = (entry: Entry): boolean => isSettled(report.verdicts, entry.kind, baseline.arrivals);
  return {
    ...report,
    findings: report.findings.map((f) =>
      f.status === 'open' && listed.has(f.fingerprint) ? { ...f, status: 'baseline' } : f,
    ),
    baseline: {
      file,
      entries: baseline.findings.length,
      gone: missing.filter(isGone).map(earlierOf),
      notSeen: missing.filter((entry) => !isGone(entry)).map(earlierOf),
    },
  };
}

/** All that is not ignored; and of an older baseline, what this run cannot tell to be gone. */
export function baselineOf(report: Report, old?: Baseline): Baseline {
  const present = new Set(report.findings.map((f) => f.fingerprint));
  const kept = (old?.findings ?? []).filter(
    (entry) => !present.has(entry.fingerprint) && !isSettled(report.verdicts, entry.kind, old?.arrivals),
  );
  const bounds = [...report.verdicts.map((v) => attempted(v.bounds)), ...(kept.length > 0 ? [old!.arrivals] : [])];
  return {
    schema: 1,
    kind: 'preempt-baseline',
    arrivals: mostArrivals(bounds),
    findings: [...report.findings.filter((f) => f.status !== 'ignored').map(entryOf), ...kept].sort(byPlace),
  };
}

/** One entry on each line, in the order of the source: versions of it are easy to compare. */
export function baselineText(baseline: Baseline): string {
  const { findings, ...head } = baseline;
  const fields = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const lines = findings.map((entry) => `\n    ${JSON.stringify(entry)}`);
  return `{\n${fields.join('')}  "findings": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]\n}\n`;
}

function entryOf(f: ReportFinding): Entry {
  const first = primaryAccess(f);
  return {
    fingerprint: f.fingerprint,
    kind: f.kind,
    ...(f.pattern === undefined ? {} : { pattern: f.pattern }),
    variable: f.variable,
    function: first?.function ?? '',
    file: first?.place?.file ?? null,
    line: first?.place?.line ?? 0,
  };
}

function earlierOf({ file, line, pattern, ...entry }: Entry): EarlierFinding {
  return {
    ...entry,
    ...(pattern === undefined ? {} : { pattern }),
    ...(file === null ? {} : { place: { file, line, column: 0 } }),
  };
}

function byPlace(a: Entry, b: Entry): number {
  return compare(a.file ?? '', b.file ?? '') || a.line - b.line || compare(a.fingerprint, b.fingerprint);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
