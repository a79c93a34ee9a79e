// Generated programs with threads, by every rule for who may run, with priorities and blocks that are meant to be
// atomic: DPOR, with and without comparing states, has to find what the search finds that leaves nothing out. `npm run
// agreement` does the same with more of them. RULES_PROGRAMS and RULES_SEED: how many, and where to begin.

import { describe, expect, it } from 'vitest';
import type { ReductionName } from '../../../../src/engines/explore/reductions/reduction.js';
import type { Finding } from '../../../../src/findings/finding.js';
import { runsIsrsBeside, type ThreadingOptions, threadingOf } from '../../../../src/model/threading.js';
import { generateScheduledProgram, type ScheduledProgram } from '../../../agreement/scheduled-program.js';
import { cpuTime } from '../../../cpu-time.js';
import { loadText } from '../../../model/load.js';
import { checkByExploring } from '../../check.js';

const first = Number(process.env.RULES_SEED ?? 1);
const few = process.env.PREEMPT_TEST_SLOW === undefined ? 2 : 4;
const count = (name: string): number => Number(process.env.RULES_PROGRAMS ?? (name === 'usual' ? 2 * few : few));
const isLong = process.env.RULES_PROGRAMS !== undefined;
const BATCH = 20;
/** Milliseconds for one search. */
const PATIENCE = isLong ? 60_000 : 10_000;
/** By whose rules threads are run; the usual ones without a name. */
const rules: Readonly<Record<string, ThreadingOptions>> = {
  usual: {},
  priority: { scheduler: 'priority' },
  'priority without time slices': { scheduler: 'priority', timeSlicing: false },
  'two cores': { cores: 2 },
  'two cores, by priority': { cores: 2, scheduler: 'priority' },
  'two cores, by priority without time slices': { cores: 2, scheduler: 'priority', timeSlicing: false },
  'interrupts as threads': { interruptsAsThreads: true },
};
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

/** That no state is compared is tried by the usual rules; `npm run agreement` tries it by all. */
function reductionsFor(name: string): readonly ReductionName[] {
  return isLong || name === 'usual' ? reductions : reductions.slice(0, 2);
}

function programOf(seed: number, threading: ThreadingOptions): ScheduledProgram {
  return generateScheduledProgram(seed, isLong ? 3 : 2, threading.scheduler === 'priority');
}

/** Undefined: one of them takes too long. */
async function answersOf(seed: number, name: string): Promise<readonly Answers[] | undefined> {
  const threading = rules[name]!;
  const { text, isrs } = programOf(seed, threading);
  const { program } = await loadText(text, { clang: 'auto', isrs, threading });
  const answers: Answers[] = [];
  for (const reduction of reductionsFor(name)) {
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

describe.each(Object.keys(rules))('DPOR finds what the exhaustive search finds: %s', (name) => {
  const threading = rules[name]!;
  const kinds = new Map<string, number>();
  const transitions = reductions.map(() => 0);
  let tooLong = 0;

  it.each(Array.from({ length: Math.ceil(count(name) / BATCH) }, (_, n) => first + n * BATCH))(
    'from seed %i',
    { timeout: 7_200_000 },
    async (start) => {
      for (let seed = start; seed < Math.min(start + BATCH, first + count(name)); seed++) {
        const answers = await answersOf(seed, name);
        if (answers === undefined) {
          tooLong++;
          continue;
        }
        const [all, ...others] = answers;
        for (const [n, other] of others.entries())
          expect(
            { findings: other.findings, verdicts: other.verdicts },
            `seed ${seed}, ${reductions[n + 1]}\n${programOf(seed, threading).text}`,
          ).toEqual({ findings: all!.findings, verdicts: all!.verdicts });
        for (const [n, a] of answers.entries()) transitions[n]! += a.transitions;
        for (const finding of all!.findings) {
          const kind = finding.split(' ')[0]!;
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        }
      }
      expect(tooLong).toBeLessThan(count(name) / 2);
      if (isLong) console.warn(`from seed ${start}: ${transitions.join(', ')} transitions, ${tooLong} left out`);
    },
  );

  it.skipIf(count(name) < 60)('has looked at findings of every kind', () => {
    // Beside each other, accesses that are not atomic are races.
    const ofIsrs = runsIsrsBeside(threadingOf(threading)) ? [] : ['missing-volatile'];
    expect([...kinds.keys()].sort()).toEqual([
      'assertion',
      'atomicity',
      'block-dual-write',
      'block-read',
      'block-write',
      'deadlock',
      ...ofIsrs,
      'race',
    ]);
    expect(tooLong).toBeLessThan(count(name) / 10);
    const [all, stateful] = transitions;
    // By priority there is less to leave out.
    expect(stateful! * (threading.scheduler === 'priority' ? 1 : 3)).toBeLessThan(all!);
  });
});
