// What findings cost: programs of the corpus and the examples with many of them, each in a process of its own, in
// seconds of processor time without clang's. `--against DIR` measures another build of Preempt (the folder that holds
// its `dist/`) in turn with this one and gives ratios, and compares the reports but for their costs. `--racebench DIR`,
// a checkout of Racebench, adds its programs: one process for each, and all of them with `--each`.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const hook = fileURLToPath(new URL('cpu-time.cjs', import.meta.url));

/** Those with the most findings, and of those with as many the ones that take longest. */
const corpus = [
  'atomicity/parser_depth_bad',
  'atomicity/echo_break_bad',
  'reentry/wide_stamp_bad',
  'torn-access/read_until_equal_ok',
  'unbounded/block_owner_bad',
  'atomicity/fading_lamp_ok',
  'atomicity/next_compare_bad',
  'atomicity/retargeted_print_bad',
  'race/early_unmask_bad',
  'race/nested_error_count_bad',
  'unbounded/ping_pong_bad',
  'arrivals/consumed_ticks_bad',
  'atomicity/can_mailbox_bad',
  'atomicity/fading_lamp_bad',
  'reentry/static_index_bad',
  'atomicity/partial_sum_bad',
];
const examples = [['examples/debounce/debounce_bad.c'], ['examples/avr-uart/uart_bad.c', '--arrivals', '1']];

/** Runs of each program; the median counts. */
const RUNS = 3;

function optionsIn(file) {
  const options = [...readFileSync(file, 'utf8').matchAll(/^\/\/ options: (.*)$/gm)].flatMap((m) => m[1].split(/\s+/));
  return options.includes('--arrivals') ? options : [...options, '--arrivals', '1'];
}

function listed() {
  return [
    ...corpus.map((name) => {
      const file = `tests/corpus/${name}.c`;
      return { name: `${name}.c`, words: [file, ...optionsIn(join(root, file))] };
    }),
    ...examples.map(([file, ...options]) => ({ name: file, words: [file, ...options] })),
  ];
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
function together(programs, folder) {
  for (const { name, paths, prefix, isrs } of programs) {
    const own = join(folder, name);
    mkdirSync(own);
    const config = {
      paths,
      entry: `${prefix}_main`,
      interrupts: 'off',
      isrs: isrs.map((n) => ({ function: `${prefix}_isr_${n}`, irq: n, priority: n })),
    };
    writeFileSync(join(own, 'preempt.json'), JSON.stringify(config));
  }
  return { name: 'all with --each', words: ['--each', folder, '--trust', ...racebenchOptions] };
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
  return { seconds: Number(readFileSync(times, 'utf8').trim().split('\n').at(-1)), report: stdout };
}

const withoutCosts = (report) => JSON.stringify(JSON.parse(report), (key, value) => (key === 'statistics' ? 0 : value));

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** The builds in turn, so that what else the machine does slows both down. */
function measure(program, builds, caches) {
  const seconds = builds.map(() => []);
  const reports = [];
  // At first, files are compiled, and code of Preempt is kept.
  for (let n = -2; n < RUNS; n++)
    for (const [b, build] of builds.entries()) {
      const result = check(build, program, caches[b]);
      if (n >= 0) seconds[b].push(result.seconds);
      reports[b] = result.report;
    }
  if (reports.length > 1 && withoutCosts(reports[0]) !== withoutCosts(reports[1])) {
    process.stdout.write(`  ${program.name}: the builds report different things\n`);
    process.exitCode = 1;
  }
  return seconds.map(median);
}

function measureAll(programs, builds, caches) {
  const values = {};
  const sums = builds.map(() => 0);
  const shown = ([now, before]) => (before === undefined ? { s: now } : { s: now, 'times faster': before / now });
  for (const program of programs) {
    const times = measure(program, builds, caches);
    for (const [n, time] of times.entries()) sums[n] += time;
    values[program.name] = shown(times);
  }
  return { ...values, all: shown(sums) };
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
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
