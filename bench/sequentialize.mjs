// Sequentialisation, as the papers measured it. KISS (PLDI 2004): races on each field of each driver of
// examples/drivers, when every pair of dispatch routines may meet (Table 1) and when the system is as it is (Table 2);
// what it finds is compared, field by field, with explore and symbolic, and what it misses is looked at: a race that
// explore sees and KISS does not must need an execution that no stack makes, or a second thread that begins later.
// TECS 2017 (Tables I and II): Logger, Blink, RcCore and Brake through `schedule` and `threads`, beside the encodings.
//   [BENCH_LIMIT=120] [BENCH_SCALE=full|small] [BENCH_DRIVERS=disk,port] [BENCH_PROGRAMS=logger]
//   [BENCH_PART=drivers|programs] npm run bench -- sequentialize
// Seconds are of the processor, of this process. The limit is for each question, in seconds of the clock.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fieldQuestions, fieldResult, unaccessed } from '../dist/check/all-fields.js';
import { check, loadProgram } from '../dist/check.js';
import { programs } from './programs/programs.mjs';

const { BENCH_LIMIT = '120', BENCH_SCALE = 'full', BENCH_DRIVERS, BENCH_PROGRAMS, BENCH_PART } = process.env;
const timeout = Number(BENCH_LIMIT);

export const isLong = true;

export const variant =
  [BENCH_SCALE === 'full' ? [] : BENCH_SCALE, BENCH_PART ?? [], BENCH_DRIVERS || BENCH_PROGRAMS ? 'selection' : []]
    .flat()
    .join('-') || undefined;

const folder = fileURLToPath(new URL('../examples/drivers/', import.meta.url));

/** With a list of dispatch routines in NAME.json, or with a main of its own. */
const drivers = [
  { name: 'bluetooth_bad', struct: 'device_extension' },
  { name: 'bluetooth_ok', struct: 'device_extension' },
  { name: 'toaster_bad', struct: 'device_extension' },
  { name: 'toaster_ok', struct: 'device_extension' },
  { name: 'keyboard', struct: 'keyboard_extension', isDispatched: true },
  { name: 'watchdog', struct: 'watchdog_extension', isDispatched: true },
  { name: 'ramdisk', struct: 'ramdisk_extension', isDispatched: true },
  { name: 'port', struct: 'port_extension', isDispatched: true },
  { name: 'disk', struct: 'disk_extension', isDispatched: true },
];

const say = (text = '') => process.stdout.write(`  ${text}\n`);

function print(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows)
    say(
      row
        .map((c, n) => (n === 0 ? String(c).padEnd(widths[n]) : String(c).padStart(widths[n])))
        .join('  ')
        .trimEnd(),
    );
}

async function timed(work) {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, seconds: (user + system) / 1e6 };
}

const bare = { cache: false, explain: false, memory: 4096, jobs: 1 };

function requestFor({ name, isDispatched }, isRefined) {
  const paths = [join(folder, `${name}.c`)];
  if (!isDispatched) return { ...bare, paths };
  const { dispatch } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return { ...bare, paths, dispatch: isRefined ? dispatch : { ...dispatch, never: [] } };
}

/** By KISS, for each field: race, no race or unresolved. */
async function byKiss(driver, isRefined, max, only) {
  const request = { ...requestFor(driver, isRefined), engine: 'kiss', max, timeout };
  const loaded = await loadProgram(request);
  if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  const questions = fieldQuestions(loaded.value.program, driver.struct, request);
  if (questions.kind === 'failed') throw new Error(JSON.stringify(questions.diagnostics));
  const results = [];
  for (const { field, request: one } of questions.value) {
    if (only !== undefined && only !== field) continue;
    results.push(one === undefined ? unaccessed(field) : fieldResult(field, await check(one)));
  }
  return results;
}

