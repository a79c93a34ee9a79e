// Generated programs with threads: DPOR, with and without comparing states, has to find what the search finds that
// leaves nothing out. `npm run agreement` does the same with more of them. THREAD_PROGRAMS and THREAD_SEED: how many,
// and where to begin.

import { describe, expect, it } from 'vitest';
import type { ReductionName } from '../../../../src/engines/explore/reductions/reduction.js';
import type { Finding } from '../../../../src/findings/finding.js';
import { generateThreadProgram } from '../../../agreement/thread-program.js';
import { cpuTime } from '../../../cpu-time.js';
import { loadText } from '../../../model/load.js';
import { checkByExploring } from '../../check.js';

const first = Number(process.env.THREAD_SEED ?? 1);
const count = Number(process.env.THREAD_PROGRAMS ?? 20);
const isLong = process.env.THREAD_PROGRAMS !== undefined;
const BATCH = 20;
/** Milliseconds for one search. */
const PATIENCE = isLong ? 60_000 : 10_000;
const reductions: readonly ReductionName[] = ['exhaustive', 'dpor', 'dpor:stateless'];

interface Answers {
  readonly findings: readonly string[];
  readonly verdicts: readonly string[];
  readonly transitions: number;
}

/** Which of two threads was about to is one race all the same. */
function nameOf({ kind, pattern, block, variable, accesses }: Finding): string {
  const places = accesses.map((a) => `${a.place?.line}:${a.place?.column}`);
  const inOrder = kind === 'race' || kind === 'deadlock' ? places.sort() : places;
  return [block === undefined ? kind : `block-${block.mistake}`, pattern ?? '', variable, ...inOrder].join(' ');
}

/** Undefined: one of them takes too long. */
async function answersOf(seed: number): Promise<readonly Answers[] | undefined> {
  const { text, isrs } = generateThreadProgram(seed, isLong ? 3 : 2);
  const { program } = await loadText(text, { clang: 'auto', isrs });
  const answers: Answers[] = [];
  for (const reduction of reductions) {
    const until = cpuTime() + PATIENCE;
    const {
      findings,
      candidates = [],
      verdicts,
      statistics,
    } = await checkByExploring(program, {
      properties: ['atomicity', 'race', 'assertion', 'deadlock'],
      reduction,
      arrivals: 1,
      unwind: 1000,
      unit: 'task',
      effect: 'reaching',
      races: 'all',
      isOver: () => (cpuTime() > until ? 'too long' : undefined),
    });
    if (cpuTime() > until) return undefined;
    answers.push({
      findings: [...new Set([...findings.map(nameOf), ...candidates.map((f) => `candidate ${f.id}`)])].sort(),
      verdicts: verdicts.map((v) => `${v.property} ${v.kind}`),
      transitions: statistics.transitions ?? 0,
    });
  }
  return answers;
}

describe('DPOR finds what the exhaustive search finds', () => {
  const kinds = new Map<string, number>();
  const transitions = reductions.map(() => 0);
  let tooLong = 0;

  it.each(Array.from({ length: Math.ceil(count / BATCH) }, (_, n) => first + n * BATCH))(
    'from seed %i',
    { timeout: 7_200_000 },
    async (start) => {
      for (let seed = start; seed < Math.min(start + BATCH, first + count); seed++) {
        const answers = await answersOf(seed);
        if (answers === undefined) {
          tooLong++;
          continue;
        }
        const [all, ...others] = answers;
        for (const [n, other] of others.entries())
          expect(
            { findings: other.findings, verdicts: other.verdicts },
            `seed ${seed}, ${reductions[n + 1]}\n${generateThreadProgram(seed, isLong ? 3 : 2).text}`,
          ).toEqual({ findings: all!.findings, verdicts: all!.verdicts });
        for (const [n, a] of answers.entries()) transitions[n]! += a.transitions;
        for (const finding of all!.findings) {
          const kind = finding.split(' ')[0]!;
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        }
      }
      if (isLong) console.warn(`from seed ${start}: ${transitions.join(', ')} transitions, ${tooLong} left out`);
    },
  );

  it.skipIf(count < 60)('has looked at findings of every kind', () => {
    expect([...kinds.keys()].sort()).toEqual([
      'assertion',
      'atomicity',
      'block-dual-write',
      'block-read',
      'block-write',
      'deadlock',
      'missing-volatile',
      'race',
    ]);
    expect(tooLong).toBeLessThan(count / 10);
    const [all, stateful] = transitions;
    expect(stateful! * 3).toBeLessThan(all!);
  });
});
