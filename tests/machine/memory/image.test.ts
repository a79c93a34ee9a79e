// Initial values take room for what is not zero, and are found where C puts them; constants of the program as values:
// addresses that constant expressions compute.

import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { Machine } from '../../../src/machine/machine.js';
import { pointer } from '../../../src/machine/memory/value.js';
import { checkByExploring } from '../../engines/check.js';
import { usualOptions } from '../../engines/options.js';
import { loadText } from '../../model/load.js';
import { programOf, runOnMachine } from '../sequential.js';

const source = (size: string): string => `
struct s { char big[${size}]; int x; double d[4096]; };
static struct s v = { {1}, 5, {2.5} };
static char zero[${size}];
volatile int n;
__attribute__((interrupt)) void tick_isr(void) { n = n + v.x; zero[1000]++; }
int main(void) { n = n + v.big[0]; zero[1000]++; zero[5] = 1; return v.d[0] > 1.0; }
`;

it('an initial value takes pages for what is not zero', async () => {
  const { program } = await loadText(source('1 << 29'));
  const { image } = new Machine(program, { arrivals: 1, unwind: 1 });
  expect(image.problems).toEqual([]);
  const v = image.symbols.get('v')!;
  const pages = (object: number): number =>
    new Set([...image.memory.entry(object)!.runs()].map(({ page }) => page)).size;
  // Untouched, the first, that of x and d, and the last, which is shorter.
  expect(pages(v)).toBe(4);
  expect(pages(image.symbols.get('zero')!)).toBe(1);
  expect(image.memory.loadInteger(pointer(v, 0), 1, 8)).toBe(1);
  expect(image.memory.loadInteger(pointer(v, 2 ** 29), 4, 32)).toBe(5);
  expect(image.memory.loadInteger(pointer(v, 2 ** 29 + 8), 8, 64)).toBe(0x4004000000000000n);
});

it('the size of an array changes neither verdicts nor states', async () => {
  const reports = [];
  for (const size of ['1 << 12', '1 << 29']) {
    const { program } = await loadText(source(size));
    const { verdicts, findings, statistics } = await checkByExploring(program, { ...usualOptions, races: 'default' });
    reports.push({ verdicts, findings: findings.map((f) => [f.kind, f.variable, f.schedule]), statistics });
  }
  expect(reports[1]).toEqual(reports[0]);
});

it('a variable that is too large is said to be not modelled', async () => {
  const { program } = await loadText('char a[3ull << 30]; int main(void) { return a[1]; }', { target: 'x86_64' });
  const { verdicts } = await checkByExploring(program, usualOptions);
  for (const verdict of verdicts)
    expect(verdict).toMatchObject({
      because: expect.stringContaining('a variable larger than 1 GiB (a) is not modelled'),
    });
});

const header = `
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@table = global [4 x i64] [i64 10, i64 11, i64 12, i64 13]
@words = global [4 x i32] zeroinitializer
declare void @out(i64)
`;

/** What the program reads from there. */
function readFrom(address: string): unknown {
  const body = `define void @main() {\n  %1 = load i64, ptr ${address}\n  call void @out(i64 %1)\n  ret void\n}\n`;
  const parsed = parseModule(header + body, 'constants.ll');
  if (parsed.kind === 'failed') throw new Error(parsed.diagnostics.map((d) => d.message).join('\n'));
  return runOnMachine(programOf(parsed.value, 'main'), 'interpreted');
}

const third = 'getelementptr inbounds ([4 x i32], ptr @words, i64 0, i64 2)';

describe('addresses that constants compute', () => {
  it.each([
    // As clang 16 writes an index that compares addresses.
    [`getelementptr ([4 x i64], ptr @table, i64 0, i64 zext (i1 icmp ugt (ptr ${third}, ptr @words) to i64))`, 11n],
    [`getelementptr ([4 x i64], ptr @table, i64 0, i64 zext (i1 icmp ult (ptr ${third}, ptr @words) to i64))`, 10n],
    // An i1 that is set is −1 as an index.
    [`getelementptr ([4 x i64], ptr @table, i64 0, i64 sext (i1 icmp eq (ptr @words, ptr @words) to i64))`, undefined],
    [
      `getelementptr (i64, ptr getelementptr (i64, ptr @table, i64 3), i64 sext (i1 icmp eq (ptr @words, ptr @words) to i64))`,
      12n,
    ],
    [`getelementptr ([2 x i64], ptr @table, i64 zext (i1 icmp eq (ptr @words, ptr @words) to i64), i64 1)`, 13n],
  ])('%s', (address, value) => {
    expect(readFrom(address)).toMatchObject(
      value === undefined
        ? { kind: 'stopped', because: expect.stringContaining('invalid-access') }
        : { values: [value] },
    );
  });

  it('are not guessed where an index has no value', () => {
    const address = 'getelementptr ([4 x i64], ptr @table, i64 0, i64 undef)';
    expect(readFrom(address)).toMatchObject({
      because: expect.stringContaining('the constant expression getelementptr'),
    });
  });
});
