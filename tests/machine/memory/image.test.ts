// Initial values take room for what is not zero, and are found where C puts them.

import { expect, it } from 'vitest';
import { Machine } from '../../../src/machine/machine.js';
import { pointer } from '../../../src/machine/memory/value.js';
import { checkByExploring } from '../../engines/check.js';
import { usualOptions } from '../../engines/options.js';
import { loadText } from '../../model/load.js';

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
