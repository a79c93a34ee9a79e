// What people have decided about findings, and what has changed since an earlier report, as text: what is ignored stays visible, and a verdict
// that stays violated says how many of its findings somebody has decided about.

import type { Verdict } from '../engines/finding.js';
import { printable } from './inert.js';
import { shownPlace } from './paths.js';
import type { EarlierFinding, Report, ReportFinding } from './report.js';
import { propertyOfKind } from './settled.js';

/** Whoever decided about a finding, or compares with a report that has it, knows it already. */
export function isShownInFull({ status, change }: Pick<ReportFinding, 'status' | 'change'>): boolean {
  return status === 'open' && change !== 'unchanged';
}

/** Behind `violated`: what was decided about its findings, and why there may be more. */
export function violatedText(findings: readonly ReportFinding[], verdict: Verdict): string {
  const more =
    verdict.kind === 'violated' && verdict.incomplete !== undefined ? `; there may be more: ${verdict.incomplete}` : '';
  return `${decidedText(findings, verdict)}${more}`;
}

function decidedText(findings: readonly ReportFinding[], { property }: Pick<Verdict, 'property'>): string {
  const own = findings.filter((f) => propertyOfKind(f.kind) === property);
  const ignored = own.filter((f) => f.status === 'ignored').length;
  const listed = own.filter((f) => f.status === 'baseline').length;
  if (ignored + listed === 0) return '';
  const what = [
    ...(ignored > 0 ? [`${ignored} ignored`] : []),
    ...(listed > 0 ? [`${listed} in the baseline`] : []),
  ].join(', ');
  const open = own.length - ignored - listed;
  return open === 0 ? `; of its findings ${what}, none open` : `; of its findings ${what}, ${open} open`;
}

/** Sections, each with its heading; none where nothing was decided and nothing compared. */
export function workflowText(report: Report, heading: (text: string) => string): readonly string[] {
  return [ignoredText(report, heading), baselineText(report, heading), diffText(report, heading)].filter(
    (section) => section !== '',
  );
}

function ignoredText({ findings }: Report, heading: (text: string) => string): string {
  const ignored = findings.filter((f) => f.status === 'ignored');
  if (ignored.length === 0) return '';
  const lines = ignored.map((f) => `  ${oneLine(f)}: ${printable(f.reason ?? 'no reason given')}`);
  return [heading(`${ignored.length} ignored`), ...lines].join('\n');
}

function baselineText({ baseline, findings }: Report, heading: (text: string) => string): string {
  if (baseline === undefined) return '';
  const { file, entries, gone, notSeen } = baseline;
  const listed = findings.filter((f) => f.status === 'baseline').length;
  return [
    heading(`${listed} in the baseline ${printable(file)}`),
    ...(gone.length > 0
      ? [
          `  ${gone.length} of its ${entries} findings ${gone.length === 1 ? 'is' : 'are'} gone; --write-baseline drops them`,
        ]
      : []),
    ...gone.map((f) => `    ${oneLine(f)}`),
    ...(notSeen.length > 0 ? [`  ${notSeen.length} of its ${entries} findings not seen; they may still be there`] : []),
  ].join('\n');
}

function diffText({ diff, findings }: Report, heading: (text: string) => string): string {
  if (diff === undefined) return '';
  const changed = (change: 'new' | 'unchanged') => findings.filter((f) => f.change === change);
  const groups: readonly (readonly [string, readonly (ReportFinding | EarlierFinding)[]])[] = [
    ['new', changed('new')],
    ['fixed', diff.fixed],
    ['unchanged', changed('unchanged')],
    ['not seen', diff.notSeen],
  ];
  const counts = groups.filter(([name, all]) => name !== 'not seen' || all.length > 0);
  const lines = groups.flatMap(([name, all]) => all.map((f) => `  ${name.padEnd(9)}  ${oneLine(f)}`));
  const note = diff.notSeen.length === 0 ? [] : ['  What was not seen may still be there: the verdict says why.'];
  return [
    heading(`${counts.map(([name, all]) => `${all.length} ${name}`).join(', ')}, against ${printable(diff.against)}`),
    ...lines,
    ...note,
  ].join('\n');
}

/** The kind comes first: what the input named stands never at the beginning of a line. */
function oneLine(f: ReportFinding | EarlierFinding): string {
  const first = 'accesses' in f ? f.accesses[0] : f;
  const place = shownPlace(first?.place, '');
  const what = `${f.kind}${f.pattern === undefined ? '' : ` ${f.pattern}`}${f.variable === '' ? '' : ` on ${f.variable}`}`;
  const where = `${place === '' ? '' : `, ${place}`}${first === undefined || first.function === '' ? '' : ` in ${first.function}`}`;
  return printable(`${what}${where}`).replaceAll('\n', '\\n');
}
