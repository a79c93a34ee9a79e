// Generated programs with threads and interrupts: the unreduced search, and DPOR with and without comparing states,
// find what the oracle finds by running them in every order, and nothing else. `npm run agreement` does the same with
// more of them. THREAD_PROGRAMS, THREAD_SEED and THREAD_STATES: how many, where to begin, and how large they may be.

import { describe, expect, it } from 'vitest';
import type { ReductionName } from '../../../../src/engines/explore/reductions/reduction.js';
import { generateThreadProgram, type ThreadProgram } from '../../../agreement/thread-program.js';
import { compareThreads, type ThreadLimits } from '../../../agreement/threads/compare.js';
import { shrinkThreads } from '../../../agreement/threads/shrink.js';

const first = Number(process.env.THREAD_SEED ?? 1);
const count = Number(process.env.THREAD_PROGRAMS ?? (process.env.PREEMPT_TEST_SLOW === undefined ? 60 : 100));
const isLong = process.env.THREAD_PROGRAMS !== undefined;
const BATCH = 20;
const limits: ThreadLimits = {
  states: Number(process.env.THREAD_STATES ?? (isLong ? 10_000 : 1500)),
  patience: isLong ? 30_000 : 10_000,
};

/** Without comparing states, or without a reduction, it takes long. */
function reductionsFor(seed: number): readonly ReductionName[] {
  if (seed % 8 === 0) return ['dpor', 'exhaustive', 'dpor:stateless'];
  return seed % 2 === 0 ? ['dpor', 'exhaustive'] : ['dpor'];
}

/** Small programs are quickly compared, and show most of what is wrong. */
function programOf(seed: number): ThreadProgram {
  return generateThreadProgram(seed, 1 + (seed % 3 === 0 ? 1 : 0) + (isLong && seed % 12 === 0 ? 1 : 0));
}

/** Undefined: it is too large. */
function compare(program: ThreadProgram, seed: number): ReturnType<typeof compareThreads> {
  return compareThreads(program, reductionsFor(seed), limits);
}

/** `dpor misses race`: a smaller program shall show the same, not just anything. */
async function described(program: ThreadProgram, seed: number, differences: readonly string[]): Promise<string> {
  const sort = (difference: string): string => difference.split(' ').slice(0, 3).join(' ');
  const small = await shrinkThreads(program, async (smaller) => {
    const found = await compare(smaller, seed);
    return found?.differences.some((d) => sort(d) === sort(differences[0]!)) ?? false;
  });
  const { text, isrs, interrupts, arrivals } = small;
  const left = (await compare(small, seed))?.differences ?? differences;
  return [
    `seed ${seed}, ${JSON.stringify({ isrs, interrupts, arrivals })}`,
    ...left,
    ...text.split('\n').map((line, n) => `${n + 1}\t${line}`),
  ].join('\n');
}

describe('searches find what the oracle for threads finds', () => {
  const kinds = new Map<string, number>();
  const transitions = [0, 0];
  let [compared, tooLarge, leftOpen, states] = [0, 0, 0, 0];

  it.each(Array.from({ length: Math.ceil(count / BATCH) }, (_, n) => first + n * BATCH))(
    'from seed %i',
    { timeout: 7_200_000 },
    async (start) => {
      for (let seed = start; seed < Math.min(start + BATCH, first + count); seed++) {
        const program = programOf(seed);
        const found = await compare(program, seed);
        if (found === undefined) {
          tooLarge++;
          continue;
        }
        if (found.differences.length > 0) expect.fail(await described(program, seed, found.differences));
        compared++;
        leftOpen += found.leftOpen;
        states += found.states;
        const [reduced, all] = found.transitions;
        if (all !== undefined) {
          transitions[0]! += reduced!;
          transitions[1]! += all;
        }
        for (const finding of found.findings) {
          const kind = finding.split(' ')[0]!;
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        }
      }
      if (isLong)
        console.warn(
          `from seed ${start}: ${compared} programs agree, ${tooLarge} too large; ${states} states; ${leftOpen} deadlocks left open; ` +
            `${transitions.join(', ')} transitions; ${[...kinds].map(([kind, n]) => `${n} ${kind}`).join(', ')}`,
        );
    },
  );

  it('has looked at findings of every kind', () => {
    expect([...kinds.keys()].sort()).toEqual(['assertion', 'atomicity', 'deadlock', 'missing-volatile', 'race']);
    expect(tooLarge).toBeLessThan(count / 2);
    expect(leftOpen).toBeLessThanOrEqual(kinds.get('deadlock')!);
    expect(transitions[0]!).toBeLessThan(transitions[1]!);
  });
});
