// When two tasks and one interrupt at a time are enough: each of the four facts has a library that breaks it, in which
// the reduced models miss a race that the full model has, and a twin that keeps it.

import { describe, expect, it } from 'vitest';
import type { Description } from '../../../src/engines/library/description.js';
import { isSettled } from '../../../src/report/library/library-report.js';
import { pairsOf, reportOfText } from './prepared.js';

const usual = {
  library: 'test',
  fromIsr: ['i'],
  structures: { x: ['x'] },
  tracked: { flag: { initially: 0, range: [0, 1] } },
  masks: { enter: ['mask'], exit: ['unmask'] },
} as const satisfies Partial<Description>;

const head = 'static int x, flag; static volatile int sink; void mask(void); void unmask(void);\n';

function described(more: Partial<Description>): Description {
  return { ...usual, tasks: ['f', 'g'], ...more } as unknown as Description;
}

describe('the library of Fig. 6', () => {
  const text = `${head} void f(void) { sink = x; } void g(void) { if (flag) x = 1; } void h(void) { flag = 1; } void i(void) {}`;
  const description = described({ tasks: ['f', 'g', 'h'] });

  it('needs three functions to race, which is noticed', async () => {
    const report = await reportOfText(text, description);
    expect(pairsOf(report)).toEqual([]);
    expect(report.premise).toEqual({
      kind: 'not-justified',
      because: ['h: another task may take over while flag = 1', 'h: it returns with flag = 1'],
    });
    expect(isSettled(report)).toBe(false);
  });

  it('has its race in the full model', async () => {
    const report = await reportOfText(text, description, { reduction: 'full', tasks: 3 });
    expect(pairsOf(report)).toContain('x: R f / W g');
  });
});

describe('the facts that the reduction rests on', () => {
  it('switch: a flag that is set for a while is seen by other tasks', async () => {
    const text = (h: string): string =>
      `${head} void f(void) { sink = x; } void g(void) { if (flag) x = 1; } void h(void) { ${h} } void i(void) {}`;
    const description = described({ tasks: ['f', 'g', 'h'] });
    const open = await reportOfText(text('flag = 1; flag = 0;'), description);
    expect(open.premise).toMatchObject({ kind: 'not-justified' });
    expect(pairsOf(open)).toEqual([]);
    const full = await reportOfText(text('flag = 1; flag = 0;'), description, { reduction: 'full', tasks: 3 });
    expect(pairsOf(full)).toContain('x: R f / W g');
    const masked = await reportOfText(text('mask(); flag = 1; flag = 0; unmask();'), description);
    expect(masked.premise).toEqual({ kind: 'justified' });
  });

  it('keep: an interrupt that changes what another tests', async () => {
    const text = `${head} void f(void) { x = 1; } void i(void) { if (flag) sink = x; } void j(void) { flag = 1; }`;
    const description = described({ tasks: ['f'], fromIsr: ['i', 'j'] });
    const report = await reportOfText(text, description);
    expect(report.premise).toMatchObject({ kind: 'not-justified' });
    expect(pairsOf(report)).toEqual(['x: W f / W f']);
    const full = await reportOfText(text, description, { reduction: 'full' });
    expect(pairsOf(full)).toEqual(['x: R i / W f', 'x: W f / W f']);
  });

  it('reach: a place that a task gets to with the help of an interrupt', async () => {
    const text = (f: string): string =>
      `${head} void f(void) { flag = 1; ${f} flag = 0; } void i(void) { if (flag == 1) flag = 2; } void j(void) { sink = x; }`;
    const description = described({
      tasks: ['f'],
      fromIsr: ['i', 'j'],
      tracked: { flag: { initially: 0, range: [0, 2] }, suspended: { initially: 0, range: [0, 1] } },
    });
    const report = await reportOfText(text('if (flag == 2) x = 1;'), description);
    expect(report.premise).toMatchObject({ kind: 'not-justified' });
    expect(pairsOf(report)).not.toContain('x: R j / W f');
    const full = await reportOfText(text('if (flag == 2) x = 1;'), description, { reduction: 'full' });
    expect(pairsOf(full)).toContain('x: R j / W f');
  });
});
