// Handlers by their names: which functions are, and which only sound alike or are called by somebody.

import { describe, expect, it } from 'vitest';
import { type LoadedText, loadText } from './load.js';

function isrs({ program }: LoadedText): readonly string[] {
  return program.contexts.filter((c) => c.kind === 'isr').map((c) => c.name);
}

describe('a name', () => {
  it('makes a handler of a function that nothing calls, on every platform', async () => {
    const source =
      'int x; void isr_usart1(void) { x++; } void tim2_irq_handler(int n) { x = n; } int main(void) { return x; }';
    expect(isrs(await loadText(source))).toEqual(['isr_usart1', 'tim2_irq_handler']);
    expect(isrs(await loadText(source, { platform: 'cortex-m' }))).toEqual(['isr_usart1', 'tim2_irq_handler']);
  });

  it('does not where the function is called, its address is taken, or its shape is another', async () => {
    const source = `int x; void rx_isr(void) { x++; } void tx_isr(void) { x--; } int adc_isr(void) { return x; }
      void dma_isr(int a, int b) { x = a + b; } void (*const jobs[])(void) = { tx_isr };
      int main(void) { rx_isr(); jobs[0](); return x; }`;
    expect(isrs(await loadText(source))).toEqual([]);
  });

  it('does not where it speaks of faults or of setting up', async () => {
    const source = `int x; void error_handler(void) { x++; } void hard_fault_handler(void) { x++; } void main_isr_init(void) { x++; }
      int main(void) { return x; }`;
    expect(isrs(await loadText(source))).toEqual([]);
  });
});

describe('a hook of a library', () => {
  const hook = 'void HAL_TIM_PeriodElapsedCallback(struct timer *t) { t->n++; }';

  it('is an ISR while nothing calls it', async () => {
    const source = `struct timer { int n; } timer; ${hook} int main(void) { return timer.n; }`;
    const loaded = await loadText(source);
    expect(isrs(loaded)).toEqual(['HAL_TIM_PeriodElapsedCallback']);
    expect(loaded.program.assumptions).toEqual(['the argument of HAL_TIM_PeriodElapsedCallback points to timer']);
  });

  it('is none where a handler of the program reaches it', async () => {
    const source = `struct timer { int n; } timer; ${hook} void TIM2_IRQHandler(void) { HAL_TIM_PeriodElapsedCallback(&timer); }
      int main(void) { return timer.n; }`;
    expect(isrs(await loadText(source))).toEqual(['TIM2_IRQHandler']);
  });

  it('is one where only code that never runs calls it', async () => {
    const source = `struct timer { int n; } timer; ${hook} void HAL_TIM_Process(struct timer *t) { HAL_TIM_PeriodElapsedCallback(t); }
      int main(void) { return timer.n; }`;
    expect(isrs(await loadText(source))).toEqual(['HAL_TIM_PeriodElapsedCallback']);
  });

  it('is none where the library has only its own empty one', async () => {
    const source = `struct timer { int n; } timer; __attribute__((weak)) ${hook} int main(void) { return timer.n; }`;
    expect(isrs(await loadText(source))).toEqual([]);
  });
});

describe('a function of a library for handlers to call', () => {
  const offered = 'void HAL_FLASH_IRQHandler(void) { n++; } void HAL_TIM_IRQHandler(struct timer *t) { t->n++; }';
  const start = `struct timer { int n; } timer; int n; ${offered}`;

  it('is no ISR beside handlers that hardware calls', async () => {
    const source = `${start} void TIM2_IRQHandler(void) { n++; } int main(void) { return n + timer.n; }`;
    expect(isrs(await loadText(source, { platform: 'cortex-m' }))).toEqual(['TIM2_IRQHandler']);
  });

  it('is one where there are none, as in a part of the library', async () => {
    const source = `${start} int main(void) { return n + timer.n; }`;
    expect(isrs(await loadText(source, { platform: 'cortex-m' }))).toEqual([
      'HAL_FLASH_IRQHandler',
      'HAL_TIM_IRQHandler',
    ]);
  });
});
