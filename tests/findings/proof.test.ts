// Findings on one variable that show on several of its bytes: each is followed where its execution shows it, and one
// execution is enough to judge a torn access, in whatever order its parts were accessed there.

import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadProgram } from '../../src/check.js';
import { printSchedule } from '../../src/execution/schedule.js';
import { Prover } from '../../src/findings/proof.js';
import { checkByExploring } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';

describe('a finding', () => {
  it('that the same execution shows earlier on another byte is followed there', async () => {
    const loaded = await loadProgram({ paths: ['tests/corpus/assertion/double_read_ok.c'] });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics[0]?.message);
    const { findings } = await checkByExploring(loaded.value.program, { ...usualOptions, arrivals: 2 });
    const rows = findings
      .filter((f) => f.kind === 'atomicity')
      .map((f) => `${f.pattern} ${f.accesses.map((a) => a.place?.line).join(' ')} ${f.harm}`);
    expect(rows.sort()).toEqual([
      'RWR 15 11 16 not-shown-harmful',
      'RWR 16 11 20 not-shown-harmful',
      'RWR 20 11 20 not-shown-harmful',
    ]);
  });

  it('of a torn access is judged in both orders of its parts, by an execution in one of them', async () => {
    const loaded = await loadProgram({ paths: ['tests/corpus/torn-access/reset_count_bad.c'] });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics[0]?.message);
    const prove = Prover.prototype.prove;
    const alone = new Map<string, string | undefined>();
    const spy = vi.spyOn(Prover.prototype, 'prove').mockImplementation(function (this: Prover, witnesses, effort) {
      const all = [...witnesses];
      for (const [hit, schedule] of all)
        if (hit.sighting.kind === 'torn-access')
          alone.set(printSchedule(schedule), prove.call(this, [[hit, schedule]])?.harm?.kind);
      return prove.call(this, all, effort);
    });
    try {
      await checkByExploring(loaded.value.program, { ...usualOptions, properties: ['race'] });
    } finally {
      spy.mockRestore();
    }
    // Main writes the low byte first, or, from step 3 on, the high one.
    expect([...alone.keys()]).toEqual(expect.arrayContaining(['4:INT1 6.', '3~ 4:INT1 6.']));
    expect([...alone].filter(([, harm]) => harm !== 'harmful')).toEqual([]);
  });

  it('is judged with compiled code, for the same effort', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'preempt-proof-'));
    const rounds = 4000;
    const file = join(folder, 'long.c');
    writeFileSync(
      file,
      `volatile int level, seen;
      void isr_1(void) { level = level + 1; }
      int summed(void) {
        int sum = 0;
        for (int n = 0; n < ${rounds}; n++) sum = sum * 5 + n;
        return sum;
      }
      int main(void) {
        level = level + 1;
        seen = summed();
        return 0;
      }`,
    );
    const costs: { steps: number; effort: number }[] = [];
    const prove = Prover.prototype.prove;
    const spy = vi.spyOn(Prover.prototype, 'prove').mockImplementation(function (this: Prover, witnesses, effort) {
      const proof = prove.call(this, witnesses, effort);
      costs.push({ steps: this.confirmer.machine.interpretedSteps, effort: this.confirmer.effort });
      return proof;
    });
    try {
      const loaded = await loadProgram({ paths: [file], isrs: [{ function: 'isr_1' }] });
      if (loaded.kind === 'failed') throw new Error(loaded.diagnostics[0]?.message);
      const { findings } = await checkByExploring(loaded.value.program, usualOptions);
      expect(findings.map((f) => f.harm)).toContain('harmful');
    } finally {
      spy.mockRestore();
      await rm(folder, { recursive: true, force: true });
    }
    const { steps, effort } = costs.at(-1)!;
    // The witness and the order that it is compared with both go through the loop, of four instructions at least.
    expect(steps).toBeLessThan(rounds);
    expect(effort).toBeGreaterThan(2 * 4 * rounds);
  });
});
