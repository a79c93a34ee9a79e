// Every litmus program has exactly the outcomes that its header lists, derived by hand: brute force over machine/ finds
// the same ones.

import { beforeAll, describe, expect, it } from 'vitest';
import type { CadicalLibrary } from '../../../src/solve/cadical.js';
import { loadCadical } from '../../solve/loaded-cadical.js';
import { litmusPrograms, loadTestProgram, outcomesByBruteForce, outGlobals } from './litmus.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

describe.each(litmusPrograms)('$name', (litmus) => {
  it('has exactly the outcomes that its header lists', async () => {
    const program = await loadTestProgram(litmus);
    expect(outcomesByBruteForce(program, litmus.arrivals, () => library.create())).toEqual(litmus.outcomes);
  });

  it('only writes what its outcome is read from', async () => {
    const program = await loadTestProgram(litmus);
    const outs = outGlobals(program);
    const reads = program.accesses.filter(
      (a) => a.operation !== 'W' && a.regions.some((r) => outs.includes(program.objects[r.object]!.name)),
    );
    expect(reads).toEqual([]);
  });
});
