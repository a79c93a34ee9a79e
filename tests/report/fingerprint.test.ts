// Fingerprints: edits that have nothing to do with a finding leave its fingerprint alone, and no two findings of a
// report have the same.

import { describe, expect, it } from 'vitest';
import { fingerprintOf, fingerprintsOf } from '../../src/report/fingerprint.js';
import type { ReportFinding } from '../../src/report/report.js';
import { reportOf } from './report-of.js';

const isr = 'void isr_1(void) {\n  count = 0;\n}\n';
const main = 'int main(void) {\n  count++;\n  other = 1;\n  count++;\n  return 0;\n}\n';
const program = `int count;\nint other;\n${isr}${main}`;

async function fingerprints(source: string | Readonly<Record<string, string>>): Promise<string[]> {
  return (await reportOf(source)).findings.map((f) => f.fingerprint).sort();
}

describe('fingerprints of a program', () => {
  it('are different for all of its findings, also for those of equal lines', async () => {
    const all = await fingerprints(program);
    expect(all.filter((f) => f.endsWith(':2')).length).toBeGreaterThan(0);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    ['lines above', `// one\n\n#define UNUSED 3\n${program}`],
    ['lines in between', program.replace('  other = 1;\n', '  other = 1;\n\n  other = 2;\n')],
    ['an unrelated variable renamed', program.replaceAll('other', 'another')],
    ['a function moved', `int count;\nint other;\nvoid isr_1(void);\n${main}${isr}`],
    ['other indentation and blanks', program.replaceAll('  count++;', '\tcount ++ ;')],
    ['comments on the lines', program.replaceAll('count++;', 'count++; // the "counter" /* grows')],
    ['a block comment in the line', program.replace('count = 0;', '/* reset */ count = /* to */ 0;')],
    ['lines that end as on Windows', program.replaceAll('\n', '\r\n')],
    ['a file renamed', { 'firmware.c': program }],
    [
      'a function moved to another file',
      { 'a.c': `extern int count;\n${isr}`, 'b.c': program.replace(isr, 'void isr_1(void);\n') },
    ],
  ])('stay with %s', async (_, edited) => {
    expect(await fingerprints(edited)).toEqual(await fingerprints(program));
  });

  it.each([
    ['the variable', program.replaceAll('count', 'total')],
    ['the statement', program.replaceAll('count++', 'count += 2')],
    ['the function', program.replaceAll('isr_1', 'isr_2')],
  ])('change with %s', async (_, edited) => {
    const before = await fingerprints(program);
    for (const fingerprint of await fingerprints(edited)) expect(before).not.toContain(fingerprint);
  });
});

describe('fingerprintOf', () => {
  const finding = (line: number, variable = 'x'): ReportFinding => ({
    id: '',
    fingerprint: '',
    kind: 'race',
    variable,
    example: variable,
    engine: 'explore',
    schedule: '',
    status: 'open',
    accesses: [
      {
        operation: 'W',
        context: 'main',
        priority: 0,
        function: 'f',
        place: { file: 'a.c', line, column: 1 },
        value: '1',
      },
    ],
  });
  const of = (text: string): string => fingerprintOf(finding(1), new Map([['a.c', text]]));

  it('does not take text in literals for comments or blanks', () => {
    const url = of('x = f("http://a  b");');
    expect(of('x  =  f( "http://a  b" ); // c')).toBe(url);
    expect(of('x = f("http://a b");')).not.toBe(url);
    expect(of('x = f("http://c  d");')).not.toBe(url);
  });

  it('keeps words apart', () => {
    expect(of('long x;')).toBe(of('long \t x ;'));
    expect(of('long x;')).not.toBe(of('longx;'));
  });

  it('is the part that findings which look alike share; the number goes down the source, not along the list', () => {
    const sources = new Map([['a.c', 'x = 1;\ny = 1;\n  x = 1;']]);
    const findings = [finding(3), finding(2, 'y'), finding(1)];
    const hash = fingerprintOf(findings[0]!, sources);
    expect(fingerprintOf(findings[2]!, sources)).toBe(hash);
    expect(fingerprintsOf(findings, sources)).toEqual([
      `${hash}:2`,
      `${fingerprintOf(findings[1]!, sources)}:1`,
      `${hash}:1`,
    ]);
  });

  it('needs no source, and no place', () => {
    const nowhere = { ...finding(1), accesses: [{ ...finding(1).accesses[0]!, place: undefined }] };
    expect(fingerprintsOf([finding(1), finding(2), nowhere], new Map()).map((f) => f.split(':')[1])).toEqual([
      '2',
      '3',
      '1',
    ]);
  });

  it('reads hostile lines in linear time', () => {
    // Quadratic work on half a million quotes would take minutes.
    for (const text of ['"\\'.repeat(500_000), "'".repeat(500_001), '/*'.repeat(500_000), '\\"'.repeat(500_000)])
      expect(of(text)).toMatch(/^[0-9a-f]{16}$/);
  });
});
