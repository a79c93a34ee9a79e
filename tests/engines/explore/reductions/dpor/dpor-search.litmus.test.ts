// Small programs of the literature with the number of their Mazurkiewicz traces, which the oracle counts: so many
// executions an optimal search makes. Without comparing states, DPOR completes as many, and breaks off the redundant
// ones. Both unsound pruning and wasted work change a number.
//   // traces: 15                                      the optimum
//   // executions: 15, redundant: 2, meetings: 9       complete ones, broken off ones, beginnings made to see a race

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled } from '../../../../agreement/threads/compiled.js';
import { countTraces } from '../../../../agreement/threads/traces.js';
import { checkByExploring } from '../../../check.js';

const folder = fileURLToPath(new URL('litmus/', import.meta.url));
const files = readdirSync(folder).sort();

interface Counts {
  readonly traces: number;
  readonly executions: number;
  readonly redundant: number;
  readonly meetings: number;
}

/** What the header says. */
function expectedOf(text: string): Counts {
  const [, traces] = /^\/\/ traces: (\d+)$/m.exec(text)!;
  const [, ...counts] = /^\/\/ executions: (\d+), redundant: (\d+), meetings: (\d+)$/m.exec(text)!;
  const [executions, redundant, meetings] = counts.map(Number);
  return { traces: Number(traces), executions: executions!, redundant: redundant!, meetings: meetings! };
}

async function countsOf(text: string): Promise<Counts> {
  const program = await compiled({ text, isrs: [], interrupts: 'off', arrivals: 1 });
  const { statistics } = await checkByExploring(program, {
    properties: ['race', 'assertion', 'deadlock'],
    reduction: 'dpor:stateless',
    arrivals: 1,
    unwind: 100,
    unit: 'task',
    effect: 'reaching',
    races: 'all',
    isOver: () => undefined,
  });
  const { paths = 0, redundant = 0, meetings = 0 } = statistics;
  return { traces: countTraces(text), executions: paths, redundant, meetings };
}

describe('litmus programs with threads', () => {
  const counts = new Map<string, Counts>();
  beforeAll(async () => {
    for (const file of files) counts.set(file, await countsOf(readFileSync(folder + file, 'utf8')));
  });

  it.each(files)('%s has the counts of its header', (file) => {
    expect(counts.get(file)).toEqual(expectedOf(readFileSync(folder + file, 'utf8')));
  });

  it('are thirty or more, with few executions beyond the optimum', () => {
    expect(files.length).toBeGreaterThanOrEqual(30);
    const all = [...counts.values()];
    const mean = (ratio: (c: Counts) => number): number => all.reduce((sum, c) => sum + ratio(c), 0) / all.length;
    expect(mean((c) => c.executions / c.traces)).toBe(1);
    expect(mean((c) => (c.executions + c.redundant) / c.traces)).toBeLessThan(1.5);
  });
});
