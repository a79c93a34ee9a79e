// Verdicts and findings of the engines into one `Report`: names instead of numbers, shown paths instead of real ones,
// and an explanation for each finding where the output wants one.

import { type Diagnostic, noteAt } from '../base/diagnostic.js';
import { LimitReached, limitCheck } from '../base/limits.js';
import { type Finding, type FoundAccess, identityOf } from '../findings/finding.js';
import type { UndefinedPlace } from '../findings/undefined-behaviour.js';
import type { Verdict } from '../findings/verdict.js';
import type { Fix } from '../fix/fix.js';
import type { Program } from '../model/program.js';
import { drivenCalls } from './driven-calls.js';
import { Explainer, type ReadLine } from './explain.js';
import { fingerprintsOf } from './fingerprint.js';
import { diagnosticJson, programJson } from './inspect-json.js';
import { reportPlace, shownPath } from './paths.js';
import type { Explanation, Report, ReportAccess, ReportFinding } from './report.js';

export interface ReportInput {
  readonly program: Program;
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  readonly candidates: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
  readonly statistics: Readonly<Record<string, number>>;
  readonly version: string;
  readonly command: string;
  readonly wasInterrupted: () => boolean;
  /** Files are shown relative to it. */
  readonly base: string;
  /** Undefined where it cannot be read. */
  readonly readSource: (file: string) => string | undefined;
  /** Replays of findings cost time that not every output needs. */
  readonly isExplained: boolean;
  /** Awaited between explanations; false: it was interrupted, and the rest goes without. */
  readonly pause?: (done: number, of: number) => Promise<boolean>;
  /** A reason to leave the rest without explanations, asked all the time. */
  readonly isLate?: () => string | undefined;
  /** By id of the finding. */
  readonly fixes?: ReadonlyMap<string, Fix>;
}

export async function buildReport(input: ReportInput): Promise<Report> {
  const { program, base, verdicts, statistics, command } = input;
  const sources = sourcesOf(input);
  const checkLimits = limitCheck(() => input.isLate?.());
  const explainer = input.isExplained
    ? new Explainer(program, base, lineReader(sources, base), checkLimits)
    : undefined;
  const callsOf = drivenCalls(program);
  const findings: EarlyFinding[] = [];
  let isExplained = input.isExplained;
  let late: string | undefined;
  for (const [done, finding] of input.findings.entries()) {
    if (isExplained && input.pause !== undefined) isExplained = await input.pause(done, input.findings.length);
    let explanation: Explanation | undefined;
    try {
      if (isExplained && late === undefined) {
        checkLimits();
        explanation = explanationOf(input, finding, explainer!);
      }
    } catch (thrown) {
      if (!(thrown instanceof LimitReached)) throw thrown;
      late = thrown.because;
    }
    findings.push({
      ...earlyFinding(program, finding, base),
      ...(callsOf === undefined ? {} : { driven: callsOf(finding.schedule) }),
      ...(explanation === undefined ? {} : { explanation }),
    });
  }
  const candidates = input.candidates.map((f) => earlyFinding(program, f, base));
  const fingerprints = fingerprintsOf([...findings, ...candidates], sources);
  return {
    tool: { name: 'preempt', version: input.version },
    command,
    program: programJson(program, base),
    verdicts: verdicts.map((v) => shownVerdict(v, base)),
    findings: findings.map((f, n) => ({ ...f, fingerprint: fingerprints[n]! })),
    candidates: candidates.map((f, n) => ({ ...f, fingerprint: fingerprints[findings.length + n]! })),
    diagnostics: [...input.diagnostics, ...unexplained(findings, late)].map((d) => diagnosticJson(d, base)),
    statistics,
    sources,
    wasInterrupted: input.wasInterrupted(),
  };
}

function shownVerdict(verdict: Verdict, base: string): Verdict {
  const met = verdict.undefinedBehaviour;
  const shown = <P extends UndefinedPlace>(p: P): P =>
    p.place === undefined ? p : { ...p, place: reportPlace(p.place, base)! };
  const undefinedBehaviour =
    met === undefined
      ? {}
      : { undefinedBehaviour: { ...met, stopped: met.stopped.map(shown), first: shown(met.first) } };
  if (verdict.kind !== 'holds' || verdict.unreached === undefined) return { ...verdict, ...undefinedBehaviour };
  const unreached = verdict.unreached.map((u) => ({ ...u, file: shownPath(u.file, base) }));
  return { ...verdict, ...undefinedBehaviour, unreached };
}

function unexplained(findings: readonly EarlyFinding[], late: string | undefined): readonly Diagnostic[] {
  if (late === undefined) return [];
  const count = findings.filter((f) => f.explanation === undefined).length;
  return [noteAt('not-explained', `${late}: ${count} of ${findings.length} findings are not explained`)];
}

/** As it is known when it was found: a fingerprint needs all findings. */
export type EarlyFinding = Omit<ReportFinding, 'fingerprint'>;

export function earlyFinding(program: Program, f: Finding, base: string): EarlyFinding {
  const { accesses, entry, isCandidate: _, ...same } = f;
  return {
    ...same,
    ...(entry === undefined ? {} : { entry: reportAccess(program, entry, base) }),
    id: identityOf(f, (file) => shownPath(file, base), program.contexts),
    accesses: accesses.map((a) => reportAccess(program, a, base)),
    status: 'open',
  };
}

function reportAccess({ contexts }: Program, a: FoundAccess, base: string): ReportAccess {
  return {
    operation: a.operation,
    context: contexts[a.context]!.name,
    ...(a.thread === undefined ? {} : { thread: a.thread }),
    priority: contexts[a.context]!.priority,
    function: a.function,
    place: reportPlace(a.place, base),
    value: a.value,
    accessed: a.accessed,
    ...(a.isPart === undefined ? {} : { isPart: a.isPart }),
    ...(a.ordinal === undefined ? {} : { ordinal: a.ordinal }),
  };
}

function explanationOf({ base, fixes }: ReportInput, f: Finding, explainer: Explainer): Explanation {
  const fix = fixes?.get(f.id);
  return {
    timeline: explainer.timelineOf(f),
    ...(fix === undefined ? {} : { fix: { ...fix, file: shownPath(fix.file, base) } }),
  };
}

/** Of all files that the program's code comes from; without explanations, only of those that findings name. */
function sourcesOf({
  program,
  findings,
  candidates,
  base,
  readSource,
  isExplained,
}: ReportInput): ReadonlyMap<string, string> {
  const places = [
    ...[...findings, ...candidates].flatMap((f) => f.accesses),
    ...(isExplained ? [...program.accesses, ...program.operations, ...program.contexts] : []),
  ];
  const sources = new Map<string, string>();
  for (const file of new Set(places.flatMap((x) => x.place?.file ?? []))) {
    const text = readSource(file);
    if (text !== undefined) sources.set(shownPath(file, base), text);
  }
  return sources;
}

function lineReader(sources: ReadonlyMap<string, string>, base: string): ReadLine {
  const split = new Map<string, readonly string[]>();
  return (file, line) => {
    const name = shownPath(file, base);
    if (!split.has(name)) split.set(name, sources.get(name)?.split('\n') ?? []);
    return split.get(name)![line - 1];
  };
}
