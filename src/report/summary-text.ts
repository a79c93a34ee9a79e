// The end of a report: how many findings of each kind, how many of them harmful, and for each property the verdict with
// its bounds and what it assumes.

import type { FindingKind } from '../findings/finding.js';
import { undefinedWords } from '../findings/undefined-behaviour.js';
import type { Bounds, Verdict } from '../findings/verdict.js';
import { inert } from './inert.js';
import type { Report, ReportFinding } from './report.js';
import type { CheckStyle } from './text-style.js';
import { violatedText } from './workflow-text.js';
import { wrap } from './wrap.js';

interface SummaryRow {
  readonly kind: FindingKind;
  readonly verdict: Verdict;
}

export function summaryText(report: Report, style: CheckStyle): string[] {
  const { paint, width } = style;
  const counted = rowsOf(report).map(({ kind, verdict }) => {
    const found = report.findings.filter((f) => f.kind === kind);
    const isJudged = found.some((f) => f.harm !== undefined);
    const harmful = found.filter((f) => f.harm === 'harmful').length;
    return { kind, count: String(found.length), harmful: isJudged ? String(harmful) : '-', verdict };
  });
  const names = Math.max(9, ...counted.map((r) => r.kind.length));
  const indent = `  ${' '.repeat(names)}  ${' '.repeat(8)}  ${' '.repeat(7)}  `;
  const head = `  ${''.padEnd(names)}  findings  harmful  verdict`;
  return [
    paint.bold('Summary'),
    paint.dim(head),
    ...counted.flatMap(({ kind, count, harmful, verdict }) => {
      const left = `  ${kind.padEnd(names)}  ${count.padStart(8)}  ${harmful.padStart(7)}  `;
      return wrap(inert(verdictWords(verdict, report.findings)), width, left, indent);
    }),
    ...assumptionsText(report, style),
  ];
}

/** Torn accesses and missing volatiles violate the same property as races: each has a row where there are some. */
function rowsOf({ verdicts, findings }: Report): readonly SummaryRow[] {
  const has = (kind: FindingKind): boolean => findings.some((f) => f.kind === kind);
  return verdicts.flatMap((verdict): SummaryRow[] => {
    const kinds = (['race', 'torn-access', 'missing-volatile'] as const).filter(has);
    if (verdict.property !== 'race' || kinds.length === 0) return [{ kind: verdict.property, verdict }];
    return kinds.map((kind) => ({ kind, verdict }));
  });
}

/** `holds, for one arrival of each ISR`. */
export function verdictWords(v: Verdict, findings: readonly ReportFinding[]): string {
  const what =
    v.kind === 'unknown'
      ? `: ${v.because}`
      : v.kind === 'holds'
        ? `, for ${boundsWords(v.bounds)}`
        : violatedText(findings, v);
  // Real executions are what everybody expects; that a formula was asked instead is worth a word.
  const by = v.kind === 'unknown' || v.engine === 'explore' ? '' : `, by ${v.engine}`;
  return `${v.kind}${what}${by}`;
}

function boundsWords({ arrivals, unwind, contextSwitches, reentry, cut = [] }: Bounds): string {
  const times =
    arrivals === 'unbounded'
      ? 'any number of arrivals (unbounded)'
      : arrivals === 1
        ? 'one arrival of each ISR'
        : `${arrivals} arrivals of each ISR`;
  const rounds = unwind === undefined ? '' : ` and ${unwind} rounds of loops on arbitrary data`;
  const switches = contextSwitches === undefined ? '' : ` and at most ${contextSwitches} context switches`;
  const runs = reentry === undefined ? '' : `, with no more than ${reentry} runs of one ISR at once`;
  return [`${times}${rounds}${switches}${runs}`, ...cut.map((c) => `with ${cutWords(c.arrivals)}, ${c.because}`)].join(
    '; ',
  );
}

function cutWords(arrivals: Bounds['arrivals']): string {
  return arrivals === 'unbounded' ? 'any number of arrivals' : `${arrivals} arrivals`;
}

/** By which rules threads are run, whatever came of it; none where they are the usual ones. */
function rulesText(verdicts: readonly Verdict[]): readonly string[] {
  const { scheduler, timeSlicing, cores, interruptsAsThreads } = verdicts[0]?.bounds ?? {};
  const rules = [
    ...(scheduler === undefined ? [] : [`by priority, ${timeSlicing ? 'equals in time slices' : 'equals in turn'}`]),
    ...(cores === undefined ? [] : [`on ${cores} cores`]),
    ...(interruptsAsThreads === undefined ? [] : ['ISRs are taken for threads, so findings may be no faults']),
  ];
  return rules.length === 0 ? [] : [rules.join('; ')];
}

/** What every `holds` rests on; the same for several properties is said once. */
function assumptionsText({ verdicts, program, wasInterrupted, diagnostics }: Report, { width }: CheckStyle): string[] {
  // What is violated rests on nothing, but there may be more behind undefined behaviour.
  const assumed = new Set(
    verdicts.flatMap((v) => v.assumptions.filter((a) => v.kind !== 'violated' || a.startsWith(undefinedWords))),
  );
  const initially = Object.entries(program.interruptsInitially);
  const states = (['on', 'off'] as const).flatMap((state) => {
    const names = initially.filter(([, s]) => s === state).map(([name]) => name);
    return names.length === 0 ? [] : [`${names.join(', ')} ${state}`];
  });
  return [
    ...rulesText(verdicts).flatMap((rules) => wrap(rules, width, '  threads: ', '           ')),
    ...[...assumed].flatMap((a) => wrap(inert(a), width, '  assuming: ', '            ')),
    ...(states.length === 0 ? [] : wrap(inert(states.join('; ')), width, '  interrupts at the start: ', '    ')),
    ...(wasInterrupted ? ['  interrupted: this is what was found until then'] : []),
    ...diagnostics.filter((d) => d.code === 'not-explained').map((d) => `  ${d.message}`),
  ];
}
