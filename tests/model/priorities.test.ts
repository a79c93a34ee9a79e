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

describe('functions of a header, which each unit has for itself', () => {
  const header = `
    static inline void __NVIC_SetPriority(int irq, unsigned level) {
      volatile unsigned *bank = (volatile unsigned *)0xe000e400;
      bank[irq >> 2] = (bank[irq >> 2] & ~(0xffu << 8 * (irq & 3))) | level << (8 * (irq & 3) + 4);
    }
    static inline unsigned NVIC_EncodePriority(unsigned grouping, unsigned level, unsigned sub) {
      return (level << grouping) | sub;
    }`;

  it('are known by their name in all of them', async () => {
    const { program, diagnostics } = await loadText(
      {
        'nvic.h': header,
        'timers.c': `#include "nvic.h"
          typedef enum { TIM2_IRQn = 28, TIM3_IRQn = 29 } Number; Number used; volatile int n;
          void TIM2_IRQHandler(void) { n++; } void TIM3_IRQHandler(void) { n++; }
          void start3(void) { __NVIC_SetPriority(29, NVIC_EncodePriority(4, 5, 0)); }`,
        'test.c': `#include "nvic.h"
          void start3(void);
          int main(void) { __NVIC_SetPriority(28, NVIC_EncodePriority(4, 3, 0)); start3(); for (;;); }`,
      },
      { platform: 'cortex-m' },
    );
    expect(diagnostics.map((d) => d.code)).not.toContain('priority-not-constant');
    const isrs = program.contexts.filter((c) => c.kind === 'isr');
    expect(isrs.map((c) => [c.name, c.hardwarePriority])).toEqual([
      ['TIM2_IRQHandler', 3],
      ['TIM3_IRQHandler', 5],
    ]);
    expect(isrs.map((c) => c.priorityEvidence)).toEqual(['__NVIC_SetPriority(28, 3)', '__NVIC_SetPriority(29, 5)']);
  });
});
