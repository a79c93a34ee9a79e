// Which atomicity violations between threads do harm, and why the others are only notes.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../src/findings/finding.js';
import { checkByExploring } from '../../../engines/check.js';
import { loadText } from '../../../model/load.js';

const begin = `
#include <pthread.h>
#include <stdatomic.h>
void enable_isr(int);
void disable_isr(int);
static pthread_mutex_t m;
static pthread_cond_t c;
static int x, y, z;
static atomic_int n;
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
`;

async function atomicityOf(text: string, isrs: readonly { function: string; irq: number }[] = []): Promise<Finding[]> {
  const { program } = await loadText(begin + text, { clang: 'auto', isrs });
  const { findings } = await checkByExploring(program, {
    properties: ['atomicity'],
    reduction: 'reduced',
    arrivals: 1,
    unwind: 100,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  return findings.filter((f) => f.kind === 'atomicity');
}

const withWorker = (body: string): string => `
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  ${body}
  pthread_join(t, 0);
  return 0;
}`;

describe('harm between threads', () => {
  it('is a stale value that is written back', async () => {
    const [found, ...others] = await atomicityOf(`
      static void *worker(void *p) { lock(); x = 5; unlock(); return p; }
      ${withWorker('lock(); y = x; unlock(); lock(); x = y + 1; unlock();')}`);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ pattern: 'RWW', harm: 'harmful', isUpdate: true });
    expect(found!.difference).toMatch(
      /^x ends as 1; with worker before line \d+ it ends as 6, after line \d+ it ends as 5$/,
    );
  });

  it('is what was decided by a stale value', async () => {
    const found = await atomicityOf(`
      static void *worker(void *p) { lock(); if (x == 0) x = 1; unlock(); return p; }
      ${withWorker('lock(); int is_free = x == 0; unlock(); if (is_free) { lock(); x = x + 1; unlock(); }')}`);
    expect(found.map((f) => [f.pattern, f.harm])).toEqual([['RWR', 'harmful']]);
  });

  it('is an interrupt in a thread, by the rules of interrupts', async () => {
    const found = await atomicityOf(
      `void isr_1(void) { z++; }
       static void *worker(void *p) { z = z + 1; return p; }
       ${withWorker('')}`,
      [{ function: 'isr_1', irq: 1 }],
    );
    expect(found.filter((f) => f.harm === 'harmful').map((f) => f.pattern)).toContain('RWW');
  });

  const notes: readonly (readonly [string, string, RegExp])[] = [
    [
      'sections in a row that look for themselves',
      `static void *worker(void *p) { lock(); x++; unlock(); return p; }
       ${withWorker('lock(); x++; unlock(); lock(); y = x++; unlock();')}`,
      /meant to be seen by others/,
    ],
    [
      'two reads that have nothing to do with each other',
      `static void *worker(void *p) { lock(); x = 1; unlock(); return p; }
       ${withWorker('lock(); y = x; unlock(); lock(); z = x; unlock();')}`,
      /does not depend on what line \d+ read/,
    ],
    [
      'numbers that are given out one by one',
      `static void *worker(void *p) { z = n++; return p; }
       ${withWorker('x = n++; y = n++;')}`,
      /meant to be seen by others/,
    ],
    [
      'a look that is repeated before anything is done',
      `static void *worker(void *p) { lock(); if (x == 0) x = 1; unlock(); return p; }
       ${withWorker('lock(); int is_free = x == 0; unlock(); if (is_free) { lock(); if (x == 0) x = 1; unlock(); }')}`,
      /same effects as with worker/,
    ],
    [
      'what a thread waits for',
      `static void *worker(void *p) { lock(); x = 1; pthread_cond_signal(&c); unlock(); return p; }
       ${withWorker('lock(); while (x == 0) pthread_cond_wait(&c, &m); unlock();')}`,
      /same effects as with worker|cannot do the same/,
    ],
  ];
  it.each(notes)('is none: %s', async (_, text, because) => {
    const found = await atomicityOf(text);
    expect(found.map((f) => f.harm)).toEqual(found.map(() => 'not-shown-harmful'));
    expect(found.map((f) => f.harmReason).join('; ')).toMatch(because);
  });
});
