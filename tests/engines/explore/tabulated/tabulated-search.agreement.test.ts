// Generated programs, with and without an end: the search by tables has to say what the search on the machine says, of
// findings and of verdicts. TABLES_PROGRAMS and TABLES_SEED: how many, and where to begin.

import { describe, expect, it } from 'vitest';
import type { Program } from '../../../../src/check.js';
import type { Checked } from '../../../../src/engines/engine.js';
import { load } from '../../../agreement/compare.js';
import { endlessProgram } from '../../../agreement/endless.js';
import { generateProgram } from '../../../agreement/generate.js';
import { cpuTime } from '../../../cpu-time.js';
import { loadText } from '../../../model/load.js';
import { type CheckOptions, checkByExploring } from '../../check.js';

const first = Number(process.env.TABLES_SEED ?? 1);
const count = Number(process.env.TABLES_PROGRAMS ?? (process.env.PREEMPT_TEST_SLOW === undefined ? 12 : 60));
/** Milliseconds for one search. */
const PATIENCE = 20_000;

type Asked = Pick<CheckOptions, 'arrivals' | 'unit' | 'effect' | 'reduction' | 'kernel'>;

async function ask(program: Program, asked: Asked): Promise<Checked> {
  const until = cpuTime() + PATIENCE;
  return checkByExploring(program, {
    ...asked,
    properties: ['atomicity', 'race', 'assertion', 'deadlock'],
    unwind: 1000,
    races: 'all',
    isOver: () => (cpuTime() > until ? 'too long' : undefined),
  });
}

/** All that a person is told, but for the execution that shows it. */
function told({ findings, candidates = [], verdicts }: Checked) {
  return {
    findings: findings.map((f) => f.id).sort(),
    candidates: candidates.map((f) => f.id).sort(),
    verdicts: verdicts.map((v) => ({
      property: v.property,
      kind: v.kind,
      bounds: v.bounds,
      assumptions: v.kind === 'holds' ? v.assumptions : undefined,
      because: v.kind === 'unknown' ? v.because : undefined,
    })),
  };
}

describe.each(['reduced', 'exhaustive'] as const)('%s by tables and on the machine', (reduction) => {
  const tally = { tabulated: 0, tooLarge: 0 };

  async function compare(program: Program, asked: Omit<Asked, 'reduction' | 'kernel'>, shown: string) {
    const byTables = await ask(program, { ...asked, reduction, kernel: 'on' });
    if (byTables.statistics.localStates === undefined) return;
    const onMachine = await ask(program, { ...asked, reduction, kernel: 'off' });
    if (onMachine.wasCut === true) return void tally.tooLarge++;
    tally.tabulated++;
    expect(told(byTables), shown).toEqual(told(onMachine));
  }

  it('tell the same of programs that end', { timeout: 3_600_000 }, async () => {
    for (let seed = first; seed < first + count; seed++) {
      const generated = generateProgram(seed);
      const program = await load(generated);
      if (typeof program !== 'string') await compare(program, { ...generated, unit: 'task' }, `seed ${seed}`);
    }
  });

  it('tell the same of programs that do not', { timeout: 3_600_000 }, async () => {
    for (let seed = first; seed < first + count; seed++) {
      const { text, request, arrivals, effect } = endlessProgram(seed);
      const { program } = await loadText(text, { clang: 'auto', ...request });
      await compare(program, { arrivals, effect, unit: 'task' }, `seed ${seed}\n${text}`);
    }
  });

  it.skipIf(count < 60)('are compared on many programs', () => {
    expect(tally.tabulated).toBeGreaterThan(count / 4);
    expect(tally.tooLarge).toBeLessThan(count / 20);
  });
});
