// Files of the user's that are not what they should be: always a value or a few complaints with a place, never an
// exception.

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type JsonFile, readJsonFile } from '../../src/cli/json-file.js';
import { baselineSchema } from '../../src/report/baseline.js';

const scratch = mkdtempSync(join(tmpdir(), 'preempt-json-'));
const file = join(scratch, 'a.json');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function read(text: string | Uint8Array): JsonFile<unknown> {
  writeFileSync(file, text);
  return readJsonFile(file, baselineSchema());
}

/** `line:column message` */
function complaints(result: JsonFile<unknown>): string[] {
  if (result.kind === 'read') return [];
  const all = result.kind === 'bad' ? result.complaints : [result.complaint];
  return all.map(({ message, place }) => `${place.line}:${place.column} ${message}`);
}

const good = '{"schema": 1, "kind": "preempt-baseline", "arrivals": "unbounded", "findings": []}';

it('reads what fits, with comments and commas too many', () => {
  expect(read(good)).toMatchObject({ kind: 'read', value: { arrivals: 'unbounded' } });
  expect(read(`// a comment\n${good.replace('[]', '[],')}`)).toMatchObject({ kind: 'read' });
});

it.each([
  ['nothing', '', '1:1 value expected'],
  ['no JSON', 'int main(void) {}', '1:1 invalid symbol'],
  ['half of it', good.slice(0, 50), '1:43 unexpected end of string'],
  ['another schema', good.replace('1', '2'), '1:2 schema: should be 1'],
  ['another value', 'null', '1:1 should be an object'],
  ['a field with the name of a prototype', '{"__proto__": {"schema": 1}}', '1:1 schema: should be 1'],
])('complains about %s', (_, text, expected) => {
  expect(complaints(read(text))[0]).toBe(expected);
});

it('complains a few times about a file that is wrong everywhere', () => {
  const found = complaints(read(good.replace('[]', JSON.stringify(Array(50_000).fill(7)))));
  expect(found).toHaveLength(11);
  expect(found.at(-1)).toBe('0:0 49990 more problems of this kind');
});

it.each(['[', '{"a":'])('does not fall over %s a hundred thousand times', (opening) => {
  const deep = opening.repeat(100_000);
  expect(complaints(read(deep)).length).toBeGreaterThan(0);
  const closing = opening === '[' ? ']' : '}';
  const closed = `${deep}1${closing.repeat(100_000)}`;
  expect(complaints(read(closed)).length).toBeGreaterThan(0);
  expect(complaints(read(good.replace('[]', closed))).length).toBeGreaterThan(0);
});

it('refuses bytes that are no text, files without end and directories', () => {
  expect(complaints(read(Uint8Array.from({ length: 4096 }, (_, n) => n % 256)))).toHaveLength(1);
  expect(complaints(readJsonFile('/dev/zero', z.any()))).toEqual(['0:0 not a file']);
  expect(complaints(readJsonFile(scratch, z.any()))).toEqual(['0:0 a directory']);
  writeFileSync(file, '');
  truncateSync(file, 65 * 2 ** 20);
  expect(complaints(readJsonFile(file, z.any()))).toEqual(['0:0 larger than 64 MB']);
  expect(readJsonFile(join(scratch, 'none.json'), z.any())).toMatchObject({ kind: 'missing', isAbsent: true });
});
