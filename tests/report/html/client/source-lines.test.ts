// Lines of a file with the suggested fix in its place; what was left out of the report is one line.

import { expect, it } from 'vitest';
import { linesOf, withFix } from '../../../../src/report/html/client/source-lines.js';

const source = (firstLine: number, text: string, lines: number) => [
  { file: 'a.c', parts: [{ firstLine, text }], lines },
];
const fix = {
  context: 'main',
  function: 'main',
  file: 'a.c',
  firstLine: 2,
  lastLine: 3,
  before: ['cli();'],
  after: ['sei();'],
  keepsOut: ['ADC'],
  verified: 'yes',
};

it('marks what lies beyond', () => {
  const lines = linesOf(source(5, 'a;\nb;', 9), 'a.c');
  expect(lines.map((l) => l.number)).toEqual([undefined, 5, 6, undefined]);
  expect(linesOf(source(5, 'a;', 9), 'b.c')).toEqual([]);
});

it('puts the statements of the fix around its window, indented as it is', () => {
  const lines = withFix(linesOf(source(1, 'int x;\n    x++;\n    x++;\n}', 4), 'a.c'), fix);
  expect(lines.map((l) => [l.number, l.fix, l.text])).toEqual([
    [1, undefined, 'int x;'],
    [undefined, 'added', '    cli();'],
    [2, 'fixed', '    x++;'],
    [3, 'fixed', '    x++;'],
    [undefined, 'added', '    sei();'],
    [4, undefined, '}'],
  ]);
});

it('shows nothing of a fix whose lines are not there', () => {
  const lines = linesOf(source(10, 'a;', 20), 'a.c');
  expect(withFix(lines, fix)).toEqual(lines);
  expect(withFix(lines, undefined)).toBe(lines);
});
