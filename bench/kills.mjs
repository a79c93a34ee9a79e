// kill -9 at random moments of a run with a queue (docs/scale.md): of a worker, of Redis, which is started again with
// its append-only file, and of the run itself, which is then begun again. Each time, the report must be that of a local
// run and its exit code the same, nobody may hang, and a run that is begun again must not do again what was done.
// PREEMPT_BENCH_MOMENTS says how many of each kind, PREEMPT_BENCH_KILLS which kinds, PREEMPT_BENCH_SEED which moments.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutCosts } from './parts/costs.mjs';
import { startRedis } from './parts/redis.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const MOMENTS = Number(process.env.PREEMPT_BENCH_MOMENTS ?? 50);
const SEED = Number(process.env.PREEMPT_BENCH_SEED ?? 1);
const KINDS = (process.env.PREEMPT_BENCH_KILLS ?? 'worker,redis,run').split(',');
/** A run that takes so much longer than one that nobody disturbs hangs. */
const PATIENCE = { times: 10, seconds: 120 };

export const isLong = true;

export const aims = Object.fromEntries(
  KINDS.flatMap((kind) => [
    [`${kind}, right reports / moments`, { atLeast: 1 }],
    [`${kind}, ended / moments`, { atLeast: 1 }],
  ]),
);

const sleep = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

/** The same numbers every time. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function preempt(env, args) {
  const child = spawn(process.execPath, ['dist/cli/main.js', ...args], { cwd: root, env });
  const running = { child, output: '', errors: '', code: undefined };
  child.stdout.on('data', (chunk) => {
    running.output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    running.errors += chunk;
  });
  running.ended = new Promise((done) =>
    child.on('close', (code) => {
      running.code = code;
      done(running);
    }),
  );
  return running;
}

/** Without what it cost. */
const reportOf = ({ code, output }) => `${code} ${withoutCosts(output)}`;

/** Of all jobs that are done, but for questions to one run: when they were. */
async function doneJobs({ client }) {
  const done = new Map();
  for await (const keys of client.scanStream({ match: 'preempt:*', type: 'hash', count: 1000 }))
    for (const key of keys.filter((each) => !/-[0-9a-f]{16}:/.test(each))) {
      const [finished, failed] = await client.hmget(key, 'finishedOn', 'failedReason');
      if (finished !== null && failed === null) done.set(key, finished);
    }
  return done;
}

/** What there is in Redis, for whoever looks why somebody hangs. */
async function describe({ client }) {
  const lines = [];
  for await (const keys of client.scanStream({ match: 'preempt*', count: 1000 }))
    for (const key of keys.filter((each) => !each.startsWith('preempt-blob'))) {
      const type = await client.type(key);
      const value =
        type === 'list'
          ? await client.lrange(key, 0, -1)
          : type === 'zset'
            ? await client.zrange(key, 0, -1)
            : type === 'hash'
              ? await client.hgetall(key)
              : type;
      lines.push(`    ${key} ${JSON.stringify(value).slice(0, 1000)}`);
    }
  return lines.join('\n');
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-bench-kills-'));
  const cache = join(folder, 'cache');
  mkdirSync(cache, { mode: 0o700 });
  const env = { ...process.env, PREEMPT_CACHE: cache };
  const redis = await startRedis(join(folder, 'redis'));
  const programs = join(folder, 'each');
  mkdirSync(programs);
  for (const name of ['position_fix_bad', 'parser_depth_bad', 'retargeted_print_bad', 'fading_lamp_ok'])
    cpSync(join(root, `tests/corpus/atomicity/${name}.c`), join(programs, `${name}.c`));
  // As text: with fixes, for which workers ask the run.
  const kinds = [
    ['check', '--each', programs, '--arrivals', '1', '--engine', 'explore'],
    ['library', '--description', 'examples/library/kernel.json'],
    // One program, whose search is long enough for threads to help.
    [
      ...['check', 'bench/programs/peers/three_handlers.c', '--engine', 'explore', '--interrupts', 'on'],
      ...['--kernel', 'on', '--arrivals', '1', '--quiet'],
    ],
  ];
  let workers = [];
  const startWorkers = async () => {
    const living = workers.filter(({ code }) => code === undefined);
    while (living.length < 2) {
      const worker = preempt(env, ['worker', '--queue', redis.url, '--jobs', '1', '--lease', '2']);
      living.push(worker);
      while (!worker.errors.includes('ready')) await sleep(20);
    }
    workers = living;
  };
  const killWorkers = async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
    workers = [];
  };
  try {
    const wanted = [];
    const usual = [];
    for (const args of kinds) {
      wanted.push(reportOf(await preempt(env, [...args, '--jobs', '1']).ended));
      await startWorkers();
      const start = performance.now();
      if (reportOf(await preempt(env, [...args, '--queue', redis.url]).ended) !== wanted.at(-1))
        throw new Error(`undisturbed, ${args[0]} reports something else`);
      usual.push(performance.now() - start);
    }
    const campaign = async (kind, seed) => {
      const next = random(seed);
      const counts = { moments: MOMENTS, right: 0, ended: 0, 'jobs found done': 0, 'jobs done again': 0 };
      for (let n = 0; n < MOMENTS; n++) {
        const which = n % kinds.length;
        const queued = () => preempt(env, [...kinds[which], '--queue', redis.url, '--queue-wait', '120']);
        await redis.client.flushall();
        if (kind === 'worker') await killWorkers();
        await startWorkers();
        let running = queued();
        const moment = next() * usual[which] * 1.1;
        const pause = next() * 500;
        await sleep(moment);
        let done = new Map();
        if (kind === 'worker') workers[0].child.kill('SIGKILL');
        else if (kind === 'redis') {
          await redis.kill();
          await sleep(pause);
          await redis.start();
        } else {
          running.child.kill('SIGKILL');
          await running.ended;
          done = await doneJobs(redis);
          running = queued();
        }
        const patience = sleep(Math.max(PATIENCE.seconds * 1000, usual[which] * PATIENCE.times));
        const ended = await Promise.race([running.ended, patience]);
        const where = `${kind}, moment ${n} of seed ${seed}, ${Math.round(moment)} ms of ${kinds[which].slice(0, 2).join(' ')}`;
        if (ended === undefined) {
          const all = [running, ...workers].map((each) => `    ${each.child.pid}: ${each.errors}`).join('\n');
          process.stdout.write(`  hangs: ${where}\n${all}\n${await describe(redis)}\n    ${running.output.length}\n`);
          if (process.env.PREEMPT_BENCH_STAY !== undefined) await new Promise(() => {});
          running.child.kill('SIGKILL');
          await killWorkers();
          continue;
        }
        counts.ended++;
        if (reportOf(ended) === wanted[which]) counts.right++;
        else process.stdout.write(`  another report: ${where}\n${ended.errors}${ended.output}\n`);
        const after = await doneJobs(redis);
        for (const [key, at] of done) counts[after.get(key) === at ? 'jobs found done' : 'jobs done again']++;
      }
      return counts;
    };
    const values = {};
    for (const [n, kind] of KINDS.entries()) {
      const { moments, right, ended, ...rest } = await campaign(kind, SEED + n);
      values[kind] = { 'right reports / moments': right / moments, 'ended / moments': ended / moments };
      if (kind === 'run') Object.assign(values[kind], rest);
      if (right < moments || rest['jobs done again'] > 0) process.exitCode = 1;
    }
    return values;
  } finally {
    await killWorkers();
    await redis.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
