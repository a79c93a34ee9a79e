// Priorities from structures that are filled in and handed over, and from writes of several bytes at once.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

const head = `
  typedef struct { unsigned char irq, priority, order, state; } Init;
  void NVIC_Init(Init *init) { init->state = 0; }
  volatile int n;
  void TIM2_IRQHandler(void) { n++; }
  void TIM3_IRQHandler(void) { n++; }
  void SysTick_Handler(void) { n++; }
  void PendSV_Handler(void) { n++; }
  int choice(void);
  #define SHPR3 (*(volatile unsigned *)0xe000ed20)
  #define IPR7 (*(volatile unsigned *)0xe000e41c)
`;

async function priorities(main: string) {
  const { program, diagnostics } = await loadText(`${head} int main(void) { ${main} for (;;) n = 0; }`, {
    platform: 'cortex-m',
    isrs: [
      { function: 'TIM2_IRQHandler', irq: 28 },
      { function: 'TIM3_IRQHandler', irq: 29 },
    ],
  });
  const isrs = program.contexts.filter((c) => c.kind === 'isr');
  return {
    levels: Object.fromEntries(isrs.map((c) => [c.name, c.hardwarePriority])),
    doubts: diagnostics.filter((d) => d.code === 'priority-not-constant').length,
  };
}

describe('a structure that is handed over', () => {
  it('tells each time what was stored last', async () => {
    const { levels } = await priorities(`
      Init i; i.irq = 28; i.priority = 3; NVIC_Init(&i); i.irq = 29; i.priority = 5; NVIC_Init(&i);`);
    expect(levels).toMatchObject({ TIM2_IRQHandler: 3, TIM3_IRQHandler: 5 });
  });

  it('tells of a global one, and of a field that another block has stored', async () => {
    const { levels } = await priorities(`
      static Init i; i.priority = 4; if (n) n = 1; i.irq = 28; NVIC_Init(&i);`);
    expect(levels).toMatchObject({ TIM2_IRQHandler: 4 });
  });

  it('leaves open what is not one constant', async () => {
    const { doubts } = await priorities('Init i; i.irq = 28; i.priority = choice(); NVIC_Init(&i);');
    expect(doubts).toBe(1);
  });
});

describe('a write of several bytes', () => {
  it('sets the priorities that it does not keep', async () => {
    expect((await priorities('SHPR3 |= 0xf0u << 24;')).levels).toMatchObject({
      SysTick_Handler: 15,
      PendSV_Handler: 0,
    });
    expect((await priorities('SHPR3 = 0x50300000u;')).levels).toMatchObject({ SysTick_Handler: 5, PendSV_Handler: 3 });
    expect((await priorities('IPR7 = 0x2010u;')).levels).toMatchObject({ TIM2_IRQHandler: 1, TIM3_IRQHandler: 2 });
  });

  it('counts together with the one before that clears the bits', async () => {
    const { levels, doubts } = await priorities('SHPR3 &= ~(0xffu << 24); SHPR3 |= 0x60u << 24;');
    expect([levels.SysTick_Handler, doubts]).toEqual([6, 0]);
  });

  it('leaves open what is not one constant', async () => {
    expect((await priorities('SHPR3 |= (unsigned)choice() << 24;')).doubts).toBe(1);
  });
});
