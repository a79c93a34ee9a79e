// Threads end with their pool, and nobody waits for ever. Of the built package, since sources have no threads.

import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type * as NodeHost from '../../src/clang/node-host.js';

const built = fileURLToPath(new URL('../../dist/clang/node-host.js', import.meta.url));

async function pool(size: number) {
  const { thisMachine } = (await import(built)) as typeof NodeHost;
  return thisMachine().pool({ size, memory: 512, isCached: true })!;
}

/** Other tests have filled the memory of this process. */
const unread = { job: { kind: 'check', request: { paths: ['missing.c'], memory: 100_000, jobs: 1 } } };

it('does more jobs than there are threads, and tells what they say', async () => {
  const threads = await pool(2);
  const said: unknown[] = [];
  const jobs = Array.from({ length: 5 }, () => threads.run(unread, (news) => said.push(news)));
  for (const answer of await Promise.all(jobs))
    expect(answer).toMatchObject({ kind: 'done', result: { kind: 'checked', checked: { kind: 'failed' } } });
  expect(said).toContainEqual({ kind: 'progress', progress: expect.objectContaining({ phase: 'compiling' }) });
  await threads.close();
});

it('hands over what a job throws as an answer', async () => {
  const threads = await pool(1);
  expect(await threads.run({ job: { kind: 'check' } })).toMatchObject({ kind: 'thrown', isInternal: false });
  await threads.close();
});

it('ends jobs that are under way with the threads, and does no others', async () => {
  const threads = await pool(2);
  const jobs = Promise.allSettled(Array.from({ length: 5 }, () => threads.run(unread)));
  await threads.close();
  expect((await jobs).map((job) => job.status)).toEqual(Array(5).fill('rejected'));
  await expect(threads.run({ job: { kind: 'check' } })).rejects.toThrow('it was stopped');
  await threads.close();
});

it('ends a job that takes longer than it may', async () => {
  const threads = await pool(1);
  await expect(threads.run({ ...unread, seconds: 0.001 })).rejects.toThrow('it took longer than 0.001 s');
  expect(await threads.run(unread)).toMatchObject({ kind: 'done' });
  await threads.close();
});
