// `preempt check --format sarif`: SARIF 2.1.0, valid against its schema and within the limits of GitHub's code
// scanning, which rejects a file as a whole if it breaks one. Findings beyond the limits are left out, with a
// notification that says so.

import type {
  Fix,
  Invocation,
  Location,
  Log,
  Notification,
  PropertyBag,
  Replacement,
  Result,
  Run,
  Suppression,
} from 'sarif';
import { primaryAccess } from '../findings/finding.js';
import type { Fix as SuggestedFix } from '../fix/fix.js';
import type { Batch } from './batch.js';
import { functionName, replayCommand, severityOf } from './finding-words.js';
import type { DiagnosticJson } from './inspect-json.js';
import { jsonText } from './json-text.js';
import { plain } from './plain.js';
import type { Report, ReportAccess, ReportBaseline, ReportFinding, ReportPlace } from './report.js';
import { codeFlows, flowLimit } from './sarif-flow.js';
import { accessText, findingMessage, messageOf } from './sarif-message.js';
import { artifactLocation, Places, sourceRoot } from './sarif-place.js';
import { ruleIndex, sarifRules } from './sarif-rules.js';

export interface SarifLimits {
  readonly results: number;
  /** Of the file after gzip. */
  readonly bytes: number;
  /** Of all flows together. */
  readonly steps: number;
}

/** GitHub's; as to steps, about as many as fit into the bytes. */
const github: SarifLimits = { results: 25_000, bytes: 10_000_000, steps: 50_000 };

export async function checkSarif(report: Report, limits: SarifLimits = github): Promise<string> {
  return jsonText(logOf([await runWithin(report, limits)]));
}

/** Of several programs: a run for each, which share the limits. */
export async function batchSarif({ programs }: Batch, version: string): Promise<string> {
  const share = (limit: number): number => Math.floor(limit / Math.max(1, programs.length));
  const limits = { results: share(github.results), bytes: share(github.bytes), steps: share(github.steps) };
  const runs: Run[] = [];
  for (const { name, exitCode, outcome } of programs) {
    const run =
      outcome.kind === 'report'
        ? await runWithin(outcome.report, limits)
        : refusedRun(outcome.diagnostics, version, exitCode);
    runs.push({ ...run, automationDetails: { id: name } });
  }
  return jsonText(logOf(runs));
}

async function runWithin(report: Report, limits: SarifLimits): Promise<Run> {
  let results = Math.min(report.findings.length, limits.results);
  let { steps } = limits;
  for (;;) {
    const run = sarifRun(report, results, steps, limits.results);
    const text = jsonText(logOf([run]));
    // Text that is small as it is need not be compressed to know.
    if (text.length <= limits.bytes / 4 || results === 0 || (await gzippedBytes(text)) <= limits.bytes) return run;
    if (steps > 0) steps = steps > 1000 ? Math.floor(steps / 4) : 0;
    else results = Math.floor(results / 2);
  }
}

async function gzippedBytes(text: string): Promise<number> {
  const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  let bytes = 0;
  for await (const chunk of zipped) bytes += chunk.length;
  return bytes;
}

/** Why there is no report. */
export function refusalSarif(diagnostics: readonly DiagnosticJson[], version: string, exitCode: number): string {
  return jsonText(logOf([refusedRun(diagnostics, version, exitCode)]));
}

function refusedRun(diagnostics: readonly DiagnosticJson[], version: string, exitCode: number): Run {
  const places = new Places(new Map());
  const notifications = diagnostics.map((d) => notificationOf(d, places));
  return {
    ...runOf(version, notifications),
    invocations: [{ executionSuccessful: false, exitCode, toolExecutionNotifications: notifications }],
    results: [],
  };
}

