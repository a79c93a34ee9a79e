// Priorities that come out of constant tables and structures.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

const head = `
  void NVIC_SetPriority(int irq, unsigned level);
  typedef struct { signed char irq; unsigned char level; } Config;
  typedef enum { TIM2_IRQn = 28, TIM3_IRQn = 29 } Number; Number used;
  volatile int n; volatile int choice;
  void TIM2_IRQHandler(void) { n++; }
  void TIM3_IRQHandler(void) { n++; }
  void SysTick_Handler(void) { n++; }
`;

async function levels(text: string, main: string) {
  const { program, diagnostics } = await loadText(`${head} ${text} int main(void) { ${main} for (;;) n = 0; }`, {
    platform: 'cortex-m',
  });
  const isDoubted = diagnostics.some((d) => d.code === 'priority-not-constant');
  const isrs = program.contexts.filter((c) => c.kind === 'isr');
  return isDoubted ? 'doubted' : Object.fromEntries(isrs.map((c) => [c.name.slice(0, 4), c.hardwarePriority]));
}

const table = 'const Config table[] = {{TIM2_IRQn, 1}, {TIM3_IRQn, 3}, {-1, 7}};';
const loop = 'for (int i = 0; i < 3; i++)';

describe('a table', () => {
  it('is known by its rows, with negative numbers', async () => {
    const expected = { TIM2: 1, TIM3: 3, SysT: 7 };
    expect(await levels(table, `${loop} NVIC_SetPriority(table[i].irq, table[i].level);`)).toEqual(expected);
    expect(await levels(table, `${loop} { const Config *c = &table[i]; NVIC_SetPriority(c->irq, c->level); }`)).toEqual(
      expected,
    );
  });

  it('may hold the numbers alone', async () => {
    const text = 'const int all[] = {TIM2_IRQn, TIM3_IRQn, -1};';
    expect(await levels(text, `${loop} NVIC_SetPriority(all[i], 6);`)).toEqual({ TIM2: 6, TIM3: 6, SysT: 6 });
  });

  it('is no table where something else than a loop chooses the row, or other rows are mixed', async () => {
    expect(await levels(table, 'NVIC_SetPriority(table[choice].irq, table[choice].level);')).toBe('doubted');
    expect(await levels(table, `${loop} NVIC_SetPriority(table[i].irq, table[2 - i].level);`)).toBe('doubted');
  });

  it('tells nothing where it can be written', async () => {
    expect(await levels(table.slice(6), `${loop} NVIC_SetPriority(table[i].irq, table[i].level);`)).toBe('doubted');
  });

  it('with two levels for one number is a doubt', async () => {
    const text = 'const Config table[] = {{TIM2_IRQn, 1}, {TIM2_IRQn, 3}, {-1, 7}};';
    expect(await levels(text, `${loop} NVIC_SetPriority(table[i].irq, table[i].level);`)).toBe('doubted');
  });
});

describe('a structure', () => {
  it('is known through the parameter that points to it', async () => {
    const text = `const Config first = {TIM2_IRQn, 2}, second = {TIM3_IRQn, 250};
      void set(const Config *c) { NVIC_SetPriority(c->irq, c->level); }`;
    expect(await levels(text, 'set(&first); set(&second);')).toEqual({ TIM2: 2, TIM3: 10, SysT: 0 });
  });
});
