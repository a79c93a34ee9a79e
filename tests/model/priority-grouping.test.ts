// Priorities of one group do not preempt each other, in whatever way the group and the priorities are given.

import { describe, expect, it } from 'vitest';
import { checkByExploring } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from './load.js';

const head = `
  typedef enum { TIM2_IRQn = 28, USART1_IRQn = 37 } Number; Number used;
  void NVIC_SetPriorityGrouping(unsigned group); void NVIC_PriorityGroupConfig(unsigned group);
  void HAL_NVIC_SetPriorityGrouping(unsigned group); void scb_set_priority_grouping(unsigned group);
  void NVIC_SetPriority(int irq, unsigned level); void NVIC_EnableIRQ(int irq);
  void HAL_NVIC_SetPriority(int irq, unsigned preempting, unsigned sub);
  unsigned NVIC_EncodePriority(unsigned group, unsigned preempting, unsigned sub);
  #define AIRCR (*(volatile unsigned *)0xe000ed0c)
  volatile int n; volatile int choice;
  void TIM2_IRQHandler(void) { n++; }
  void USART1_IRQHandler(void) { n++; }
`;
const levels = (timer: string, serial: string): string =>
  `NVIC_SetPriority(TIM2_IRQn, ${timer}); NVIC_SetPriority(USART1_IRQn, ${serial});`;
const enable = 'NVIC_EnableIRQ(TIM2_IRQn); NVIC_EnableIRQ(USART1_IRQn);';
const encoded = (preempting: number, sub: number): string => `NVIC_EncodePriority(5, ${preempting}, ${sub})`;
const hal = (timer: string, serial: string): string =>
  `HAL_NVIC_SetPriority(TIM2_IRQn, ${timer}); HAL_NVIC_SetPriority(USART1_IRQn, ${serial});`;

async function verdictOf(main: string): Promise<string> {
  const { program } = await loadText(`${head} int main(void) { ${main} for (;;) {} }`, { platform: 'cortex-m' });
  const { verdicts } = await checkByExploring(program, { ...usualOptions, properties: ['atomicity'] });
  return verdicts.map((v) => (v.kind === 'unknown' ? v.because : v.kind)).join();
}

describe('two bits of four preempt', () => {
  it.each([
    ['levels of one group', `NVIC_SetPriorityGrouping(5); ${levels('5', '6')}`, 'holds'],
    ['levels of two groups', `NVIC_SetPriorityGrouping(5); ${levels('3', '6')}`, 'violated'],
    ['preempting parts that are equal', `HAL_NVIC_SetPriorityGrouping(5); ${hal('1, 0', '1, 2')}`, 'holds'],
    ['preempting parts that differ', `HAL_NVIC_SetPriorityGrouping(5); ${hal('1, 0', '2, 0')}`, 'violated'],
    ['encoded levels of one group', `NVIC_SetPriorityGrouping(5); ${levels(encoded(1, 0), encoded(1, 3))}`, 'holds'],
    [
      'encoded levels of two groups',
      `NVIC_SetPriorityGrouping(5); ${levels(encoded(1, 0), encoded(2, 0))}`,
      'violated',
    ],
    ['an encoded level beside one of its group', `NVIC_SetPriorityGrouping(5); ${levels(encoded(1, 0), '7')}`, 'holds'],
    ['an encoded level beside another', `NVIC_SetPriorityGrouping(5); ${levels(encoded(1, 0), '8')}`, 'violated'],
    ['a write of the register', `AIRCR = 0x05fa0500; ${levels('5', '6')}`, 'holds'],
    [
      'the same in several ways',
      `NVIC_PriorityGroupConfig(0x500); scb_set_priority_grouping(5 << 8); AIRCR = 0x05fa0500; ${levels('5', '6')}`,
      'holds',
    ],
    ['a reset behind it', `NVIC_SetPriorityGrouping(5); ${levels('5', '6')} if (choice) AIRCR = 0x05fa0004;`, 'holds'],
  ])('%s', async (_, main, expected) => expect(await verdictOf(`${main} ${enable}`)).toBe(expected));
});

describe('all bits preempt', () => {
  it.each([
    ['as the group says', `NVIC_SetPriorityGrouping(3); ${levels('5', '6')} ${enable}`],
    ['without the key', `AIRCR = 0x500; ${levels('5', '6')} ${enable}`],
    ['until it is set', `${levels('5', '6')} ${enable} choice = 1; NVIC_SetPriorityGrouping(5);`],
    ['where it is not set', `${levels('5', '6')} if (choice) NVIC_SetPriorityGrouping(5); ${enable}`],
    ['with two groupings', `NVIC_SetPriorityGrouping(5); NVIC_SetPriorityGrouping(4); ${levels('5', '6')} ${enable}`],
    ['with one that is not known', `NVIC_SetPriorityGrouping(choice); ${levels('5', '6')} ${enable}`],
  ])('%s', async (_, main) => expect(await verdictOf(main)).toBe('violated'));
});
