// Priorities that the user gives to threads, and what verdicts say of the rules by which threads are run.

import { describe, expect, it } from 'vitest';
import type { ThreadingOptions } from '../../src/model/threading.js';
import { loadText } from './load.js';

const source = `
  #include <preempt.h>
  int x;
  void isr_1(void) { x = 1; }
  void worker(void *unused) { x = 2; }
  void helper(void) { x = 3; }
  int main(void) { preempt_spawn(worker, 0); helper(); return 0; }`;

async function assumptionsOf(threading: ThreadingOptions): Promise<string> {
  const { program } = await loadText(source, { threading });
  return program.assumptions.join('\n');
}

describe('priorities of threads', () => {
  it('are those of main and of the functions that threads run', async () => {
    const priorities = [
      { function: 'main', priority: 3 },
      { function: 'worker', priority: -1 },
    ];
    const { program } = await loadText(source, { threading: { scheduler: 'priority', priorities } });
    expect(program.contexts.map((c) => [c.name, c.threadPriority])).toEqual([
      ['main', 3],
      ['isr_1', undefined],
      ['worker', -1],
    ]);
  });

  it.each([
    ['wroker', 'did you mean worker?'],
    ['helper', 'no thread runs it'],
    ['isr_1', 'no thread runs it'],
  ])('are refused for %s', async (name, why) => {
    const threading = { scheduler: 'priority', priorities: [{ function: name, priority: 1 }] } as const;
    await expect(loadText(source, { threading })).rejects.toThrow(why);
  });
});

describe('assumptions', () => {
  it('say nothing where threads are run as usual', async () => {
    expect(await assumptionsOf({})).toBe('');
  });

  it.each([
    [{ scheduler: 'priority' }, 'a thread whose priority nothing sets has that of the one that starts it'],
    [{ cores: 2 }, 'every core takes every interrupt'],
    [{ interruptsAsThreads: true }, 'ISRs are taken for threads, which they are not'],
  ] as const)('name other rules: %o', async (threading, text) => {
    expect(await assumptionsOf(threading)).toContain(text);
  });

  it('tell programs apart that are run by other rules', async () => {
    const [one, two] = await Promise.all([loadText(source), loadText(source, { threading: { cores: 2 } })]);
    expect(one.program.hash).not.toBe(two.program.hash);
  });
});
