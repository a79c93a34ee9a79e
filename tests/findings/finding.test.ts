// A finding is shown at one place, whatever the format: a torn access where it is torn, not where the interrupt comes
// from.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { primaryAccess } from '../../src/findings/finding.js';
import { checkJson } from '../../src/report/check-json.js';
import { checkText } from '../../src/report/check-text.js';
import { checkJunit } from '../../src/report/junit.js';
import { checkSarif } from '../../src/report/sarif.js';
import { plainStyle } from '../../src/report/text-style.js';
import { reportOf } from '../report/report-of.js';
import { all, parseXml } from '../report/xml-problems.js';

const source = readFileSync(new URL('../corpus/torn-access/tick16_bad.c', import.meta.url), 'utf8');

it('a torn access is at the same line and column in every format', async () => {
  const report = await reportOf({ 'tick.c': source });
  const torn = report.findings.find((f) => f.kind === 'torn-access')!;
  const only = { ...report, findings: [torn] };
  const { line, column } = torn.accesses[1]!.place!;
  expect(torn.accesses[0]!.place!.line).not.toBe(line);

  expect(checkText(only, plainStyle)).toMatch(new RegExp(`^tick\\.c:${line}:${column}: error: torn`));
  const found = JSON.parse(checkJson(only)).findings[0];
  expect([found.file, found.line, found.column]).toEqual(['tick.c', line, column]);
  const result = JSON.parse(await checkSarif(only)).runs[0].results[0];
  expect(result.locations[0].physicalLocation.region).toMatchObject({ startLine: line, startColumn: column });
  expect(result.locations[0].logicalLocations[0].name).toBe('now');
  const failing = all(parseXml(checkJunit(only)), 'testcase').find((c) => c.attributes.name!.startsWith('torn'))!;
  expect(failing.attributes).toMatchObject({ file: 'tick.c', line: String(line) });
  expect(failing.attributes.name).toContain(' in now [');
});

it('is the first that has a place, else the first', () => {
  const at = (place?: string) => ({ place });
  expect(primaryAccess({ kind: 'race', accesses: [at(), at('b'), at('c')] })).toEqual(at('b'));
  expect(primaryAccess({ kind: 'torn-access', accesses: [at('a'), at('b')] })).toEqual(at('b'));
  expect(primaryAccess({ kind: 'torn-access', accesses: [at('a'), at()] })).toEqual(at('a'));
  expect(primaryAccess({ kind: 'race', accesses: [at(), at()] })).toEqual(at());
  expect(primaryAccess({ kind: 'race', accesses: [] })).toBeUndefined();
});
