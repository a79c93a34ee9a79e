// Packs that speak of vectors by name: the macros of the device's header tell their numbers.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

const head = `
extern volatile unsigned char IE2;
extern volatile unsigned TA0CCTL1;
extern volatile unsigned TA0CTL;
volatile int n;
void __bis_SR_register(unsigned bits);
void __attribute__((interrupt(RX))) receive(void) { n++; }
`;

async function loaded(macros: string, body: string) {
  const { program } = await loadText(`${macros} ${head} int main(void) { ${body} __bis_SR_register(8); return n; }`, {
    target: 'msp430-none-elf',
  });
  const receive = program.contexts.find((context) => context.function === 'receive')!;
  const set = program.operations.filter(({ effect }) => effect.kind === 'enable' || effect.kind === 'disable');
  return { irq: receive.irq, enabled: receive.initially?.enabled, flags: set.map((o) => o.text) };
}

describe('the bits that enable an interrupt of a MSP430', () => {
  it.each([
    ['#define RX (8)\n#define USCIAB0RX_VECTOR (8)\n'],
    ['#define RX 0x10\n#define USCIAB0RX_VECTOR (8 * 2u)\n'],
    ['#define RX USCIAB0RX_VECTOR\n#define USCIAB0RX_VECTOR OTHER_VECTOR\n#define OTHER_VECTOR (0x0008)\n'],
  ])('are those of the vector of this number: %j', async (macros) => {
    const { enabled, flags } = await loaded(macros, 'IE2 |= 0x01;');
    expect({ enabled, flags }).toEqual({ enabled: false, flags: ['IE2 bit 0 set'] });
  });

  it('are those of every device that has this vector', async () => {
    const macros = '#define RX (9)\n#define TIMER0_A1_VECTOR (9)\n';
    const { flags } = await loaded(macros, 'TA0CCTL1 = 0x10; TA0CTL = 0x02; TA0CCTL1 = 0;');
    expect(flags).toEqual(['TA0CCTL1 bit 4 set', 'TA0CTL bit 1 set', 'TA0CCTL1 bit 4 cleared']);
  });

  it('are not known where the header does not tell the number', async () => {
    expect(await loaded('#define RX (8)\n', 'IE2 |= 0x01;')).toEqual({ irq: 8, enabled: true, flags: [] });
  });

  it('are not known where the number is no number', async () => {
    const { flags } = await loaded('#define RX (8)\n#define USCIAB0RX_VECTOR ".int08"\n', 'IE2 |= 0x01;');
    expect(flags).toEqual([]);
  });
});
