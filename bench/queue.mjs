// The same jobs by `--jobs` and by workers of a queue (docs/scale.md), with 1, 2 and 4 workers of one job each on this
// machine: `--each` over a part of the corpus, and the models of a library; and of both a small one, where what a queue
// costs once is seen. One program is done by one worker: a large search, and many proofs, are measured with one that
// does 1, 2 and 4 jobs at once. A redis-server of its own on a Unix socket,
// empty before each run. Reports must be the same, byte for byte. Workers are warm, as they are in a farm: their start
// is no part of it, and the local run pays for that of its threads. Seconds are those on the clock, which say little
// where others use the machine (`load` is how many wanted to run), and those of the processor: of the run, of its
// workers and of Redis, against those of the local run. The two are run in turn, the best of each is shown.
// PREEMPT_BENCH_QUEUE names some of them, PREEMPT_BENCH_RUNS says how often. All of them once should take six minutes
// on two cores that do nothing else, by their processor time.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutCosts } from './parts/costs.mjs';
import { startRedis } from './parts/redis.mjs';
import { snapshots } from './programs/snapshots.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const RUNS = Number(process.env.PREEMPT_BENCH_RUNS ?? 1);
const COUNTS = [1, 2, 4];
const TICKS_PER_SECOND = 100;
/** Of the small kernel, for 270 models of 80 ms each. */
const FUNCTIONS = [
  ...['task_create', 'task_delete', 'task_delay', 'task_suspend', 'task_resume'],
  ...['queue_create', 'queue_send', 'queue_receive', 'queue_delete', 'tick_get_from_isr', 'task_resume_from_isr'],
  ...['queue_send_from_isr', 'queue_receive_from_isr'],
].join(',');
const only = process.env.PREEMPT_BENCH_QUEUE?.split(',');

export const aims = Object.fromEntries(
  ['each', 'library', 'search', 'proofs'].flatMap((name) => [
    [`${name}, 2 workers / 2 jobs, clock`, { atMost: 1.05 }],
    [`${name}, 2 workers / 2 jobs, processor`, { atMost: 1.05 }],
  ]),
);

/** Of a process and its threads, so far. */
function processorSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** `others`: who works for it. */
function preempt(env, args, others = []) {
  const file = join(env.PREEMPT_CACHE, '..', 'seconds');
  writeFileSync(file, '');
  const start = performance.now();
  const before = sum(others.map(processorSeconds));
  const command = ['--require', join(root, 'bench/cpu-time.cjs'), 'dist/cli/main.js', ...args, '--format', 'json'];
  const child = spawn(process.execPath, command, { cwd: root, env: { ...env, CPU_TIME_FILE: file } });
  const [chunks, errors] = [[], []];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => errors.push(chunk));
  return new Promise((done) =>
    child.on('close', (code) => {
      const clock = (performance.now() - start) / 1000;
      const theirs = sum(others.map(processorSeconds)) - before;
      const own = sum(readFileSync(file, 'utf8').trim().split('\n').map(Number));
      const said = Buffer.concat(errors).toString();
      if (/thread-ended|queue-lost/.test(said)) process.stdout.write(said);
      const report = `${code} ${withoutCosts(Buffer.concat(chunks).toString())}`;
      done({ clock, processor: own + theirs, report });
    }),
  );
}

/** Whoever works for a run, ready: that many, or one who does as many jobs at once. */
async function startWorkers(env, url, count, isOne) {
  const command = ['dist/cli/main.js', 'worker', '--queue', url, '--jobs', isOne ? String(count) : '1'];
  const workers = Array.from({ length: isOne ? 1 : count }, () => spawn(process.execPath, command, { cwd: root, env }));
  await Promise.all(workers.map((worker) => new Promise((ready) => worker.stderr.once('data', ready))));
  return workers;
}

/** What Redis has done so far, and for how many jobs. */
async function servedBy({ client }) {
  const info = await client.info('everything');
  const number = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)[1]);
  const jobs = (await client.keys('preempt:*')).filter((key) => /(?<!-[0-9a-f]{16}):[0-9a-f]{64}$/.test(key)).length;
  return {
    jobs,
    'KB into Redis': number('total_net_input_bytes') / 1000,
    'KB out of Redis': number('total_net_output_bytes') / 1000,
    'commands of Redis': sum([...info.matchAll(/^cmdstat_.*:calls=(\d+)/gm)].map(([, calls]) => Number(calls))),
    'processor ms of Redis': 1000 * (number('used_cpu_user') + number('used_cpu_sys')),
  };
}

