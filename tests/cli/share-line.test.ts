// The line about work in many parts, with a clock and a terminal of the test's own.

import { expect, it } from 'vitest';
import { ShareLine } from '../../src/cli/share-line.js';

const ERASE = '\r\x1b[K';

function begin(isTTY = true) {
  const clock = { now: 5000 };
  const terminal = { isTTY, columns: 64, written: '', write: (text: string) => (terminal.written += text) };
  return { clock, terminal, line: new ShareLine(terminal, () => clock.now) };
}

const share = { doing: 'checking', done: 3, of: 7, unit: 'programs' };

it('shows nothing in the first second, nor where there is no terminal', () => {
  for (const [isTTY, passed] of [
    [true, 999],
    [false, 5000],
  ] as const) {
    const { clock, terminal, line } = begin(isTTY);
    clock.now += passed;
    line.update(share);
    line.close();
    expect(terminal.written).toBe('');
  }
});

it('tells how many are done and who does them, as far as there is room, and is gone at the end', () => {
  const { clock, terminal, line } = begin();
  clock.now += 2500;
  line.update(share);
  line.watch(() => '2 workers, 2 jobs under way');
  line.update({ ...share, done: 4 });
  line.close();
  expect(terminal.written.split(ERASE)).toEqual([
    '',
    'checking: 3 of 7 programs, 2 s, Ctrl-C reports what was found',
    'checking: 4 of 7 programs, 2 s, 2 workers, 2 jobs under way',
    '',
  ]);
});
