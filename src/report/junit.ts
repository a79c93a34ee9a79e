// `preempt check --format junit`: a suite per property, a failing case per finding, and a case for each verdict, so
// that CI servers show what holds as passed and what is not settled as an error. Names of cases carry no line numbers:
// servers compare runs by them.

import { isError, type Property, primaryAccess } from '../findings/finding.js';
import type { Verdict } from '../findings/verdict.js';
import type { Batch } from './batch.js';
import { findingText, sourceLines } from './check-text.js';
import type { SourceLines } from './code-frame.js';
import { guarded } from './inert.js';
import type { DiagnosticJson } from './inspect-json.js';
import { shownPlace } from './paths.js';
import { plain, wellFormed } from './plain.js';
import type { Report, ReportFinding } from './report.js';
import { headline } from './sarif-message.js';
import { plainStyle } from './text-style.js';

export function checkJunit(report: Report): string {
  return documentOf(suitesOf(report), report.statistics.wallMs);
}

/** Of several programs: the suites of each, under its name. */
export function batchJunit({ programs }: Batch): string {
  const suites = programs.flatMap(({ name, outcome }) =>
    outcome.kind === 'report'
      ? suitesOf(outcome.report, `${name}: `)
      : inputSuite(outcome.diagnostics, false, `${name}: `),
  );
  const milliseconds = programs.map(({ outcome: o }) => (o.kind === 'report' ? (o.report.statistics.wallMs ?? 0) : 0));
  return documentOf(
    suites,
    milliseconds.reduce((sum, each) => sum + each, 0),
  );
}

/** `before`: of the names of suites and classes. */
function suitesOf(report: Report, before = ''): Suite[] {
  const source = sourceLines(report);
  const suites = report.verdicts.map((verdict) => {
    const findings = report.findings.filter((f) => propertyOf(f) === verdict.property);
    const cases = findings.map((f) => findingCase(report, f, source, before));
    return suiteOf(
      `${before}${verdict.property}`,
      [...cases, ...verdictCase(verdict, findings.length, before)],
      verdictProperties(verdict),
    );
  });
  return [...suites, ...inputSuite(report.diagnostics, report.wasInterrupted, before)];
}

/** Why there is no report. */
export function refusalJunit(diagnostics: readonly DiagnosticJson[]): string {
  return documentOf(inputSuite(diagnostics, false), undefined);
}

type Outcome = 'passed' | 'failures' | 'errors' | 'skipped';

interface Case {
  readonly outcome: Outcome;
  readonly xml: string;
}

interface Suite {
  readonly cases: readonly Case[];
  readonly xml: string;
}

function propertyOf({ kind }: ReportFinding): Property {
  return kind === 'torn-access' || kind === 'missing-volatile' ? 'race' : kind;
}

function findingCase(report: Report, f: ReportFinding, source: SourceLines, before: string): Case {
  const { place, function: within } = primaryAccess(f) ?? {};
  const what = f.kind === 'assertion' ? plain(f.message ?? '') : plain(f.variable);
  const name = `${[f.kind, f.pattern, what, 'in', plain(within ?? '?')].filter(Boolean).join(' ')} [${f.fingerprint}]`;
  const attributes = {
    name,
    classname: `${before}preempt.${propertyOf(f)}`,
    ...(place === undefined ? {} : { file: plain(place.file, 1000), line: String(place.line) }),
  };
  if (f.status !== 'open') {
    const message = f.status === 'ignored' ? `ignored: ${plain(f.reason ?? 'no reason is given')}` : 'in the baseline';
    return caseOf('skipped', attributes, element('skipped', { message: `${message}: ${headline(f)}` }));
  }
  if (!isError(f)) {
    const text = `note: ${headline(f)}: ${plain(f.harmReason ?? '')}`;
    return caseOf('passed', attributes, element('system-out', {}, escaped(text)));
  }
  const failure = element(
    'failure',
    { message: headline(f), type: [f.kind, f.pattern, f.harm].filter(Boolean).join(' ') },
    escaped(guarded(findingText(report, f, source, plainStyle).join('\n'))),
  );
  return caseOf('failures', attributes, failure);
}

/** A property with findings needs no word more, unless there may be others. */
function verdictCase(v: Verdict, findings: number, before: string): Case[] {
  const attributes = { name: `${v.property} holds`, classname: `${before}preempt.${v.property}` };
  const because = v.kind === 'unknown' ? v.because : v.kind === 'violated' ? v.incomplete : undefined;
  if (because !== undefined) {
    const what = v.kind === 'unknown' ? 'unknown' : 'there may be more findings';
    const message = `${what}: ${plain(because, 1000)}`;
    return [caseOf('errors', attributes, element('error', { message, type: 'unknown' }))];
  }
  return findings > 0 ? [] : [caseOf('passed', attributes, '')];
}

