// What the gap encoding must not do: say `holds` of what it does not cover.

import { expect, it } from 'vitest';
import type { CheckOptions } from '../../../src/engines/explore/check.js';
import { checkSymbolically } from '../../../src/engines/symbolic/check.js';
import { loadText } from '../../model/load.js';

const options: Omit<CheckOptions, 'reduction'> = {
  properties: ['assertion'],
  arrivals: 1,
  unwind: 8,
  unit: 'task',
  effect: 'reaching',
  races: 'default',
  isOver: () => undefined,
};

async function verdictOf(source: string) {
  const { program } = await loadText(source, { clang: 'auto', platform: 'generic', interrupts: 'on' });
  const { verdicts } = await checkSymbolically(program, { ...options, encoding: 'gap' });
  return verdicts[0]!;
}

it('refuses memory that an ISR allocates and leaves behind', async () => {
  const verdict = await verdictOf(`
    #include <assert.h>
    #include <stdlib.h>
    int *volatile p;
    void isr_1(void) { p = malloc(4); if (p) *p = 4; }
    int main(void) { int *q = p; if (q) assert(*q == 3); return 0; }`);
  expect(verdict).toMatchObject({ kind: 'unknown', because: expect.stringContaining('memory that an ISR allocates') });
});

it('does not mind memory that an ISR frees again', async () => {
  const verdict = await verdictOf(`
    #include <assert.h>
    #include <stdlib.h>
    volatile int x;
    void isr_1(void) { int *p = malloc(4); if (p) { *p = 4; x = *p; free(p); } }
    int main(void) { int a = x; assert(a == 0 || a == 4); return 0; }`);
  expect(verdict.kind).toBe('holds');
});

it('tells pointers apart that depend on data', async () => {
  const source = (wanted: number) => `
    #include <assert.h>
    int a = 1, b = 2;
    int *volatile p = &a;
    volatile int seen;
    void isr_1(void) { seen = *p; }
    int main(void) { p = seen ? &b : 0; if (!p) p = &b; assert(seen != ${wanted}); return 0; }`;
  expect((await verdictOf(source(3))).kind).toBe('holds');
  expect((await verdictOf(source(2))).kind).toBe('violated');
});