/** `warm`: something like it, that takes less long; `isOne`: it is one program. */
async function measure(env, redis, name, args, { warm = args, isOne = false } = {}) {
  if (only !== undefined && !only.includes(name)) return undefined;
  const values = {};
  let expected;
  for (const count of COUNTS) {
    const workers = await startWorkers(env, redis.url, count, isOne);
    const others = [redis.pid, ...workers.map(({ pid }) => pid)];
    const jobs = ['--jobs', String(count)];
    const queue = [...jobs, '--queue', redis.url];
    // Threads of workers have started, and V8 has seen the code.
    await preempt(env, [...warm, ...queue]);
    let served = {};
    const best = { jobs: { clock: Infinity, processor: Infinity }, workers: { clock: Infinity, processor: Infinity } };
    for (let n = 0; n < RUNS; n++)
      for (const who of ['jobs', 'workers']) {
        await redis.client.flushall();
        const before = await servedBy(redis);
        const { clock, processor, report } =
          who === 'jobs' ? await preempt(env, [...args, ...jobs]) : await preempt(env, [...args, ...queue], others);
        const { clock: least, processor: cheapest } = best[who];
        best[who] = { clock: Math.min(least, clock), processor: Math.min(cheapest, processor) };
        if (who === 'workers') {
          const { jobs: done, ...after } = await servedBy(redis);
          const of = ([name, value]) => [`for each job: ${name}`, (value - before[name]) / done];
          served = {
            'jobs of 2 workers': done,
            ...(done === 0 ? {} : Object.fromEntries(Object.entries(after).map(of))),
          };
        }
        expected ??= report;
        if (report === expected) continue;
        process.stdout.write(`  ${name}, ${count} ${who}: another report\n`);
        process.exitCode = 1;
      }
    for (const worker of workers) worker.kill('SIGKILL');
    for (const [who, { clock, processor }] of Object.entries(best))
      Object.assign(values, { [`${count} ${who}, s`]: clock, [`${count} ${who}, processor s`]: processor });
    if (count !== 2) continue;
    Object.assign(values, served);
    for (const by of ['clock', 'processor']) values[`2 workers / 2 jobs, ${by}`] = best.workers[by] / best.jobs[by];
  }
  return values;
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-bench-queue-'));
  const cache = join(folder, 'cache');
  mkdirSync(cache, { mode: 0o700 });
  const env = { ...process.env, PREEMPT_CACHE: cache };
  const redis = await startRedis(join(folder, 'redis'));
  try {
    const many = join(folder, 'many.c');
    writeFileSync(many, snapshots(6, 9, 600_000));
    const programs = join(folder, 'programs');
    for (const part of ['atomicity', 'assertion', 'race', 'torn-access'])
      cpSync(join(root, 'tests/corpus', part), join(programs, part), { recursive: true });
    const usual = ['--engine', 'explore', '--timeout', '600'];
    const each = ['check', '--each', programs, ...usual];
    const small = ['check', '--each', join(programs, 'atomicity'), ...usual, '--arrivals', '1'];
    // Compiled before it is measured.
    await preempt(env, [...each, '--arrivals', '1', '--jobs', '2']);
    const library = ['library', '--description', 'examples/library/kernel.json'];
    const handlers = ['check', 'bench/programs/peers/three_handlers.c', ...usual, '--interrupts', 'on'];
    const values = {
      each: await measure(env, redis, 'each', [...each, '--arrivals', '2'], { warm: [...each, '--arrivals', '1'] }),
      library: await measure(env, redis, 'library', [...library, '--nesting', '--functions', FUNCTIONS], {
        warm: library,
      }),
      search: await measure(env, redis, 'search', [...handlers, '--arrivals', '2'], {
        warm: [...handlers, '--arrivals', '1'],
        isOne: true,
      }),
      proofs: await measure(env, redis, 'proofs', ['check', many, ...usual, '--arrivals', '1'], { isOne: true }),
      'small each': await measure(env, redis, 'small each', small),
      'small library': await measure(env, redis, 'small library', library),
    };
    return {
      load: loadavg()[0],
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    };
  } finally {
    await redis.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
