// Data that nothing depends on: what is unread, and above all what is not.

import { describe, expect, it } from 'vitest';
import { unreadData } from '../../src/model/unread-data.js';
import { loadText } from './load.js';

/** Names of globals of which nothing, or not all, is read. */
async function unread(source: string, outputs: 'matter' | 'do not matter' = 'matter'): Promise<readonly string[]> {
  const { program } = await loadText(source);
  return [...unreadData(program, outputs).bytes].map(([name, ranges]) => {
    const { size } = program.objects.find((o) => o.symbol === name)!;
    const isWhole = ranges.length === 1 && ranges[0]!.from === 0 && ranges[0]!.to === size;
    return isWhole ? name : `${name} ${ranges.map(({ from, to }) => `${from}-${to}`).join(' ')}`;
  });
}

const handler = 'volatile int flag; void isr_1(void) { flag = 1; }\n';
const loop = (body: string): string => `int main(void) { for (;;) { if (flag) flag = 0; ${body} } }`;

describe('unread', () => {
  it('is a counter that is only counted', async () => {
    expect(await unread(`unsigned loops; ${handler}${loop('loops++;')}`)).toEqual(['loops']);
  });

  it('are the fields of a record that nobody looks at', async () => {
    const source = `struct { int used, counted; } s; ${handler}${loop('s.counted++; if (s.used) s.used = 0;')}`;
    expect(await unread(source)).toEqual(['s 4-8']);
  });

  it('is a buffer that is filled and never read, at whatever index', async () => {
    expect(await unread(`char b[8]; int n; ${handler}${loop('b[n] = 1; n = (n + 1) & 7;')}`)).toEqual(['b']);
  });

  it.each([
    ['decides a branch', 'int x;', 'x++; if (x == 3) flag = 2;'],
    ['decides a switch', 'int x;', 'x++; switch (x) { case 3: flag = 2; }'],
    ['is an index', 'int x, a[4];', 'x = (x + 1) & 3; if (a[x]) flag = 2;'],
    ['is copied to what is read', 'int x, y;', 'x++; y = x; if (y == 3) flag = 2;'],
    [
      'is copied by memcpy',
      'void *memcpy(void *, const void *, unsigned long); int x, y;',
      'x++; memcpy(&y, &x, 4); if (y == 3) flag = 2;',
    ],
    ['is divided by', 'int x, y;', 'x++; y = 7 / x; if (y) flag = 2;'],
    ['goes through a call', 'int x; static int id(int v) { return v; }', 'x++; if (id(x) == 3) flag = 2;'],
    ['is asserted about', 'void assert(int); int x;', 'x++; assert(x != 3);'],
    [
      'is a pointer that is followed',
      'int a, b, *x = &a;',
      'x = x == &a ? &b : &a; *x = 1; if (a) flag = 2; if (b) flag = 3;',
    ],
    [
      'chooses a function',
      'static void f(void) { flag = 3; } static void g(void) { flag = 4; } void (*x)(void) = f;',
      'x = g; x();',
    ],
    ['goes to a device', '#define OUT (*(volatile int *)0x4000)\nint x;', 'x++; OUT = x;'],
    ['goes to an unknown function', 'void show(int); int x;', 'x++; show(x);'],
    [
      'goes into an allocation',
      'void *malloc(unsigned long); int x;',
      'int *p = malloc(4); x++; if (p) { *p = x; if (*p == 3) flag = 2; }',
    ],
  ])('is not what %s', async (_, declarations, body) => {
    expect((await unread(`${handler}${declarations}\n${loop(body)}`)).filter((name) => name.startsWith('x'))).toEqual(
      [],
    );
  });

  it('is what only goes to devices and unknown functions, where that does not matter', async () => {
    const source = `#define OUT (*(volatile int *)0x4000)\nvoid show(int); int x, y; ${handler}${loop('x++; OUT = x; y++; show(y);')}`;
    expect([...(await unread(source, 'do not matter'))].sort()).toEqual(['x', 'y']);
  });

  it('are registers that only count', async () => {
    const { program } = await loadText(
      `${handler}int main(void) { unsigned n = 0; for (;;) { n++; if (flag) flag = 0; } }`,
    );
    const main = program.module.functions.get('main')!;
    const phis = main.blocks.flatMap((b) => b.instructions.filter((i) => i.op === 'phi'));
    expect(phis).toHaveLength(1);
    const registers = unreadData(program, 'matter').registers.get('main')!;
    expect(phis.every((i) => registers.has(i.result.index))).toBe(true);
  });
});
