// Colour only on a terminal, and only where nobody asked for none; the width of it, within reason.

import { describe, expect, it } from 'vitest';
import { styleFor } from '../../src/cli/terminal.js';
import { plainPaint } from '../../src/report/text-style.js';

const wish = { detail: 'normal', isStats: false } as const;
const terminal = { isTTY: true, columns: 90 };

describe('colours', () => {
  it.each([
    ['a terminal', terminal, {}, true],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
    ['a dumb terminal', terminal, { TERM: 'dumb' }, false],
    ['a pipe', {}, {}, false],
    ['a pipe in CI', {}, { CI: 'true' }, false],
    ['a file', undefined, {}, false],
  ])('%s', (_, output, environment, isColoured) => {
    const { paint } = styleFor(output, environment, wish);
    expect(paint === plainPaint).toBe(!isColoured);
    expect(paint.error('x').includes('\x1b[')).toBe(isColoured);
  });
});

describe('the width', () => {
  it.each([
    [{}, 80],
    [{ columns: 200 }, 80],
    [terminal, 90],
    [{ isTTY: true, columns: 200 }, 100],
    [{ isTTY: true, columns: 10 }, 40],
    [{ isTTY: true, columns: 0 }, 80],
    [{ isTTY: true }, 80],
    [undefined, 80],
  ])('of %j is %i', (output, width) => {
    expect(styleFor(output, {}, wish).width).toBe(width);
  });
});
