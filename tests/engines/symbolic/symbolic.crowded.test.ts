// Generated programs in which several handlers meet in one gap and the order in which they run tells: updates that do
// not commute, equal and different priorities, masks that open in between, two arrivals. All outcomes by each encoding
// are those of brute force.

import { beforeAll, describe, expect, it } from 'vitest';
import { Inexpressible } from '../../../src/engines/symbolic/ordering/locations.js';
import type { CadicalLibrary } from '../../../src/solve/cadical.js';
import { loadText } from '../../model/load.js';
import { loadCadical } from '../../solve/loaded-cadical.js';
import { Random } from '../../solve/random.js';
import { outcomesByBruteForce } from './litmus.js';
import { outcomesByGaps, outcomesByOrder } from './outcomes.js';

const programs = 40;
const ordered = 4;

interface Crowded {
  readonly text: string;
  readonly arrivals: number;
  readonly priorities: readonly number[];
}

/** Each of them gives another number when it is swapped with most of the others. */
const updates = [
  'x = x * 3 + 1',
  'x = x ^ 5',
  'x = x << 1',
  'x = y + 1',
  'y = x',
  'y = y * 2 + x',
  'if (x & 1) x = x + 3; else y = x',
];

function crowded(seed: number): Crowded {
  const random = new Random(seed);
  const arrivals = random.chance(4) ? 2 : 1;
  const count = arrivals === 2 ? 2 : 2 + random.below(2);
  const isEqual = random.chance(2);
  const priorities = Array.from({ length: count }, () => (isEqual ? 1 : 1 + random.below(count)));
  const statement = (isIsr: boolean): string => {
    const irq = 1 + random.below(count);
    if (random.chance(isIsr ? 8 : 4)) return `${random.pick(['enable_isr', 'disable_isr'])}(${irq})`;
    return random.pick(updates);
  };
  const body = (length: number, isIsr: boolean): string =>
    Array.from({ length }, () => `    ${statement(isIsr)};\n`).join('');
  const isrs = priorities.map((_, n) => `void isr_${n + 1}(void) {\n${body(1 + random.below(2), true)}}\n`);
  // Few gaps for many handlers.
  const main = `${body(random.below(2), false)}    enable_isr(-1);\n${body(random.below(2), false)}    disable_isr(-1);\n`;
  const text = [
    'void enable_isr(int irq);\nvoid disable_isr(int irq);\n\nint x = 1, y, out0, out1;\n\n',
    ...isrs,
    `int main(void) {\n${main}    out0 = x;\n    out1 = y;\n}\n`,
  ].join('');
  return { text, arrivals, priorities };
}

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

describe('handlers that meet in one gap', () => {
  const all = Array.from({ length: programs }, (_, n) => ({ seed: n + 1, ...crowded(n + 1) }));

  it('are in every way that matters in the generated programs', () => {
    const isEqual = ({ priorities }: Crowded): boolean => new Set(priorities).size < priorities.length;
    expect(all.some((p) => isEqual(p) && p.priorities.length === 3)).toBe(true);
    expect(all.some((p) => !isEqual(p) && p.priorities.length === 3)).toBe(true);
    expect(all.some((p) => isEqual(p) && p.arrivals === 2)).toBe(true);
  });

  it.each(all)('seed $seed', async ({ seed, text, arrivals, priorities }) => {
    const isrs = priorities.map((priority, n) => ({ function: `isr_${n + 1}`, irq: n + 1, priority }));
    const { program } = await loadText(text, { clang: 'auto', platform: 'generic', interrupts: 'off', isrs });
    const expected = outcomesByBruteForce(program, arrivals, () => library.create());
    expect(outcomesByGaps(library, program, arrivals), text).toEqual(expected);
    expect(outcomesByGaps(library, program, arrivals, { tracePartitioning: true }), text).toEqual(expected);
    if (seed % ordered !== 0) return;
    for (const encoding of ['po', 'precise', 'threads'] as const)
      try {
        expect(outcomesByOrder(library, program, arrivals, encoding).outcomes, text).toEqual(expected);
      } catch (thrown) {
        if (!(thrown instanceof Inexpressible)) throw thrown;
      }
  });

  it('are those that were asked for, if only some may start', async () => {
    const text =
      'int x, out0;\nvoid isr_1(void) { x = x + 1; }\nvoid isr_2(void) { x = x + 2; }\nint main(void) {\n    out0 = x;\n}\n';
    const isrs = [1, 2].map((n) => ({ function: `isr_${n}`, irq: n, priority: 1 }));
    const { program } = await loadText(text, { clang: 'auto', platform: 'generic', interrupts: 'on', isrs });
    expect(outcomesByGaps(library, program, 1)).toEqual(['0', '1', '2', '3']);
    const second = program.contexts.filter((c) => c.function === 'isr_2');
    expect(outcomesByGaps(library, program, 1, { isrs: second })).toEqual(['0', '2']);
  });
});
