// Baselines: what they list does not count, what they miss is open, what has gone is said, and writing one anew loses
// nothing.

import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/findings/verdict.js';
import { type Baseline, baselineOf, baselineSchema, baselineText, withBaseline } from '../../src/report/baseline.js';
import type { ReportFinding } from '../../src/report/report.js';
import { madeFinding, madeReport } from './made-report.js';

const verdict = (v: Partial<Verdict> = {}): Verdict =>
  ({
    property: 'atomicity',
    kind: 'violated',
    engine: 'explore',
    bounds: { arrivals: 1 },
    assumptions: [],
    ...v,
  }) as Verdict;

function report(findings: readonly ReportFinding[], verdicts: readonly Verdict[] = [verdict()]) {
  return madeReport({ findings, verdicts });
}

const [a, b, c] = ['a', 'b', 'c'].map((fingerprint) => madeFinding({ fingerprint }));
const listing = (...findings: ReportFinding[]): Baseline => baselineOf(report(findings));

it('what it lists is in the baseline, the rest stays open', () => {
  const { findings } = withBaseline(report([a!, b!]), listing(b!, c!), 'base.json');
  expect(findings.map((f) => f.status)).toEqual(['open', 'baseline']);
});

it('a comment comes first', () => {
  const ignored = { ...a!, status: 'ignored', reason: 'known' } as const;
  const { findings, baseline } = withBaseline(report([ignored]), listing(a!), 'base.json');
  expect(findings.map((f) => f.status)).toEqual(['ignored']);
  expect(baseline).toEqual({ file: 'base.json', entries: 1, gone: [], notSeen: [] });
});

describe('what is not found', () => {
  const missing = (verdicts: readonly Verdict[], arrivals: Baseline['arrivals'] = 1) => {
    const { baseline } = withBaseline(report([a!], verdicts), { ...listing(a!, b!), arrivals }, 'base.json');
    const { entries, gone, notSeen } = baseline!;
    expect(entries).toBe(2);
    return { gone: gone.map((f) => f.fingerprint), notSeen: notSeen.map((f) => f.fingerprint) };
  };

  it.each<readonly [string, readonly Verdict[], Baseline['arrivals']]>([
    ['all findings of its property are known', [verdict()], 1],
    ['its property holds', [verdict({ kind: 'holds' })], 1],
    ['more arrivals were looked at', [verdict({ bounds: { arrivals: 'unbounded' } })], 3],
  ])('is gone where %s', (_, verdicts, arrivals) => {
    expect(missing(verdicts, arrivals)).toEqual({ gone: ['b'], notSeen: [] });
  });

  it.each<readonly [string, readonly Verdict[], Baseline['arrivals']]>([
    ['there may be more', [verdict({ kind: 'violated', incomplete: 'it was interrupted' })], 1],
    ['its property is unknown', [verdict({ kind: 'unknown', because: 'time' })], 1],
    ['its property was not looked at', [verdict({ property: 'race' })], 1],
    ['fewer arrivals were looked at', [verdict({ bounds: { arrivals: 2 } })], 3],
    ['arrivals were bounded', [verdict({ bounds: { arrivals: 9 } })], 'unbounded'],
  ])('may still be there where %s', (_, verdicts, arrivals) => {
    expect(missing(verdicts, arrivals)).toEqual({ gone: [], notSeen: ['b'] });
  });
});

describe('a new one', () => {
  it('has all but ignored findings', () => {
    const ignored = { ...b!, status: 'ignored' } as const;
    const listed = { ...c!, status: 'baseline' } as const;
    expect(baselineOf(report([a!, ignored, listed])).findings.map((f) => f.fingerprint)).toEqual(['a', 'c']);
  });

  it('drops what is gone, and keeps what may still be there', () => {
    const old = { ...listing(a!, b!), arrivals: 2 };
    const most = verdict({ bounds: { arrivals: 2 } });
    expect(baselineOf(report([c!], [most]), old)).toMatchObject({ arrivals: 2, findings: [{ fingerprint: 'c' }] });
    const kept = baselineOf(report([c!]), old);
    expect(kept.findings.map((f) => f.fingerprint)).toEqual(['a', 'b', 'c']);
    expect(kept.arrivals).toBe(2);
  });

  it('can be read again, and is in the order of the source', () => {
    const later = madeFinding({
      fingerprint: '0',
      accesses: [{ ...a!.accesses[0]!, place: { file: 'z.c', line: 1, column: 1 } }],
    });
    const nowhere = madeFinding({ fingerprint: '1', accesses: [] });
    const baseline = listing(later, a!, nowhere);
    const text = baselineText(baseline);
    expect(baselineSchema().parse(JSON.parse(text))).toEqual(baseline);
    expect(text.match(/"fingerprint":"."/g)).toEqual(['1', 'a', '0'].map((f) => `"fingerprint":"${f}"`));
    expect(baselineSchema().parse(JSON.parse(baselineText(listing())))).toEqual({ ...listing(), findings: [] });
  });
});
