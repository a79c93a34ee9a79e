// Limits of a run, with a clock and a memory that the test sets.

import { expect, it } from 'vitest';
import { Budget, type CheckProgress } from '../../src/check/budget.js';
import { thisMachine } from '../../src/clang/node-host.js';

function begin(options: ConstructorParameters<typeof Budget>[2] = {}) {
  const machine = { now: 5000, memory: 100, rests: 0 };
  const host = {
    ...thisMachine(),
    now: () => machine.now,
    memoryUsed: () => machine.memory,
    rest: async () => void machine.rests++,
  };
  return { machine, budget: new Budget(host, { timeout: 20, memory: 400 }, options) };
}

it('ends when the time is over, counted from the first moment', () => {
  const { machine, budget } = begin();
  machine.now += 20_000;
  expect(budget.isOver()).toBeUndefined();
  machine.now += 1;
  expect(budget.isOver()).toBe('the time limit of 20 s was reached');
});

it('looks at the memory at pauses, unless it has just done so', async () => {
  const { machine, budget } = begin();
  await budget.pause({ phase: 'compiling' });
  machine.memory = 401;
  machine.now += 19;
  await budget.pause({ phase: 'modelling' });
  expect(budget.isOver()).toBeUndefined();
  expect(budget.memoryUsed()).toBeGreaterThan(1);
  machine.now += 1;
  await budget.pause({ phase: 'modelling' });
  expect(budget.isOver()).toBe('the memory limit of 400 MB was reached');
});

it('ends when somebody cancels it, with the reason that was given', () => {
  const controller = new AbortController();
  const { budget } = begin({ signal: controller.signal });
  expect([budget.isOver(), budget.wasInterrupted]).toEqual([undefined, false]);
  controller.abort('it was interrupted by Ctrl-C');
  expect([budget.isOver(), budget.wasInterrupted]).toEqual(['it was interrupted by Ctrl-C', true]);
  const other = begin({ signal: AbortSignal.abort() });
  expect(other.budget.isOver()).toBe('it was cancelled');
});

it('pauses every tenth of a second, and says how far it has come', async () => {
  const told: CheckProgress[] = [];
  const { machine, budget } = begin({ onProgress: (progress) => told.push(progress) });
  expect(budget.isPauseDue()).toBe(false);
  machine.now += 101;
  expect(budget.isPauseDue()).toBe(true);
  await budget.pause({ phase: 'compiling', done: 1, of: 2 });
  expect(budget.isPauseDue()).toBe(false);
  expect(machine.rests).toBe(1);
  expect(told).toEqual([{ phase: 'compiling', done: 1, of: 2, seconds: 0.101, secondsLeft: 19.899 }]);
});

it('looks at the memory also between pauses, every fifth of a second', () => {
  const { machine, budget } = begin();
  machine.memory = 401;
  machine.now += 201;
  expect(budget.isOver()).toBe('the memory limit of 400 MB was reached');
});

it('says how far it had come where there is no program yet', async () => {
  const { machine, budget } = begin();
  await budget.pause({ phase: 'modelling' });
  expect(budget.isOverLoading()).toBeUndefined();
  machine.now += 20_001;
  expect(budget.isOverLoading()).toBe('the time limit of 20 s was reached while modelling');
});

it('lets what was found be replayed and explained for a while after the end', () => {
  const { machine, budget } = begin();
  machine.now += 20_001;
  expect(budget.isOver()).toBe('the time limit of 20 s was reached');
  machine.now += 1000;
  expect(budget.isLate()).toBeUndefined();
  machine.now += 1;
  expect(budget.isLate()).toBe('the time limit of 20 s was reached');
});

it('gives what was asked for in addition as much time again', () => {
  const { machine, budget } = begin();
  const early = budget.lateFromNow();
  machine.now += 20_001;
  expect(early()).toBeUndefined();
  machine.now += 1001;
  expect([early(), budget.isLate()]).toEqual(Array(2).fill('the time limit of 20 s was reached'));
  const isLate = budget.lateFromNow();
  machine.now += 1000;
  expect(isLate()).toBeUndefined();
  machine.now += 1;
  expect(isLate()).toBe('the time limit of 20 s was reached');
});

it('leaves the rest unexplained after an interruption', async () => {
  const controller = new AbortController();
  const { budget } = begin({ signal: controller.signal });
  expect(await budget.mayExplain(0, 2)).toBe(true);
  controller.abort();
  expect(await budget.mayExplain(1, 2)).toBe(false);
});
