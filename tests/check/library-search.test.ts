// Models of a library with workers elsewhere: in groups, of which a worker gives back what it came to within a second.
// Each model is searched once, the report is that of a run without them, and the same run asks for the same groups.

import { expect, it } from 'vitest';
import { fromPlainJson, plainJson } from '../../src/base/plain-json.js';
import { NotValid } from '../../src/base/validated.js';
import { doLibraryJob } from '../../src/check/library-job.js';
import { libraryRaces } from '../../src/check/library-races.js';
import { type LibraryJob, readLibraryJob, readSearched } from '../../src/check/library-schema.js';
import type { Pool } from '../../src/clang/host.js';
import { thisMachine } from '../../src/clang/node-host.js';
import type { SearchedModels } from '../../src/engines/library/races.js';
import { kernelRequest } from '../engines/library/prepared.js';

/** Does jobs here as they would be done there; `milliseconds` go by with each look at the clock. */
function farm(milliseconds: number, groups: string[][]): Pool {
  let now = 0;
  const clock = {
    ...thisMachine(),
    now() {
      now += milliseconds;
      return now;
    },
  };
  return {
    size: 8,
    isLocal: false,
    async run({ job, shared = [], read }) {
      const work = readLibraryJob(fromPlainJson(plainJson(job)));
      const result = doLibraryJob(work, shared, clock);
      groups.push(work.batches.slice(0, result.length).flatMap((batch) => batch.map(({ name }) => name)));
      return read!(fromPlainJson(plainJson({ kind: 'done', result })));
    },
    close: async () => {},
  };
}

async function run(pool?: Pool) {
  const host = thisMachine();
  const done = await libraryRaces({ ...kernelRequest(), jobs: 1 }, { host: pool ? { ...host, farm: pool } : host });
  if (done.kind === 'failed') throw new Error('it fails');
  const { statistics, ...report } = done.value;
  return { report, states: statistics.states };
}

it.each([
  ['at once', 0, 14],
  ['in parts', 400, 21],
  ['one by one', 2000, 43],
])('searches each model once, where groups are done %s', async (_, milliseconds, jobs) => {
  const groups: string[][] = [];
  expect(await run(farm(milliseconds, groups))).toEqual(await run());
  const names = groups.flat();
  expect(names).toHaveLength(680);
  expect(new Set(names).size).toBe(680);
  expect(groups).toHaveLength(jobs);
  const again: string[][] = [];
  await run(farm(milliseconds, again));
  expect(new Set(again.map(String))).toEqual(new Set(groups.map(String)));
});

it('takes no result of other models', () => {
  const model = { name: 'm', tasks: [[0]], isrs: [] };
  const job: LibraryJob = { kind: 'library', batches: [[model, model], [model]], mostStates: 1 };
  const searched = (models: number): SearchedModels => ({
    races: [],
    states: 0,
    transitions: 0,
    models,
    unfinished: [],
  });
  const read = (...models: readonly number[]) => readSearched({ kind: 'done', result: models.map(searched) }, job);
  expect(read(2)).toBeDefined();
  expect(read(2, 1)).toBeDefined();
  for (const wrong of [[], [1], [1, 2], [2, 1, 1]]) expect(() => read(...wrong)).toThrow(NotValid);
});
