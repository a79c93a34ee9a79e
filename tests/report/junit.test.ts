// JUnit XML: well-formed whatever the input holds, and for CI servers what is found, settled and open. The whole corpus
// is checked in corpus.test.ts.

import { describe, expect, it } from 'vitest';
import { checkText } from '../../src/report/check-text.js';
import { checkJunit, refusalJunit } from '../../src/report/junit.js';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { plainStyle } from '../../src/report/text-style.js';
import { hostileReport, hostileTexts, smallReport } from './made-up.js';
import { all, type Element, junitProblems, parseXml } from './xml-problems.js';

function rootOf(report: Report): Element {
  const xml = checkJunit(report);
  expect(junitProblems(xml)).toEqual([]);
  return parseXml(xml);
}

function suite(root: Element, name: string): Element {
  return all(root, 'testsuite').find((s) => s.attributes.name === name)!;
}

async function changed(change: Partial<ReportFinding>, report: Partial<Report> = {}): Promise<Report> {
  const small = await smallReport;
  return { ...small, findings: [{ ...small.findings[0]!, ...change }], ...report };
}

describe('a report', async () => {
  const root = rootOf(await smallReport);

  it('has a suite for each property', () => {
    expect(all(root, 'testsuite').map((s) => s.attributes.name)).toEqual(['atomicity', 'race', 'assertion']);
  });

  it('has a failing case for each finding', async () => {
    const { fingerprint, schedule } = (await smallReport).findings[0]!;
    const [found] = all(suite(root, 'atomicity'), 'testcase');
    expect(found!.attributes).toEqual({
      name: `atomicity RWW count in main [${fingerprint}]`,
      classname: 'preempt.atomicity',
      file: 'small.c',
      line: '6',
    });
    const [failure] = all(found!, 'failure');
    expect(failure!.attributes).toEqual({
      type: 'atomicity RWW harmful',
      message: expect.stringMatching(/^Atomicity violation \(RWW\) on count/),
    });
    // As the text output shows it.
    const text = checkText(await smallReport, plainStyle);
    expect(text).toContain(failure!.text);
    expect(failure!.text).toContain(`--schedule '${schedule}'`);
  });

  it('has a passing case for what holds, with its bounds', () => {
    const race = suite(root, 'race');
    expect(all(race, 'testcase').map((c) => [c.attributes.name, c.children])).toEqual([['race holds', []]]);
    expect(all(race, 'property').map((p) => `${p.attributes.name} ${p.attributes.value}`)).toEqual([
      'verdict holds',
      'engine explore',
      'arrivals 1',
    ]);
  });
});

describe('what is not settled', () => {
  const bounds = { engine: 'explore', bounds: { arrivals: 1 }, assumptions: [] } as const;

  it('is an error with its reason, never a pass', async () => {
    const verdicts = [{ ...bounds, property: 'race', kind: 'unknown', because: 'the time was up' }] as const;
    const root = rootOf(await changed({}, { findings: [], verdicts }));
    expect(all(root, 'error').map((e) => e.attributes.message)).toEqual(['unknown: the time was up']);
    expect(root.attributes).toMatchObject({ tests: '1', failures: '0', errors: '1' });
  });

  it('stands beside the findings, where there may be more', async () => {
    const verdicts = [
      { ...bounds, property: 'atomicity', kind: 'violated', incomplete: 'the memory was full' },
    ] as const;
    const root = rootOf(await changed({}, { verdicts }));
    expect(root.attributes).toMatchObject({ tests: '2', failures: '1', errors: '1' });
    expect(all(root, 'error')[0]!.attributes.message).toBe('there may be more findings: the memory was full');
  });
});

