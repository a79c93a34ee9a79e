// Who waits for ever, and who only seems to: each program is one rule of the definition in docs/findings.md. With every
// reduction and number of arrivals the answer is the same.

import { describe, expect, it } from 'vitest';
import { checkByExploring } from '../../engines/check.js';
import { loadText } from '../../model/load.js';

const isrs = (...priorities: readonly number[]) =>
  priorities.map((priority, n) => ({ function: `isr_${n + 1}`, irq: n + 1, priority }));

async function waitsOf(source: string, ...priorities: readonly number[]) {
  const { program } = await loadText(source, {
    clang: 'auto',
    platform: 'generic',
    interrupts: 'on',
    isrs: isrs(...(priorities.length === 0 ? [1] : priorities)),
  });
  const ask = (reduction: 'reduced' | 'exhaustive', arrivals: number) =>
    checkByExploring(program, {
      properties: ['deadlock'],
      reduction,
      arrivals,
      unwind: 8,
      unit: 'task',
      effect: 'reaching',
      races: 'default',
      isOver: () => undefined,
    });
  const answers = await Promise.all([
    ask('reduced', 1),
    ask('exhaustive', 1),
    ask('reduced', Number.POSITIVE_INFINITY),
    ask('exhaustive', Number.POSITIVE_INFINITY),
  ]);
  const texts = answers.map((a) => ({
    waits: a.findings.map((f) => f.message),
    candidates: (a.candidates ?? []).map((f) => f.message),
    verdict: a.verdicts[0]!.kind,
  }));
  for (const text of texts) expect(text).toEqual(texts[0]);
  return texts[0]!;
}

const mask = 'int preempt_set_global_mask(int);\nvoid enable_isr(int);\nvoid disable_isr(int);\n';
const quiet = { waits: [], candidates: [], verdict: 'holds' };

describe('waits for ever', () => {
  it('with interrupts masked, and says since when', async () => {
    const source = `${mask}volatile int f;\nvoid isr_1(void) { f = 1; }\nint main(void) {\n preempt_set_global_mask(1);\n while (!f);\n return 0;\n}\n`;
    expect((await waitsOf(source)).waits).toEqual([
      'main goes round until f changes, and isr_1, which writes it, cannot start: interrupts are masked since test.c:7, preempt_set_global_mask(1)',
    ]);
  });

  it('in a handler, for what it has preempted', async () => {
    const source = 'volatile int f;\nvoid isr_1(void) { while (!f); }\nint main(void) { f = 0; f = 1; return 0; }\n';
    expect((await waitsOf(source)).waits).toEqual([
      'isr_1 goes round until f changes, and main, which writes it, goes on only when isr_1 is over',
    ]);
  });

  it('for a handler of the same priority, and not for a higher one', async () => {
    const source =
      'volatile int f;\nvoid isr_1(void) { while (!f); }\nvoid isr_2(void) { f = 1; }\nint main(void) { return 0; }\n';
    expect((await waitsOf(source, 2, 2)).waits).toEqual([
      'isr_1 goes round until f changes, and isr_2, which writes it, cannot start: its priority 2 is not above 2, that of isr_1',
    ]);
    expect(await waitsOf(source, 1, 2)).toEqual(quiet);
  });

  it('where another handler has switched off the one that writes', async () => {
    const source = `${mask}volatile int f;\nvoid isr_1(void) { disable_isr(2); }\nvoid isr_2(void) { f = 1; }\nint main(void) { while (!f); return 0; }\n`;
    expect((await waitsOf(source, 1, 1)).waits).toEqual([
      'main goes round until f changes, and isr_2, which writes it, cannot start: it is disabled since test.c:5, disable_isr(2)',
    ]);
  });

  it('for private data, though other data changes meanwhile', async () => {
    const source =
      'int f, n;\nvolatile int s;\nvoid isr_1(void) { s = 1; }\nint main(void) { s = 0; while (!f) n++; return n; }\n';
    expect((await waitsOf(source)).waits).toEqual([
      'main goes round until f changes, and nothing else in the program writes it',
    ]);
  });

  it('for a copy that was made before the loop', async () => {
    const source =
      'volatile int f;\nvoid isr_1(void) { f = 1; }\nint main(void) { int t = f; while (!t); return 0; }\n';
    expect((await waitsOf(source)).waits).toEqual([
      'main goes round until what it has read before the loop changes, and nothing in the loop changes it',
    ]);
  });

  it('for two flags of which only one is looked at, through a call', async () => {
    const source = `${mask}volatile int a, b;\nvoid isr_1(void) { a = 1; b = 1; }\nstatic int both(void) { if (!a) return 0; return b; }\nint main(void) { disable_isr(1); while (!both()); return 0; }\n`;
    expect((await waitsOf(source)).waits).toHaveLength(1);
  });

  it('once, wherever in its round it is noticed, and whatever else the round computes', async () => {
    const source =
      'volatile unsigned char a, s;\nvoid isr_1(void) { s = a; }\nint main(void) {\n for (;;) {\n  a ^= 1;\n  while (a != 2) {\n   a = a;\n   a ^= 1;\n   a = (a + 1) & 3;\n  }\n }\n}\n';
    expect((await waitsOf(source)).waits).toHaveLength(1);
  });

  it('after arbitrary data has led there', async () => {
    const source = `${mask}volatile int f;\nint rand(void);\nvoid isr_1(void) { f = 1; }\nint main(void) { int limit = rand() & 3; if (limit == 2) { disable_isr(1); f = 0; while (f < limit); } return 0; }\n`;
    expect((await waitsOf(source)).waits).toHaveLength(1);
  });
});

