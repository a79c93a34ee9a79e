// What has no sequential form is refused, with its place, by every method; and what an option of a translation changes.

import { describe, expect, it } from 'vitest';
import { checkText, textOf, translated } from './written.js';

const isrs = [{ function: 'timer_isr' }];

const refused = {
  'inline assembly with effects on memory': {
    line: 3,
    because: 'inline assembly',
    text: `volatile int x;
static int work(int *p) {
    __asm__ volatile("movl $1, (%0)" : : "r"(p) : "memory");
    return *p;
}
void timer_isr(void) { x++; }
int main(void) { int y = 0; x = work(&y); return 0; }
`,
  },
  setjmp: {
    line: 6,
    because: 'setjmp()',
    text: `#include <setjmp.h>
volatile int x;
static jmp_buf back;
void timer_isr(void) { x++; }
int main(void) {
    if (setjmp(back) == 0) longjmp(back, 1);
    return x;
}
`,
  },
  'a computed goto': {
    line: 5,
    because: 'a jump to a computed label',
    text: `volatile int x;
void timer_isr(void) { x++; }
int main(void) {
    static void *const to[] = { &&one, &&two };
    goto *to[x & 1];
one:
    x = 1;
two:
    return 0;
}
`,
  },
} as const;

describe('refused', () => {
  for (const [what, { line, because, text }] of Object.entries(refused))
    it(what, async () => {
      for (const method of ['schedule', 'kiss', 'threads'] as const) {
        const result = await translated(text, { method }, { isrs, target: 'x86_64-unknown-linux-gnu' });
        expect(result.kind, method).toBe('failed');
        expect(result.diagnostics[0]!.message).toContain(because);
        expect(result.diagnostics[0]!.place?.line, method).toBe(line);
      }
    });

  it('makes a verdict unknown, with the place', async () => {
    const { text } = refused['a computed goto'];
    const { verdicts } = await checkText(text, { isrs, engine: 'schedule', properties: ['assertion'], arrivals: 1 });
    expect(verdicts[0]).toMatchObject({ kind: 'unknown' });
    expect(JSON.stringify(verdicts[0])).toContain('a jump to a computed label has no sequential form (program.c:5)');
  });
});

const twoHandlers = `#include <assert.h>
volatile int a, b;
void first_isr(void) { a++; }
void second_isr(void) { b++; }
int main(void) {
    int sum = a + b;
    assert(sum < 2);
    return 0;
}
`;
const both = [
  { function: 'first_isr', irq: 1, priority: 1 },
  { function: 'second_isr', irq: 2, priority: 2 },
];

describe('arrivals', () => {
  it('are counted for each interrupt, all together, or not at all', async () => {
    const each = textOf(await translated(twoHandlers, { arrivals: 2 }, { isrs: both }));
    const single = textOf(await translated(twoHandlers, { arrivals: 2, single: true }, { isrs: both }));
    const unbounded = textOf(await translated(twoHandlers, { arrivals: Number.POSITIVE_INFINITY }, { isrs: both }));
    expect(each).toMatch(/count\[/);
    expect(single).not.toMatch(/count\[/);
    expect(single).toMatch(/count/);
    expect(single).toContain('Arrivals: 2 in all.');
    expect(unbounded).not.toMatch(/\bcount\b/);
    expect(unbounded).toContain('Arrivals: unbounded');
  });

  it('decide what the translation can do', async () => {
    const request = { isrs: both, engine: 'schedule', properties: ['assertion'] } as const;
    const [one] = (await checkText(twoHandlers, { ...request, arrivals: 1 })).verdicts;
    expect(one!.kind).toBe('violated');
    const calm = twoHandlers.replace('sum < 2', 'sum < 3');
    expect((await checkText(calm, { ...request, arrivals: 1 })).verdicts[0]!.kind).toBe('holds');
    expect((await checkText(calm, { ...request, arrivals: 2 })).verdicts[0]!.kind).toBe('violated');
  });
});
