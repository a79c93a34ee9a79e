// Kept code is used where it can be trusted, and nothing goes wrong where it can't.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterAll, expect, it } from 'vitest';
import { loadBundle } from '../../src/cli/code-cache.js';

const scratch = mkdtempSync(join(tmpdir(), 'preempt-code-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let count = 0;

/** A bundle with many functions, a folder for its code, and how to run it. */
function setUp() {
  const here = join(scratch, String(count++));
  mkdirSync(here);
  const [file, folder] = [join(here, 'bundle.cjs'), join(here, 'code')];
  const functions = Array.from(
    { length: 400 },
    (_, n) => `function f${n}(x) { return x > ${n} ? x + ${n} : x - ${n}; }`,
  );
  const calls = Array.from({ length: 400 }, (_, n) => `f${n}(${n})`);
  const text = `${functions.join('\n')}\nexports.sum = () => ${calls.join(' + ')};\nexports.place = __filename;\n`;
  writeFileSync(file, text);
  const run = (into: string | undefined = folder) => {
    const bundle = loadBundle(file, into)!;
    const { sum, place } = bundle.exports as { sum: () => number; place: string };
    expect([sum(), place]).toEqual([0, file]);
    bundle.keepCode();
    return bundle.hadCode;
  };
  const kept = () => readdirSync(folder).map((name) => join(folder, name));
  return { file, folder, text, run, kept };
}

it('code is kept once and used from then on', () => {
  const { run, kept } = setUp();
  expect(run()).toBe(false);
  expect(kept()).toHaveLength(1);
  const before = readFileSync(kept()[0]!);
  expect([run(), run()]).toEqual([true, true]);
  expect(readFileSync(kept()[0]!)).toEqual(before);
});

it.each([
  [7, false],
  [8, true],
])('one of eight runs looks whether there is more code to keep: %i', (number, isKept) => {
  const { file, folder, kept } = setUp();
  // Much, beside all that this process has compiled.
  const numbers = Array.from({ length: 30_000 }, (_, n) => n);
  const functions = numbers.map((n) => `function f${n}(x) { return x > ${number} ? x + ${n} : x - ${n}; }`);
  writeFileSync(file, `${functions.join('\n')}\nexports.all = [${numbers.map((n) => `f${n}`).join()}];\n`);
  loadBundle(file, folder, number)!.keepCode();
  const before = statSync(kept()[0]!).size;
  const bundle = loadBundle(file, folder, number)!;
  for (const f of (bundle.exports as { all: ((x: number) => number)[] }).all) f(1);
  bundle.keepCode();
  expect(statSync(kept()[0]!).size > before).toBe(isKept);
});

it('another bundle has other code', () => {
  const { file, text, run, kept } = setUp();
  run();
  // V8 itself would only notice another length.
  writeFileSync(file, text.replace('x > 7 ', 'x < 7 '));
  expect(run()).toBe(false);
  expect(kept()).toHaveLength(2);
});

it('a bundle is told by the hash that it begins with, its length and its time', () => {
  const { file, text, run, kept } = setUp();
  const stamped = (hash: string, body: string) => writeFileSync(file, `// ${hash.repeat(64)}\n${body}`);
  const at = (seconds: number) => utimesSync(file, seconds, seconds);
  stamped('a', text);
  at(1000);
  expect([run(), run()]).toEqual([false, true]);
  // The same length, the same time: only the hash tells.
  stamped('b', text.replace('x > 7 ', 'x < 7 '));
  at(1000);
  expect([run(), run()]).toEqual([false, true]);
  // Changed by hand.
  stamped('b', text.replace('x > 8 ', 'x < 8 '));
  at(2000);
  expect([run(), run()]).toEqual([false, true]);
  expect(kept()).toHaveLength(3);
});

it('damaged code is replaced', () => {
  const { run, kept } = setUp();
  run();
  const bytes = readFileSync(kept()[0]!);
  bytes[bytes.length >> 1]! ^= 255;
  writeFileSync(kept()[0]!, bytes);
  expect([run(), run()]).toEqual([false, true]);
});

it('code that others may have written is not used', () => {
  const { folder, run, kept } = setUp();
  run();
  chmodSync(kept()[0]!, 0o666);
  expect(run()).toBe(false);
  expect(run()).toBe(true);
  chmodSync(folder, 0o777);
  expect(run()).toBe(false);
});

it('nothing is kept without a folder, or where none can be made', () => {
  const { folder, file, run } = setUp();
  const bundle = loadBundle(file, undefined)!;
  bundle.keepCode();
  expect([bundle.hadCode, existsSync(folder)]).toEqual([false, false]);
  writeFileSync(folder, 'no folder');
  expect([run(), run()]).toEqual([false, false]);
});

it('code from under other flags is not kept', () => {
  const { file, folder } = setUp();
  const bundle = loadBundle(file, folder)!;
  setFlagsFromString('--stack-size=900');
  bundle.keepCode();
  setFlagsFromString('--stack-size=984');
  expect(existsSync(folder)).toBe(false);
});

it('where there is no bundle, there is none', () => {
  expect(loadBundle(join(scratch, 'missing.cjs'), scratch)).toBeUndefined();
});
