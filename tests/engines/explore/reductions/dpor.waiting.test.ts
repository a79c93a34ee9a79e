// Generated programs whose threads wait in loops for each other: DPOR and the search that leaves nothing out agree
// whether somebody waits for ever. A loop that nobody else can see is judged where DPOR first comes to it, so of
// several that wait it may name fewer. THREAD_WAITS and THREAD_SEED: how many programs, and where to begin.

import { describe, expect, it } from 'vitest';
import type { ReductionName } from '../../../../src/engines/explore/reductions/reduction.js';
import { loadText } from '../../../model/load.js';
import { Random } from '../../../solve/random.js';
import { checkByExploring } from '../../check.js';

const first = Number(process.env.THREAD_SEED ?? 1);
const count = Number(process.env.THREAD_WAITS ?? 24);
const reductions: readonly ReductionName[] = ['exhaustive', 'dpor'];

function programOf(seed: number): string {
  const random = new Random(seed);
  const flag = (): string => random.pick(['a', 'b']);
  const statement = (): string => {
    switch (random.below(5)) {
      case 0:
        return `${flag()} = 1;`;
      case 1:
        return `if (${flag()}) ${flag()} = ${random.below(2)};`;
      case 2:
        return `pthread_mutex_lock(&m); ${random.below(2) === 0 ? `while (!${flag()}) {}` : `${flag()} = 1;`} pthread_mutex_unlock(&m);`;
      default:
        return `while (!${flag()}) {}`;
    }
  };
  const body = (most: number): string =>
    Array.from({ length: 1 + random.below(most) }, () => `  ${statement()}`).join('\n');
  return `#include <pthread.h>
static _Atomic int a, b;
static pthread_mutex_t m;
static void *worker(void *p) {
${body(3)}
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
${body(2)}
  ${random.below(2) === 0 ? 'pthread_join(t, 0);' : ''}
  return 0;
}
`;
}

describe('threads that wait in loops', () => {
  let found = 0;
  it.each(Array.from({ length: count }, (_, n) => first + n))('seed %i', { timeout: 600_000 }, async (seed) => {
    const text = programOf(seed);
    const { program } = await loadText(text, { clang: 'auto' });
    const answers: { readonly places: readonly string[]; readonly verdicts: readonly string[] }[] = [];
    for (const reduction of reductions) {
      const { findings, verdicts } = await checkByExploring(program, {
        properties: ['deadlock'],
        reduction,
        arrivals: 1,
        unwind: 100,
        unit: 'task',
        effect: 'reaching',
        races: 'default',
        isOver: () => undefined,
      });
      const places = findings.map((f) =>
        f.accesses
          .map((a) => `${a.place?.line}:${a.place?.column}`)
          .sort()
          .join(' '),
      );
      answers.push({ places, verdicts: verdicts.map((v) => v.kind) });
      found += findings.length;
    }
    const [all, reduced] = answers;
    expect(reduced!.verdicts, text).toEqual(all!.verdicts);
    expect(all!.places, text).toEqual(expect.arrayContaining([...reduced!.places]));
  });

  it.skipIf(count < 10)('has seen some that wait for ever', () => expect(found).toBeGreaterThan(count / 4));
});
