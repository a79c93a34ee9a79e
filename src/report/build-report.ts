// Verdicts and findings of the engines into one `Report`: names instead of numbers, shown paths instead of real ones, and an explanation for
// each finding where the output wants one.

import type { Diagnostic } from '../base/diagnostic.js';
import { type Finding, identityOf, type Verdict } from '../engines/finding.js';
import type { Program } from '../model/program.js';
import { timelineOf } from './explain.js';
import { diagnosticJson, programJson } from './inspect-json.js';
import { reportPlace, shownPath } from './paths.js';
import type { Report, ReportFinding } from './report.js';

export interface ReportInput {
  readonly program: Program;
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly (Finding & { readonly engine: string })[];
  readonly diagnostics: readonly Diagnostic[];
  readonly statistics: Readonly<Record<string, number>>;
  readonly version: string;
  readonly command: string;
  readonly wasInterrupted: boolean;
  /** Files are shown relative to it. */
  readonly base: string;
  /** Undefined where it cannot be read. */
  readonly readSource: (file: string) => string | undefined;
  /** Replays of findings cost time that not every output needs. */
  readonly isExplained: boolean;
}

export function buildReport(input: ReportInput): Report {
  const { program, base, verdicts, statistics, command, wasInterrupted } = input;
  return {
    tool: { name: 'preempt', version: input.version },
    command,
    program: programJson(program, base),
    verdicts,
    findings: input.findings.map((f) => reportFinding(input, f)),
    diagnostics: input.diagnostics.map((d) => diagnosticJson(d, base)),
    statistics,
    sources: sourcesOf(input),
    wasInterrupted,
  };
}

function reportFinding(input: ReportInput, f: ReportInput['findings'][number]): ReportFinding {
  const { program, base } = input;
  const { accesses, ...same } = f;
  return {
    ...same,
    id: identityOf(f, (file) => shownPath(file, base)),
    accesses: accesses.map((a) => ({
      operation: a.operation,
      context: program.contexts[a.context]!.name,
      priority: program.contexts[a.context]!.priority,
      function: a.function,
      place: reportPlace(a.place, base),
      value: a.value,
    })),
    status: 'open',
    ...(input.isExplained ? { explanation: { timeline: timelineOf(program, f, base) } } : {}),
  };
}

/** Of all files that the program's code comes from. */
function sourcesOf({ program, base, readSource, isExplained }: ReportInput): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  if (!isExplained) return sources;
  const files = new Set(
    [...program.accesses, ...program.operations, ...program.contexts].flatMap((x) => x.place?.file ?? []),
  );
  for (const file of files) {
    const text = readSource(file);
    if (text !== undefined) sources.set(shownPath(file, base), text);
  }
  return sources;
}
