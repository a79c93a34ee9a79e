// The same jobs by `--jobs` and by workers of a queue (docs/scale.md): `--each` over a part of the corpus, the models
// of a library, a large search, and many proofs of one program, with 1, 2 and 4 workers of one job each on this
// machine, against --jobs 1, 2 and 4. A redis-server of its own on a Unix socket, empty before each run. Reports must
// be the same. Seconds are those on the clock, the best of several runs in turn; `overhead` compares processor time at
// two: of the run, its workers and Redis, against that of the local run. Workers are warm, as they are in a farm: their
// start is not part of it, and the local run pays for that of its threads.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { snapshots } from './programs/snapshots.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const RUNS = Number(process.env.PREEMPT_BENCH_RUNS ?? 2);
const COUNTS = [1, 2, 4];
const TICKS_PER_SECOND = 100;
const only = process.env.PREEMPT_BENCH_QUEUE?.split(',');

export const aims = Object.fromEntries(
  ['each', 'library', 'search', 'proofs'].map((name) => [`${name}, overhead at 2`, { atMost: 1.05 }]),
);

/** Of a process and its threads, so far. */
function processorSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const isCost = (name) => /(?:Ms|RssMb)$/.test(name);

function withoutCost(value) {
  if (Array.isArray(value)) return value.map(withoutCost);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => !isCost(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutCost(inner)]));
}

/** `others`: who works for it. */
function preempt(env, args, others = []) {
  const start = performance.now();
  const before = others.map(processorSeconds).reduce((a, b) => a + b, 0);
  const child = spawn(process.execPath, ['dist/cli/main.js', ...args, '--format', 'json'], { cwd: root, env });
  let own = 0;
  const timer = setInterval(() => {
    try {
      own = processorSeconds(child.pid);
    } catch {}
  }, 10);
  const [chunks, errors] = [[], []];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => errors.push(chunk));
  return new Promise((done) =>
    child.on('close', (code) => {
      clearInterval(timer);
      const wall = (performance.now() - start) / 1000;
      const after = others.map(processorSeconds).reduce((a, b) => a + b, 0);
      const said = Buffer.concat(errors).toString();
      if (said.includes('thread-ended')) process.stdout.write(said);
      const report = JSON.stringify(withoutCost(JSON.parse(Buffer.concat(chunks).toString())));
      done({ wall, cpu: own + after - before, report: `${code} ${report}` });
    }),
  );
}

async function until(is) {
  while (!(await is())) await new Promise((resume) => setTimeout(resume, 50));
}

async function measure(env, redis, name, args) {
  if (only !== undefined && !only.includes(name)) return undefined;
  const rows = COUNTS.map((count) => ({
    count,
    local: Infinity,
    queued: Infinity,
    cpuLocal: Infinity,
    cpuQueued: Infinity,
  }));
  // Compiled before it is measured.
  const { report } = await preempt(env, [...args, '--jobs', '2']);
  for (const row of rows) {
    const workers = Array.from({ length: row.count }, () =>
      spawn(process.execPath, ['dist/cli/main.js', 'worker', '--queue', redis.url, '--jobs', '1'], { cwd: root, env }),
    );
    await Promise.all(workers.map((worker) => new Promise((ready) => worker.stderr.once('data', ready))));
    const others = [redis.pid, ...workers.map(({ pid }) => pid)];
    const queued = () =>
      preempt(env, [...args, '--jobs', String(Math.min(2, row.count)), '--queue', redis.url], others);
    // Threads of workers have started, and V8 has seen the code.
    await redis.flush();
    await queued();
    for (let n = 0; n < RUNS; n++) {
      await redis.flush();
      const one = await queued();
      const two = await preempt(env, [...args, '--jobs', String(row.count)]);
      for (const each of [one, two])
        if (each.report !== report) {
          process.stdout.write(`  ${name}: another report\n`);
          process.exitCode = 1;
        }
      row.queued = Math.min(row.queued, one.wall);
      row.cpuQueued = Math.min(row.cpuQueued, one.cpu);
      row.local = Math.min(row.local, two.wall);
      row.cpuLocal = Math.min(row.cpuLocal, two.cpu);
    }
    for (const worker of workers) worker.kill('SIGKILL');
  }
  const at = rows.find(({ count }) => count === 2);
  return {
    ...Object.fromEntries(
      rows.flatMap(({ count, local, queued, cpuLocal, cpuQueued }) => [
        [`${count} jobs, s`, local],
        [`${count} workers, s`, queued],
        [`${count} jobs, processor s`, cpuLocal],
        [`${count} workers, processor s`, cpuQueued],
      ]),
    ),
    'overhead at 2': at.cpuQueued / at.cpuLocal,
  };
}

async function startRedis(folder) {
  const { Redis } = await import('ioredis');
  const socket = join(folder, 'redis.sock');
  const options = ['--unixsocket', socket, '--port', '0', '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  const client = new Redis(socket, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => {});
  await until(async () => (await client.ping()) === 'PONG');
  return {
    url: `unix:${socket}`,
    pid: child.pid,
    flush: () => client.flushall(),
    end() {
      client.disconnect();
      child.kill('SIGKILL');
    },
  };
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-bench-queue-'));
  const cache = join(folder, 'cache');
  mkdirSync(cache, { mode: 0o700 });
  const env = { ...process.env, PREEMPT_CACHE: cache };
  const redis = await startRedis(folder);
  try {
    const many = join(folder, 'many.c');
    writeFileSync(many, snapshots(6, 9, 60_000));
    const usual = ['--engine', 'explore', '--timeout', '600'];
    const handlers = 'bench/programs/peers/three_handlers.c';
    const values = {
      each: await measure(env, redis, 'each', [
        'check',
        '--each',
        'tests/corpus/atomicity',
        ...usual,
        '--arrivals',
        '1',
      ]),
      library: await measure(env, redis, 'library', ['library', '--description', 'examples/library/kernel.json']),
      search: await measure(env, redis, 'search', [
        'check',
        handlers,
        ...usual,
        '--arrivals',
        '2',
        '--interrupts',
        'on',
      ]),
      proofs: await measure(env, redis, 'proofs', ['check', many, ...usual, '--arrivals', '1']),
    };
    return {
      load: loadavg()[0],
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    };
  } finally {
    redis.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
