// A report against an earlier one, and which findings then fail the run.

import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/findings/verdict.js';
import { checkJson } from '../../src/report/check-json.js';
import { type EarlierReport, earlierReportSchema, withDiff } from '../../src/report/diff.js';
import { type FailOn, failingFindings } from '../../src/report/failing.js';
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

function report(findings: readonly ReportFinding[], ...verdicts: readonly Verdict[]) {
  return madeReport({ findings, verdicts: verdicts.length === 0 ? [verdict()] : verdicts });
}

/** As it would have been written, and read again. */
function earlier(findings: readonly ReportFinding[], ...verdicts: readonly Verdict[]): EarlierReport {
  return earlierReportSchema().parse(JSON.parse(checkJson(report(findings, ...verdicts))));
}

const [a, b, c] = ['a', 'b', 'c'].map((name) => madeFinding({ fingerprint: `${name}:1`, id: `old ${name}` }));
/** On another line now. */
const moved = { ...a!, id: 'new a' };

it('finds what is new, fixed and unchanged', () => {
  const { findings, diff } = withDiff(report([moved, c!]), earlier([a!, b!]), 'old.json');
  expect(findings.map((f) => f.change)).toEqual(['unchanged', 'new']);
  expect(diff).toMatchObject({ against: 'old.json', fixed: [{ fingerprint: 'b:1', kind: 'atomicity' }], notSeen: [] });
  expect(diff!.fixed[0]!.place).toEqual({ file: 'main.c', line: 2, column: 5 });
});

it('goes by the id where a report has no fingerprints', () => {
  const old = earlier([a!, b!]);
  const without = { ...old, findings: old.findings.map(({ fingerprint: _, ...f }) => f) };
  const { findings, diff } = withDiff(report([a!, moved]), without, 'old.json');
  expect(findings.map((f) => f.change)).toEqual(['unchanged', 'new']);
  expect(diff!.fixed.map((f) => f.id)).toEqual(['old b']);
});

it.each<readonly [string, readonly Verdict[]]>([
  ['its property is unknown', [verdict({ kind: 'unknown', because: 'time' })]],
  ['there may be more findings', [verdict({ kind: 'violated', incomplete: 'time' })]],
  ['its property was not looked at', [verdict({ property: 'race', kind: 'holds' })]],
  ['fewer arrivals were looked at', [verdict({ bounds: { arrivals: 1 } })]],
])('what was not seen is not fixed where %s', (_, verdicts) => {
  const old = earlier([a!], verdict({ bounds: { arrivals: 2 } }));
  expect(withDiff(report([], ...verdicts), old, 'old.json').diff).toMatchObject({
    fixed: [],
    notSeen: [{ id: 'old a' }],
  });
  const same = verdict({ bounds: { arrivals: 2 } });
  expect(withDiff(report([], same), old, 'old.json').diff).toMatchObject({ fixed: [{ id: 'old a' }], notSeen: [] });
});

it('is in the JSON', () => {
  const json = JSON.parse(checkJson(withDiff(report([moved, c!]), earlier([a!, b!]), 'old.json')));
  expect(json.diff).toMatchObject({
    against: 'old.json',
    new: ['old c'],
    unchanged: ['new a'],
    fixed: [{ id: 'old b', file: 'main.c', line: 2 }],
    notSeen: [],
  });
  expect(json.findings.map((f: { change: string }) => f.change)).toEqual(['unchanged', 'new']);
});

describe('--fail-on', () => {
  const harmless = madeFinding({ fingerprint: 'h', harm: 'not-shown-harmful' });
  const { harm: _, difference: __, ...plain } = madeFinding({ fingerprint: 'r', kind: 'race' });
  const fails = (failOn: FailOn, ...findings: readonly ReportFinding[]): string[] =>
    failingFindings({ findings }, failOn).map((f) => f.fingerprint);

  it('any, harmful and none', () => {
    expect(fails('any', a!, harmless, plain)).toEqual(['a:1', 'h', 'r']);
    expect(fails('harmful', a!, harmless, plain)).toEqual(['a:1', 'r']);
    expect(fails('none', a!, harmless, plain)).toEqual([]);
  });

  it.each<Partial<ReportFinding>>([{ status: 'ignored' }, { status: 'baseline' }, { change: 'unchanged' }])(
    'leaves out %j',
    (decided) => {
      expect(fails('any', { ...a!, ...decided })).toEqual([]);
    },
  );

  it('counts what is new', () => {
    expect(fails('any', { ...a!, change: 'new' })).toEqual(['a:1']);
  });
});
