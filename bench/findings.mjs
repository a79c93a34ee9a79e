// What findings cost: programs with many of them, each in a process of its own, with one arrival where they name no
// other number, in seconds of processor time without clang's. `--against DIR` measures another build of Preempt (the
// folder that holds its `dist/`) in turn with this one and gives ratios, and compares the reports but for their costs.
// `--racebench DIR`, a checkout of Racebench, adds its programs: one process for each, and all of them with `--each`.
// The time on the clock beside clang, which is what somebody waits, says something on an idle machine only.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const hook = fileURLToPath(new URL('cpu-time.cjs', import.meta.url));

/**
 * Real-world-sized: of all programs of the corpus, the examples and the benchmarks that are 30 lines of code or more
 * (neither empty nor comment), the 18 with the most findings at a user's defaults; of those with as many, the longest,
 * then by name.
 */
const largest = [
  'bench/programs/logger_extended_bad.c',
  'bench/programs/logger_extended_ok.c',
  'bench/programs/logger_bad.c',
  'bench/programs/logger_ok.c',
  'examples/drivers/bluetooth_bad.c',
  'bench/programs/control-systems/ppc1.c',
  'examples/drivers/bluetooth_ok.c',
  'examples/avr-uart/uart_bad.c',
  'bench/programs/control-systems/arm1.c',
  'bench/programs/control-systems/ppc3.c',
  'bench/programs/control-systems/arm3.c',
  'examples/cortexm-sampler/sampler_bad.c',
  'examples/drivers/toaster_bad.c',
  'tests/corpus/atomicity/retargeted_print_bad.c',
  'bench/programs/control-systems/arm2.c',
  'tests/corpus/unbounded/debounce_bad.c',
  'tests/corpus/atomicity/retargeted_print_ok.c',
  'tests/corpus/threads/lock_order_handshake_bad.c',
];

export const aims = {
  'all, times faster': { atLeast: 3 },
  'all, on the clock, times faster': { atLeast: 3 },
  'Racebench, all, on the clock beside clang, s': { atMost: 2 },
  'Racebench with --each, on the clock beside clang, s': { atMost: 0.7 },
  'Racebench with --each --jobs 1, on the clock beside clang, s': { atMost: 0.7 },
};

/** Runs of each program; the median counts. */
const RUNS = 3;

function optionsIn(file) {
  const options = [...readFileSync(file, 'utf8').matchAll(/^\/\/ options: (.*)$/gm)].flatMap((m) => m[1].split(/\s+/));
  return options.includes('--arrivals') ? options : [...options, '--arrivals', '1'];
}

function listed() {
  return largest.map((file) => ({ name: file, words: [file, ...optionsIn(join(root, file)), '--timeout', '600'] }));
}

/** The programs of Racebench 2.1, named in it by one rule. */
function racebench(folder) {
  const names = readdirSync(join(folder, '2.1')).filter((name) => /^svp_simple_\d+$/.test(name));
  return names.sort().map((name) => {
    const file = join(folder, '2.1', name, `${name}_001.c`);
    const isrs = new Set([...readFileSync(file, 'utf8').matchAll(/_isr_(\d)\b/g)].map((m) => Number(m[1])));
    return { name, paths: [file, join(folder, '2.1/common.c')], prefix: `${name}_001`, isrs: [...isrs].sort() };
  });
}

const racebenchOptions = ['--property', 'atomicity', '--unit', 'task', '--arrivals', '1'];

function alone({ name, paths, prefix, isrs }) {
  const handlers = isrs.flatMap((n) => ['--isr', `${prefix}_isr_${n}:${n}:${n}`]);
  return {
    name,
    words: [...paths, '--entry', `${prefix}_main`, '--interrupts', 'off', ...racebenchOptions, ...handlers],
  };
}

