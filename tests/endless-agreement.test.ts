// Generated programs that do not end: `reduced` has to find what `exhaustive` finds, and neither may miss that states
// repeat. What waits for ever in them, an oracle decides. `npm run agreement` does the same with more of them.
// ENDLESS_PROGRAMS and ENDLESS_SEED: how many, and where to begin.

import { describe, expect, it } from 'vitest';
import { endlessProgram } from './agreement/endless.js';
import { addHarm, type HarmTally, harmDifference, noHarm } from './agreement/harm/agree.js';
import { HarmOracle } from './agreement/harm/judge.js';
import { Unsuitable, waitsForEver } from './agreement/waiting-oracle.js';
import { cpuTime } from './cpu-time.js';
import { type CheckOptions, checkByExploring } from './engines/check.js';
import { loadText } from './model/load.js';

const first = Number(process.env.ENDLESS_SEED ?? 1);
const count = Number(process.env.ENDLESS_PROGRAMS ?? 60);
const BATCH = 20;
/** Milliseconds for one search. */
const PATIENCE = 20_000;

interface Answers {
  readonly findings: readonly string[];
  /** Why there may be more. */
  readonly doubts: readonly string[];
  /** `isr_1 7`: who waits for ever, and in which line. */
  readonly waits: readonly string[];
}

/** Of the executions that findings are reported with. */
interface Harm {
  readonly tally: HarmTally;
  readonly differences: readonly string[];
}

interface AllAnswers extends Record<'exhaustive' | 'reduced', Answers> {
  /** Undefined: the program is none for the oracle. */
  readonly oracle: readonly string[] | undefined;
  readonly harm: Harm;
}

async function answersOf(seed: number): Promise<AllAnswers> {
  const { text, request, arrivals, unit, effect } = endlessProgram(seed);
  const { program } = await loadText(text, { clang: 'auto', ...request });
  const judge = new HarmOracle(program, { unit, effect });
  const tally = noHarm();
  const differences = new Set<string>();
  const ask = async (reduction: 'exhaustive' | 'reduced'): Promise<Answers> => {
    const until = cpuTime() + PATIENCE;
    const options: CheckOptions = {
      properties: ['atomicity', 'race', 'assertion', 'deadlock'],
      reduction,
      arrivals,
      unwind: 1000,
      unit,
      effect,
      races: 'all',
      isOver: () => (cpuTime() > until ? 'too long' : undefined),
    };
    const { findings, verdicts } = await checkByExploring(program, options);
    const doubts = verdicts.flatMap((v) =>
      v.kind === 'unknown' ? [v.because] : v.kind === 'violated' && v.incomplete !== undefined ? [v.incomplete] : [],
    );
    for (const finding of findings) {
      const difference = harmDifference(judge, finding, tally);
      if (difference !== undefined) differences.add(`${reduction} ${difference}: ${finding.id}`);
    }
    const waits = findings
      .filter((f) => f.kind === 'deadlock')
      .map(({ accesses: [a] }) => `${program.contexts[a!.context]!.name} ${a!.place?.line}`);
    return { findings: findings.map((f) => f.id).sort(), doubts, waits: [...new Set(waits)].sort() };
  };
  const oracle = (): readonly string[] | undefined => {
    try {
      return waitsForEver(program, text, arrivals);
    } catch (thrown) {
      if (thrown instanceof Unsuitable) return undefined;
      throw thrown;
    }
  };
  const [exhaustive, reduced] = [await ask('exhaustive'), await ask('reduced')];
  return { exhaustive, reduced, oracle: oracle(), harm: { tally, differences: [...differences] } };
}

describe('exhaustive and reduced find the same in programs that do not end', () => {
  const kinds = new Set<string>();
  let tooLarge = 0;
  let judged = 0;
  const harm = noHarm();
  const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, n) => first + n * BATCH);

  it.each(starts)('from seed %i', { timeout: 3_600_000 }, async (start) => {
    for (let seed = start; seed < Math.min(start + BATCH, first + count); seed++) {
      const { exhaustive, reduced, oracle, harm: judgements } = await answersOf(seed);
      const shown = `seed ${seed}\n${endlessProgram(seed).text}`;
      expect(judgements.differences, shown).toEqual([]);
      addHarm(harm, judgements.tally);
      if (exhaustive.doubts.length > 0) tooLarge++;
      else expect(reduced, shown).toEqual(exhaustive);
      if (reduced.doubts.length === 0)
        expect(reduced.findings, shown).toEqual(expect.arrayContaining([...exhaustive.findings]));
      if (oracle !== undefined && exhaustive.doubts.length === 0) {
        judged++;
        expect(reduced.waits, shown).toEqual(oracle);
      }
      for (const id of reduced.findings) kinds.add(id.split(' ')[0]!);
    }
  });

  it.skipIf(count < 60)('has looked at findings of every kind, and given up on next to none', () => {
    expect([...kinds].sort()).toEqual(['assertion', 'atomicity', 'deadlock', 'race']);
    expect(tooLarge).toBeLessThanOrEqual(count / 20);
    expect(judged).toBeGreaterThanOrEqual(count / 4);
    expect(harm.harmful).toBeGreaterThanOrEqual(count / 6);
    expect(harm.harmless).toBeGreaterThanOrEqual(count / 2);
  });
});
