// Deliberate faults in machine, reduction and matching, kept as patches: for each, the tests that it names fail. A
// patch that no longer applies fails as well: the fault has to be put back where it belongs now. scripts/mutants.mjs
// runs them: every sixteenth one, or all with PREEMPT_TEST_MUTANTS=all, as .ci/run wants it.

import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

interface Mutant {
  readonly patch: string;
  /** How many of its tests failed. */
  readonly failed?: number;
  readonly problem?: string;
}

const all = readdirSync('tests/mutants')
  .filter((file) => file.endsWith('.patch'))
  .sort();
const patches = process.env.PREEMPT_TEST_MUTANTS === 'all' ? all : all.filter((_, n) => n % 16 === 0);

async function runMutants(...asked: readonly string[]): Promise<readonly Mutant[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/mutants.mjs', ...asked]);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"patch"'));
  return lines.map((line) => JSON.parse(line) as Mutant);
}

describe('mutants', () => {
  let mutants: readonly Mutant[] = [];
  beforeAll(async () => {
    mutants = await runMutants(...patches.map((patch) => `tests/mutants/${patch}`));
  }, 3_600_000);

  it('are sixty or more', () => expect(all.length).toBeGreaterThanOrEqual(60));

  // Also of those that are not run here.
  it('all apply', () => {
    const patches = all.map((patch) => `tests/mutants/${patch}`);
    const problems = patches.map((patch) => spawnSync('git', ['apply', '--check', patch], { encoding: 'utf8' }).stderr);
    expect(problems.filter((problem) => problem !== '')).toEqual([]);
  });

  it.each(patches)('%s dies', (patch) => {
    const mutant = mutants.find((m) => m.patch === patch);
    expect(mutant?.problem).toBeUndefined();
    expect(mutant?.failed, 'tests that fail').toBeGreaterThan(0);
  });

  it('live where nothing is wrong, and are told where they do not apply', async () => {
    const folder = 'tests/mutants/examples';
    expect(await runMutants(`${folder}/harmless.patch`, `${folder}/gone.patch`)).toEqual([
      { patch: 'examples/harmless.patch', failed: 0 },
      { patch: 'examples/gone.patch', problem: expect.stringContaining('does not apply') },
    ]);
  });
});
