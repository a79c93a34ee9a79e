// A thread that ends while it works ahead is told of, and is no error; a bug that it meets is one.

import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.js';
import type { JobAnswer } from '../../src/base/job-answer.js';
import { ThreadEnded } from '../../src/base/thread-ended.js';
import { searchThreads } from '../../src/check/search-threads.js';
import type { SharedSearch } from '../../src/engines/explore/tabulated/shared-search.js';

const search: SharedSearch = {
  layout: { slots: 1, contexts: 2, postpones: false },
  number: 1,
  control: new SharedArrayBuffer(0),
  chunks: new SharedArrayBuffer(0),
  words: new SharedArrayBuffer(0) as SharedSearch['words'],
  log: new SharedArrayBuffer(0) as SharedSearch['log'],
};

function threads(run: () => Promise<JobAnswer>, hasRoom = true) {
  const told: Diagnostic[] = [];
  const pool = { size: 3, isLocal: true, run, close: async () => {} };
  return {
    told,
    threads: searchThreads(
      pool,
      512,
      (diagnostic) => told.push(diagnostic),
      () => hasRoom,
    ),
  };
}

it('says of a thread that has ended that it is dead, and why', async () => {
  const { threads: all, told } = threads(async () => {
    throw new ThreadEnded('it was killed');
  });
  expect(await all.expand(search)).toBe('dead');
  expect(told).toMatchObject([{ code: 'thread-ended', severity: 'warning' }]);
});

it('hands over what a thread throws, and tells nothing where it is done', async () => {
  const thrown = threads(async () => ({ kind: 'thrown', isInternal: true, message: 'a bug' }));
  await expect(thrown.threads.expand(search)).rejects.toThrow('a bug');
  const done = threads(async () => ({ kind: 'done', result: undefined }));
  expect(await done.threads.expand(search)).toBe('idle');
  expect([...thrown.told, ...done.told]).toEqual([]);
});

it('uses all threads but this one, and the same memory for every search, where there is room', () => {
  const { threads: all } = threads(async () => ({ kind: 'done', result: undefined }));
  expect(all.count).toBe(2);
  expect(all.memory()).toBeDefined();
  expect(all.memory()).toBe(all.memory());
  expect(threads(async () => ({ kind: 'done', result: undefined }), false).threads.memory()).toBeUndefined();
});
