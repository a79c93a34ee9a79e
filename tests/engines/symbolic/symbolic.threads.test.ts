// Programs with threads by the symbolic engine: what an execution is, what is refused and why, and bounds on context
// switches. The corpus and generated programs are compared with explore elsewhere.

import { describe, expect, it } from 'vitest';
import type { Checked } from '../../../src/engines/engine.js';
import { loadText } from '../../model/load.js';
import { checkSymbolically } from '../check.js';

async function check(
  text: string,
  more: { isrs?: { function: string; irq: number; priority: number }[]; contextSwitches?: number } = {},
): Promise<Checked> {
  const { isrs = [], contextSwitches } = more;
  const { program } = await loadText(`#include <assert.h>\n#include <pthread.h>\n${text}`, { clang: 'auto', isrs });
  return checkSymbolically(program, {
    properties: ['assertion'],
    encoding: 'threads',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    contextSwitches,
    isOver: () => undefined,
  });
}

function said({ verdicts: [verdict] }: Checked): string {
  return verdict!.kind === 'unknown' ? verdict!.because : verdict!.kind;
}

const incremented = (how: string): string => `
static int x;
static pthread_mutex_t m;
static void *worker(void *arg) { ${how} return arg; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
}`;

describe('threads', () => {
  it('interleave, and are joined', async () => {
    expect(said(await check(incremented('x++;')))).toBe('violated');
    const locked = await check(incremented('pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);'));
    expect(said(locked)).toBe('holds');
    expect(locked.verdicts[0]!.bounds).toEqual({ arrivals: 1 });
  });

  it('that wait for ever do not keep others from failing', async () => {
    const text = `
static pthread_mutex_t m;
static int x;
static void *worker(void *arg) { pthread_mutex_lock(&m); x = 1; return arg; }
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, worker, 0);
  assert(x == VALUE);
}`;
    expect(said(await check(text.replace('VALUE', '1')))).toBe('violated');
    expect(said(await check(text.replace('VALUE', '0')))).toBe('holds');
  });

  it('go on behind a wrong use of a lock', async () => {
    const { findings } = await check(`
static pthread_mutex_t m;
static void *worker(void *arg) { pthread_mutex_unlock(&m); assert(arg != 0); return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
}`);
    expect(findings.map((f) => f.isMisuse === true).sort()).toEqual([false, true]);
  });

  it('are interrupted by ISRs, which run to their end', async () => {
    const text = (check: string): string => `
static volatile int x, y;
void isr(void) { x = 1; y = 1; }
static void *worker(void *arg) { ${check} return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
}`;
    const isrs = [{ function: 'isr', irq: 1, priority: 1 }];
    expect(said(await check(text('int a = x, b = y; assert(a == b);'), { isrs }))).toBe('violated');
    expect(said(await check(text('int a = x, b = y; assert(a <= b);'), { isrs }))).toBe('holds');
  });
});

describe('a bound on context switches', () => {
  const text = `
static volatile int x;
static void *worker(void *arg) { if (x == 1) { x = 2; if (x == 3) x = 4; } return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 1;
  if (x == 2) { x = 3; assert(x != 4); }
}`;

  it('is named where it holds, and is enough where it does not', async () => {
    const few = await check(text, { contextSwitches: 3 });
    expect(said(few)).toBe('holds');
    expect(few.verdicts[0]!.bounds.contextSwitches).toBe(3);
    const { findings } = await check(text, { contextSwitches: 4 });
    expect(findings.map((f) => f.schedule.split('@').length - 1)).toEqual([4]);
  });

  it('is not for programs with interrupts', async () => {
    const isrs = [{ function: 'isr', irq: 1, priority: 1 }];
    const checked = await check(`void isr(void) { }\n${text}`, { isrs, contextSwitches: 3 });
    expect(said(checked)).toContain('a bound on context switches together with interrupts');
  });
});

describe('what cannot be expressed is said', () => {
  it.each([
    [
      'threads that first starts',
      `static void *second(void *arg) { return arg; }
static void *first(void *arg) { pthread_t t; pthread_create(&t, 0, second, 0); return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); }`,
    ],
    [
      'main.own, which is shared and no global variable',
      `static void *worker(void *arg) { *(int *)arg = 1; return arg; }
int main(void) { pthread_t t; int own = 0; pthread_create(&t, 0, worker, &own); own = 2; }`,
    ],
    [
      'the global mask, which keeps other threads out as well',
      `#include <preempt.h>
static int x;
static void *worker(void *arg) { preempt_set_global_mask(1); x++; preempt_set_global_mask(0); return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x++; }`,
    ],
  ])('%s', async (why, text) => {
    expect(said(await check(text))).toContain(`the encoding threads cannot express ${why}`);
  });
});
