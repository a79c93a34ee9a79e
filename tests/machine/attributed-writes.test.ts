// Writes to priorities, masks and flags at addresses that are only known when the program runs: what the model should
// have known makes verdicts unknown, and nothing else does.

import { describe, expect, it } from 'vitest';
import { checkByExploring } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';

const head = `
  typedef enum { TIM2_IRQn = 28, TIM3_IRQn = 29 } Number; Number used;
  volatile int n; static volatile unsigned bank;
  static void poke(unsigned value) { *(volatile unsigned char *)(bank + 28) = value; }
  static void set(int irq, unsigned value) { *(volatile unsigned char *)(0xe000e400 + irq) = value; }
`;
const second = 'void TIM3_IRQHandler(void) { n++; }';

async function verdictOf(main: string, text = second, isr = 'n++;'): Promise<string> {
  const source = `${head} ${text} void TIM2_IRQHandler(void) { ${isr} } int main(void) { ${main} for (;;) {} }`;
  const { program } = await loadText(source, { platform: 'cortex-m' });
  const { verdicts } = await checkByExploring(program, { ...usualOptions, properties: ['atomicity'] });
  return verdicts.map((v) => (v.kind === 'unknown' ? v.because : v.kind)).join();
}

const unknown = (name: string): string =>
  `a write to ${name} through an address that is only known when it runs is not modelled (test.c:4)`;

describe('a priority that is set at a computed address', () => {
  it('is not the one that the model assumes', async () => {
    expect(await verdictOf('bank = 0xe000e400; poke(0x40);')).toBe(unknown('NVIC->IP'));
  });

  it('is the one that the model assumes', async () => {
    expect(await verdictOf('bank = 0xe000e400; poke(0x00);')).toBe('holds');
  });

  it('is compared with nothing', async () => {
    expect(await verdictOf('bank = 0xe000e400; poke(0x40);', '')).toBe('holds');
  });

  it('has nothing to do with a handler', async () => {
    expect(await verdictOf('bank = 0xe000e400 + 20; poke(0x40);')).toBe('holds');
  });

  it('is known where the caller says which', async () => {
    expect(await verdictOf('set(28, 0x40);')).toBe('violated');
    expect(await verdictOf('set(28, 0x40); set(29, 0x40);')).toBe('holds');
  });
});

describe('a flag that is set at a computed address', () => {
  const other = 'void TIM3_IRQHandler(void) { }';

  it('is set as main says', async () => {
    const start = '*(volatile unsigned *)0xe000e180 = 1 << 28; bank = 0xe000e180 + 3 - 28; poke(0x10);';
    expect(await verdictOf(`${start} n++;`, other)).toBe('holds');
    expect(await verdictOf(`${start} bank -= 0x80; poke(0x10); n++;`, other)).toBe('violated');
  });

  it('is not known to the model where a handler changes it', async () => {
    const isr = 'bank = 0xe000e180 + 3 - 28; poke(0x20);';
    expect(await verdictOf('n++;', other, isr)).toBe(unknown('NVIC->ICER'));
    expect(await verdictOf('n++;', other, isr.replace('0x20', '0x40'))).toBe('holds');
  });
});