/** `most`: results, with what is only suspected. */
function sarifRun(report: Report, results: number, steps: number, most: number): Run {
  const places = new Places(report.sources);
  const shown = report.findings.slice(0, results);
  const limit = flowLimit(shown, steps);
  const candidates = Math.max(0, results === report.findings.length ? most - results : 0);
  const notifications = [
    ...report.diagnostics.map((d) => notificationOf(d, places)),
    ...openVerdicts(report),
    ...leftOut(report.findings.length - results),
  ];
  return {
    ...runOf(report.tool.version, notifications),
    invocations: [invocationOf(report, notifications)],
    results: [
      ...shown.map((f) => resultOf(report, f, limit, places)),
      ...report.candidates.slice(0, candidates).map((f) => candidateOf(report, f, places)),
    ],
    properties: {
      verdicts: report.verdicts,
      ...(report.baseline === undefined ? {} : { baseline: report.baseline }),
      ...(report.diff === undefined ? {} : { diff: report.diff }),
    },
  };
}

function logOf(runs: Run[]): Log {
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs,
  };
}

function runOf(version: string, notifications: readonly Notification[]): Run {
  return {
    tool: {
      driver: {
        name: 'preempt',
        version,
        semanticVersion: version,
        language: 'en',
        rules: sarifRules(),
        notifications: [...new Set(notifications.map((n) => n.descriptor!.id!))].map((id) => ({ id })),
      },
    },
    columnKind: 'utf16CodeUnits',
    defaultEncoding: 'utf-8',
    defaultSourceLanguage: 'c',
    originalUriBaseIds: { [sourceRoot]: { description: { text: 'The folder that preempt was started in.' } } },
  };
}

function invocationOf({ diagnostics, wasInterrupted }: Report, notifications: Notification[]): Invocation {
  const hasErrors = diagnostics.some((d) => d.severity === 'error');
  return {
    executionSuccessful: !hasErrors && !wasInterrupted,
    ...(wasInterrupted ? { exitSignalName: 'SIGINT' } : {}),
    toolExecutionNotifications: notifications,
  };
}

function notificationOf({ code, severity, message, file, line, column }: DiagnosticJson, places: Places): Notification {
  const location =
    file === undefined ? [] : [{ physicalLocation: places.physical({ file, line: line ?? 0, column: column ?? 0 }) }];
  return {
    descriptor: { id: code },
    level: severity,
    message: messageOf(message, 1000),
    ...(location.length === 0 ? {} : { locations: location }),
  };
}

/** An empty list of results, or a short one, must not look like a proof. */
function openVerdicts({ verdicts }: Report): Notification[] {
  return verdicts.flatMap((v) => {
    const because = v.kind === 'unknown' ? v.because : v.kind === 'violated' ? v.incomplete : undefined;
    if (because === undefined) return [];
    const what = v.kind === 'unknown' ? 'unknown' : 'there may be more findings';
    const message = messageOf(`${v.property}: ${what}: ${because}`, 1000);
    return [
      {
        descriptor: { id: `${v.kind === 'unknown' ? 'unknown' : 'incomplete'}-verdict` },
        level: 'warning' as const,
        message,
      },
    ];
  });
}

function leftOut(count: number): Notification[] {
  if (count === 0) return [];
  const text = `${count} findings are left out, because this file would be too large for GitHub; --format json has all`;
  return [{ descriptor: { id: 'findings-left-out' }, level: 'warning', message: { text } }];
}

function resultOf(report: Report, f: ReportFinding, limit: number, places: Places): Result {
  const flows = codeFlows(f, limit, places, (entry) => functionName(report, entry));
  const access = primaryAccess(f);
  const primary = access?.place ?? placeOfContext(report, f);
  const fix = f.explanation?.fix;
  const suppressions = suppressionsOf(f, report.baseline);
  return {
    ruleId: f.kind,
    ruleIndex: ruleIndex(f.kind),
    kind: 'fail',
    level: severityOf(f),
    message: findingMessage(f),
    ...(primary === undefined ? {} : { locations: [locationOf(primary, access, report, places)] }),
    relatedLocations: f.accesses.map((a, n) => ({
      id: n + 1,
      ...locationOf(a.place ?? primary, a, report, places),
      message: messageOf(`(${n + 1}) ${accessText(f, n)}`),
    })),
    partialFingerprints: {
      'preempt/v1': f.fingerprint,
      // The only one that GitHub looks at; by its own, which it makes of the line, findings on one line would be one
      // alert.
      primaryLocationLineHash: f.fingerprint,
    },
    ...(flows.length === 0 ? {} : { codeFlows: flows }),
    ...(fix === undefined ? {} : { fixes: [fixOf(fix, places)] }),
    ...(suppressions.length === 0 ? {} : { suppressions }),
    ...(f.change === undefined ? {} : { baselineState: f.change }),
    properties: propertiesOf(report, f),
  };
}

