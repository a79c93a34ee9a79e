// `preempt check --each` for a person: the report of each program in which something was found, and a table of all of
// them.

import { isError } from '../findings/finding.js';
import type { Batch, BatchProgram } from './batch.js';
import { checkText } from './check-text.js';
import { guarded, inert } from './inert.js';
import { shownPlace } from './paths.js';
import { table } from './table.js';
import type { CheckStyle } from './text-style.js';

export function batchText({ programs }: Batch, style: CheckStyle): string {
  const told = programs.flatMap((program) => {
    const { outcome, name } = program;
    if (outcome.kind === 'refused' || outcome.report.findings.length === 0) return [];
    return [`${style.paint.bold(inert(name))}\n\n${checkText(outcome.report, style)}`];
  });
  const rows = programs.map((program) => [inert(program.name), findingsOf(program), inert(resultOf(program))]);
  const [header, ...lines] = table(['program', 'findings', 'result'], rows);
  const summary = [style.paint.bold('Programs'), style.paint.dim(`  ${header}`), ...lines.map((line) => `  ${line}`)];
  return [...told, guarded(`${[...summary, '', `  ${totals(programs)}`].join('\n')}\n`)].join('\n');
}

function findingsOf({ outcome }: BatchProgram): string {
  return outcome.kind === 'refused' ? '-' : String(outcome.report.findings.length);
}

function resultOf({ outcome }: BatchProgram): string {
  if (outcome.kind === 'refused') {
    const first = outcome.diagnostics.find((d) => d.severity === 'error');
    if (first === undefined) return 'refused';
    const { file, line = 0, column = 0, message } = first;
    return `refused: ${file === undefined ? '' : `${shownPlace({ file, line, column }, '')}: `}${message}`;
  }
  const { findings, verdicts } = outcome.report;
  const errors = findings.filter(isError).length;
  const notes = findings.length - errors;
  const unknown = verdicts.filter((v) => v.kind === 'unknown').map((v) => v.property);
  return [
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
    ...(notes > 0 ? [`${notes} ${notes === 1 ? 'note' : 'notes'}`] : []),
    ...(unknown.length > 0 ? [`${unknown.join(', ')} unknown`] : findings.length === 0 ? ['holds'] : []),
  ].join('; ');
}

function totals(programs: readonly BatchProgram[]): string {
  const count = (is: (program: BatchProgram) => boolean): number => programs.filter(is).length;
  const withFindings = count(({ outcome: o }) => o.kind === 'report' && o.report.findings.length > 0);
  const refused = count(({ outcome: o }) => o.kind === 'refused');
  const isOpen = ({ outcome: o }: BatchProgram): boolean =>
    o.kind === 'report' && o.report.findings.length === 0 && o.report.verdicts.some((v) => v.kind === 'unknown');
  const open = count(isOpen);
  const all = `${programs.length} ${programs.length === 1 ? 'program' : 'programs'}`;
  return [
    all,
    `${withFindings} with findings`,
    `${programs.length - withFindings - refused - open} that hold`,
    ...(open > 0 ? [`${open} inconclusive`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ');
}
