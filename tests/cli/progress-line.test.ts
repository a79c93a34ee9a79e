// The progress line, with a clock and a terminal of the test's own.

import { expect, it } from 'vitest';
import { ProgressLine, type Terminal } from '../../src/cli/progress-line.js';

const ERASE = '\r\x1b[K';

class FakeTerminal implements Terminal {
  written = '';

  constructor(
    readonly isTTY: boolean,
    readonly columns: number,
  ) {}

  write(text: string): void {
    this.written += text;
  }

  /** What was written since the last time. */
  take(): string {
    const text = this.written;
    this.written = '';
    return text;
  }
}

function begin({ isTTY = true, columns = 100, timeout = 60 } = {}) {
  const clock = { now: 5000 };
  const terminal = new FakeTerminal(isTTY, columns);
  const line = new ProgressLine(terminal, timeout, '', () => clock.now);
  return { clock, terminal, line };
}

it('shows nothing in the first second', () => {
  const { clock, terminal, line } = begin();
  clock.now += 999;
  line.update({ phase: 'compiling' });
  line.close();
  expect(terminal.take()).toBe('');
});

it('then says what it does, and takes that away at the end', () => {
  const { clock, terminal, line } = begin();
  clock.now += 1000;
  line.update({ phase: 'compiling', done: 2, of: 7 });
  expect(terminal.take()).toBe(`${ERASE}compiling, 1 s, 2 of 7 files`);
  clock.now += 100;
  line.update({ phase: 'compiling', done: 3, of: 7 });
  expect(terminal.take()).toBe('');
  line.update({ phase: 'modelling' });
  expect(terminal.take()).toBe(`${ERASE}modelling, 1 s`);
  line.close();
  expect(terminal.take()).toBe(ERASE);
});

it('counts states in a second, candidates that are settled, and the time that is left', () => {
  const { clock, terminal, line } = begin({ timeout: 46 });
  for (let second = 1; second <= 4; second++) {
    clock.now += 1000;
    line.update({ phase: 'exploring', states: second ** 2 * 1000, sightings: second });
  }
  expect(terminal.take().split(ERASE).at(-1)).toBe(
    'exploring, 4 s, 42 s left, 16,000 states, 6,000/s, 4 seen, Ctrl-C reports what was found',
  );
  line.update({ phase: 'asking the solver', states: 16_000, sightings: 0, done: 12, of: 240 });
  expect(terminal.take()).toBe(
    `${ERASE}asking the solver, 4 s, 42 s left, 12 of 240 candidates settled, Ctrl-C reports what was found`,
  );
  line.update({ phase: 'replaying', states: 16_000, sightings: 9, done: 1, of: 2 });
  expect(terminal.take()).toContain(`${ERASE}replaying, 4 s, 42 s left, 1 of 2 findings, 9 seen`);
  line.close();
});

it.each([80, 40, 12, 1])('keeps to a terminal of %i columns', (columns) => {
  const { clock, terminal, line } = begin({ columns, timeout: 43 });
  clock.now += 2000;
  line.update({ phase: 'exploring', states: 123_456_789, sightings: 12 });
  const text = terminal.take().replace(ERASE, '');
  expect(text.length).toBeLessThan(columns);
  expect('exploring, 2 s, 41 s left, 123,456,789 states, 12 seen, Ctrl-C').toContain(text.slice(0, 60));
  line.close();
});

it('shows nothing where there is no terminal', () => {
  const { clock, terminal, line } = begin({ isTTY: false });
  clock.now += 10_000;
  line.update({ phase: 'exploring', states: 1, sightings: 0 });
  line.close();
  expect(terminal.take()).toBe('');
});
