// What the gap encoding must not do: say `holds` of what it does not cover, or make more of a program than there is.

import { expect, it } from 'vitest';
import { loadText } from '../../../model/load.js';
import type { CheckOptions } from '../../check.js';
import { checkSymbolically } from '../../check.js';

const options: Omit<CheckOptions, 'reduction'> = {
  properties: ['assertion'],
  arrivals: 1,
  unwind: 8,
  unit: 'task',
  effect: 'reaching',
  races: 'default',
  isOver: () => undefined,
};

async function checked(source: string, arrivals = 1) {
  const { program } = await loadText(source, { clang: 'auto', platform: 'generic', interrupts: 'on' });
  return checkSymbolically(program, { ...options, arrivals, encoding: 'gap' });
}

async function verdictOf(source: string, arrivals = 1) {
  return (await checked(source, arrivals)).verdicts[0]!;
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

/** In the heap there are no types: a pointer of eight bytes is in two of the cells that instances begin with. */
it('tells pointers apart that fill several cells', async () => {
  const source = (wanted: number) => `
    #include <assert.h>
    #include <stdlib.h>
    int a = 1, b = 2;
    struct node { int n; int *p; };
    struct node *volatile head;
    volatile int seen;
    void isr_1(void) { if (head) seen = *head->p; }
    int main(void) {
      struct node *n = malloc(sizeof *n);
      if (!n) return 0;
      n->p = &a;
      head = n;
      n->p = &b;
      int s = seen;
      assert(s != ${wanted});
      return 0;
    }`;
  expect((await verdictOf(source(2))).kind).toBe('violated');
  expect((await verdictOf(source(3))).kind).toBe('holds');
});

it('tells pointers apart that were copied as bytes', async () => {
  const verdict = await verdictOf(`
    #include <assert.h>
    #include <string.h>
    int a = 1, b = 2;
    _Alignas(8) char buffer[sizeof(int *)];
    volatile int seen;
    void isr_1(void) { int *q; memcpy(&q, buffer, sizeof q); if (q) seen = *q; }
    int main(void) {
      int *p = &a;
      memcpy(buffer, &p, sizeof p);
      p = &b;
      memcpy(buffer, &p, sizeof p);
      int s = seen;
      assert(s != 2);
      return 0;
    }`);
  expect(verdict.kind).toBe('violated');
});

it.each([
  [4, 8],
  [8, 4],
])('tells objects of %i and %i bytes apart', async (one, other) => {
  const verdict = await verdictOf(`
    #include <assert.h>
    #include <preempt.h>
    #include <stdlib.h>
    int *volatile head;
    volatile int seen;
    void isr_1(void) { int *q = head; if (q) { q[0] = 1; q[1] = 1; seen = 1; } }
    int main(void) {
      int *q;
      if (preempt_nondet_bool()) q = malloc(${one}); else q = malloc(${other});
      if (!q) return 0;
      head = q;
      int s = seen;
      assert(s != 1);
      return 0;
    }`);
  expect(verdict.kind).toBe('violated');
});

it('comes to an end with a pointer that moves', async () => {
  const source = (most: number) => `
    #include <assert.h>
    volatile int buffer[8];
    volatile int *volatile p = buffer;
    void isr_1(void) { *p = 1; p++; }
    int main(void) {
      int n = 0;
      for (int i = 0; i < 8; i++) n += buffer[i];
      assert(n <= ${most});
      return 0;
    }`;
  expect((await verdictOf(source(3), 3)).kind).toBe('holds');
  expect((await verdictOf(source(2), 3)).kind).toBe('violated');
});

it('has no more starts where ISRs restore the masks that they change', async () => {
  const source = (isMasked: boolean) => {
    const isr = (n: number) => `void isr_${n}(void) {
      ${isMasked ? 'disable_isr(-1);' : ''} x = x + 1; ${isMasked ? 'enable_isr(-1);' : ''} }`;
    return `
      #include <assert.h>
      void enable_isr(int irq);
      void disable_isr(int irq);
      volatile int x;
      ${[1, 2, 3].map(isr).join('\n')}
      int main(void) { int a = x; assert(a <= 3); return 0; }`;
  };
  const [masked, open] = [await checked(source(true)), await checked(source(false))];
  expect(masked.verdicts[0]!.kind).toBe('holds');
  expect(masked.statistics.starts).toBeLessThanOrEqual(open.statistics.starts!);
});
