// Twins of firmware in miniature: every `_bad.c` has exactly the findings that its comments declare, every `_ok.c` has
// none and the asked properties hold. What `preempt check` prints for the bad one stands beside it; UPDATE_GOLDENS=1
// writes it anew. See corpus/README.md. SARIF and JUnit of every report are checked for what those who read them
// demand.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { check, type Report as WholeReport } from '../src/check.js';
import { type Format, render } from '../src/report/formats.js';
import { plainStyle } from '../src/report/text-style.js';
import { planned } from './cli/planned.js';
import { differences, type Report, readExpectation } from './corpus/expectation.js';
import { builtAssets } from './report/html-page.js';
import { sarifProblems } from './report/sarif-problems.js';
import { junitProblems } from './report/xml-problems.js';
import { share } from './share.js';

function outputOf(report: WholeReport, format: Format): Promise<string> {
  return render(report, format, plainStyle, async () => builtAssets());
}

/** What is wrong with the outputs that other programs read. */
async function outputProblems(report: WholeReport): Promise<string[]> {
  return [...sarifProblems(await outputOf(report, 'sarif')), ...junitProblems(await outputOf(report, 'junit'))];
}

const corpus = fileURLToPath(new URL('corpus', import.meta.url));
const isUpdate = process.env.UPDATE_GOLDENS !== undefined;

/** What `preempt check` does with these words in that folder. */
async function checked(folder: string, words: readonly string[]): Promise<WholeReport> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const { request } = planned(words);
    // However much else the machine does: what is reported must not depend on it.
    const timeout = words.includes('--timeout') ? request.timeout : 3600;
    const result = await check({ ...request, timeout, jobs: 1 });
    if (result.kind === 'failed')
      throw new Error(`preempt check ${words.join(' ')}: ${result.diagnostics.map((d) => d.message).join('\n')}`);
    expect(result.value.verdicts).not.toEqual([]);
    return result.value;
  } finally {
    process.chdir(before);
  }
}

const kinds = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

// Goldens show what the embedded clang leads to, whichever others are installed.
beforeAll(() => void vi.stubEnv('PATH', ''));
afterAll(() => void vi.unstubAllEnvs());

describe.each(kinds)('%s', (kind) => {
  const folder = join(corpus, kind);
  const files = readdirSync(folder).sort();
  const cases = [...new Set(files.map((file) => file.replace(/_(?:bad|ok)\.(?:c|txt)$/, '')))];

  it('has twins only', () => {
    const wanted = cases.flatMap((name) => [`${name}_bad.c`, `${name}_bad.txt`, `${name}_ok.c`]);
    if (isUpdate) expect(wanted.sort()).toEqual(expect.arrayContaining(files));
    else expect(files).toEqual(wanted.sort());
  });

  const isSlow = (name: string): boolean => /^\/\/ slow$/m.test(readFileSync(join(folder, `${name}_ok.c`), 'utf8'));
  const isAll = isUpdate || process.env.PREEMPT_TEST_SLOW !== undefined;
  // Programs with threads take longest.
  const run = isAll ? cases : share(cases, kind === 'threads' ? 4 : 2).filter((name) => !isSlow(name));

  it.each(run)('%s_bad.c', async (name) => {
    const file = `${name}_bad.c`;
    const expected = readExpectation(readFileSync(join(folder, file), 'utf8'));
    const isDeclared = expected.findings.length > 0 || expected.undefinedLine > 0;
    expect(isDeclared, 'a bad twin declares its findings, or undefined behaviour').toBe(true);
    const golden = join(folder, `${name}_bad.txt`);
    const report = await checked(folder, [file, ...expected.options]);
    expect(await outputProblems(report)).toEqual([]);
    const output = await outputOf(report, 'text');
    if (isUpdate) writeFileSync(golden, output);
    expect(differences(file, expected, JSON.parse(await outputOf(report, 'json')))).toEqual([]);
    expect(output).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '(UPDATE_GOLDENS=1 writes it)');
  });

  it.each(run)('%s_ok.c', async (name) => {
    const file = `${name}_ok.c`;
    const expected = readExpectation(readFileSync(join(folder, file), 'utf8'));
    expect(expected.findings, 'an ok twin has no findings').toEqual([]);
    const report = await checked(folder, [file, ...expected.options, '--format', 'json']);
    expect(differences(file, expected, JSON.parse(await outputOf(report, 'json')))).toEqual([]);
    expect(await outputProblems(report)).toEqual([]);
  });
});

describe('expectations', () => {
  const text = [
    '// expect a: atomicity RWW level harmful',
    'void isr_1(void) { level = 0; } // a.2',
    'int main(void) { level++; } // a.1 a.3',
  ].join('\n');
  const finding = (lines: readonly number[], harm: string): Report['findings'][number] => ({
    kind: 'atomicity',
    pattern: 'RWW',
    variable: 'level',
    harm,
    schedule: '1:isr_1 3.',
    accesses: lines.map((line) => ({ file: 'case.c', line })),
  });
  const verdict = (kind: string, assumptions: readonly string[] = []): Report['verdicts'][number] => ({
    property: 'atomicity',
    kind,
    bounds: { arrivals: 1 },
    assumptions,
    because: kind === 'unknown' ? 'of a limit' : null,
  });
  const tell = (source: string, report: Report): readonly string[] =>
    differences('case.c', readExpectation(source), report);
  const found = finding([3, 2, 3], 'harmful');

  it('are met by the declared findings, whatever their columns', () => {
    expect(tell(text, { findings: [found, found], verdicts: [verdict('violated')] })).toEqual([]);
  });

  it('name what is missing, not expected and judged otherwise', () => {
    expect(tell(text, { findings: [finding([3, 2, 2], 'harmful')], verdicts: [verdict('violated')] })).toEqual([
      'missing: a: atomicity RWW level lines 3 2 3 harmful',
      'not expected: atomicity RWW level lines 3 2 2 harmful (schedule: 1:isr_1 3.)',
    ]);
    const harmless = { findings: [finding([3, 2, 3], 'not-shown-harmful')], verdicts: [verdict('violated')] };
    expect(tell(text, harmless)).toEqual([
      'atomicity RWW level lines 3 2 3: not-shown-harmful, expected harmful (schedule: 1:isr_1 3.)',
    ]);
  });

  it('name verdicts that are no proof', () => {
    expect(tell('', { findings: [], verdicts: [verdict('unknown')] })).toEqual([
      'verdict: atomicity unknown (of a limit), expected holds',
    ]);
    expect(tell('// verdict: atomicity holds unbounded', { findings: [], verdicts: [verdict('holds')] })).toEqual([
      'verdict: atomicity within arrivals 1, expected unbounded',
    ]);
    const idle = { findings: [], verdicts: [verdict('holds', ['isr_1 never started within these bounds'])] };
    expect(tell('', idle)).toEqual(['isr_1 never started']);
    expect(tell('// unstarted: isr_1', idle)).toEqual([]);
  });

  it.each([
    ['// expect a: atomicity RWW level', 'harmful or not-shown-harmful is needed'],
    ['// expect a: race level\nlevel++; // a.1', 'race has 2 accesses'],
    ['level++; // b.1', 'b marks lines but is not declared'],
    ['// expect a: assertion\nf(); // a.1\ng(); // a.1', 'a.1 is on two lines'],
  ])('that contradict themselves are refused: %s', (source, why) => {
    expect(() => readExpectation(source)).toThrow(why);
  });
});
