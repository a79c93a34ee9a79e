// `preempt-ignore` comments: which findings they ignore, with which reason, and what is said about those that are wrong
// or ignore nothing.

import { describe, expect, it } from 'vitest';
import type { Property } from '../../src/findings/finding.js';
import type { Verdict } from '../../src/findings/verdict.js';
import { checkText } from '../../src/report/check-text.js';
import { diagnosticText } from '../../src/report/diagnostic-text.js';
import { ignoreByComments } from '../../src/report/ignore-comments.js';
import type { ReportFinding } from '../../src/report/report.js';
import { plainStyle } from '../../src/report/text-style.js';
import { madeAccess, madeFinding, madeReport } from './made-report.js';

const settled = (['atomicity', 'race', 'assertion', 'deadlock'] as const).map(
  (property): Verdict => ({ property, kind: 'violated', engine: 'explore', bounds: { arrivals: 1 }, assumptions: [] }),
);

/** main.c, with the text on its second line, which the finding accesses, as it does line 6. */
function ignored(line: string, finding: Partial<ReportFinding> = {}, verdicts: readonly Verdict[] = settled) {
  const lines = ['int count;', ...line.split('\n'), '', '', ''].slice(0, 5);
  const sources = new Map([['main.c', `${lines.join('\n')}\ncount = 4;\n`]]);
  const { findings, diagnostics } = ignoreByComments([madeFinding(finding)], sources, verdicts);
  return { status: findings[0]!.status, reason: findings[0]!.reason, codes: diagnostics.map((d) => d.code) };
}

describe('a finding is ignored', () => {
  it.each([
    ['by a comment on the line of an access', 'count--; // preempt-ignore[atomicity]: known'],
    ['by one of several kinds', 'count--; // preempt-ignore[ race , atomicity ]: known'],
    ['whatever kind it is', 'count--; /* preempt-ignore[all]: known */'],
    ['without a colon', 'count--; // preempt-ignore[atomicity] known'],
    ['by a comment that stands alone before an access of the ISR', 'x;\n// preempt-ignore[atomicity]: known'],
    ['by the one of two that says why', 'count--; /* preempt-ignore[atomicity] */ // preempt-ignore[all]: known'],
  ])('%s', (_, line) => {
    expect(ignored(line)).toMatchObject({ status: 'ignored', reason: 'known' });
  });

  it.each([
    ['comments about other kinds', 'count--; // preempt-ignore[race]: known'],
    ['comments on other lines', 'count--;\n\nx; // preempt-ignore[all]: known'],
    ['kinds that do not exist', 'count--; // preempt-ignore[atomicities]: known'],
    ['no kind', 'count--; // preempt-ignore: known'],
    ['an empty list', 'count--; // preempt-ignore[]: known'],
    ['prose', 'count--; // see preempt-ignore[all]: known'],
    ['longer words', 'count--; // preempt-ignores[all]: known'],
    ['strings', 'count--; x = "// preempt-ignore[all]: known";'],
  ])('not by %s', (_, line) => {
    expect(ignored(line)).toMatchObject({ status: 'open', reason: undefined });
  });

  it('not by a comment in another file', () => {
    const sources = new Map([
      ['main.c', 'x\ncount--;'],
      ['other.c', 'x\ncount--; // preempt-ignore[all]: known'],
    ]);
    expect(ignoreByComments([madeFinding()], sources, settled).findings[0]!.status).toBe('open');
  });

  it('also without a reason, which is said', () => {
    const line = 'count--; // preempt-ignore[atomicity]:';
    expect(ignored(line)).toEqual({ status: 'ignored', reason: undefined, codes: ['ignore-without-reason'] });
  });
});

describe('what ignores nothing', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['is said', 'count--; // preempt-ignore[race]: known', ['unused-ignore']],
    ['is said where all is meant', 'count--;\nx; // preempt-ignore[all]: known', ['unused-ignore']],
    [
      'is said of the kinds that ignore nothing',
      'count--; // preempt-ignore[race, atomicity]: known',
      ['unused-ignore'],
    ],
    ['is not said of what has no meaning', 'count--; // preempt-ignore[rices]: known', ['bad-ignore']],
    ['is not said of what is used', 'count--; // preempt-ignore[atomicity]: known', []],
  ])('%s', (_, line, codes) => {
    expect(ignored(line).codes).toEqual(codes);
  });

  const unused = 'x; // preempt-ignore[race]: known';
  const others = (is: (p: Property) => boolean): Verdict[] => settled.filter((v) => is(v.property));
  it('is not said where its property was not looked at', () => {
    expect(
      ignored(
        unused,
        {},
        others((p) => p !== 'race'),
      ).codes,
    ).toEqual([]);
    expect(
      ignored(
        'count--;\nx; // preempt-ignore[all]: known',
        {},
        others((p) => p !== 'race'),
      ).codes,
    ).toEqual([]);
    expect(
      ignored(
        unused,
        {},
        others((p) => p === 'race'),
      ).codes,
    ).toEqual(['unused-ignore']);
  });

  it('is not said where there may be more findings', () => {
    const some = settled.map((v): Verdict => ({ ...v, kind: 'violated', incomplete: 'the time was over' }));
    const none = settled.map((v): Verdict => ({ ...v, kind: 'unknown', because: 'the time was over' }));
    expect(ignored(unused, {}, some).codes).toEqual([]);
    expect(ignored(unused, {}, none).codes).toEqual([]);
  });

  it('is said with the place and the line that was looked at', () => {
    const text = 'a;\n/* preempt-ignore[torn-access]: known */\n\nb;';
    const { diagnostics } = ignoreByComments([], new Map([['main.c', text]]), settled);
    expect(diagnostics.map((d) => diagnosticText(d, ''))).toEqual([
      'main.c:2:1: warning: preempt-ignore[torn-access] ignores nothing: there is no such finding on line 4 [unused-ignore]',
    ]);
  });
});

it('a torn access counts as a race for verdicts, not for comments', () => {
  const torn = { kind: 'torn-access', accesses: [madeAccess('R', 'main', 2)] } as const;
  expect(ignored('count--; // preempt-ignore[race]: known', torn).status).toBe('open');
  expect(ignored('count--; // preempt-ignore[torn-access]: known', torn).status).toBe('ignored');
});

it('hostile comments do nothing', () => {
  const reason = `${'\x1b[31m'}::set-output name=a::b ${'x'.repeat(100_000)}`;
  const sources = new Map([['main.c', `\ncount--; // preempt-ignore[atomicity, \x1b[2J]: ${reason}`]]);
  const { findings, diagnostics } = ignoreByComments([madeFinding()], sources, settled);
  expect(findings[0]!.status).toBe('ignored');
  expect(findings[0]!.reason!.length).toBeLessThan(600);
  const shown = [
    ...diagnostics.map((d) => diagnosticText(d, '')),
    checkText(madeReport({ findings, verdicts: settled }), plainStyle),
  ].join('\n');
  expect(shown).toContain('set-output');
  expect(shown).not.toContain('\x1b');
  expect(shown).not.toMatch(/^\s*::/m);
});
