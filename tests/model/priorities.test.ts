// Priorities that a program sets for numbers that are not written down where it does so.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

const head = `
  void NVIC_SetPriority(int irq, unsigned level); void NVIC_EnableIRQ(int irq); void __set_BASEPRI(unsigned level);
  typedef struct { signed char irq; unsigned char level; } Config;
  volatile int n; volatile int choice;
  void TIM2_IRQHandler(void) { n++; }
`;
const second = 'void TIM3_IRQHandler(void) { n++; }';
const numbers = 'typedef enum { TIM2_IRQn = 28, TIM3_IRQn = 29 } Number; Number used;';

async function priorities(text: string, main: string) {
  const source = `${head} ${text} int main(void) { ${main} for (;;) n = 0; }`;
  const { program, diagnostics } = await loadText(source, { platform: 'cortex-m' });
  return {
    levels: Object.fromEntries(
      program.contexts.filter((c) => c.kind === 'isr').map((c) => [c.name.slice(0, 4), c.hardwarePriority]),
    ),
    doubts: diagnostics.filter((d) => d.code === 'priority-not-constant').map((d) => d.message),
  };
}

describe('a number that is not constant', () => {
  it('may be that of every handler', async () => {
    const { doubts } = await priorities(`${numbers} ${second}`, 'NVIC_SetPriority(choice, 3);');
    expect(doubts).toHaveLength(2);
    expect(doubts[0]).toContain('NVIC_SetPriority(…, 3)');
  });

  it('is no doubt where the level is the one that is assumed anyway', async () => {
    const { doubts } = await priorities(`${numbers} ${second}`, 'NVIC_SetPriority(choice, 0);');
    expect(doubts).toEqual([]);
  });

  it('is no doubt where there is nothing that a priority is compared with', async () => {
    const { doubts } = await priorities(numbers, 'NVIC_SetPriority(choice, 3);');
    expect(doubts).toEqual([]);
    const masked = await priorities(numbers, 'NVIC_SetPriority(choice, 3); __set_BASEPRI(0x20);');
    expect(masked.doubts).toHaveLength(1);
  });

  it('may be an index into the bank of priorities', async () => {
    const raw = '((volatile unsigned char *)0xe000e400)[choice] = 0x40;';
    expect((await priorities(`${numbers} ${second}`, raw)).doubts).toHaveLength(2);
    const bank = 'typedef struct { unsigned enabled[192]; volatile unsigned char level[240]; } Bank;';
    const field = '((Bank *)0xe000e100)->level[choice & 63] = 0x40;';
    expect((await priorities(`${numbers} ${second} ${bank}`, field)).doubts).toHaveLength(2);
  });

  it('is no doubt beside a store to other registers', async () => {
    const { doubts } = await priorities(`${numbers} ${second}`, '((volatile unsigned char *)0x40000000)[choice] = 1;');
    expect(doubts).toEqual([]);
  });
});

describe('numbers that no handler is known to have', () => {
  it('belong to the handlers without one where they are as many and have one level', async () => {
    const one = await priorities('', 'NVIC_SetPriority(28, 5); __set_BASEPRI(0x20);');
    expect(one).toEqual({ levels: { TIM2: 5 }, doubts: [] });
    const two = await priorities(second, 'NVIC_SetPriority(28, 5); NVIC_SetPriority(29, 5);');
    expect(two).toEqual({ levels: { TIM2: 5, TIM3: 5 }, doubts: [] });
  });

  it('are a doubt where the levels differ, and where some handler has none of them', async () => {
    const different = await priorities(second, 'NVIC_SetPriority(28, 1); NVIC_SetPriority(29, 3);');
    expect(different.doubts).toHaveLength(2);
    expect((await priorities(second, 'NVIC_SetPriority(28, 1);')).doubts).toHaveLength(2);
  });
});
