// What a core has: bits of a priority, and a ceiling or none.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

const device = (bits: number) => `
  typedef unsigned uint32_t;
  volatile unsigned char priorities[240];
  static void NVIC_SetPriority(int irq, uint32_t priority) { priorities[irq] = (priority << (8U - ${bits})) & 0xffU; }
  volatile int n;
  void TIM2_IRQHandler(void) { n++; }
  void SysTick_Handler(void) { n++; }
  int main(void) { NVIC_SetPriority(-1, 1); for (;;) n = 0; }`;

const bitsOf = async (source: string, target: string) =>
  (await loadText(source, { platform: 'cortex-m', target })).program.platform.priorities.bits;

describe('bits of a priority', () => {
  it.each([2, 3, 5])('are those of the device, %i', async (bits) => {
    expect(await bitsOf(device(bits), 'thumbv7em-none-eabi')).toBe(bits);
  });

  it('are the core’s where the device says nothing', async () => {
    const silent = 'void SysTick_Handler(void) {} int main(void) { for (;;); }';
    expect(await bitsOf(silent, 'thumbv6m-none-eabi')).toBe(2);
    expect(await bitsOf(silent, 'thumbv7m-none-eabi')).toBe(4);
  });

  it('leave a larger number at the least urgent level', async () => {
    const { program } = await loadText(
      'void SysTick_Config(int n); void SysTick_Handler(void) {} int main(void) { SysTick_Config(9); for (;;); }',
      { platform: 'cortex-m', target: 'thumbv6m-none-eabi' },
    );
    expect(program.contexts.find((c) => c.kind === 'isr')).toMatchObject({ priority: 1, hardwarePriority: 3 });
  });
});

describe('a ceiling', () => {
  const source = `
    void SysTick_Handler(void) {}
    int main(void) { __asm volatile("msr basepri, %0" :: "r"(0x40)); for (;;); }`;
  const unknown = async (target: string) =>
    (await loadText(source, { platform: 'cortex-m', target })).diagnostics.filter((d) => d.code === 'unknown-assembly');

  it('is there on a Cortex-M3, and no instruction of a Cortex-M0 sets one', async () => {
    expect(await unknown('thumbv7m-none-eabi')).toHaveLength(0);
    expect(await unknown('thumbv6m-none-eabi')).toHaveLength(1);
  });
});
