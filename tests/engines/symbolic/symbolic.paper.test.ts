// The programs of the TECS 2017 paper's figures have the verdicts that the paper states, by explore and by brute force.

import { beforeAll, describe, expect, it } from 'vitest';
import type { CadicalLibrary } from '../../../src/solve/cadical.js';
import { BruteForce } from '../../machine/brute-force.js';
import { loadCadical } from '../../solve/loaded-cadical.js';
import { type CheckOptions, checkByExploring } from '../check.js';
import { loadTestProgram, paperPrograms } from './litmus.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

describe.each(paperPrograms)('$name', (paper) => {
  it('has its verdict by explore, and every ISR starts', async () => {
    const options: CheckOptions = {
      properties: ['assertion'],
      reduction: 'reduced',
      arrivals: paper.arrivals,
      unwind: 3,
      unit: 'task',
      effect: 'reaching',
      races: 'default',
      isOver: () => undefined,
    };
    const { verdicts } = await checkByExploring(await loadTestProgram(paper), options);
    expect(verdicts).toMatchObject([{ property: 'assertion', kind: paper.verdict }]);
    expect(JSON.stringify(verdicts)).not.toContain('never started');
  });

  it('has its verdict by brute force', async () => {
    const force = new BruteForce(await loadTestProgram(paper), {
      arrivals: paper.arrivals,
      createSolver: () => library.create(),
    });
    const failures = [...force.executions()].filter((e) => e.failure !== undefined);
    expect(failures.length > 0 ? 'violated' : 'holds').toBe(paper.verdict);
    for (const { failure } of failures) expect(failure?.kind).toBe('assertion');
  });
});
