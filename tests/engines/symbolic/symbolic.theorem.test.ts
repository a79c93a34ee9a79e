// The theorem of the TECS 2017 paper, §5.5: with one ISR, which arrives once, po is exact, so no model of it is ever
// rejected. It speaks of the order of reads and writes, and so covers every question: patterns, races and torn accesses
// are orders of accesses that end in a nested one as well. That po is not exact with two ISRs is shown by Fig. 9, in
// symbolic.encodings.test.ts.

import { describe, expect, it } from 'vitest';
import { load } from '../../agreement/compare.js';
import { generateProgram } from '../../agreement/generate.js';
import { printProgram } from '../../agreement/print.js';
import type { SymbolicOptions } from '../check.js';
import { checkSymbolically } from '../check.js';

/** `npm run agreement` looks at more. */
const programs = Number(process.env.THEOREM_PROGRAMS ?? 120);
const batch = 40;

describe('with one ISR, no model of po is rejected', () => {
  const all = { checked: 0, refused: 0, findings: 0, rejectedWithoutNesting: 0 };
  const starts = Array.from({ length: Math.ceil(programs / batch) }, (_, n) => 1 + n * batch);

  it.each(starts)('from seed %i', async (start) => {
    // The smallest programs have one ISR.
    const generated = Array.from({ length: batch }, (_, n) => generateProgram(start + n, 1));
    let next = load(generated[0]!);
    for (const [n, source] of generated.entries()) {
      const program = await next;
      const follower = generated[n + 1];
      if (follower !== undefined) next = load(follower);
      if (typeof program === 'string') throw new Error(program);
      expect(source.isrs.length).toBe(1);
      const options: Omit<SymbolicOptions, 'encoding'> = {
        properties: ['atomicity', 'race', 'assertion'],
        arrivals: 1,
        unwind: 100,
        unit: 'task',
        effect: source.effect,
        races: 'all',
        isOver: () => undefined,
      };
      const { verdicts, findings, statistics } = await checkSymbolically(program, { ...options, encoding: 'po' });
      if (verdicts.some((v) => v.kind === 'unknown' && v.because.includes('cannot express'))) {
        all.refused++;
        continue;
      }
      expect(statistics.rejected, printProgram(source)).toBe(0);
      all.checked++;
      all.findings += findings.length;
      if (start !== starts[0]) continue;
      const threads = await checkSymbolically(program, { ...options, encoding: 'threads' });
      all.rejectedWithoutNesting += threads.statistics.rejected!;
    }
  });

  it('in many programs that are no trifles', () => {
    expect(all.checked).toBeGreaterThanOrEqual(0.95 * programs);
    expect(all.findings).toBeGreaterThan(programs);
    expect(all.rejectedWithoutNesting).toBeGreaterThan(0);
  });
});
