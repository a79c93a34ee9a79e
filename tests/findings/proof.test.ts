// Findings on one variable that show on several of its bytes: each is followed where its execution shows it, and one
// execution is enough to judge a torn access, in whatever order its parts were accessed there.

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
});
