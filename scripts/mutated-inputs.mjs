// Damages inputs and gives them to the whole of Preempt: node scripts/mutated-inputs.mjs [IR files] [other files]
// [first seed]. Whatever the input holds, no command may fail with an internal error, take longer than its limits allow
// or start a program that is not clang. The suite runs the first few hundred. `--only ir:1234` runs one input again,
// shows what it says and keeps it.
//
// All inputs run in one worker, which is started again when it hangs, so that the code is compiled once.

import childProcess from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Of the commands that have such limits. What has none must be done at once. */
const LIMIT_SECONDS = 1;
/** No news for so long is a hang. */
const HANG_MS = 15_000;
const INTERNAL = 70;

const root = fileURLToPath(new URL('..', import.meta.url));

if (isMainThread) await direct(process.argv.slice(2));
else await runAll(workerData);

async function direct(argv) {
  const at = argv.indexOf('--only');
  const only = at === -1 ? undefined : argv.splice(at, 2)[1];
  const [ir = '20000', others = '5000', seed = '1'] = argv;
  const jobs = only === undefined ? jobsOf(Number(ir), Number(others), Number(seed)) : [jobOf(only)];
  const directory = mkdtempSync(join(tmpdir(), 'mutated-inputs-'));
  const failures = [];
  const codes = new Map();
  const spawned = new Map();
  const start = Date.now();
  let slowest = { ms: 0, job: '' };
  for (let done = 0; done < jobs.length; ) {
    const state = { current: jobs[done], since: Date.now() };
    const worker = new Worker(fileURLToPath(import.meta.url), {
      workerData: { jobs: jobs.slice(done), directory, isShown: only !== undefined },
      resourceLimits: { maxOldGenerationSizeMb: 3000 },
    });
    await new Promise((resolve) => {
      const isStuck = () => state.isReady === true && Date.now() - state.since > HANG_MS;
      const timer = setInterval(() => {
        if (!isStuck()) return;
        clearInterval(timer);
        failures.push(`${state.current}: nothing for ${HANG_MS / 1000} s`);
        process.stdout.write(`${failures.at(-1)}\n`);
        done++;
        worker.terminate();
      }, 500);
      worker.on('message', (news) => {
        state.isReady = true;
        state.since = Date.now();
        if (news.kind === 'spawned') {
          spawned.set(news.program, (spawned.get(news.program) ?? 0) + 1);
          if (!isClang(news.program)) failures.push(`${state.current}: started ${news.program}`);
        }
        if (news.kind === 'begins') state.current = news.job;
        if (news.kind !== 'ended') return;
        done++;
        codes.set(news.code, (codes.get(news.code) ?? 0) + 1);
        if (news.ms > slowest.ms) slowest = news;
        if (news.code === INTERNAL || typeof news.code === 'string') {
          failures.push(`${news.job}: ${news.why}`);
          process.stdout.write(`${failures.at(-1)}\n`);
        }
        if (done % 1000 === 0)
          process.stdout.write(`${done} of ${jobs.length}, ${Math.round((Date.now() - start) / 1000)} s\n`);
      });
      worker.on('error', (error) => {
        failures.push(`${state.current}: ${error.message}`);
        process.stdout.write(`${failures.at(-1)}\n`);
        done++;
      });
      worker.on('exit', () => {
        clearInterval(timer);
        resolve();
      });
    });
  }
  if (only === undefined) rmSync(directory, { recursive: true, force: true });
  else process.stdout.write(`the input is in ${directory}\n`);
  const seconds = Math.round((Date.now() - start) / 1000);
  const tally = (map) =>
    [...map]
      .sort()
      .map(([what, times]) => `${what}: ${times}`)
      .join(', ');
  process.stdout.write(
    `${jobs.length} inputs in ${seconds} s; exit codes ${tally(codes)}; slowest ${slowest.job}, ${slowest.ms} ms\n`,
  );
  process.stdout.write(
    `programs started: ${spawned.size === 0 ? 'none' : tally(spawned)}; failures: ${failures.length}\n`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function isClang(program) {
  return /^clang(\+\+)?(-[\d.]+)?$/.test(basename(program));
}

function jobsOf(ir, others, seed) {
  const kinds = ['config', 'schedule', 'baseline', 'report', 'commands', 'platform'];
  return [
    ...Array.from({ length: ir }, (_, n) => `ir:${seed + n}`),
    ...Array.from({ length: others }, (_, n) => `${kinds[n % kinds.length]}:${seed + n}`),
  ];
}

function jobOf(text) {
  if (!/^[a-z]+:\d+$/.test(text)) throw new Error(`--only ${text}: KIND:SEED is needed`);
  return text;
}

async function runAll({ jobs, directory, isShown }) {
  watchSpawns();
  const { run } = await import(new URL('../dist/cli/command-line.js', import.meta.url));
  const { inputOf, prepare } = await import(new URL('./mutated-kinds.mjs', import.meta.url));
  const output = captured(isShown);
  process.setMaxListeners(0);
  process.stdout.setMaxListeners(0);
  process.exit = (code) => {
    throw new Error(`process.exit(${code})`);
  };
  process.env.PREEMPT_DEBUG = '1';
  const originals = await prepare(root, directory);
  parentPort.postMessage({ kind: 'ready' });
  for (const job of jobs) {
    const folder = join(directory, 'input');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const { files, argv } = inputOf(job, originals, folder, LIMIT_SECONDS);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    parentPort.postMessage({ kind: 'begins', job });
    if (isShown) output.show(`${argv.join(' ')}\n`);
    output.text = '';
    const start = performance.now();
    let code;
    try {
      code = await run(argv);
    } catch (error) {
      code = 'thrown';
      output.text += String(error?.stack ?? error);
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
    process.stderr.removeAllListeners('error');
    process.stdout.removeAllListeners('error');
    const why = code === INTERNAL || code === 'thrown' ? output.text.slice(-1500) : '';
    parentPort.postMessage({ kind: 'ended', job, code, why, ms: Math.round(performance.now() - start) });
  }
  process.exitCode = 0;
  parentPort.close();
}

/** What the commands write, of which only the end is kept. */
function captured(isShown) {
  const show = process.stdout.write.bind(process.stdout);
  const kept = { text: '', show };
  const write = (chunk, ...rest) => {
    if (isShown) show(chunk);
    kept.text = (kept.text + chunk).slice(-4000);
    const written = rest.at(-1);
    if (typeof written === 'function') setImmediate(written);
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
  return kept;
}

function watchSpawns() {
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
    const original = childProcess[name];
    childProcess[name] = (program, ...rest) => {
      parentPort.postMessage({ kind: 'spawned', program: String(program) });
      return original(program, ...rest);
    };
  }
  syncBuiltinESMExports();
}
