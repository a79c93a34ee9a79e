// Ctrl-C and SIGTERM by phase: signals are emitted by the test, and the process does not end.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endOnSignals, interruptible } from '../../src/cli/interruption.js';

const signals = ['SIGINT', 'SIGTERM'] as const;
let before: NodeJS.SignalsListener[][] = [];

beforeEach(() => {
  before = signals.map((name) => process.listeners(name));
  for (const name of signals) process.removeAllListeners(name);
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  signals.forEach((name, n) => {
    process.removeAllListeners(name);
    for (const listener of before[n]!) process.on(name, listener);
  });
});

it.each(signals)('%s ends the process where nothing runs', (name) => {
  endOnSignals();
  expect(() => process.emit(name)).toThrow('exit 130');
});

it.each([
  ['SIGINT', 'it was interrupted by Ctrl-C'],
  ['SIGTERM', 'it was interrupted by SIGTERM'],
] as const)('the first %s ends the run, the second the process', (name, reason) => {
  endOnSignals();
  let cleaned = 0;
  const { signal } = interruptible(() => cleaned++);
  expect(signal.aborted).toBe(false);
  process.emit(name);
  expect(signal.reason).toBe(reason);
  expect(cleaned).toBe(0);
  expect(() => process.emit('SIGINT')).toThrow('exit 130');
  expect(cleaned).toBe(1);
});

it('once everything is reported, the first one ends the process', () => {
  endOnSignals();
  const { signal, over } = interruptible(() => {});
  over();
  expect(() => process.emit('SIGTERM')).toThrow('exit 130');
  expect(signal.aborted).toBe(false);
});