/** A folder for each, with what it is told on the command line in a preempt.json. */
function together(programs, folder, options = []) {
  for (const { name, paths, prefix, isrs } of programs) {
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    const config = {
      paths,
      entry: `${prefix}_main`,
      interrupts: 'off',
      isrs: isrs.map((n) => ({ function: `${prefix}_isr_${n}`, irq: n, priority: n })),
    };
    writeFileSync(join(own, 'preempt.json'), JSON.stringify(config));
  }
  return { name: 'all with --each', words: ['--each', folder, '--trust', ...racebenchOptions, ...options] };
}

function check(build, { words }, cache) {
  const times = join(cache, 'times');
  rmSync(times, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', hook, join(build, 'dist/cli/main.js'), 'check', ...words, '--format', 'json'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PREEMPT_CACHE: cache, CPU_TIME_FILE: times },
      maxBuffer: 2 ** 30,
    },
  );
  if (!existsSync(times)) throw new Error(`${words.join(' ')}: ${stderr}`);
  const [seconds, elapsed] = readFileSync(times, 'utf8').trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds, beside: besideClang(JSON.parse(stdout), elapsed), report: stdout };
}

/** Seconds on the clock without Node's own start and clang: one program tells them itself, of many the process does. */
function besideClang({ statistics, programs }, elapsed) {
  if (statistics !== undefined) return (statistics.wallMs - statistics.clangMs) / 1000;
  return elapsed - programs.reduce((sum, program) => sum + program.statistics.clangMs, 0) / 1000;
}

const withoutCosts = (report) => JSON.stringify(JSON.parse(report), (key, value) => (key === 'statistics' ? 0 : value));

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** The builds in turn, so that what else the machine does slows both down. */
function measure(program, builds, caches) {
  const runs = builds.map(() => []);
  const reports = [];
  // At first, files are compiled, and code of Preempt is kept.
  for (let n = -2; n < RUNS; n++)
    for (const [b, build] of builds.entries()) {
      const result = check(build, program, caches[b]);
      if (n >= 0) runs[b].push(result);
      reports[b] = result.report;
    }
  if (reports.length > 1 && withoutCosts(reports[0]) !== withoutCosts(reports[1])) {
    process.stdout.write(`  ${program.name}: the builds report different things\n`);
    process.exitCode = 1;
  }
  return runs.map((all) => ({ s: median(all.map((r) => r.seconds)), beside: median(all.map((r) => r.beside)) }));
}

function measureAll(programs, builds, caches) {
  const values = {};
  const sums = builds.map(() => ({ s: 0, beside: 0 }));
  const shown = ([{ s }, before]) => (before === undefined ? { s } : { s, 'times faster': before.s / s });
  for (const program of programs) {
    const times = measure(program, builds, caches);
    for (const [n, { s, beside }] of times.entries()) {
      sums[n].s += s;
      sums[n].beside += beside;
    }
    values[program.name] = shown(times);
  }
  const [now, before] = sums;
  const onTheClock = { 'on the clock beside clang, s': now.beside };
  if (before !== undefined) onTheClock['on the clock, times faster'] = before.beside / now.beside;
  return { ...values, all: { ...shown(sums), ...onTheClock } };
}

export async function run({ options }) {
  const { against, racebench: folder } = options;
  const builds = [root, ...(against === undefined ? [] : [resolve(against)])];
  const scratch = mkdtempSync(join(tmpdir(), 'preempt-findings-'));
  try {
    const caches = builds.map((_, n) => join(scratch, `cache-${n}`));
    for (const cache of caches) mkdirSync(cache);
    const values = measureAll(listed(), builds, caches);
    if (folder === undefined) return values;
    const programs = racebench(resolve(folder));
    const each = join(scratch, 'each');
    mkdirSync(each);
    return {
      ...values,
      Racebench: measureAll(programs.map(alone), builds, caches),
      'Racebench with --each': measureAll([together(programs, each)], builds, caches).all,
      'Racebench with --each --jobs 1': measureAll([together(programs, each, ['--jobs', '1'])], [root], caches).all,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
