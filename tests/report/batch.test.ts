// Reports of many programs in one file: every program is in it, and a refused one says why.

import type { Log } from 'sarif';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Batch } from '../../src/report/batch.js';
import { type formats, renderBatch } from '../../src/report/formats.js';
import { plainStyle } from '../../src/report/text-style.js';
import { chromiumPath, HtmlBrowser } from './html-browser.js';
import { builtAssets } from './html-page.js';
import { smallReport } from './made-up.js';
import { sarifProblems } from './sarif-problems.js';
import { junitProblems } from './xml-problems.js';

const message = 'use of <undeclared> "identifier"';

async function rendered(format: (typeof formats)[number]): Promise<string> {
  const report = await smallReport;
  const diagnostics = [{ code: 'compile-error', severity: 'error', message, file: 'b.c', line: 2, column: 3 }] as const;
  const batch: Batch = {
    programs: [
      { name: 'quiet.c', exitCode: 0, outcome: { kind: 'report', report: { ...report, findings: [] } } },
      { name: 'a.c', exitCode: 1, outcome: { kind: 'report', report } },
      { name: 'b.c', exitCode: 2, outcome: { kind: 'refused', diagnostics } },
    ],
  };
  return renderBatch(batch, format, plainStyle, '1.2.3', async () => builtAssets());
}

it('as text: the reports with findings, and a table of all', async () => {
  const text = await rendered('text');
  expect(text.split('\n').filter((line) => /^[a-z]+\.c$/.test(line))).toEqual(['a.c']);
  expect(text).toMatch(/^ {2}quiet\.c +0 /m);
  expect(text).toContain(`refused: b.c:2:3: ${message}`);
  expect(text).toContain('3 programs, 1 with findings');
});

it('as JSON: what each gives alone', async () => {
  const { schema, programs } = JSON.parse(await rendered('json')) as { schema: number; programs: object[] };
  expect(schema).toBe(1);
  expect(programs).toMatchObject([
    { name: 'quiet.c', exitCode: 0, findings: [] },
    { name: 'a.c', exitCode: 1, findings: [{}] },
    { name: 'b.c', exitCode: 2, diagnostics: [{ message }] },
  ]);
});

it('as SARIF: a run for each', async () => {
  const text = await rendered('sarif');
  const { runs, ...log } = JSON.parse(text) as Log;
  for (const run of runs) expect(sarifProblems(JSON.stringify({ ...log, runs: [run] }))).toEqual([]);
  expect(runs.map((run) => [run.automationDetails!.id, run.results!.length])).toEqual([
    ['quiet.c', 0],
    ['a.c', 1],
    ['b.c', 0],
  ]);
});

it('as JUnit: suites under the names of their programs', async () => {
  const text = await rendered('junit');
  expect(junitProblems(text)).toEqual([]);
  expect([...text.matchAll(/<testsuite name="([^"]*)"/g)].map((m) => m[1])).toEqual(
    expect.arrayContaining(['quiet.c: atomicity', 'a.c: atomicity', 'b.c: input']),
  );
});

describe.skipIf(chromiumPath === undefined)('as HTML', () => {
  const browser = new HtmlBrowser();
  beforeAll(() => browser.start());
  afterAll(() => browser.close());

  it('opens on a program with findings, and shows the others when they are chosen', async () => {
    const { page, problems } = await browser.open(await rendered('html'));
    expect(await page.locator('#program').inputValue()).toBe('1');
    expect(await page.locator('.sidebar li, .sidebar [role=option]').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.locator('.refusal').textContent()).toContain(message);
    await page.selectOption('#program', '0');
    expect(await page.locator('.refusal').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
