// What handlers with parameters are called with, as the engines see it.

import { describe, expect, it } from 'vitest';
import type { Checked } from '../../src/engines/engine.js';
import { checkByExploring, checkSymbolically } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from './load.js';

type Check = (source: string) => Promise<Checked>;

const engines: readonly [string, Check][] = [
  ['explore', async (source) => checkByExploring((await loadText(source)).program, usualOptions)],
  [
    'symbolic',
    async (source) => checkSymbolically((await loadText(source)).program, { ...usualOptions, encoding: 'gap' }),
  ],
];

describe.each(engines)('%s', (_, check) => {
  const variables = async (source: string): Promise<readonly string[]> =>
    [...new Set((await check(source)).findings.map((f) => f.variable))].sort();
  const assertion = async (source: string): Promise<string> => (await check(source)).verdicts.at(-1)!.kind;
  const change = 'static void change(volatile int *p) { int n = *p; *p = n + 1; }';

  it('a pointer without a cookie is to any object of its type, also in arrays and structures', async () => {
    const source = `struct port { volatile int n; }; struct port a; static struct { int x; struct port inner[2]; } b; volatile int other;
      ${change} void HAL_UART_TxCpltCallback(struct port *p) { p->n++; }
      int main(void) { change(&a.n); change(&b.inner[1].n); change(&other); return 0; }`;
    expect(await variables(source)).toEqual(['a.n', 'b.inner[].n']);
  });

  it('or to one of its own, with arbitrary content', async () => {
    const source = `#include <assert.h>
      struct port { int n; }; volatile int x; void HAL_UART_TxCpltCallback(struct port *p) { assert(p->n != 5); x = 1; }
      int main(void) { return 0; }`;
    expect(await assertion(source)).toBe('violated');
  });

  it('numbers are arbitrary', async () => {
    const source = `#include <assert.h>
      volatile int x; void HAL_GPIO_EXTI_Callback(unsigned short pin) { assert(pin != 7); x = 1; } int main(void) { return 0; }`;
    expect(await assertion(source)).toBe('violated');
  });

  it('what a pointer of unknown type points to is not known', async () => {
    const source = `volatile int x; void HAL_UART_TxCpltCallback(void *p) { x = *(int *)p; } int main(void) { return 0; }`;
    expect(await assertion(source)).toBe('unknown');
    const unused = `volatile int x; void HAL_UART_TxCpltCallback(void *p) { x = p == 0; } int main(void) { return 0; }`;
    expect(await assertion(unused)).toBe('holds');
  });

  it('of several that were registered, any may come, and none before it is registered', async () => {
    const source = `struct port { volatile int n; } a, b, c; int set_isr(void (*)(void *), void *); ${change}
      static void f(void *p) { ((struct port *)p)->n++; }
      int main(void) { set_isr(f, &a); change(&b.n); set_isr(f, &b); change(&a.n); set_isr(f, &c); set_isr(f, &b); return 0; }`;
    const kinds = (await check(source)).findings.filter((f) => f.pattern === 'RWW').map((f) => f.variable);
    expect(kinds).toEqual(['a.n']);
  });

  it('more arguments than are kept make it unknown', async () => {
    const source = `struct port { volatile int n; } p[6]; int set_isr(void (*)(void *), void *);
      static void f(void *q) { ((struct port *)q)->n++; }
      int main(void) { for (int i = 0; i < 6; i++) set_isr(f, &p[i]); return 0; }`;
    const { verdicts } = await check(source);
    expect(verdicts.at(-1)).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('different arguments for f'),
    });
  });
});

it('the published encodings say that they cannot express arguments that are registered', async () => {
  const source = `int x; int set_isr(void (*)(void *), void *); static void f(void *p) { (*(int *)p)++; }
    int main(void) { set_isr(f, &x); return x; }`;
  const { verdicts } = await checkSymbolically((await loadText(source)).program, { ...usualOptions, encoding: 'po' });
  expect(verdicts[0]).toMatchObject({ kind: 'unknown', because: expect.stringContaining('registered with') });
});
