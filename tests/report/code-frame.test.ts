// Code frames: which places share one, where carets and words stand, and what happens to lines that no screen has room
// for.

import { describe, expect, it } from 'vitest';
import { codeFrames, type FrameMark } from '../../src/report/code-frame.js';
import { plainStyle } from '../../src/report/text-style.js';

function mark(number: number, line: number, column: number, more: Partial<FrameMark> = {}): FrameMark {
  return {
    place: { file: 'a.c', line, column },
    function: 'main',
    number: `(${number})`,
    who: 'main',
    does: 'reads 1',
    ...more,
  };
}

function frames(marks: readonly FrameMark[], text: string, width = 80): string[] {
  return codeFrames(marks, (file) => (file === 'a.c' ? text.split('\n') : undefined), { ...plainStyle, width });
}

const numbered = Array.from({ length: 40 }, (_, n) => `line${n + 1};`).join('\n');

describe('code frames', () => {
  it('show a line with its neighbours', () => {
    expect(frames([mark(1, 2, 3)], 'one\n  two\nthree\nfour')).toEqual([
      '  --> a.c:2:3 in main',
      '     1 | one',
      '     2 |   two',
      '       |   ^ (1) main reads 1',
      '     3 | three',
    ]);
  });

  it('hold all places that are close, and begin anew for those that are not', () => {
    const close = frames([mark(1, 10, 1), mark(2, 15, 1)], numbered);
    expect(close.filter((l) => l.startsWith('  -->'))).toEqual(['  --> a.c:10:1 in main']);
    expect(close).toContain('    12 | line12;');
    const apart = frames([mark(1, 16, 1), mark(2, 10, 1)], numbered);
    expect(apart.filter((l) => l.startsWith('  -->'))).toEqual(['  --> a.c:16:1 in main', '  --> a.c:10:1 in main']);
    expect(apart).not.toContain('    13 | line13;');
  });

  it('never hold places of two files', () => {
    const other = { ...mark(2, 2, 1), place: { file: 'b.h', line: 2, column: 1 } };
    expect(frames([mark(1, 2, 1), other], 'one\ntwo')).toEqual([
      '  --> a.c:2:1 in main',
      '     1 | one',
      '     2 | two',
      '       | ^ (1) main reads 1',
      '',
      '  --> b.h:2:1 in main',
      '     2 | (2) main reads 1',
    ]);
  });

  it('join what happens at one place, and name a context once', () => {
    const marks = [
      mark(1, 1, 2, { who: 'main (level 0)' }),
      mark(2, 1, 6, { who: 'ADC' }),
      mark(3, 1, 2, { does: 'writes 2' }),
    ];
    expect(frames(marks, ' x++; y++;').slice(1)).toEqual([
      '     1 |  x++; y++;',
      '       |  ^ (1) main (level 0) reads 1, (3) writes 2',
      '       |      ^ (2) ADC reads 1',
    ]);
  });

  it('put words before the caret, or below it, where there is no room behind', () => {
    const line = `${' '.repeat(60)}x++;`;
    expect(frames([mark(1, 1, 61)], line)[2]).toBe(`       | ${' '.repeat(43)}(1) main reads 1 ^`);
    const long = mark(1, 1, 61, { does: `reads ${'9'.repeat(50)}` });
    const below = frames([long], line);
    expect(below[2]).toBe(`       | ${' '.repeat(60)}^`);
    expect(below[3]).toMatch(/^ {7}\| +\(1\) main reads 9+$/);
    expect(below[3]!.length).toBe(80);
  });

  it('give each mark a line where one is too short for all', () => {
    const who = 'a_handler_with_a_long_name (priority 3)';
    const marks = [mark(1, 1, 1, { who }), mark(2, 1, 1, { who: 'other (priority 4)' }), mark(3, 1, 1)];
    expect(frames(marks, 'x++;').slice(2)).toEqual([
      `       | ^ (1) ${who} reads 1`,
      '       | ^ (2) other (priority 4) reads 1',
      '       | ^ (3) main reads 1',
    ]);
  });

  it('count columns as clang does, in bytes, and take tabs for what they are', () => {
    expect(frames([mark(1, 1, 8)], '\t/*é*/x++;').slice(1)).toEqual([
      '     1 |     /*é*/x++;',
      '       |          ^ (1) main reads 1',
    ]);
  });

  it.each([1, 40, 5000, 9999])('cut a line of 10 000 characters around column %i', (column) => {
    const text = Array.from({ length: 10_000 }, (_, n) => (n + 1 === column ? '@' : 'x')).join('');
    const [, line, caret] = frames([mark(1, 1, column)], text);
    expect(line!.length).toBeLessThanOrEqual(80);
    expect(line![caret!.indexOf('^')]).toBe('@');
  });

  it('show a long line once for each group of marks that fit together', () => {
    const text = 'x'.repeat(10_000);
    const shown = frames([mark(1, 1, 10), mark(2, 1, 9000), mark(3, 1, 9010)], text);
    expect(shown.filter((l) => l.startsWith('     1 |')).length).toBe(2);
    expect(shown.filter((l) => l.includes('^')).length).toBe(3);
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('show control characters, ANSI sequences and marks of direction instead of sending them', () => {
    expect(frames([mark(1, 1, 6)], '\x1b[31mx\u202e;\r').slice(1)).toEqual([
      '     1 | \\x1b[31mx\\u202e;',
      '       |         ^ (1) main reads 1',
    ]);
  });

  it('stand at the end of a line that has become shorter, or is not there any more', () => {
    expect(frames([mark(1, 1, 50)], 'x;').at(-1)).toBe('       |   ^ (1) main reads 1');
    expect(frames([mark(1, 9, 1)], 'x;')).toEqual(['  --> a.c:9:1 in main', '     9 | (1) main reads 1']);
  });
});
