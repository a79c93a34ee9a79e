// Where a search pauses by the work that it has done: at the same state, however often it has looked at the clock.

import { expect, it } from 'vitest';
import { loadProgram } from '../../../src/check.js';
import { exploreEngine } from '../../../src/engines/explore/explore.js';
import { sharedCadical } from '../../solve/loaded-cadical.js';
import { Random } from '../../solve/random.js';

const WORK = 5000;

async function statesAtTurn(random: Random): Promise<number> {
  const loaded = await loadProgram({ paths: ['tests/corpus/arrivals/consumed_ticks_bad.c'] });
  if (loaded.kind === 'failed') throw new Error('it does not load');
  const engine = exploreEngine({ reduction: 'exhaustive', solvers: await sharedCadical(), kernel: 'off' });
  let isOver = false;
  const questions = {
    properties: ['atomicity', 'race', 'assertion'],
    arrivals: Number.POSITIVE_INFINITY,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
  } as const;
  const run = engine.check(loaded.value.program, questions, {
    isOver: () => undefined,
    isPauseDue: () => isOver || random.below(3) === 0,
    isTurnOver: (work) => {
      isOver ||= work >= WORK;
      return isOver;
    },
  });
  for await (const news of run) if (isOver && news.kind === 'pause') return news.progress.states;
  throw new Error('it ends before');
}

it('pauses at the same state', async () => {
  const found = new Set<number>();
  for (let seed = 1; seed <= 5; seed++) found.add(await statesAtTurn(new Random(seed)));
  expect([...found]).toHaveLength(1);
});
