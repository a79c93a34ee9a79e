// Variables of which each thread has its own: whose address may come to another thread.

import { describe, expect, it } from 'vitest';
import { directThreadLocals, unsharedThreadLocals } from '../../src/model/thread-locals.js';
import { loadText } from './load.js';

async function unshared(text: string): Promise<readonly string[]> {
  const { program } = await loadText(text);
  return [...unsharedThreadLocals(program.module)];
}

describe('a thread-local variable', () => {
  it.each([
    ['is loaded and stored', '_Thread_local int x; int main(void) { x++; return x; }', ['x']],
    ['is an array at any index', '_Thread_local int x[4]; int main(int n, char **v) { return x[n & 3]; }', ['x']],
    ['is a field', '_Thread_local struct { int a, b; } x; int main(void) { x.b = 1; return x.b; }', ['x']],
    ['is told to others', '_Thread_local int x; int *p; int main(void) { p = &x; return 0; }', []],
    ['is passed on', '_Thread_local int x; void f(int *); int main(void) { f(&x); return 0; }', []],
    ['is returned', '_Thread_local int x; int *f(void) { return &x; } int main(void) { return *f(); }', []],
  ])('%s', async (_, text, expected) => {
    expect(await unshared(text)).toEqual(expected);
  });

  it('has a plain address in no C program', async () => {
    const { program } = await loadText('_Thread_local int x; int *p; int main(void) { p = &x; return 0; }');
    expect(directThreadLocals(program.module)).toEqual([]);
  });

  it('is told where its plain address is taken', async () => {
    const { program } = await loadText('_Thread_local int x; int main(void) { return x; }');
    const { globals } = program.module;
    const x = globals.get('x')!;
    const type = { kind: 'pointer', addressSpace: 0 } as const;
    const p = { ...x, name: 'p', threadLocal: false, type, initializer: { kind: 'global', name: 'x', type } as const };
    const module = { ...program.module, globals: new Map([...globals, ['p', p] as const]) };
    expect(directThreadLocals(module)).toEqual(['x']);
  });
});
