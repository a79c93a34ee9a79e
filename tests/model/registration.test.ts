// Functions that are given to others without a body: what becomes of them, and what they are called with.

import { describe, expect, it } from 'vitest';
import { givenAs } from '../../src/model/registration.js';
import { type LoadedText, loadText } from './load.js';

function contexts({ program }: LoadedText): readonly string[] {
  return program.contexts.slice(1).map((c) => `${c.kind} ${c.name}${c.isAssumed === true ? ' assumed' : ''}`);
}

it.each([
  ['request_irq', 'f', 'isr'],
  ['attachInterrupt', 'f', 'isr'],
  ['timer_start', 'f', 'likely-isr'],
  ['subscribe', 'on_rx', 'likely-isr'],
  ['subscribe', 'f', 'assumed-isr'],
  ['qsort', 'compare', 'at-once'],
  ['timer_sort', 'f', 'at-once'],
  ['xTaskCreate', 'f', 'thread'],
])('%s(%s) makes it %s', (callee, callback, use) => expect(givenAs(callee, callback)).toBe(use));

describe('a callback', () => {
  const start = 'int x; static void f(void *p) { (*(int *)p)++; }';

  it('is a context from the call on, with the argument that was given with it', async () => {
    const loaded = await loadText(
      `void timer_start(void (*)(void *), void *); ${start} int main(void) { timer_start(f, &x); return x; }`,
    );
    expect(contexts(loaded)).toEqual(['isr f']);
    const { program } = loaded;
    expect(program.contexts[1]).toMatchObject({ initially: { enabled: false }, given: { slots: 1 } });
    expect(program.shared.map((s) => s.name)).toEqual(['x']);
    expect(loaded.diagnostics.filter((d) => d.code === 'unknown-pointer')).toEqual([]);
  });

  it('is assumed to be one where no name speaks of interrupts', async () => {
    const source = `void subscribe(void (*)(void *), void *); ${start} int main(void) { subscribe(f, &x); return x; }`;
    expect(contexts(await loadText(source))).toEqual(['isr f assumed']);
    expect(contexts(await loadText(source, { isrs: [{ function: 'f' }] }))).toEqual(['isr f']);
  });

  it('is none where the program calls it, unless the callee is about interrupts', async () => {
    const calls = (callee: string): string =>
      `void ${callee}(void (*)(void *), void *); ${start} int main(void) { f(&x); ${callee}(f, &x); return x; }`;
    expect(contexts(await loadText(calls('timer_start')))).toEqual([]);
    expect(contexts(await loadText(calls('register_isr')))).toEqual(['isr f']);
  });

  it('may be in an object that is given', async () => {
    const source = `struct args { void (*f)(void *); }; int timer_new(struct args *); ${start}
      int main(void) { struct args a = { f }; timer_new(&a); return x; }`;
    expect(contexts(await loadText(source))).toEqual(['isr f']);
  });

  it('is a thread where one is started', async () => {
    const source = `int xTaskCreate(void (*)(void *), void *); ${start} int main(void) { return xTaskCreate(f, &x); }`;
    expect(contexts(await loadText(source))).toEqual(['thread f']);
  });

  it('of what calls it at once is no context', async () => {
    const source = `void list_for_each(void (*)(void *), void *); ${start} int main(void) { list_for_each(f, &x); return x; }`;
    expect(contexts(await loadText(source))).toEqual([]);
  });
});

it('the cookie is where known functions have it, else right behind the handler, else the last pointer', async () => {
  const shared = async (declaration: string, call: string): Promise<readonly string[]> => {
    const source = `typedef void fn(void *); ${declaration} int x, y; static void f(void *p) { (*(int *)p)++; } int main(void) { ${call}; return x + y; }`;
    return (await loadText(source)).program.shared.map((s) => s.name);
  };
  expect(
    await shared('int esp_intr_alloc(int, int, fn *, void *, void *);', 'esp_intr_alloc(1, 0, f, &x, &y)'),
  ).toContain('x');
  expect(await shared('int alt_irq_register(int, void *, fn *);', 'alt_irq_register(1, &x, f)')).toEqual(['x']);
  expect(await shared('void set_isr(fn *, int, void *);', 'set_isr(f, 1, &y)')).toEqual(['y']);
});
