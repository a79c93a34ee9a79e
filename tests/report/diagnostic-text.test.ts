// Diagnostics as text: like a compiler's, and harmless to a terminal whatever the input holds.

import { describe, expect, it } from 'vitest';
import { errorAt, noteAt, warningAt } from '../../src/base/diagnostic.js';
import { diagnosticText } from '../../src/report/diagnostic-text.js';

describe('diagnosticText', () => {
  it.each([
    [
      errorAt('bad-thing', 'it is bad', { file: '/project/a.c', line: 3, column: 7 }),
      'a.c:3:7: error: it is bad [bad-thing]',
    ],
    [warningAt('odd', 'it is odd', { file: '/project/a.c', line: 3, column: 0 }), 'a.c:3: warning: it is odd [odd]'],
    [noteAt('known', 'it is known', { file: '/project/a.c', line: 0, column: 0 }), 'a.c: note: it is known [known]'],
    [errorAt('nowhere', 'no place'), 'preempt: error: no place [nowhere]'],
    [errorAt('far', 'elsewhere', { file: '/other/a.c', line: 1, column: 1 }), '/other/a.c:1:1: error: elsewhere [far]'],
    [errorAt('more', 'see below', undefined, 'one\ntwo\n\n'), 'preempt: error: see below [more]\none\ntwo'],
  ])('%#', (diagnostic, expected) => {
    expect(diagnosticText(diagnostic, '/project')).toBe(expected);
  });

  it('shows control characters instead of sending them', () => {
    expect(diagnosticText(errorAt('c', 'a\x1b[31mred\x07', undefined, '\x9b2J\tkept\n'), '/')).toBe(
      'preempt: error: a\\x1b[31mred\\x07 [c]\n\\x9b2J\tkept',
    );
  });
});
