// What people have decided about findings, and what has changed since an earlier report, as text: what is ignored stays
// visible, and a verdict that stays violated says how many of its findings somebody has decided about.

import { isError, primaryAccess } from '../findings/finding.js';
import type { Verdict } from '../findings/verdict.js';
import { inert } from './inert.js';
import { shownPlace } from './paths.js';
import type { EarlierFinding, Report, ReportFinding } from './report.js';
import { propertyOfKind } from './settled.js';
import type { CheckStyle } from './text-style.js';
import { wrap } from './wrap.js';

/** Whoever decided about a finding, or compares with a report that has it, knows it already. */
export function isShownInFull({ status, change }: Pick<ReportFinding, 'status' | 'change'>): boolean {
  return status === 'open' && change !== 'unchanged';
}

/** Behind `violated`: what was decided about its findings, and why there may be more. */
export function violatedText(findings: readonly ReportFinding[], verdict: Verdict): string {
  const more =
    verdict.kind === 'violated' && verdict.incomplete !== undefined ? `; there may be more: ${verdict.incomplete}` : '';
  const own = findings.filter((f) => propertyOfKind(f.kind) === verdict.property);
  const harmless = own.length > 0 && !own.some(isError) ? ', no harm shown' : '';
  return `${harmless}${decidedText(findings, verdict)}${more}`;
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

/**
 * Sections, each with its heading; none where nothing was decided and nothing compared. Where it is to be quiet, the
 * headings alone.
 */
export function workflowText(report: Report, style: CheckStyle): string[][] {
  const sections = [ignoredText(report, style), baselineText(report, style), diffText(report, style)].filter(
    (section) => section.length > 0,
  );
  const shown = style.detail === 'quiet' ? [sections.map(([heading]) => heading!)] : sections;
  return shown.filter((section) => section.length > 0);
}

function ignoredText({ findings }: Report, { paint, width }: CheckStyle): string[] {
  const ignored = findings.filter((f) => f.status === 'ignored');
  if (ignored.length === 0) return [];
  return [
    paint.bold(`${ignored.length} ignored`),
    ...ignored.flatMap((f) => wrap(`${oneLine(f)}: ${inert(f.reason ?? 'no reason given')}`, width, '  ', '    ')),
  ];
}

function baselineText({ baseline, findings }: Report, { paint, width, detail }: CheckStyle): string[] {
  if (baseline === undefined) return [];
  const { file, entries, gone, notSeen } = baseline;
  const listed = findings.filter((f) => f.status === 'baseline');
  const of = (some: readonly unknown[]): string =>
    `${some.length} of the ${entries} that it lists ${some.length === 1 ? 'is' : 'are'}`;
  const each = (all: readonly (ReportFinding | EarlierFinding)[]): string[] =>
    all.flatMap((f) => wrap(oneLine(f), width, '    ', '      '));
  return [
    paint.bold(`${listed.length} in the baseline ${inert(file)}`),
    ...(detail === 'verbose' ? each(listed) : []),
    ...(gone.length === 0 ? [] : [`  ${of(gone)} gone; --write-baseline drops what is gone`, ...each(gone)]),
    ...(notSeen.length === 0 ? [] : [`  ${of(notSeen)} not seen, and may still be there`, ...each(notSeen)]),
  ];
}

function diffText({ diff, findings }: Report, { paint, width }: CheckStyle): string[] {
  if (diff === undefined) return [];
  const changed = (change: 'new' | 'unchanged') => findings.filter((f) => f.change === change);
  const groups: readonly (readonly [string, readonly (ReportFinding | EarlierFinding)[]])[] = [
    ['new', changed('new')],
    ['fixed', diff.fixed],
    ['unchanged', changed('unchanged')],
    ['not seen', diff.notSeen],
  ];
  const counts = groups
    .filter(([name, all]) => name !== 'not seen' || all.length > 0)
    .map(([name, all]) => `${all.length} ${name}`);
  return [
    paint.bold(`${counts.join(', ')}, against ${inert(diff.against)}`),
    ...groups.flatMap(([name, all]) =>
      all.flatMap((f) => wrap(oneLine(f), width, `  ${name.padEnd(9)}  `, ' '.repeat(15))),
    ),
    ...(diff.notSeen.length === 0 ? [] : ['  What was not seen may still be there: its property is not settled.']),
  ];
}

/** The kind comes first: what the input named stands never at the beginning of a line. */
export function oneLine(f: ReportFinding | EarlierFinding): string {
  const first = 'accesses' in f ? primaryAccess(f) : f;
  const place = shownPlace(first?.place, '');
  const what = `${f.kind}${f.pattern === undefined ? '' : ` ${f.pattern}`}${f.variable === '' ? '' : ` on ${f.variable}`}`;
  const where = `${place === '' ? '' : `, ${place}`}${first === undefined || first.function === '' ? '' : ` in ${first.function}`}`;
  return inert(`${what}${where}`);
}
