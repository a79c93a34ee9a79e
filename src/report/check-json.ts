// `preempt check --format json`: schema 1 (docs/reports.md). Fields are added, never renamed.

import { primaryAccess } from '../findings/finding.js';
import type { UndefinedBehaviour, UndefinedPlace } from '../findings/undefined-behaviour.js';
import { jsonText } from './json-text.js';
import type { EarlierFinding, Report, ReportAccess, ReportFinding, ReportPlace } from './report.js';

export function checkJson(report: Report): string {
  return jsonText({ schema: 1, ...reportJson(report) }, 2);
}

export function reportJson({
  program,
  verdicts,
  findings,
  candidates,
  diagnostics,
  statistics,
  baseline,
  diff,
}: Report) {
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
      ...(v.undefinedBehaviour === undefined ? {} : { undefinedBehaviour: undefinedJson(v.undefinedBehaviour) }),
      ...(v.kind === 'holds' && v.unreached !== undefined ? { unreached: v.unreached } : {}),
      engine: v.engine,
    })),
    findings: findings.map((f) => findingJson(f, true)),
    candidates: candidates.map((f) => findingJson(f, false)),
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

function findingJson(f: ReportFinding, replayed: boolean) {
  return {
    id: f.id,
    fingerprint: f.fingerprint,
    kind: f.kind,
    ...(f.pattern === undefined ? {} : { pattern: f.pattern }),
    ...(f.block === undefined ? {} : { block: f.block }),
    ...(f.entry === undefined ? {} : { entry: accessJson(f.entry) }),
    ...(f.message === undefined ? {} : { message: f.message }),
    ...(f.isMisuse === undefined ? {} : { isMisuse: f.isMisuse }),
    ...(f.isUndefined === undefined ? {} : { isUndefined: f.isUndefined }),
    ...(f.waiting === undefined ? {} : { waiting: f.waiting }),
    ...(f.lockOrder === undefined ? {} : { lockOrder: f.lockOrder }),
    variable: f.variable,
    example: f.example,
    ...(f.harm === undefined ? {} : { harm: f.harm }),
    ...(f.difference === undefined ? {} : { difference: f.difference }),
    ...(f.harmReason === undefined ? {} : { harmReason: f.harmReason }),
    engine: f.engine,
    replayed,
    status: f.status,
    ...(f.reason === undefined ? {} : { reason: f.reason }),
    ...(f.change === undefined ? {} : { change: f.change }),
    schedule: f.schedule,
    ...(f.driven === undefined ? {} : { driven: f.driven }),
    ...placeJson(primaryAccess(f)?.place),
    accesses: f.accesses.map(accessJson),
  };
}

function accessJson(a: ReportAccess) {
  return {
    operation: a.operation,
    context: a.context,
    ...(a.thread === undefined ? {} : { thread: a.thread }),
    function: a.function,
    ...placeJson(a.place),
    value: a.value ?? null,
    accessed: a.accessed ?? null,
  };
}

function undefinedJson({ first, stopped, ...met }: UndefinedBehaviour) {
  const shown = ({ place, ...p }: UndefinedPlace) => ({ ...p, ...placeJson(place) });
  return { ...met, stopped: stopped.map(shown), first: shown(first) };
}

function earlierJson({ place, ...f }: EarlierFinding) {
  return { ...f, ...placeJson(place) };
}

function placeJson(place: ReportPlace | undefined) {
  return { file: place?.file ?? null, line: place?.line ?? 0, column: place?.column ?? 0 };
}
