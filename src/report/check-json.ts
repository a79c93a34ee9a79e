// `preempt check --format json`: schema 1 of DESIGN §7. Fields are added, never renamed.

import type { Diagnostic } from '../base/diagnostic.js';
import type { Finding, Verdict } from '../engines/finding.js';
import type { Program } from '../model/program.js';
import { contextsJson, diagnosticJson } from './inspect-json.js';
import { shownPath } from './paths.js';

export function checkJson(
  program: Program,
  verdicts: readonly Verdict[],
  /** Without a name, they are from the engine of the verdicts. */
  findings: readonly (Finding & { readonly engine?: string })[],
  diagnostics: readonly Diagnostic[],
  statistics: Readonly<Record<string, number>>,
  base: string,
): string {
  const report = {
    schema: 1,
    program: contextsJson(program, base),
    verdicts: verdicts.map((v) => ({
      property: v.property,
      kind: v.kind,
      bounds: v.bounds,
      assumptions: v.assumptions,
      because: v.kind === 'unknown' ? v.because : null,
      engine: v.engine,
    })),
    findings: findings.map((f) => ({
      id: f.id,
      kind: f.kind,
      ...(f.pattern === undefined ? {} : { pattern: f.pattern }),
      ...(f.message === undefined ? {} : { message: f.message }),
      variable: f.variable,
      example: f.example,
      ...(f.harm === undefined ? {} : { harm: f.harm }),
      ...(f.difference === undefined ? {} : { difference: f.difference }),
      engine: f.engine ?? verdicts[0]?.engine ?? null,
      replayed: true,
      schedule: f.schedule,
      accesses: f.accesses.map((a) => ({
        operation: a.operation,
        context: program.contexts[a.context]!.name,
        function: a.function,
        file: a.place === undefined ? null : shownPath(a.place.file, base),
        line: a.place?.line ?? 0,
        column: a.place?.column ?? 0,
        value: a.value ?? null,
      })),
    })),
    candidates: [],
    diagnostics: diagnostics.map((d) => diagnosticJson(d, base)),
    statistics,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
