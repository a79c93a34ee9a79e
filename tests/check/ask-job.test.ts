// The symbolic engine says the same in another thread, and also where that thread does not live to its end. Threads are
// played by this one, with copies of all data.

import { beforeAll, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.js';
import { answerOf, type JobAnswer } from '../../src/base/job-answer.js';
import type { SharedSignal } from '../../src/base/shared-signal.js';
import { ThreadEnded } from '../../src/base/thread-ended.js';
import { type AskJob, askInThreads, doAskJob } from '../../src/check/ask-job.js';
import { load } from '../../src/check/load.js';
import { type PlainProgram, plainProgram } from '../../src/check/plain-program.js';
import { recording } from '../../src/check/recorded-workspace.js';
import type { Task } from '../../src/clang/host.js';
import { thisMachine } from '../../src/clang/node-host.js';
import { type Checked, type Engine, type Questions, settle } from '../../src/engines/engine.js';
import { symbolicEngine } from '../../src/engines/symbolic/symbolic.js';
import type { Program } from '../../src/model/program.js';
import { sharedCadical } from '../solve/loaded-cadical.js';

const questions: Questions = {
  properties: ['atomicity', 'race', 'assertion'],
  arrivals: 1,
  unwind: 8,
  unit: 'task',
  effect: 'reaching',
  races: 'default',
  settled: new Set(['known']),
};
let program: Program;
let plain: PlainProgram;
let here: Engine;
let expected: { checked: Checked; found: string[] };
beforeAll(async () => {
  const request = { paths: ['tests/corpus/assertion/double_read_bad.c'] };
  const { host, recorded } = recording(thisMachine());
  const loaded = await load(request, host, { pause: async () => {}, isOver: () => undefined });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics[0]!.message);
  program = loaded.value.program;
  plain = plainProgram(request, recorded);
  here = symbolicEngine({ encoding: 'gap', solvers: await sharedCadical() });
  expected = await checked(here);
});

async function checked(engine: Engine, isOver = (): string | undefined => undefined) {
  const found: string[] = [];
  const { statistics, ...rest } = await settle(engine, program, questions, { isOver }, (f) => found.push(f.id));
  const counts = Object.entries(statistics).filter(([name]) => !name.endsWith('Ms'));
  return { checked: { ...rest, statistics: Object.fromEntries(counts) }, found };
}

function threads(run: (task: Task) => Promise<JobAnswer>) {
  const told: Diagnostic[] = [];
  const atWork: number[] = [];
  const copied = (task: Task): Task => ({ ...task, job: structuredClone(task.job) });
  const pool = { size: 2, isLocal: true, run: (task: Task) => run(copied(task)), close: async () => {} };
  const all = askInThreads(
    pool,
    () => plain,
    (diagnostic) => told.push(diagnostic),
    () => true,
    (change) => atWork.push(change),
  );
  return { engine: all.engine(here, 'gap'), told, atWork };
}

const answer = ({ job, shared = [], signals = [] }: Task): Promise<JobAnswer> => {
  const [over, late] = signals;
  return answerOf(async () =>
    structuredClone(await doAskJob(job as AskJob, { host: thisMachine(), shared, over, late })),
  );
};

it('gives the same answers and findings', async () => {
  const { engine, told, atWork } = threads(answer);
  expect(await checked(engine)).toEqual(expected);
  expect(expected.found.length).toBeGreaterThan(0);
  expect(engine.leaves).toEqual(here.leaves);
  expect(told).toEqual([]);
  expect(atWork).toEqual([1, -1]);
});

it('asks here where the thread has ended, and says so', async () => {
  const { engine, told } = threads(async () => {
    throw new ThreadEnded('it was killed');
  });
  expect(await checked(engine)).toEqual(expected);
  expect(told).toMatchObject([{ code: 'thread-ended', severity: 'warning' }]);
});

it('hands over a bug that the thread has met', async () => {
  const { engine } = threads(async () => ({ kind: 'thrown', isInternal: true, message: 'a bug' }));
  await expect(checked(engine)).rejects.toThrow('a bug');
});

it('tells the thread why it is to stop', async () => {
  const { engine } = threads(async (task) => {
    while (!task.signals![0]!.aborted) await new Promise((resume) => setTimeout(resume, 5));
    return answer(task);
  });
  const { verdicts } = (await checked(engine, () => 'the time was over')).checked;
  expect(verdicts).toMatchObject([
    { kind: 'unknown', because: 'the time was over' },
    { kind: 'unknown', because: 'the time was over' },
    { kind: 'unknown', because: 'the time was over' },
  ]);
});

it('tells it, too, where nobody waits any more', async () => {
  let over: SharedSignal | undefined;
  const { engine } = threads(({ signals }) => {
    over = signals![0];
    return new Promise(() => {});
  });
  const run = engine.check(program, questions, { isOver: () => undefined });
  await run.next();
  expect(over?.aborted).toBe(false);
  await run.return(undefined as never);
  expect(over?.aborted).toBe(true);
});
