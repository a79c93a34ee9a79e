// A program in which no interrupt comes proves nothing about interrupts.

import { describe, expect, it } from 'vitest';
import type { Checked } from '../../src/engines/engine.js';
import { checkByExploring, checkSymbolically } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';

type Check = (source: string) => Promise<Checked>;

const engines: readonly [string, Check][] = [
  ['explore', async (source) => checkByExploring((await loadText(source)).program, usualOptions)],
  [
    'symbolic',
    async (source) => checkSymbolically((await loadText(source)).program, { ...usualOptions, encoding: 'gap' }),
  ],
];

describe.each(engines)('%s: no verdict holds', (_, check) => {
  const reasons = async (source: string): Promise<readonly string[]> =>
    (await check(source)).verdicts.map((v) => (v.kind === 'unknown' ? v.because : v.kind));

  it('without a handler; the reason names what may be one, and the flag', async () => {
    const because =
      'there is no interrupt handler, so nothing preempts main; if on_timer, which nothing calls, is one, say --isr on_timer';
    const source = 'volatile int x; void on_timer(void) { x++; } int main(void) { return x; }';
    expect(await reasons(source)).toEqual([because, because, because]);
  });

  it('where several functions may be one, some are named', async () => {
    const names = ['on_a', 'on_b', 'on_c', 'on_d', 'on_e', 'on_f'];
    const source = `volatile int x; ${names.map((n) => `void ${n}(void) { x++; }`).join(' ')} int main(void) { return x; }`;
    expect((await reasons(source))[0]).toBe(
      'there is no interrupt handler, so nothing preempts main; nothing calls on_a, on_b, on_c, on_d and 2 more: say which are handlers, as in --isr on_a',
    );
  });

  it('where no ISR ever starts', async () => {
    const source =
      'volatile int x; void enable_isr(int); void isr_1(void) { x++; } int main(void) { if (x) enable_isr(1); return x; }';
    expect((await reasons(source))[0]).toBe('no ISR starts within these bounds (isr_1: it stays masked or off)');
  });

  it('but an assertion that fails is violated', async () => {
    expect(await reasons('#include <assert.h>\nint x; int main(void) { assert(x); return 0; }')).toEqual([
      expect.stringContaining('there is no interrupt handler'),
      expect.stringContaining('name handlers with --isr NAME'),
      'violated',
    ]);
  });

  it('where no ISR ever starts, because of what data can be', async () => {
    const source = `volatile int x; void enable_isr(int); int __VERIFIER_nondet_int(void); void isr_1(void) { x++; }
      int main(void) { int n = __VERIFIER_nondet_int(); if ((n & 1) && n % 2 == 0) enable_isr(1); return 0; }`;
    expect((await reasons(source)).at(-1)).toBe('no ISR starts within these bounds (isr_1: it stays masked or off)');
  });

  it('where one starts and another does not, that one is named', async () => {
    const source = `volatile int x, y; void enable_isr(int); void isr_1(void) { x++; } void isr_2(void) { y++; }
      int main(void) { if (y) enable_isr(2); return 0; }`;
    const { verdicts } = await check(source);
    expect(verdicts.at(-1)).toMatchObject({ kind: 'holds', assumptions: ['isr_2 never started within these bounds'] });
  });
});
