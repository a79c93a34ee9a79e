// Text of the input does nothing to terminals and logs, and what Preempt itself adds for a terminal still reaches it.

import { describe, expect, it } from 'vitest';
import { replay } from '../../src/execution/replay.js';
import { parseSchedule } from '../../src/execution/schedule.js';
import { guarded, inert, inertData, printable } from '../../src/report/inert.js';
import { inspectText } from '../../src/report/inspect-text.js';
import { replayText } from '../../src/report/replay-text.js';
import { loadText } from '../model/load.js';

describe('printable', () => {
  it.each([
    ['\x1b[31mred\x07', '\\x1b[31mred\\x07'],
    ['\x9b2J', '\\x9b2J'],
    ['a\r\nb\tc', 'a\\x0d\nb\tc'],
    ['if (x\u202e } //', 'if (x\\u202e } //'],
    ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
    ['line\u2028break', 'line\\u2028break'],
    ['größe 変数 😀', 'größe 変数 😀'],
  ])('%j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

describe('inert', () => {
  it('stays on one line', () => {
    expect(inert('a\nb\tc')).toBe('a\\nb c');
  });

  it('reaches every string of plain data, and nothing else', () => {
    expect(inertData({ a: ['\x07', 3, null, undefined, true], b: { c: '\n' } })).toEqual({
      a: ['\\x07', 3, null, undefined, true],
      b: { c: '\\n' },
    });
  });
});

describe('guarded', () => {
  it.each([
    ['::set-output name=x::1', '\\x3a:set-output name=x::1'],
    ['ok\n  \t::warning::x\n', 'ok\n  \t\\x3a:warning::x\n'],
    ['std::vector ::x', 'std::vector ::x'],
    ['12 | ::x', '12 | ::x'],
    ['a ##[error]x', 'a #\\x23[error]x'],
    ['###[x', '##\\x23[x'],
  ])('%j', (text, shown) => {
    expect(guarded(text)).toBe(shown);
  });
});

describe('headings', () => {
  const heading = (text: string): string => `\x1b[1m${text}\x1b[22m`;
  const source = 'int x; void isr_1(void) { x = 5; } int main(void) { x = 1; }';

  it('of inspect reach the terminal', async () => {
    const { program } = await loadText({ 'test.c': source });
    expect(inspectText(program, { base: '/', heading })).toContain('\n\x1b[1mContexts\x1b[22m\n');
  });

  it('of replay reach the terminal', async () => {
    const { program } = await loadText({ 'test.c': source });
    const parsed = parseSchedule('0:isr_1');
    if (parsed.kind === 'problem') throw new Error(parsed.problem.message);
    const text = replayText(replay(program, parsed.schedule), parsed.schedule, { base: '/', heading });
    expect(text).toMatch(/^\x1b\[1mSchedule\x1b\[22m {2}0:isr_1\n/);
    expect(text).toContain('┌ \x1b[1misr_1\x1b[22m starts');
  });
});
