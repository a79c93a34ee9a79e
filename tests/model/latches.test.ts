// Which registers are latches: what a pack says, else where somebody writes back what he has read.

import { describe, expect, it } from 'vitest';
import { latchesOf } from '../../src/model/latches.js';
import { loadText } from './load.js';

/** Names of the shared registers that are latches, and how many stores write one back. */
async function latches(source: string): Promise<readonly [names: readonly string[], stores: number]> {
  const { program } = await loadText(source);
  const { isLatch, writesBack } = latchesOf(program);
  return [program.shared.filter((v) => isLatch(v.region)).map((v) => v.name), writesBack.size];
}

const A = '(*(volatile unsigned *)0x40000000)';
const B = '(*(volatile unsigned *)0x40000004)';
const handler = `void isr_1(void) { ${A} = 1; ${B} = 2; }`;

describe('a latch', () => {
  it.each([
    ['is read, changed and written back', `int main(void) { ${A} |= 4; (void)${B}; }`],
    ['goes by a variable', `int main(void) { unsigned v = ${A}; if (v & 1) v |= 2; ${A} = v; (void)${B}; }`],
    [
      'goes by functions',
      `static unsigned get(void) { return ${A}; } static void put(unsigned v) { ${A} = v; }
       int main(void) { put(get() & ~2u); (void)${B}; }`,
    ],
    [
      'goes by a pointer',
      `static void set(volatile unsigned *r) { *r |= 2; } int main(void) { set(&${A}); (void)${B}; }`,
    ],
  ])('%s', async (_, main) => {
    expect(await latches(`${handler} ${main}`)).toEqual([['*(0x40000000)'], 1]);
  });

  it.each([
    ['is only read', `int main(void) { while ((${A} & 1) == 0) {} }`],
    ['is read, and written with something else', `int main(void) { if (${A} & 1) ${A} = 0; }`],
    ['is copied from another', `int main(void) { ${A} = ${B}; }`],
  ])('is none that %s', async (_, main) => {
    expect(await latches(`${handler} ${main}`)).toEqual([[], 0]);
  });

  it('is what the platform says it is', async () => {
    const source = `
      #include <avr/interrupt.h>
      #include <avr/io.h>
      ISR(INT0_vect) { OCR0A = 1; TIFR1 = 1; UDR0 = 2; UCSR0A = 4; UCSR0B &= ~8; }
      int main(void) { sei(); OCR0A = 2; TIFR1 |= 6; UDR0 |= 3; UCSR0A |= 6; UCSR0B |= 3; }`;
    expect((await latches(source))[0]).toEqual(['OCR0A', 'UCSR0B']);
  });
});
