// Threads with interrupts, with and without reduction, as Tables 1 and 2 of Liang et al. (2014) have it: transitions,
// states and time of the exhaustive search and of dpor on the control systems of programs/control-systems, the planted
// errors that were found, and what it looks like if interrupts are taken for threads. Every cell is one process of the
// tool, one after the other.
//   [BENCH_LIMIT=600] [BENCH_PROGRAMS=arm,ppc1] [BENCH_MEMORY=4096] [PREEMPT=FILE] npm run bench -- dpor
// BENCH_PROGRAMS takes beginnings of names. Seconds are without clang. A search that was cut is shown with ≥: it made
// so many transitions, and there are more; the ratio is a lower bound then. `errors` are those found of those planted,
// by dpor; `as threads` those of the paper's middle column, which counts false alarms as well, and `fixed` the errors
// that dpor reports in the program without them. The exit code is 1 if an error is missed or one is false.
// How fast dpor is, is measured on LONG with more arrivals than in the table: over the whole process, and behind the
// start, which is what the transitions that are more took. The searches of the table themselves make some hundreds to
// some ten thousands of transitions: most of their time is the start of the process and code that is not warm yet.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atMarks, controlSystems } from './programs/control-systems/family.mjs';

const { BENCH_LIMIT = '600', BENCH_MEMORY = '4096', BENCH_PROGRAMS, PREEMPT } = process.env;
const limit = Number(BENCH_LIMIT);
const tool = PREEMPT ? resolve(PREEMPT) : fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const AS_THREADS = '--interrupts-as-threads';
const LONG = 'arm3';
const LONG_ARRIVALS = '3';

export const isLong = true;
export const variant = BENCH_PROGRAMS ? 'selection' : undefined;

/** Ten times fewer transitions, as the paper's own tool; the largest of the family does not end without a reduction. */
export const aims =
  limit !== 600 || BENCH_PROGRAMS
    ? {}
    : {
        'least ratio of transitions': { atLeast: 10 },
        'programs that exhaustive does not finish': { atLeast: 1 },
        'dpor on ppc3, s': { atMost: 600 },
        'transitions/s of a long search': { atLeast: 100_000 },
      };

