// Handlers in vector tables: at any depth, by slots that count members left out; and tables that are none.

import { expect, it } from 'vitest';
import { type LoadedText, loadText } from './load.js';

function isrs({ program }: LoadedText): readonly string[] {
  return program.contexts.filter((c) => c.kind === 'isr').map((c) => `${c.name} ${c.irq ?? '-'}`);
}

it('structures and arrays in them are looked into, and what is left out has its place', async () => {
  const source = `typedef void (*fn)(void); int x; void on_tick(void) { x++; } void on_uart(void) { x--; }
    int main(void) { return x; }
    struct { unsigned *sp; fn reset, nmi, fault[4], reserved[4], svc, debug, none, pend, tick; struct { fn port[4]; } more; }
      table __attribute__((section(".vectors"))) = { .reset = (fn)main, .tick = on_tick, .more.port[2] = on_uart };`;
  expect(isrs(await loadText(source, { target: 'thumbv7m-none-eabi' }))).toEqual(['on_tick -1', 'on_uart 2']);
});

it('addresses as numbers count; main and reset do not', async () => {
  const source = `#include <stdint.h>
    int x; void on_adc(void) { x++; } void my_reset(void) { x = 0; } int main(void) { return x; }
    uint32_t vectors[] __attribute__((section(".isr_vector"))) = { 0x20001000, (uint32_t)&main, (uint32_t)&my_reset, [17] = (uint32_t)&on_adc };`;
  expect(isrs(await loadText(source, { target: 'thumbv7m-none-eabi' }))).toEqual(['on_adc 1']);
});

it('a handler that two slots share is one; what does nothing, or fills many, is the default', async () => {
  const table = (fn: string, slots: number): string =>
    `__attribute__((section(".isr_vector"))) void (*const vectors[32])(void) = { [16 ... ${15 + slots}] = ${fn} };`;
  const source = `int x; void both(void) { if (x) x++; } void halt(void) { for (;;); } int main(void) { return x; }`;
  const platform = { platform: 'cortex-m' };
  expect(isrs(await loadText(`${source} ${table('both', 2)}`, platform))).toEqual(['both -']);
  expect(isrs(await loadText(`${source} ${table('both', 6)}`, platform))).toEqual([]);
  expect(isrs(await loadText(`${source} ${table('halt', 2)}`, platform))).toEqual([]);
});

it('a constant table is one by its name, unless the program looks things up in it', async () => {
  const table = (name: string): string =>
    `const struct { int id; void (*run)(void); } ${name}[] = { { 1, first }, { 2, second } };`;
  const source = 'int x; static void first(void) { x++; } static void second(void) { x--; }';
  expect(
    isrs(await loadText(`${source} ${table('irq_vectors')} int main(void) { return x + irq_vectors[0].id; }`)),
  ).toEqual(['first -', 'second -']);
  expect(isrs(await loadText(`${source} ${table('commands')} int main(void) { return x + commands[0].id; }`))).toEqual(
    [],
  );
  const looked = `int choose(void); int main(void) { irq_vectors[choose() & 1].run(); return x; }`;
  expect(isrs(await loadText(`${source} ${table('irq_vectors')} ${looked}`))).toEqual([]);
});