/** Fields with a race, by an engine that looks at all executions: the schedule of one. */
async function byEngine(driver, engine, fields) {
  const request = { ...requestFor(driver, true), engine, properties: ['race'], timeout };
  const checked = await check(request);
  if (checked.kind === 'failed') throw new Error(JSON.stringify(checked.diagnostics));
  const { findings, verdicts } = checked.value;
  const lines = readFileSync(request.paths[0], 'utf8').split('\n');
  const races = new Map();
  for (const f of findings) {
    const field = fields.find((name) => isOn(f, name.slice(name.indexOf('.') + 1), lines));
    if (field !== undefined && !races.has(field)) races.set(field, f.schedule);
  }
  // One that was cut off may have missed some.
  const isWhole = verdicts.every((v) => v.kind !== 'unknown') && findings.length + 1 > 0 && !isCut(verdicts);
  return { races, isWhole };
}

function isCut(verdicts) {
  return verdicts.some((v) => v.incomplete !== undefined || v.kind === 'unknown');
}

/** What is allocated has no name: then the lines say which field they access. */
function isOn({ variable, accesses }, field, lines) {
  if (variable.includes('.')) return variable.split(/[.[]/)[1] === field;
  return accesses.every((a) => new RegExp(`(?:->|\\.)${field}\\b`).test(lines[a.place.line - 1] ?? ''));
}

/** Is it an execution of one stack: whoever was below goes on only when the one above is done for ever? */
function isBalanced(schedule) {
  const stack = ['0'];
  const done = new Set();
  for (const [, thread] of schedule.split('/')[0].matchAll(/@(\d+)/g)) {
    if (done.has(thread)) return false;
    if (!stack.includes(thread)) stack.push(thread);
    while (stack.at(-1) !== thread) done.add(stack.pop());
  }
  return true;
}

async function driverTables() {
  const rows = [];
  const missed = [];
  const wrong = [];
  const details = [];
  const wanted = BENCH_DRIVERS?.split(',');
  for (const driver of drivers.filter(({ name }) => wanted === undefined || wanted.includes(name))) {
    const kloc = (readFileSync(join(folder, `${driver.name}.c`), 'utf8').split('\n').length - 1) / 1000;
    const all = await timed(() => byKiss(driver, false, 0));
    const refined = driver.isDispatched ? await timed(() => byKiss(driver, true, 0)) : all;
    const fields = refined.value.map((r) => r.field);
    const explore = await timed(() => byEngine(driver, 'explore', fields));
    const symbolic = await timed(() => byEngine(driver, 'symbolic', fields));
    const count = (results, which) => results.filter((r) => r.result === which).length;
    rows.push([
      driver.name,
      kloc.toFixed(2),
      fields.length,
      ...['race', 'no race', 'unresolved'].map((which) => count(all.value, which)),
      count(refined.value, 'race'),
      count(refined.value, 'unresolved'),
      explore.value.races.size + (explore.value.isWhole ? '' : '+'),
      symbolic.value.races.size + (symbolic.value.isWhole ? '' : '+'),
      ...[all, refined, explore, symbolic].map(({ seconds }) => seconds.toFixed(1)),
    ]);
    for (const { field, result } of refined.value) {
      const schedule = explore.value.races.get(field);
      const isSeen = schedule !== undefined || symbolic.value.races.has(field);
      if (result === 'race' && schedule === undefined && explore.value.isWhole) wrong.push(`${field}: not by explore`);
      if (result === 'race' && !symbolic.value.races.has(field) && symbolic.value.isWhole)
        wrong.push(`${field}: not by symbolic`);
      if (result === 'race' || !isSeen) continue;
      const [withThreads] = result === 'unresolved' ? [] : await byKiss(driver, true, 1, field);
      const why =
        result === 'unresolved'
          ? undefined
          : withThreads.result === 'race'
            ? 'balanced, and found with MAX = 1: the second thread has to begin later'
            : withThreads.result === 'no race' && schedule !== undefined && !isBalanced(schedule)
              ? `unbalanced: ${schedule}`
              : undefined;
      missed.push({ field, why });
    }
    details.push({ driver: driver.name, all: all.value, refined: refined.value });
    say(`${driver.name}: done`);
  }
  say();
  const sum = (n) => rows.reduce((total, row) => total + Number.parseFloat(row[n]), 0);
  rows.push([
    'total',
    sum(1).toFixed(2),
    ...[2, 3, 4, 5, 6, 7, 8, 9].map(sum),
    ...[10, 11, 12, 13].map((n) => sum(n).toFixed(1)),
  ]);
  print([
    [
      'driver',
      'KLOC',
      'fields',
      'races',
      'no race',
      'unresolved',
      'races, A1–A3',
      'unresolved',
      'explore',
      'symbolic',
      'kiss s',
      'A1–A3 s',
      'explore s',
      'symbolic s',
    ],
    ...rows,
  ]);
  say();
  for (const { field, why } of missed) say(`missed by kiss: ${field}: ${why ?? 'NOT EXPLAINED'}`);
  for (const each of wrong) say(`WRONG: ${each}`);
  const unexplained = missed.filter(({ why }) => why === undefined).length;
  if (wrong.length + unexplained > 0) process.exitCode = 1;
  const total = rows.at(-1);
  return {
    values: {
      fields: total[2],
      'races, every pair may meet': total[3],
      'races, with A1–A3': total[6],
      'races of kiss that explore and symbolic do not see': wrong.length,
      'misses that are not explained': unexplained,
      'kiss, s': Number(total[10]),
    },
    details,
  };
}

const ways = [
  ['schedule', { engine: 'schedule' }],
  ['threads', { engine: 'threads' }],
  ['explore', { engine: 'explore' }],
  ...['gap', 'po', 'threads'].map((encoding) => [`symbolic ${encoding}`, { engine: 'symbolic', encoding }]),
];

/** Logger, Blink, RcCore and Brake; the family of nested interrupts is another benchmark's. */
async function programTable() {
  const wanted = BENCH_PROGRAMS?.split(',');
  const list = programs({ scale: BENCH_SCALE }).filter(
    ({ name }) => !name.startsWith('nest') && (wanted === undefined || wanted.some((w) => name.startsWith(w))),
  );
  const temporary = mkdtempSync(join(tmpdir(), 'preempt-sequentialize-'));
  const rows = [];
  const wrong = [];
  try {
    for (const { name, file, text, expected, arrivals } of list) {
      const path = file ?? join(temporary, `${name}.c`);
      if (text !== undefined) writeFileSync(path, text);
      const cells = [];
      for (const [way, settings] of ways) {
        const request = { ...bare, paths: [path], properties: ['assertion'], arrivals, timeout, ...settings };
        const { value, seconds } = await timed(() => check(request));
        const verdict = value.kind === 'failed' ? undefined : value.value.verdicts[0];
        const isLate = verdict?.kind === 'unknown' && verdict.because.includes('limit');
        if (verdict?.kind === expected) cells.push(`${expected === 'holds' ? '✓' : '!'} ${seconds.toFixed(1)}`);
        else if (isLate) cells.push(`TO ${seconds.toFixed(1)}`);
        else cells.push('–');
        if (verdict !== undefined && verdict.kind !== 'unknown' && verdict.kind !== expected)
          wrong.push(`${way} on ${basename(path)}: ${verdict.kind}`);
      }
      rows.push([name, arrivals, ...cells]);
      say(`${name}: ${cells.join(', ')}`);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  say();
  print([['program', 'arrivals', ...ways.map(([way]) => way)], ...rows]);
  say(`seconds of the processor; ✓ proved, ! bug found, TO over ${timeout} s of the clock, – no answer`);
  for (const each of wrong) say(`WRONG: ${each}`);
  if (wrong.length > 0) process.exitCode = 1;
  return { values: { 'wrong verdicts of programs': wrong.length }, details: rows };
}

export async function run({ keep }) {
  const tables = BENCH_PART === 'programs' ? { values: {} } : await driverTables();
  const times = BENCH_PART === 'drivers' ? { values: {} } : await programTable();
  keep({ timeout, drivers: tables.details, programs: times.details });
  return { ...tables.values, ...times.values };
}
