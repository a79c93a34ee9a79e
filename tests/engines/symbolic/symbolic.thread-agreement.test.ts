// Generated programs with threads, locks, semaphores, conditions, joins and interrupts: the symbolic engine finds what
// the explore engine finds, wherever it answers, and never contradicts it. `npm run agreement` does the same with more
// of them. THREAD_PROGRAMS and THREAD_SEED: how many, and where to begin.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/findings/finding.js';
import { generateScheduledProgram } from '../../agreement/scheduled-program.js';
import { cpuTime } from '../../cpu-time.js';
import { loadText } from '../../model/load.js';
import { checkByExploring, checkSymbolically } from '../check.js';

const first = Number(process.env.THREAD_SEED ?? 1);
const count = Number(process.env.THREAD_PROGRAMS ?? 15);
const isLong = process.env.THREAD_PROGRAMS !== undefined;
/** Milliseconds for one engine. */
const PATIENCE = isLong ? 30_000 : 10_000;
const properties = ['atomicity', 'race', 'assertion'] as const;

/** Which of two threads was about to is one race all the same. */
function nameOf({ kind, pattern, variable, accesses }: Finding): string {
  const places = accesses.map((a) => `${a.place?.line}:${a.place?.column}`);
  return [kind, pattern ?? '', variable, ...(kind === 'race' ? places.sort() : places)].join(' ');
}

describe('the symbolic engine finds in programs with threads what explore finds', () => {
  const verdicts = { holds: 0, violated: 0, unknown: 0 };

  it.each(Array.from({ length: count }, (_, n) => first + n))('seed %i', { timeout: 600_000 }, async (seed) => {
    const { text: whole, isrs } = generateScheduledProgram(seed, isLong ? 3 : 2);
    // No formula is made of blocks that are meant to be atomic.
    const text = whole.replaceAll(/^.*preempt_expect_atomic.*\n/gm, '');
    const { program } = await loadText(text, { clang: 'auto', isrs });
    const limit = () => {
      const until = cpuTime() + PATIENCE;
      return () => (cpuTime() > until ? 'too long' : undefined);
    };
    const questions = {
      properties,
      arrivals: 1,
      unwind: 8,
      unit: 'task',
      effect: 'reaching',
      races: 'all',
    } as const;
    const explored = await checkByExploring(program, { ...questions, reduction: 'reduced', isOver: limit() });
    const solved = await checkSymbolically(program, { ...questions, encoding: 'threads', isOver: limit() });
    const names = (found: typeof explored): readonly string[] => [...new Set(found.findings.map(nameOf))].sort();
    if (explored.isComplete) expect(names(explored), text).toEqual(expect.arrayContaining([...names(solved)]));
    if (explored.isComplete && solved.isComplete) expect(names(solved), text).toEqual(names(explored));
    for (const [n, verdict] of solved.verdicts.entries()) {
      verdicts[verdict.kind]++;
      const other = explored.verdicts[n]!;
      if (verdict.kind !== 'unknown' && other.kind !== 'unknown') expect(verdict.kind, text).toBe(other.kind);
    }
  });

  it('has answered most questions', () => {
    expect(verdicts.unknown).toBeLessThan((verdicts.holds + verdicts.violated) / 2);
    expect(Math.min(verdicts.holds, verdicts.violated)).toBeGreaterThan(0);
  });
});
