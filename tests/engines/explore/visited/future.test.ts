// What a unit can still match: a round of the outermost endless loop ends it, a round of one within does not.

import { describe, expect, it } from 'vitest';
import { loadText } from '../../../model/load.js';
import { checkByExploring } from '../../check.js';

async function patternsOf(main: string, unit: 'task' | 'function' = 'task'): Promise<readonly string[]> {
  const text = `
    extern volatile unsigned char LAMP;
    volatile unsigned char x = 1;
    void enable_isr(int irq);
    void disable_isr(int irq);
    void isr_1(void) { x = 1; }
    ${main}`;
  const { program } = await loadText(text, { platform: 'generic', interrupts: 'off' });
  const { findings, verdicts } = await checkByExploring(program, {
    properties: ['atomicity'],
    reduction: 'reduced',
    arrivals: Number.POSITIVE_INFINITY,
    unwind: 8,
    unit,
    effect: 'reaching',
    races: 'all',
    isOver: () => undefined,
  });
  expect(verdicts.map((v) => v.kind)).toEqual([findings.length > 0 ? 'violated' : 'holds']);
  return findings.map((f) => (f.kind === 'atomicity' ? `${f.pattern} ${f.variable}` : f.kind));
}

describe('accesses of another round', () => {
  it('complete nothing where each round is a unit', async () => {
    expect(await patternsOf('int main(void) { for (;;) { LAMP = x; enable_isr(1); disable_isr(1); } }')).toEqual([]);
  });

  it('complete patterns where the loop is within another', async () => {
    const serve = 'static void serve(void) { for (;;) { LAMP = x; enable_isr(1); disable_isr(1); } }';
    expect(await patternsOf(`${serve} int main(void) { for (;;) serve(); }`)).toEqual(['RWR x']);
  });

  it('complete patterns where units are functions', async () => {
    expect(
      await patternsOf('int main(void) { for (;;) { LAMP = x; enable_isr(1); disable_isr(1); } }', 'function'),
    ).toEqual(['RWR x']);
  });
});
