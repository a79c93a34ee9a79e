// What people have decided about findings: comments in the source, a baseline, an earlier report. Nothing is taken out
// of the report by it.

import type { Diagnostic } from '../base/diagnostic.js';
import { withBaseline } from '../report/baseline.js';
import { withDiff } from '../report/diff.js';
import { ignoreByComments } from '../report/ignore-comments.js';
import { diagnosticJson } from '../report/inspect-json.js';
import type { Report } from '../report/report.js';
import type { CheckRequest } from './request.js';

/** `sources`: of all files of the program, by the names that places have. */
export function applyDecisions(
  report: Report,
  request: Pick<CheckRequest, 'baseline' | 'earlier'>,
  sources: ReadonlyMap<string, string>,
): { readonly report: Report; readonly diagnostics: readonly Diagnostic[] } {
  const { findings, diagnostics } = ignoreByComments(report.findings, sources, report.verdicts);
  const commented: Report = {
    ...report,
    findings,
    diagnostics: [...report.diagnostics, ...diagnostics.map((d) => diagnosticJson(d, ''))],
  };
  return { report: withDecisions(commented, request), diagnostics };
}

/** Those that are not in the program's sources. */
export function withDecisions(
  report: Report,
  { baseline, earlier }: Pick<CheckRequest, 'baseline' | 'earlier'>,
): Report {
  let decided = report;
  if (baseline !== undefined) decided = withBaseline(decided, baseline.content, baseline.file);
  if (earlier !== undefined) decided = withDiff(decided, earlier.content, earlier.file);
  return decided;
}
