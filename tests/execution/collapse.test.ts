// Executions with threads, as they are told: calls of models are one event at the program's place, with the step at
// which they begin and what they did; who waits, who ends, and which thread it is.

import { describe, expect, it } from 'vitest';
import { collapsed } from '../../src/execution/collapse.js';
import { replay } from '../../src/execution/replay.js';
import { parseSchedule } from '../../src/execution/schedule.js';
import type { Program } from '../../src/model/program.js';
import { loadText } from '../model/load.js';
import { crossed, kept } from './thread-programs.js';

function told(program: Program, schedule: string) {
  const parsed = parseSchedule(schedule);
  if (parsed.kind === 'problem') throw new Error(parsed.problem.message);
  const { events } = replay(program, parsed.schedule);
  return { events, shown: collapsed(events).map((c) => c.event) };
}

describe('two threads that take two locks', async () => {
  const { program } = await loadText(crossed);

  it('are told by the calls of the program alone, with their steps and effects', () => {
    const { shown, events } = told(program, '14@1 24.');
    expect(
      shown.map((e) => [e.thread, e.event.kind, e.step, e.what, e.place?.line, e.effects.join(), e.locks ?? {}]),
    ).toEqual([
      ['main', 'call', 0, 'pthread_create(&main.t, null, worker, null)', 15, 'starts worker', {}],
      ['main', 'call', 4, 'pthread_mutex_lock(&b)', 16, 'takes b', { b: 'main' }],
      ['worker', 'switch', 14, 'worker', 4, '', {}],
      ['worker', 'call', 14, 'pthread_mutex_lock(&a)', 5, 'takes a', { a: 'worker' }],
      ['worker', 'wait', 24, 'pthread_mutex_lock(&b)', 6, 'waits for b, which main holds', {}],
      ['main', 'wait', 24, 'pthread_mutex_lock(&a)', 17, 'waits for a, which worker holds', {}],
    ]);
    expect(new Set(shown.map((e) => e.place?.file.replace(/.*\//, '')))).toEqual(new Set(['test.c']));
    // Nothing is lost: the steps of models are there, each with its call.
    expect(events.filter((e) => e.call !== undefined).length).toBeGreaterThan(20);
    expect(events.every((e) => e.call === undefined || e.call.at !== undefined)).toBe(true);
  });

  it('give locks back, end, and hide what runs around the function of a thread', () => {
    const { shown } = told(program, '42@1');
    expect(shown.filter((e) => e.what === 'pthread_mutex_unlock(&a)').map((e) => [e.effects, e.locks])).toEqual([
      [['gives a back'], { a: null }],
      [['gives a back'], { a: null }],
    ]);
    const end = shown.findIndex((e) => e.event.kind === 'thread-end');
    expect(shown.slice(end - 1).map((e) => [e.thread, e.event.kind, e.what])).toEqual([
      ['worker', 'access', 'plain'],
      ['worker', 'thread-end', 'worker'],
      ['main', 'switch', 'main'],
      ['main', 'access', 'plain'],
      ['main', 'access', 'plain'],
      ['main', 'call', 'pthread_join(1, null)'],
    ]);
  });
});

it('names locks inside of records, and whose end is waited for', async () => {
  const { program } = await loadText(kept);
  const { shown } = told(program, '14@1 14.');
  expect(shown.filter((e) => e.event.kind === 'wait').map((e) => [e.thread, e.what, e.wait])).toEqual([
    ['main', 'pthread_join(1, null)', { endOf: 'worker' }],
    ['worker', 'pthread_mutex_lock(&queues[1].lock)', { lock: 'queues[1].lock', heldBy: 'main' }],
    ['main', 'pthread_join(1, null)', { endOf: 'worker' }],
  ]);
});

it('tells nothing of threads in a program without any', async () => {
  const { program } = await loadText('volatile int x; void isr_1(void) { x = 1; } int main(void) { x = 2; return 0; }');
  const { shown, events } = told(program, '0:isr_1');
  expect(shown.length).toBe(events.length);
  expect(events.every((e) => e.thread === undefined && e.locks === undefined)).toBe(true);
  expect(events.map((e) => e.event.kind)).toEqual(['start', 'access', 'end', 'access']);
});
