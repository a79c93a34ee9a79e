// Text tables and the way files are shown.

import { describe, expect, it } from 'vitest';
import { shownPath, shownPlace } from '../../src/report/paths.js';
import { table } from '../../src/report/table.js';

describe('table', () => {
  it('makes columns as wide as their widest cell and leaves nothing at the ends of lines', () => {
    expect(
      table(
        ['name', 'irq', 'why'],
        [
          ['USART_RX', '18', 'its name'],
          ['main', '-', ''],
        ],
      ),
    ).toEqual(['name      irq  why', 'USART_RX  18   its name', 'main      -']);
  });

  it('has as many rows as there are', () => {
    const lines = table(['a', 'b'], [...Array(150_000).fill(['x', 'y']), ['wide', 'y']]);
    expect(lines).toHaveLength(150_002);
    expect(lines[1]).toBe('x     y');
  });

  it('counts characters, not bytes', () => {
    expect(
      table(
        ['a', 'b'],
        [
          ['→', 'x'],
          ['𝄞𝄞', 'y'],
        ],
      ),
    ).toEqual(['a   b', '→   x', '𝄞𝄞  y']);
  });
});

describe('paths', () => {
  it.each([
    ['/project/src/a.c', '/project', 'src/a.c'],
    ['/project/a.c', '/project/', 'a.c'],
    ['/other/a.c', '/project', '/other/a.c'],
    ['/projects/a.c', '/project', '/projects/a.c'],
    ['a.c', '/project', 'a.c'],
    ['/project', '/project', '/project'],
  ])('%s seen from %s is %s', (file, base, expected) => {
    expect(shownPath(file, base)).toBe(expected);
  });

  it('show as much of a place as is known', () => {
    const at = (line: number, column: number) => shownPlace({ file: 'a.c', line, column }, '/');
    expect([at(0, 0), at(4, 0), at(4, 2), shownPlace(undefined, '/')]).toEqual(['a.c', 'a.c:4', 'a.c:4:2', '']);
  });
});
