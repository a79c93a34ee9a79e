// `preempt check --format json`: schema 1 (docs/reports.md). Fields are added, never renamed.

import { jsonText } from './json-text.js';
import type { EarlierFinding, Report } from './report.js';

export function checkJson(report: Report): string {
  return jsonText({ schema: 1, ...reportJson(report) }, 2);
}

export function reportJson({ program, verdicts, findings, diagnostics, statistics, baseline, diff }: Report) {
  const changed = (change: 'new' | 'unchanged') => findings.filter((f) => f.change === change).map((f) => f.id);
  return {
    program: { contexts: program.contexts, interruptsInitially: program.interruptsInitially },
    verdicts: verdicts.map((v) => ({
      property: v.property,
      kind: v.kind,
      bounds: v.bounds,
      assumptions: v.assumptions,
      because: v.kind === 'unknown' ? v.because : null,
      ...(v.kind === 'violated' && v.incomplete !== undefined ? { incomplete: v.incomplete } : {}),
      engine: v.engine,
    })),
    findings: findings.map((f) => ({
      id: f.id,
      fingerprint: f.fingerprint,
      kind: f.kind,
      ...(f.pattern === undefined ? {} : { pattern: f.pattern }),
      ...(f.message === undefined ? {} : { message: f.message }),
      variable: f.variable,
      example: f.example,
      ...(f.harm === undefined ? {} : { harm: f.harm }),
      ...(f.difference === undefined ? {} : { difference: f.difference }),
      engine: f.engine,
      replayed: true,
      status: f.status,
      ...(f.reason === undefined ? {} : { reason: f.reason }),
      ...(f.change === undefined ? {} : { change: f.change }),
      schedule: f.schedule,
      accesses: f.accesses.map((a) => ({
        operation: a.operation,
        context: a.context,
        function: a.function,
        file: a.place?.file ?? null,
        line: a.place?.line ?? 0,
        column: a.place?.column ?? 0,
        value: a.value ?? null,
      })),
    })),
    candidates: [],
    ...(baseline === undefined
      ? {}
      : {
          baseline: {
            file: baseline.file,
            entries: baseline.entries,
            gone: baseline.gone.map(earlierJson),
            notSeen: baseline.notSeen.map(earlierJson),
          },
        }),
    ...(diff === undefined
      ? {}
      : {
          diff: {
            against: diff.against,
            new: changed('new'),
            unchanged: changed('unchanged'),
            fixed: diff.fixed.map(earlierJson),
            notSeen: diff.notSeen.map(earlierJson),
          },
        }),
    diagnostics,
    statistics,
  };
}

function earlierJson({ place, ...f }: EarlierFinding) {
  return { ...f, file: place?.file ?? null, line: place?.line ?? 0, column: place?.column ?? 0 };
}