describe('is only suspected', () => {
  it('where a function that nothing calls writes what is waited for', async () => {
    const source =
      'volatile int f, s;\nvoid isr_1(void) { s = 1; }\nvoid on_done(void) { f = 1; }\nint main(void) { s = 0; while (!f); return 0; }\n';
    expect(await waitsOf(source)).toEqual({
      waits: [],
      candidates: ['main goes round until f changes, and on_done(), which nothing calls, writes it'],
      verdict: 'holds',
    });
  });
});

describe('does not wait for ever', () => {
  const programs: Readonly<Record<string, string>> = {
    'a main loop without an exit': 'volatile int f;\nvoid isr_1(void) { f = 1; }\nint main(void) { for (;;) f = 0; }\n',
    'a loop that an enabled handler ends, whose arrivals are used up':
      'volatile int f;\nvoid isr_1(void) { f = 1; }\nint main(void) { while (!f); f = 0; while (!f); return 0; }\n',
    'a loop that a constant keeps going':
      'volatile int f;\nstatic const int on = 1;\nvoid isr_1(void) { f = 1; }\nint main(void) { while (on) f = 0; return 0; }\n',
    'a loop that only a failing assertion leaves':
      '#include <assert.h>\nstatic int ok = 1;\nvolatile int f;\nvoid isr_1(void) { f = 1; }\nint main(void) { for (;;) { assert(ok); f = 0; } }\n',
    'a loop that counts': `${mask}volatile int f;\nvoid isr_1(void) { f = 1; }\nint main(void) { disable_isr(1); for (int n = 9; !f && n; n--); return 0; }\n`,
    'a loop that a device ends': `${mask}volatile int f;\nvoid isr_1(void) { f = 1; }\nint main(void) { disable_isr(1); while (!f && !(*(volatile char *)0x4000 & 1)); return 0; }\n`,
    'memory whose address a device has':
      'volatile int buffer, s;\nvoid isr_1(void) { s = 1; }\nint main(void) { s = 0; *(volatile unsigned long *)0x4000 = (unsigned long)&buffer; while (!buffer); return 0; }\n',
    'memory that a device finds in what it was given':
      'struct job { volatile int done; struct job *next; } one, two;\nvolatile int s;\nvoid isr_1(void) { s = 1; }\nint main(void) { s = 0; one.next = &two; *(struct job *volatile *)0x4000 = &one; while (!two.done); return 0; }\n',
    'a loop that calls what nobody knows': `${mask}volatile int f;\nvoid poll(void);\nvoid isr_1(void) { f = 1; }\nint main(void) { disable_isr(1); while (!f) poll(); return 0; }\n`,
    'a mask that is open for a moment in each round': `${mask}volatile int f;\nvoid isr_1(void) { f = 1; }\nint main(void) { for (;;) { preempt_set_global_mask(1); if (f) break; preempt_set_global_mask(0); } return 0; }\n`,
    'a variable that is defined nowhere':
      'extern int elsewhere;\nvolatile int s;\nvoid isr_1(void) { s = 1; }\nint main(void) { s = 0; while (elsewhere == 3); return 0; }\n',
  };
  it.each(Object.entries(programs))('%s', async (_, source) => {
    expect(await waitsOf(source)).toMatchObject({ waits: [], candidates: [] });
  });

  it('where a handler that can start enables the one that writes', async () => {
    const source = `${mask}volatile int f;\nvoid isr_1(void) { enable_isr(2); }\nvoid isr_2(void) { f = 1; }\nint main(void) { disable_isr(2); while (!f); return 0; }\n`;
    expect(await waitsOf(source, 1, 1)).toEqual(quiet);
  });
});