function run1(args) {
  const { stdout, stderr, error } = spawnSync(process.execPath, [tool, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=${BENCH_MEMORY}` },
  });
  if (error !== undefined) throw error;
  return { stdout, stderr };
}

/** A whole search, or as much of it as the limits allow. */
function search(program, flags) {
  const { stdout, stderr } = run1([
    'check',
    program.file,
    ...program.flags,
    ...flags,
    ...['--engine', 'explore', '--format', 'json', '--timeout', String(limit), '--memory', BENCH_MEMORY],
  ]);
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    throw new Error(`${program.name} ${flags.join(' ')}: no report, ${stderr.trim().split('\n')[0]}`);
  }
  const { transitions, states, wallMs, clangMs } = report.statistics;
  const isCut = report.verdicts.some((v) => /limit of|memory/.test(v.because ?? v.incomplete ?? ''));
  return { transitions, states, seconds: (wallMs - clangMs) / 1000, isCut, found: atMarks(program, report.findings) };
}

const count = ({ planted, alarms, others }) => planted.size + alarms.size + others.length;
const number = (value) => value.toLocaleString('en');
const transitionsShown = ({ transitions, isCut }) => `${isCut ? '≥ ' : ''}${number(transitions)}`;
const secondsShown = ({ seconds, isCut }) => `${isCut ? '≥ ' : ''}${seconds.toFixed(1)}`;

/** Row by row, since some take minutes. */
function print(row) {
  const widths = [6, 5, 13, 13, 8, 11, 11, 8, 8, 8, 10, 6];
  const cells = row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]) : cell.padStart(widths[n])));
  process.stdout.write(`  ${cells.join(' ').trimEnd()}\n`);
}

const heading = [
  ...['', 'T/I', 'exhaustive', 'states', 's', 'dpor', 'states', 's', 'ratio', 'errors', 'as threads', 'fixed'],
];

function rowOf(program, { exhaustive, dpor, asThreads, fixed }) {
  return [
    program.name,
    `${program.threads}/${program.isrs}`,
    transitionsShown(exhaustive),
    number(exhaustive.states),
    secondsShown(exhaustive),
    transitionsShown(dpor),
    number(dpor.states),
    secondsShown(dpor),
    `${exhaustive.isCut ? '≥ ' : ''}${(exhaustive.transitions / dpor.transitions).toFixed(1)}`,
    `${dpor.found.planted.size} of ${program.errors}`,
    asThreads === undefined ? '-' : `${count(asThreads.found)} of ${program.asThreads}`,
    String(count(fixed.found)),
  ];
}

/** In words, what a search did wrong. */
function wrong(program, { exhaustive, dpor, fixed }) {
  const missed = Object.keys(program.planted).filter((name) => !dpor.found.planted.has(name));
  const isFalse = [exhaustive, dpor, fixed].flatMap(({ found }) => [...found.alarms, ...found.others]);
  return [
    ...missed.map((name) => `${program.name}: ${name} was planted and not found`),
    ...[...isFalse, ...fixed.found.planted].map((id) => `${program.name}: ${id} is no error`),
    ...(dpor.isCut || fixed.isCut ? [`${program.name}: dpor did not finish`] : []),
  ];
}

export async function run({ keep }) {
  if (!existsSync(tool)) throw new Error(`there is no ${tool}`);
  const knowsAsThreads = run1(['check', '--help']).stdout.includes(AS_THREADS);
  const isWanted = ({ name }) => !BENCH_PROGRAMS || BENCH_PROGRAMS.split(',').some((start) => name.startsWith(start));
  const rows = [];
  print(heading);
  for (const program of controlSystems().filter(isWanted)) {
    const cells = {
      exhaustive: search(program, ['--reduction', 'exhaustive']),
      dpor: search(program, ['--reduction', 'dpor']),
      fixed: search(program, ['--reduction', 'dpor', '-DFIXED']),
      ...(knowsAsThreads ? { asThreads: search(program, ['--reduction', 'dpor', AS_THREADS]) } : {}),
    };
    print(rowOf(program, cells));
    rows.push({ program, cells });
  }
  const problems = rows.flatMap(({ program, cells }) => wrong(program, cells));
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  const asData = ({ found: { planted, alarms, others }, ...cost }) => ({
    ...cost,
    found: { planted: [...planted], alarms: [...alarms], others },
  });
  keep({
    limit,
    programs: rows.map(({ program: { name, threads, isrs, errors, asThreads }, cells }) => ({
      name,
      threads,
      isrs,
      errors,
      asThreads,
      cells: Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, asData(cell)])),
    })),
  });
  const long = rows.find(({ program }) => program.name === LONG);
  const sum = (of) => rows.reduce((all, { cells }) => all + of(cells.dpor), 0);
  return {
    'least ratio of transitions': Math.min(
      ...rows.map(({ cells }) => cells.exhaustive.transitions / cells.dpor.transitions),
    ),
    'programs that exhaustive does not finish': rows.filter(({ cells }) => cells.exhaustive.isCut).length,
    ...Object.fromEntries(rows.map(({ program, cells }) => [`dpor on ${program.name}, s`, cells.dpor.seconds])),
    'transitions/s over the table': sum((cell) => cell.transitions) / sum((cell) => cell.seconds),
    ...(long === undefined ? {} : longSearch(long)),
  };
}

function longSearch({ program, cells: { dpor: short } }) {
  const { transitions, seconds } = search(program, ['--reduction', 'dpor', '--arrivals', LONG_ARRIVALS]);
  return {
    'transitions/s of a long search': transitions / seconds,
    'the same behind the start': (transitions - short.transitions) / (seconds - short.seconds),
  };
}
