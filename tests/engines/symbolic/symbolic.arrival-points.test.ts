// Generated programs with arrival points, in main and in handlers, in loops and behind conditions, beside handlers that
// start anywhere. All outcomes by gaps are those of brute force, the reduced search and the symbolic engine find what
// the exhaustive search finds, and every schedule replays.

import { beforeAll, describe, expect, it } from 'vitest';
import { replay } from '../../../src/execution/replay.js';
import { parseSchedule } from '../../../src/execution/schedule.js';
import type { Finding } from '../../../src/findings/finding.js';
import type { CadicalLibrary } from '../../../src/solve/cadical.js';
import { loadText } from '../../model/load.js';
import { loadCadical } from '../../solve/loaded-cadical.js';
import { Random } from '../../solve/random.js';
import { checkByExploring, checkSymbolically } from '../check.js';
import { usualOptions as options } from '../options.js';
import { outcomesByBruteForce } from './litmus.js';
import { outcomesByGaps } from './outcomes.js';

const programs = process.env.PREEMPT_TEST_SLOW === undefined ? 12 : 30;

interface Generated {
  readonly text: string;
  readonly arrivals: number;
  readonly priorities: readonly number[];
  readonly nesting: 'priority' | 'masked';
}

/** Few of them commute. */
const updates = ['x = x * 3 + 1', 'x = x ^ 5', 'x = y + 1', 'y = x', 'y = y * 2 + x', 'if (x & 1) y = x'];

function generate(seed: number): Generated {
  const random = new Random(seed);
  const arrivals = random.chance(2) ? 2 : 1;
  const count = arrivals === 2 ? 2 : 2 + random.below(2);
  const priorities = Array.from({ length: count }, () => 1 + random.below(count));
  // The others start anywhere.
  const bound = 1 + random.below(count);
  const arrive = (): string => `preempt_arrive(isr_${1 + random.below(bound)})`;
  const statement = (isIsr: boolean): string => {
    if (random.chance(isIsr ? 4 : 2)) {
      const call = arrive();
      if (isIsr) return call;
      if (random.chance(4)) return `for (int i = 0; i < 2; i++) { ${call}; ${random.pick(updates)}; }`;
      return random.chance(3) ? `if (${random.pick(['x & 1', 'y', 'preempt_nondet_bool()'])}) ${call}` : call;
    }
    const irq = 1 + random.below(count);
    if (random.chance(6)) return `${random.pick(['preempt_mask', 'preempt_unmask'])}(${irq})`;
    return random.pick(updates);
  };
  const body = (length: number, isIsr: boolean): string =>
    Array.from({ length }, () => `    ${statement(isIsr)};\n`).join('');
  const names = priorities.map((_, n) => `isr_${n + 1}`);
  const text = [
    '#include <preempt.h>\n\nint x = 1, y, out0, out1;\n\n',
    ...names.map((name) => `void ${name}(void);\n`),
    ...names.map((name) => `void ${name}(void) {\n${body(1 + random.below(2), true)}}\n`),
    `int main(void) {\n${body(1 + random.below(2), false)}    ${arrive()};\n${body(random.below(2), false)}`,
    '    preempt_mask(PREEMPT_ALL_IRQS);\n    out0 = x;\n    out1 = y;\n}\n',
  ].join('');
  return { text, arrivals, priorities, nesting: random.chance(4) ? 'masked' : 'priority' };
}

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

describe('arrival points', () => {
  const all = Array.from({ length: programs }, (_, n) => ({ seed: n + 1, ...generate(n + 1) }));

  it.each(all)('seed $seed', async ({ text, arrivals, priorities, nesting }) => {
    const isrs = priorities.map((priority, n) => ({ function: `isr_${n + 1}`, irq: n + 1, priority }));
    const loaded = await loadText(text, { clang: 'auto', platform: 'generic', interrupts: 'on', isrs });
    const { platform } = loaded.program;
    const rules = nesting === 'priority' ? platform.nesting : ({ kind: 'masked', exit: 'open' } as const);
    const program = { ...loaded.program, platform: { ...platform, nesting: rules } };
    expect(program.contexts.some((c) => c.startsAt === 'calls')).toBe(true);
    const expected = outcomesByBruteForce(program, arrivals, () => library.create());
    expect(outcomesByGaps(library, program, arrivals), text).toEqual(expected);
    expect(outcomesByGaps(library, program, arrivals, { tracePartitioning: true }), text).toEqual(expected);
    const found = await checkByExploring(program, { ...options, arrivals });
    const exhaustive = await checkByExploring(program, { ...options, arrivals, reduction: 'exhaustive' });
    const ids = (findings: readonly Finding[]): readonly string[] => findings.map((f) => f.id).sort();
    expect(ids(found.findings), text).toEqual(ids(exhaustive.findings));
    const symbolic = await checkSymbolically(program, { ...options, arrivals, encoding: 'gap' });
    expect(ids(symbolic.findings), text).toEqual(ids(exhaustive.findings));
    for (const { schedule } of found.findings) {
      const parsed = parseSchedule(schedule);
      if (parsed.kind === 'problem') throw new Error(schedule);
      expect(replay(program, parsed.schedule).ending, `${text}${schedule}`).toMatchObject({ kind: 'complete' });
    }
  });

  it.each([1, 3])('where the ISR has started are other states, irq %i', async (irq) => {
    const text = `#include <preempt.h>
int x;
void tick(void) { x++; }
void set(void) { x = 1; }
int main(void) {
    preempt_arrive(tick);
    preempt_assert(x != 2);
}
`;
    const isrs = [
      { function: 'tick', irq: 2, priority: 1 },
      { function: 'set', irq, priority: 1 },
    ];
    const { program } = await loadText(text, { clang: 'auto', platform: 'generic', interrupts: 'on', isrs });
    for (const reduction of ['reduced', 'exhaustive'] as const) {
      const { verdicts } = await checkByExploring(program, { ...options, arrivals: Infinity, reduction });
      expect(verdicts.find((v) => v.property === 'assertion')).toMatchObject({ kind: 'violated' });
    }
  });
});
