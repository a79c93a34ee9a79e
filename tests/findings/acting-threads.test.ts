// Accesses name the threads that make them, where several run one function; ISRs are no threads.

import { expect, it } from 'vitest';
import { misused } from '../execution/thread-programs.js';
import { reportOf } from '../report/report-of.js';

it('tells the threads of one function apart', async () => {
  const { findings } = await reportOf(misused, { isExplained: false }, ['race', 'assertion']);
  const race = findings.find((f) => f.kind === 'race')!;
  expect(race.accesses.map((a) => a.context)).toEqual(['worker', 'worker']);
  expect(race.accesses.map((a) => a.thread).sort()).toEqual(['worker#1', 'worker#2']);
  expect(findings.filter((f) => f.kind === 'race').length).toBe(1);
  expect(findings.find((f) => f.kind === 'assertion')!.accesses[0]!.thread).toMatch(/^worker#[12]$/);
});

it('names no thread for an ISR, and none in programs without threads', async () => {
  const isr = 'void isr_1(void) { x++; }';
  const alone = await reportOf(`static int x;\n${isr}\nint main(void) { x++; return 0; }`, {}, ['race']);
  expect(alone.findings.flatMap((f) => f.accesses.flatMap((a) => a.thread ?? []))).toEqual([]);
  const source = `#include <pthread.h>
static int x;
${isr}
static void *worker(void *arg) { x++; return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); return 0; }
`;
  const { findings } = await reportOf(source, {}, ['race']);
  expect(findings.length).toBeGreaterThan(0);
  for (const { accesses } of findings)
    for (const { context, thread } of accesses) expect(thread).toBe(context === 'isr_1' ? undefined : 'worker');
});
