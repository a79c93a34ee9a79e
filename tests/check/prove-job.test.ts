// Many findings are the same whether other threads prove them or not, also where the solver has to be asked for some of
// their executions. Threads are played by this one, with copies of all data.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { answerOf } from '../../src/base/job-answer.js';
import { fromPlainJson, plainJson } from '../../src/base/plain-json.js';
import { ThreadEnded } from '../../src/base/thread-ended.js';
import { type ProveJob, readProveJob } from '../../src/check/proof-schema.js';
import { doProveJob, type ProveSurroundings } from '../../src/check/prove-job.js';
import { type CheckRequest, check, type Report } from '../../src/check.js';
import type { Task } from '../../src/clang/host.js';
import { thisMachine } from '../../src/clang/node-host.js';

const scratch = mkdtempSync(join(tmpdir(), 'preempt-prove-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** 16 updates that are lost whatever is read, 16 that need a value other than 0, and 8 behind a condition on one. */
const numbers = Array.from({ length: 40 }, (_, n) => n);
const written = (n: number): string => (n < 16 ? `v${n} + 1` : 'REGISTER');
const update = (n: number): string => `unsigned char seen = v${n}; v${n} = (unsigned char)(seen + 2);`;
const text = `#define REGISTER (*(volatile unsigned char *)0x4000)
${numbers.map((n) => `static volatile unsigned char v${n};`).join('\n')}
void isr_1(void) {
${numbers.map((n) => `  v${n} = ${written(n)};`).join('\n')}
}
int main(void) {
${numbers.map((n) => (n < 32 ? `  { ${update(n)} }` : `  if (REGISTER == ${n}) { ${update(n)} }`)).join('\n')}
  return 0;
}
`;
const file = join(scratch, 'many.c');
writeFileSync(file, text);

type Does = (job: ProveJob, surroundings: ProveSurroundings) => Promise<unknown>;

/** The same as a library, whose functions the harness of `--drive` calls. */
const library = join(scratch, 'library.c');
writeFileSync(library, text.replace('int main(void)', 'int update_all(void)'));

/** `isLocal`: with copies of all data; else with what text keeps of it. */
async function checked(jobs: number, does?: Does, isLocal = true, asked: Partial<CheckRequest> = {}) {
  const host = {
    ...thisMachine(),
    pool: () =>
      does && {
        size: jobs,
        isLocal,
        async run({ job, shared = [], signals = [], read }: Task) {
          const [judging, late] = signals;
          const surroundings = { host: thisMachine(), shared, judging, late };
          if (isLocal) return does(structuredClone(job) as unknown as ProveJob, surroundings);
          const answer = await does(readProveJob(fromPlainJson(plainJson(job))), surroundings);
          return read!(fromPlainJson(plainJson(answer)));
        },
        close: async () => {},
      },
  };
  const request = { paths: [file], arrivals: 1, engine: 'explore', properties: ['atomicity'], explain: false } as const;
  // Other tests have filled the memory of this process.
  const result = await check({ ...request, ...asked, jobs, memory: 100_000 }, { host });
  if (result.kind === 'failed') throw new Error(result.diagnostics[0]!.message);
  return { report: withoutCost(result.value), codes: result.diagnostics.map((d) => d.code) };
}

function withoutCost({ statistics, ...report }: Report) {
  return { ...report, statistics: Object.entries(statistics).filter(([name]) => !/(?:Ms|RssMb)$/.test(name)) };
}

it('gives the same report, from batches of at least 16', async () => {
  const alone = await checked(1);
  const batches: number[] = [];
  const beside = await checked(3, (job, surroundings) => {
    if (job.batch !== undefined) batches.push(job.batch.questions.length);
    return answerOf(async () => structuredClone(await doProveJob(job, surroundings)));
  });
  expect(beside).toEqual(alone);
  const { findings } = alone.report;
  // Also those that need other values than 0, and those that need one.
  for (const [first, behind] of [
    [0, 16],
    [16, 32],
    [32, 40],
  ] as const) {
    const harmful = numbers
      .slice(first, behind)
      .filter((n) => findings.some((f) => f.variable === `v${n}` && f.harm === 'harmful'));
    expect(harmful.length).toBeGreaterThanOrEqual((behind - first) / 2);
  }
  expect(batches).toHaveLength(2);
  expect(Math.min(...batches)).toBeGreaterThanOrEqual(16);
});

it('gives the same report where jobs and answers travel as text', async () => {
  const alone = await checked(1);
  let jobs = 0;
  const beside = await checked(
    2,
    (job, surroundings) => {
      jobs++;
      return answerOf(() => doProveJob(job, surroundings));
    },
    false,
  );
  expect(beside).toEqual(alone);
  expect(jobs).toBe(2);
});

it('gives the same report of a program that is driven', async () => {
  const driven = { paths: [library], drive: 'auto' } as const;
  const alone = await checked(1, undefined, true, driven);
  let jobs = 0;
  const does: Does = (job, surroundings) => {
    jobs++;
    return answerOf(async () => structuredClone(await doProveJob(job, surroundings)));
  };
  expect(await checked(2, does, true, driven)).toEqual(alone);
  expect(jobs).toBeGreaterThan(0);
});

it('proves here what no thread has lived to prove', async () => {
  const alone = await checked(1);
  let jobs = 0;
  const beside = await checked(2, (job, surroundings) => {
    if (job.batch !== undefined && jobs++ === 0) throw new ThreadEnded('it was killed');
    return answerOf(async () => structuredClone(await doProveJob(job, surroundings)));
  });
  expect(beside.report).toEqual(alone.report);
  expect(beside.codes).toEqual([...alone.codes, 'thread-ended']);
});

it('meets a bug in a thread as one of its own', async () => {
  const bug = checked(2, (job) =>
    answerOf(() => (job.batch === undefined ? Promise.resolve() : Promise.reject(new TypeError('no such thing')))),
  );
  await expect(bug).rejects.toThrow('no such thing');
});