function verdictProperties({ kind, engine, bounds, assumptions }: Verdict): string {
  const all = [
    ['verdict', kind],
    ['engine', plain(engine)],
    ['arrivals', String(bounds.arrivals)],
    ...(bounds.unwind === undefined ? [] : [['unwind', String(bounds.unwind)]]),
    ...(bounds.contextSwitches === undefined ? [] : [['context switches', String(bounds.contextSwitches)]]),
    ...(bounds.reentry === undefined ? [] : [['reentry', String(bounds.reentry)]]),
    ...(['scheduler', 'timeSlicing', 'cores', 'interruptsAsThreads'] as const).flatMap((rule) =>
      bounds[rule] === undefined ? [] : [[rule, String(bounds[rule])]],
    ),
    ...(bounds.cut ?? []).map((c) => [`cut at ${c.arrivals} arrivals`, plain(c.because, 1000)]),
    ...assumptions.map((a) => ['assumption', plain(a, 1000)]),
  ];
  return element(
    'properties',
    {},
    all.map(([name, value]) => element('property', { name: name!, value: value! })).join(''),
  );
}

/**
 * Diagnostics; errors are cases of their own, so that a run on half of the input does not look like one on all of it.
 */
function inputSuite(diagnostics: readonly DiagnosticJson[], wasInterrupted: boolean, before = ''): Suite[] {
  const cases = diagnostics
    .filter((d) => d.severity === 'error')
    .map((d, n) => {
      const attributes = { name: `${d.code} (${n + 1})`, classname: `${before}preempt.input` };
      return caseOf('errors', attributes, element('error', { message: diagnosticLine(d), type: d.code }));
    });
  if (wasInterrupted) {
    const attributes = { name: 'interrupted', classname: `${before}preempt.input` };
    cases.push(
      caseOf('errors', attributes, element('error', { message: 'ended before it was done', type: 'interrupted' })),
    );
  }
  if (cases.length === 0 && diagnostics.length === 0) return [];
  const text = diagnostics.map((d) => `${d.severity}: ${diagnosticLine(d)}`).join('\n');
  return [suiteOf(`${before}input`, cases, '', element('system-err', {}, escaped(text)))];
}

function diagnosticLine({ code, message, file, line, column }: DiagnosticJson): string {
  const place = file === undefined ? '' : `${shownPlace({ file, line: line ?? 0, column: column ?? 0 }, '')}: `;
  return plain(`${place}${message} [${code}]`, 1000);
}

function caseOf(outcome: Outcome, attributes: Readonly<Record<string, string>>, inside: string): Case {
  return { outcome, xml: element('testcase', attributes, inside) };
}

function suiteOf(name: string, cases: readonly Case[], before: string, after = ''): Suite {
  const inside = `${before}${cases.map((c) => c.xml).join('')}${after}`;
  return { cases, xml: element('testsuite', { name, ...countsOf(cases) }, inside) };
}

function documentOf(suites: readonly Suite[], wallMs: number | undefined): string {
  const time = wallMs === undefined ? {} : { time: (wallMs / 1000).toFixed(3) };
  const attributes = { name: 'preempt', ...countsOf(suites.flatMap((s) => s.cases)), ...time };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites.map((s) => s.xml).join(''))}`;
}

function countsOf(cases: readonly Case[]): Record<string, string> {
  const count = (outcome: Outcome): string => String(cases.filter((c) => c.outcome === outcome).length);
  return {
    tests: String(cases.length),
    failures: count('failures'),
    errors: count('errors'),
    skipped: count('skipped'),
  };
}

/** With a line of its own. `inside` is XML. */
function element(name: string, attributes: Readonly<Record<string, string>>, inside = ''): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const open = `<${name}${words.join('')}`;
  if (inside === '') return `${open}/>\n`;
  return `${open}>${inside.startsWith('<') ? '\n' : ''}${inside}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Only characters that XML 1.0 allows are left; and `##[…]` would be a command to those that read the log of a CI run.
 */
function escaped(text: string): string {
  return wellFormed(text)
    .replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (c) => entities[c]!)
    .replace(/##(?=\[)/g, '#&#35;');
}
