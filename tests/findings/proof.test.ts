// Findings on one variable that show on several of its bytes: each is followed where its execution shows it.

import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../src/check.js';
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
});
