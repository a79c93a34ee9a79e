// C text → Report, in this process: what `preempt check` would show for it, with every finding explained.

import { resolve } from 'node:path';
import type { Property } from '../../src/findings/finding.js';
import { buildReport, type ReportInput } from '../../src/report/build-report.js';
import type { Report } from '../../src/report/report.js';
import { checkByExploring } from '../engines/check.js';
import { loadText } from '../model/load.js';

/** Files by name; they are shown by these names, whatever folder they were compiled in. */
export async function reportOf(
  source: string | Readonly<Record<string, string>>,
  input: Partial<ReportInput> = {},
  properties: readonly Property[] = ['atomicity', 'race', 'assertion'],
): Promise<Report> {
  const files = typeof source === 'string' ? { 'test.c': source } : source;
  const { program, diagnostics } = await loadText(files);
  const checked = await checkByExploring(program, {
    properties,
    reduction: 'reduced',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  const compiled = program.accesses.find((a) => a.place !== undefined)?.place?.file ?? '.';
  return buildReport({
    program,
    verdicts: checked.verdicts,
    findings: checked.findings.map((f) => ({ ...f, engine: 'explore' })),
    candidates: [],
    diagnostics,
    statistics: checked.statistics,
    version: '1.2.3',
    command: Object.keys(files).join(' '),
    wasInterrupted: () => false,
    base: resolve(compiled, '..'),
    readSource: (file) => files[file.slice(file.lastIndexOf('/') + 1) as keyof typeof files],
    isExplained: true,
    ...input,
  });
}

/** As if torn accesses were not judged, so that a report has findings of all sorts. */
export function withoutTornHarm(report: Report): Report {
  const findings = report.findings.map((f) => {
    if (f.kind !== 'torn-access') return f;
    const { harm: _harm, difference: _difference, ...rest } = f;
    return rest;
  });
  return { ...report, findings };
}
