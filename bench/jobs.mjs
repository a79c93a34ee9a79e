// `--jobs 2` against `--jobs 1`: a search of 17 million states, a program with 162 findings whose executions are long,
// the 316 programs of a part of the corpus with `--each`, and one program that takes both engines long, side by side.
// Compiled files and code of Preempt are in the cache for both. What is reported must be the same, byte for byte, but
// for the costs. Seconds are those on the clock, the best of several runs in turn; on a machine that has other things
// to do they say little (`load` is how many wanted to run), so there is also the longest chain of work by processor
// time, where Linux tells it of each thread. In a search, all threads work at the same time, and the main one never
// waits for long: the chain is what the busiest takes. Otherwise it is what the main thread takes, and what the busiest
// other takes after that: too long where both work at the same time, as they do while threads start. On a busy machine
// the chain of a search is longer than it would be, since whoever gets a core does what the other one could have done.
// V8 has threads of its own, that optimise code and collect garbage: also with one job, the second core has something
// to do. So two cores cannot do it in less than half of what all threads take together, which is shown as well.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nest } from './programs/nest.mjs';
import { snapshots } from './programs/snapshots.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const RUNS = 2;
const SAMPLE_MS = 20;
const TICKS_PER_SECOND = 100;

export const aims = Object.fromEntries(
  ['search', 'candidates', 'each'].flatMap((name) => [
    [`${name}, 1 / 2 jobs`, { atLeast: 1.7 }],
    [`${name}, chain of 1 / 2 jobs`, { atLeast: 1.7 }],
  ]),
);

/** Seconds of processor time of each thread, the main one first; undefined where nobody tells. */
function threadSeconds(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => {
      const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [Number(id), (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND];
    });
    return new Map(threads);
  } catch {
    return undefined;
  }
}

function preempt(cache, args) {
  const start = performance.now();
  const env = { ...process.env, PREEMPT_CACHE: cache };
  const child = spawn(process.execPath, ['dist/cli/main.js', 'check', '--format', 'json', ...args], { cwd: root, env });
  const seconds = new Map();
  const timer = setInterval(() => {
    for (const [thread, taken] of threadSeconds(child.pid) ?? []) seconds.set(thread, taken);
  }, SAMPLE_MS);
  const [chunks, problems] = [[], []];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => problems.push(chunk));
  return new Promise((done, fail) =>
    child.on('close', (exitCode) => {
      clearInterval(timer);
      const report = Buffer.concat(chunks).toString();
      // Nothing found, or something, or not decided: but not because of a limit, which says nothing about speed.
      if (![0, 1, 3].includes(exitCode) || /\bthe (?:time|memory) limit of\b/.test(report))
        return fail(new Error(`${args.join(' ')} exits with ${exitCode}: ${Buffer.concat(problems)}`));
      const all = [...seconds.values()].reduce((sum, taken) => sum + taken, 0);
      const main = seconds.get(child.pid) ?? Number.NaN;
      seconds.delete(child.pid);
      // V8's helpers, which collect garbage and optimise code, are beside all of them.
      const busiest = Math.max(0, ...seconds.values());
      const wall = (performance.now() - start) / 1000;
      done({ wall, all, chain: { main, busiest }, report: `${exitCode} ${withoutCost(report)}` });
    }),
  );
}

/** Numbers that measure time and memory are no part of what is reported; all other bytes are. */
function withoutCost(json) {
  return json.replace(/("\w+(?:Ms|RssMb)":\s*)[\d.]+/g, '$1');
}

/** One thread after the other. */
const inTurn = ({ main, busiest }) => main + busiest;
const atOnce = ({ main, busiest }) => Math.max(main, busiest);

async function compare(cache, args, chainOf = inTurn) {
  const none = Number.POSITIVE_INFINITY;
  const best = [1, 2].map(() => ({ wall: none, chain: none, all: none }));
  // Compiled before it is measured.
  await preempt(cache, [...args, '--jobs', '2']);
  let expected;
  for (let n = 0; n < RUNS; n++)
    for (const jobs of [1, 2]) {
      const { wall, all, chain, report } = await preempt(cache, [...args, '--jobs', String(jobs)]);
      // Without other threads, the busiest is one of V8's.
      const length = jobs === 1 ? chain.main : chainOf(chain);
      const known = best[jobs - 1];
      known.wall = Math.min(known.wall, wall);
      known.chain = Math.min(known.chain, length);
      known.all = Math.min(known.all, all);
      expected ??= report;
      if (report === expected) continue;
      process.stdout.write(`  ${args.join(' ')}: --jobs ${jobs} reports something else\n`);
      process.exitCode = 1;
    }
  const [one, two] = best;
  return {
    '1 job, s': one.wall,
    '2 jobs, s': two.wall,
    '1 / 2 jobs': one.wall / two.wall,
    'chain of 1 / 2 jobs': one.chain / two.chain,
    'all threads, 1 job, s': one.all,
    'all threads, 2 jobs, s': two.all,
  };
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-jobs-'));
  try {
    const cache = join(folder, 'cache');
    mkdirSync(cache, { mode: 0o700 });
    const many = join(folder, 'many.c');
    // Much is done between two accesses, so that executions take long.
    writeFileSync(many, snapshots(6, 9, 600_000));
    const programs = join(folder, 'programs');
    for (const part of ['atomicity', 'assertion', 'race', 'torn-access'])
      cpSync(join(root, 'tests/corpus', part), join(programs, part), { recursive: true });
    const both = join(folder, 'both.c');
    writeFileSync(both, nest({ isrs: 5, increments: 2, isRestored: true }));
    const usual = ['--engine', 'explore', '--timeout', '600'];
    const handlers = 'bench/programs/peers/three_handlers.c';
    return {
      load: loadavg()[0],
      search: await compare(cache, [handlers, ...usual, '--arrivals', '2', '--interrupts', 'on'], atOnce),
      candidates: await compare(cache, [many, ...usual, '--arrivals', '1']),
      each: await compare(cache, ['--each', programs, ...usual, '--arrivals', '2']),
      engines: await compare(cache, [both, '--arrivals', '1', '--timeout', '600'], atOnce),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
