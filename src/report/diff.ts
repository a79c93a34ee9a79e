// A report against an earlier one: what is new, what has gone, what is as it was. Findings are recognised by their
// fingerprints; in reports of versions without them, by their ids. What was not seen counts as fixed only where its
// property was looked at as a whole, for at least as many arrivals as then.

import { z } from 'zod';
import { once } from '../base/once.js';
import { primaryAccess } from '../findings/finding.js';
import { arrivalsSchema } from './baseline.js';
import type { EarlierFinding, Report } from './report.js';
import { attempted, isSettled, mostArrivals } from './settled.js';

/** What is needed of `--format json`, schema 1. */
export const earlierReportSchema = once(() => {
  const arrivals = arrivalsSchema();
  const access = z.object({
    function: z.string(),
    file: z.string().nullable(),
    line: z.int().min(0),
    column: z.int().min(0),
  });

  const bounds = z.object({
    arrivals,
    cut: z.array(z.object({ arrivals, because: z.string() })).default([]),
  });

  return z.object({
    schema: z.literal(1),
    verdicts: z.array(z.object({ property: z.string(), bounds })),
    findings: z.array(
      z.object({
        id: z.string(),
        fingerprint: z.string().min(1).optional(),
        kind: z.string(),
        pattern: z.string().optional(),
        variable: z.string(),
        accesses: z.array(access),
      }),
    ),
  });
});

export type EarlierReport = z.infer<ReturnType<typeof earlierReportSchema>>;
type Earlier = EarlierReport['findings'][number];

export function withDiff(report: Report, earlier: EarlierReport, against: string): Report {
  const marks = new Set(earlier.findings.flatMap((f) => f.fingerprint ?? []));
  const ids = new Set(earlier.findings.filter((f) => f.fingerprint === undefined).map((f) => f.id));
  const marksNow = new Set(report.findings.map((f) => f.fingerprint));
  const idsNow = new Set(report.findings.map((f) => f.id));
  const missing = earlier.findings.filter((f) =>
    f.fingerprint === undefined ? !idsNow.has(f.id) : !marksNow.has(f.fingerprint),
  );
  const arrivalsThen = mostArrivals(earlier.verdicts.map((v) => attempted(v.bounds)));
  const isFixed = (f: Earlier): boolean => isSettled(report.verdicts, f.kind, arrivalsThen);
  return {
    ...report,
    findings: report.findings.map((f) => ({
      ...f,
      change: marks.has(f.fingerprint) || ids.has(f.id) ? 'unchanged' : 'new',
    })),
    diff: {
      against,
      fixed: missing.filter(isFixed).map(earlierOf),
      notSeen: missing.filter((f) => !isFixed(f)).map(earlierOf),
    },
  };
}

function earlierOf({ id, fingerprint, kind, pattern, variable, accesses }: Earlier): EarlierFinding {
  const placed = accesses.map((a) => ({ ...a, place: a.file ?? undefined }));
  const first = primaryAccess({ kind, accesses: placed });
  return {
    id,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    kind,
    ...(pattern === undefined ? {} : { pattern }),
    variable,
    function: first?.function ?? '',
    ...(first === undefined || first.file === null
      ? {}
      : { place: { file: first.file, line: first.line, column: first.column } }),
  };
}