/** What is only suspected: for somebody to look at, no failure. */
function candidateOf(report: Report, f: ReportFinding, places: Places): Result {
  return { ...resultOf(report, f, 0, places), kind: 'review', level: 'none' };
}

function propertiesOf(report: Report, f: ReportFinding): PropertyBag {
  return {
    ...(f.pattern === undefined ? {} : { pattern: f.pattern }),
    ...(f.block === undefined ? {} : { block: { name: plain(f.block.name), mistake: f.block.mistake } }),
    variable: plain(f.variable),
    example: plain(f.example),
    ...(f.harm === undefined ? {} : { harm: f.harm }),
    ...(f.difference === undefined ? {} : { difference: plain(f.difference, 1000) }),
    ...(f.harmReason === undefined ? {} : { harmReason: plain(f.harmReason, 1000) }),
    engine: f.engine,
    // What was not seen to happen cannot be replayed.
    ...(f.lockOrder === undefined ? { schedule: f.schedule, replay: replayCommand(report, f) } : {}),
    status: f.status,
  };
}

/** For IR without places: GitHub rejects a file with a result that has none. */
function placeOfContext({ program }: Report, f: ReportFinding): ReportPlace | undefined {
  const placed = program.contexts.filter((c) => c.file !== undefined);
  const { file, line, column } = placed.find((c) => c.name === primaryAccess(f)?.context) ?? placed[0] ?? {};
  return file === undefined ? undefined : { file, line: line ?? 0, column: column ?? 0 };
}

function locationOf(
  place: ReportPlace | undefined,
  access: ReportAccess | undefined,
  report: Report,
  places: Places,
): Location {
  return {
    ...(place === undefined ? {} : { physicalLocation: places.physical(place) }),
    ...(access === undefined
      ? {}
      : { logicalLocations: [{ name: plain(functionName(report, access)), kind: 'function' }] }),
  };
}

function suppressionsOf({ status, reason }: ReportFinding, baseline: ReportBaseline | undefined): Suppression[] {
  switch (status) {
    case 'open':
      return [];
    case 'ignored':
      return [
        {
          kind: 'inSource',
          status: 'accepted',
          ...(reason === undefined ? {} : { justification: plain(reason, 1000) }),
        },
      ];
    case 'baseline': {
      const file = baseline === undefined ? '' : ` ${plain(baseline.file)}`;
      return [{ kind: 'external', status: 'accepted', justification: `listed in the baseline${file}` }];
    }
  }
}

/** Insertions of whole lines, indented as the first line is. */
function fixOf(fix: SuggestedFix, places: Places): Fix {
  const first = places.line(fix.file, fix.firstLine) ?? '';
  const indent = /^[ \t]*/.exec(first)![0];
  const before = fix.before.map((statement) => `${indent}${statement}\n`).join('');
  const after = fix.after.map((statement) => `${indent}${statement}\n`).join('');
  const last = places.line(fix.file, fix.lastLine);
  const lines = fix.firstLine === fix.lastLine ? `line ${fix.firstLine}` : `lines ${fix.firstLine} to ${fix.lastLine}`;
  // The last line of a file may have no end.
  const isOpen = last !== undefined && places.line(fix.file, fix.lastLine + 1) === undefined;
  return {
    description: messageOf(
      `Keep ${fix.keepsOut.join(', ')} out of ${lines} of ${fix.function}. Verified: ${fix.verified}`,
      1000,
    ),
    artifactChanges: [
      {
        artifactLocation: artifactLocation(fix.file),
        replacements: [
          insertion(fix.firstLine, 1, before),
          isOpen
            ? insertion(fix.lastLine, last.length + 1, `\n${after.trimEnd()}`)
            : insertion(fix.lastLine + 1, 1, after),
        ],
      },
    ],
  };
}

function insertion(line: number, column: number, text: string): Replacement {
  return {
    deletedRegion: { startLine: line, startColumn: column, endLine: line, endColumn: column },
    insertedContent: { text },
  };
}
