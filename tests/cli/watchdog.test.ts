// Ctrl-C by phase, and limits: signals are emitted by the test, and the process does not end.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Watchdog } from '../../src/cli/watchdog.js';

const terminal = { isTTY: false, write: () => true };
let before: NodeJS.SignalsListener[] = [];

class Exit extends Error {}

beforeEach(() => {
  before = process.listeners('SIGINT');
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(String(code));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.removeAllListeners('SIGINT');
  for (const listener of before) process.on('SIGINT', listener);
});

const pressControlC = (): boolean => process.emit('SIGINT');

it('while files are compiled, Ctrl-C ends the process', async () => {
  const watchdog = new Watchdog(60, 4096, terminal);
  await watchdog.whileLoading({ phase: 'compiling' });
  expect(pressControlC).toThrow('130');
});

it('while engines run, the first ends them, the second the process', async () => {
  const watchdog = new Watchdog(60, 4096, terminal);
  const limits = watchdog.startEngines();
  await limits.pause!({ phase: 'exploring', states: 0, sightings: 0 });
  expect(limits.isOver()).toBeUndefined();
  pressControlC();
  expect(limits.isOver()).toBe('it was interrupted by Ctrl-C');
  expect(watchdog.wasInterrupted).toBe(true);
  expect(pressControlC).toThrow('130');
});

it('while findings are explained, the first leaves the rest unexplained', async () => {
  const watchdog = new Watchdog(60, 4096, terminal);
  watchdog.startEngines();
  watchdog.stopEngines();
  expect(await watchdog.whileExplaining(0, 2)).toBe(true);
  pressControlC();
  expect(await watchdog.whileExplaining(1, 2)).toBe(false);
  expect(pressControlC).toThrow('130');
});

it('afterwards, Ctrl-C ends the process', () => {
  const watchdog = new Watchdog(60, 4096, terminal);
  watchdog.startEngines();
  watchdog.close();
  expect(pressControlC).toThrow('130');
});

it('the time counts from the start, the memory at every pause', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const watchdog = new Watchdog(2, 4096, terminal);
  await watchdog.whileLoading({ phase: 'modelling' });
  now.mockReturnValue(1_999);
  expect(watchdog.isOverLoading()).toBeUndefined();
  const limits = watchdog.startEngines();
  expect(limits.isOver()).toBeUndefined();
  expect(limits.secondsLeft!()).toBeCloseTo(0.001);
  now.mockReturnValue(2_001);
  expect(watchdog.isOverLoading()).toBe('the time limit of 2 s was reached while modelling');
  expect(limits.isOver()).toBe('the time limit of 2 s was reached');
  expect(limits.isLate!()).toBeUndefined();
  now.mockReturnValue(2_502);
  expect(limits.isLate!()).toBe('the time limit of 2 s was reached');
  const tight = new Watchdog(2, 1, terminal).startEngines();
  await tight.pause!({ phase: 'exploring', states: 0, sightings: 0 });
  expect(tight.isOver()).toBe('the memory limit of 1 MB was reached');
  const asked = new Watchdog(2, 1, terminal);
  now.mockReturnValue(2_802);
  expect(asked.isOverLoading()).toBe('the memory limit of 1 MB was reached while starting');
});