describe('findings', () => {
  it('that are ignored or in the baseline are skipped, with the reason', async () => {
    const skipped = async (change: Partial<ReportFinding>) =>
      all(rootOf(await changed(change)), 'skipped').map((s) => s.attributes.message);
    expect(await skipped({ status: 'ignored', reason: 'the timer is off' })).toEqual([
      expect.stringMatching(/^ignored: the timer is off: Atomicity violation/),
    ]);
    expect(await skipped({ status: 'baseline' })).toEqual([expect.stringMatching(/^in the baseline: Atomicity/)]);
    expect(await skipped({})).toEqual([]);
  });

  it('that are torn accesses belong to races', async () => {
    const { pattern, harm, ...finding } = (await smallReport).findings[0]!;
    const root = rootOf({ ...(await smallReport), findings: [{ ...finding, kind: 'torn-access' }] });
    expect(all(suite(root, 'race'), 'failure').map((f) => f.attributes.type)).toEqual(['torn-access']);
  });

  it('have names that other lines do not change', async () => {
    const name = (report: Report) => all(rootOf(report), 'testcase')[0]!.attributes.name;
    const accesses = (await smallReport).findings[0]!.accesses.map((a) => ({ ...a, place: { ...a.place!, line: 7 } }));
    expect(name(await changed({ accesses }))).toBe(name(await smallReport));
  });
});

describe('problems with the input', () => {
  const error = { code: 'odd', severity: 'error', message: 'it is odd', file: 'a.c', line: 3, column: 1 } as const;
  const warning = { code: 'unusual', severity: 'warning', message: 'it is unusual' } as const;

  it('are a suite of their own: errors as cases, all in its text', async () => {
    const input = suite(rootOf(await changed({}, { diagnostics: [error, warning, error] })), 'input');
    expect(all(input, 'error').map((e) => e.attributes.message)).toEqual(Array(2).fill('a.c:3:1: it is odd [odd]'));
    expect(all(input, 'system-err')[0]!.text.split('\n')[1]).toBe('warning: it is unusual [unusual]');
  });

  it('and an interrupted run are not passed over', async () => {
    const input = suite(rootOf(await changed({}, { wasInterrupted: true })), 'input');
    expect(all(input, 'error').map((e) => e.attributes.message)).toEqual(['ended before it was done']);
  });

  it('may be all there is', () => {
    const xml = refusalJunit([error]);
    expect(junitProblems(xml)).toEqual([]);
    expect(parseXml(xml).attributes).toMatchObject({ tests: '1', errors: '1' });
  });
});

describe('hostile input', () => {
  it.each(hostileTexts)('is only text: %s', async (_, text) => {
    const xml = checkJunit(await hostileReport(text));
    expect(junitProblems(xml)).toEqual([]);
    const root = parseXml(xml);
    expect(root.attributes).toMatchObject({ tests: '6', failures: '2', errors: '2', skipped: '2' });
    const names = new Set([
      'testsuites',
      'testsuite',
      'testcase',
      'failure',
      'error',
      'skipped',
      'properties',
      'property',
      'system-err',
    ]);
    const used = (e: Element): string[] => [e.name, ...e.children.flatMap(used)];
    expect(used(root).filter((name) => !names.has(name))).toEqual([]);
    // Commands to those who read the log of a CI run, and to terminals.
    expect(xml).not.toMatch(/^\s*::|##\[|[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066]/m);
  });

  it('comes out as it was, where it can', async () => {
    const text = '<a href="x">&amp;\'</a>';
    const root = rootOf(await changed({ example: text }));
    expect(all(root, 'failure')[0]!.attributes.message).toContain(text);
    expect(all(root, 'failure')[0]!.text).toContain(text);
  });
});

describe('the check of JUnit finds', () => {
  it.each([
    ['what is not XML', '<testsuites><a></testsuites>', /a/],
    ['illegal characters', '<testsuites tests="\u0001"/>', /illegal/],
    ['wrong counts', '<testsuites tests="1" failures="0" errors="0" skipped="0"/>', /tests is not 0/],
  ])('%s', (_, xml, expected) => {
    expect(junitProblems(xml)).toEqual([expect.stringMatching(expected)]);
  });
});
