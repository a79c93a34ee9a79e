// Which handlers are on at first, where functions of the NVIC are given numbers that it has no flags for.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

const head = `
void NVIC_EnableIRQ(int irq);
int number(void);
volatile int ticks;
void SysTick_Handler(void) { ticks++; }
`;

async function tickOf(body: string) {
  const { program, diagnostics } = await loadText(`${head} int main(void) { ${body} return ticks; }`, {
    target: 'thumbv7m-none-eabi',
  });
  const tick = program.contexts.find((context) => context.function === 'SysTick_Handler')!;
  return { enabled: tick.initially?.enabled, codes: diagnostics.map((d) => d.code) };
}

describe('SysTick and the functions of the NVIC', () => {
  it('is on, and a warning says that they do nothing', async () => {
    expect(await tickOf('NVIC_EnableIRQ(-1);')).toEqual({ enabled: true, codes: ['irq-without-flag'] });
  });

  it('is on where the number is not known', async () => {
    expect((await tickOf('NVIC_EnableIRQ(number());')).enabled).toBe(true);
  });

  it('is off where its own bit is set', async () => {
    expect((await tickOf('*(volatile unsigned *)0xe000e010 = 7;')).enabled).toBe(false);
  });
});
