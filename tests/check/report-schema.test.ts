// Reports, programs and libraries that are right pass what is looked at when they arrive, and come out as they went
// in; others do not.

import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fromPlainJson, plainJson } from '../../src/base/plain-json.js';
import { sharedValue } from '../../src/base/shared-bytes.js';
import { sentProgram } from '../../src/check/recorded-program.js';
import { readCompileQuestion, readRecorded } from '../../src/check/recorded-schema.js';
import { answering } from '../../src/check/recorded-workspace.js';
import { readCheckAnswer } from '../../src/check/report-schema.js';
import { check } from '../../src/check.js';
import { thisMachine } from '../../src/clang/node-host.js';

const file = fileURLToPath(new URL('../../examples/debounce/debounce_bad.c', import.meta.url));
const request = { paths: [file], arrivals: 1, engine: 'explore', jobs: 1, memory: 100_000 } as const;

async function sent() {
  const program = await sentProgram(request, thisMachine());
  return { program: program!, recorded: readRecorded(sharedValue(program!.recorded)) };
}

it('a program that travels is checked as it is here, without a disk', async () => {
  const { recorded } = await sent();
  const nowhere = { ...thisMachine(), directory: '/nowhere' };
  const here = await check(request);
  const there = await check(request, { host: answering(nowhere, recorded) });
  if (here.kind === 'failed' || there.kind === 'failed') throw new Error('it fails');
  const { statistics: _, ...report } = here.value;
  expect(there.value).toMatchObject(report);
  expect(report.findings).toHaveLength(1);
});

it('a report passes and stays what it is, and one that is damaged does not pass', async () => {
  const answer = { kind: 'done', result: { kind: 'checked', checked: await check(request) } };
  expect(readCheckAnswer(fromPlainJson(plainJson(answer)))).toEqual(answer);
  const text = plainJson(answer);
  for (const [whole, damaged] of [
    ['"violated"', '"hold"'],
    ['"status":"open"', '"status":"shut"'],
    ['"verdicts":[', '"verdict":['],
    ['"wasInterrupted":false', '"wasInterrupted":"no"'],
    ['"kind":"checked"', '"kind":"done"'],
  ] as const) {
    expect(text).toContain(whole);
    expect(() => readCheckAnswer(fromPlainJson(text.replace(whole, damaged))), damaged).toThrow('a result');
  }
});

it('only files of the program are compiled for others, as it compiles them', async () => {
  const { program, recorded } = await sent();
  const units = recorded.units?.kind === 'ok' ? recorded.units.value : [];
  const question = { kind: 'compile', units, changed: { [file]: 'int main(void) { return 0; }\n' } };
  expect(await program.compile(question)).toMatchObject({ kind: 'ok' });
  for (const other of [
    { file: '/etc/passwd' },
    { arguments: ['-fplugin=evil.so'] },
    { compiler: '/tmp/evil' },
    { directory: '/' },
  ])
    expect(() => readCompileQuestion({ ...question, units: [{ ...units[0]!, ...other }] }, recorded)).toThrow(
      'of no program that was sent',
    );
});
