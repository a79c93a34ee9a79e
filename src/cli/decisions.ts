// What people have decided about findings, from the command line and preempt.json: a baseline, an earlier report, what
// fails the run. Files are read before the work begins, so that a mistake in one does not cost a run.

import { type Diagnostic, errorAt, noteAt, warningAt } from '../base/diagnostic.js';
import type { Read } from '../check/request.js';
import { isComplete } from '../findings/verdict.js';
import type { Config } from '../model/config.js';
import { type Baseline, baselineOf, baselineSchema, baselineText, withBaseline } from '../report/baseline.js';
import { type EarlierReport, earlierReportSchema } from '../report/diff.js';
import { type FailOn, failingFindings, failOnChoices } from '../report/failing.js';
import type { Report } from '../report/report.js';
import { ExitCode } from './exit-code.js';
import { readJsonFile } from './json-file.js';
import { writeOutput } from './output.js';

export interface DecisionFlags {
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly diff?: string;
  readonly failOn?: string;
}

export interface Decisions {
  readonly baseline?: Read<Baseline>;
  readonly earlier?: Read<EarlierReport>;
  /** A file to write. */
  readonly writeBaseline?: string;
  readonly failOn: FailOn;
}

export function readDecisions(flags: DecisionFlags, config: Config, diagnostics: Diagnostic[]): Decisions {
  const { writeBaseline } = flags;
  const failOn = flags.failOn ?? config.failOn ?? 'harmful';
  if (!(failOnChoices as readonly string[]).includes(failOn))
    diagnostics.push(errorAt('bad-option', `--fail-on ${failOn}: ${failOnChoices.join(' or ')} is needed`));
  const baselineFile = flags.baseline ?? config.baseline;
  const baseline = baselineFile === undefined ? undefined : readBaseline(baselineFile, writeBaseline, diagnostics);
  const diffFile = flags.diff ?? config.diff;
  const earlier = diffFile === undefined ? undefined : readEarlier(diffFile, diagnostics);
  return {
    ...(baseline === undefined ? {} : { baseline: { file: baselineFile!, content: baseline } }),
    ...(earlier === undefined ? {} : { earlier: { file: diffFile!, content: earlier } }),
    ...(writeBaseline === undefined ? {} : { writeBaseline }),
    failOn: failOn as FailOn,
  };
}

/** One that is about to be written for the first time need not be there. */
function readBaseline(file: string, written: string | undefined, diagnostics: Diagnostic[]): Baseline | undefined {
  const read = readJsonFile(file, baselineSchema());
  if (read.kind === 'read') return read.value;
  if (read.kind === 'missing' && read.isAbsent && file === written) return undefined;
  const complaints = read.kind === 'missing' ? [read.complaint] : read.complaints;
  diagnostics.push(...complaints.map(({ message, place }) => errorAt('bad-baseline', message, place)));
  return undefined;
}

function readEarlier(file: string, diagnostics: Diagnostic[]): EarlierReport | undefined {
  const read = readJsonFile(file, earlierReportSchema());
  if (read.kind === 'read') return read.value;
  const complaints = read.kind === 'missing' ? [read.complaint] : read.complaints;
  diagnostics.push(...complaints.map(({ message, place }) => errorAt('bad-earlier-report', message, place)));
  return undefined;
}

/** The report as the new baseline sees it. A run that was interrupted knows too little to replace one. */
export function writeBaseline(
  report: Report,
  decisions: Decisions,
): { report: Report; diagnostics: readonly Diagnostic[] } {
  const file = decisions.writeBaseline;
  if (file === undefined) return { report, diagnostics: [] };
  const place = { file, line: 0, column: 0 };
  if (report.wasInterrupted)
    return { report, diagnostics: [warningAt('baseline-not-written', 'not written: the run was interrupted', place)] };
  if (report.program.contexts.length === 0)
    return { report, diagnostics: [warningAt('baseline-not-written', 'not written: no program was looked at', place)] };
  const content = baselineOf(report, decisions.baseline?.content);
  const problems = writeOutput('--write-baseline', file, baselineText(content));
  if (problems.length > 0) return { report, diagnostics: problems };
  const count = content.findings.length;
  const note = noteAt('baseline-written', `${count} ${count === 1 ? 'finding' : 'findings'} written`, place);
  const written = withBaseline(report, content, file);
  // What has gone since the old one is news; nothing can have gone since this one.
  return { report: { ...written, baseline: report.baseline ?? written.baseline! }, diagnostics: [note] };
}

/** Findings win over what is not settled: they are there in any case. What nobody has judged may be one. */
export function exitCodeOf(report: Report, failOn: FailOn): number {
  if (report.wasInterrupted) return ExitCode.interrupted;
  if (failingFindings(report, failOn).length > 0) return ExitCode.findings;
  const isSettled = report.verdicts.every(isComplete) && !report.findings.some(isOpenAndUnjudged);
  return failOn === 'none' || isSettled ? ExitCode.ok : ExitCode.inconclusive;
}

function isOpenAndUnjudged({ status, isUnjudged }: Report['findings'][number]): boolean {
  return status === 'open' && isUnjudged === true;
}
