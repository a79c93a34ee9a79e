// Once no ISR can start, an execution is followed for patterns only as long as code is still to come that completes
// one.

import { expect, it } from 'vitest';
import type { Finding } from '../../../../src/findings/finding.js';
import { loadText } from '../../../model/load.js';
import { checkByExploring } from '../../check.js';

/** Main also writes where the interrupt may have written, a hundred times before `last` and behind it. */
async function checked(isr: string, first: string, last: string) {
  const text = `
    volatile unsigned char x, y, place, written[100];
    void isr_1(void) { ${isr} written[place] = 1; }
    static unsigned char look(void) { return x; }
    int main(void) { ${first} for (int i = 0; i < 100; i++) written[i] = i; ${last} for (int i = 0; i < 100; i++) written[i] = i; }`;
  const { program } = await loadText(text, { platform: 'generic', interrupts: 'on' });
  const { findings, statistics } = await checkByExploring(program, {
    properties: ['atomicity'],
    reduction: 'reduced',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  const shown = findings.map((f: Finding) => (f.kind === 'atomicity' ? `${f.pattern} ${f.variable}` : f.kind));
  return { shown: shown.sort(), transitions: statistics.transitions! };
}

it.each([
  // An access of main, and what completes a pattern with it behind the interrupt.
  ['x = 1;', 'y = x;', 'y = x;', ['RWR x']],
  ['x = 1;', 'y = x;', 'x = 2;', ['RWW x']],
  ['x = 1;', 'x = 3;', 'y = x;', ['WWR x']],
  ['y = x;', 'x = 3;', 'x = 4;', ['WRW x']],
  ['x = 1;', 'x = 3;', 'y = look();', ['WWR x']],
  ['x = 1;', 'x = 3;', 'unsigned char (*volatile f)(void) = look; y = f();', ['WWR x']],
])('%s between %s and %s is seen, however much is done in between', async (isr, first, last, expected) => {
  expect((await checked(isr, first, last)).shown).toEqual(expected);
});

it.each([
  ['x = 1;', 'x = 3;', 'x = 4;'],
  ['y = x;', 'x = 3;', 'y = x;'],
  ['x = 1;', 'y = x;', 'y = 1;'],
])('%s between %s and %s completes nothing, and takes few steps', async (isr, first, last) => {
  const { shown, transitions } = await checked(isr, first, last);
  expect(shown).toEqual([]);
  expect(transitions).toBeLessThan(1000);
});
