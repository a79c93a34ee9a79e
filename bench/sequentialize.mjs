// Sequentialisation, as the papers measured it. KISS (PLDI 2004): races on each field of each driver of
// examples/drivers, when every pair of dispatch routines may meet (Table 1) and when the system is as it is (Table 2);
// beside it, field by field, explore and symbolic: nobody may contradict another, and a race that they see and KISS
// does not must need an execution that no stack makes, or a second thread that begins later.
// TECS 2017 (Tables I and II): Logger, Blink, RcCore and Brake through `schedule` and `threads`, beside the encodings.
//   [BENCH_LIMIT=120] [BENCH_SYMBOLIC_LIMIT=60] [BENCH_SCALE=full|small] [BENCH_PART=drivers|programs]
//   [BENCH_DRIVERS=disk,port] [BENCH_PROGRAMS=logger] [BENCH_WAYS=schedule,threads] npm run bench -- sequentialize
// Seconds are of the processor, of this process, and so are the limits: for each question (of explore and symbolic
// about drivers: for each pair of routines; 0: symbolic is not asked), whatever else the machine has to do.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { check } from '../dist/check.js';
import { byKiss, byPairs, drivers, linesOf, whyMissed } from './programs/driver-fields.mjs';
import { limited } from './programs/processor-limit.mjs';
import { programs } from './programs/programs.mjs';

const {
  BENCH_LIMIT = '120',
  BENCH_SYMBOLIC_LIMIT = '60',
  BENCH_SCALE = 'full',
  BENCH_DRIVERS,
  BENCH_PROGRAMS,
  BENCH_WAYS,
  BENCH_PART,
} = process.env;
const timeout = Number(BENCH_LIMIT);
const symbolicTimeout = Number(BENCH_SYMBOLIC_LIMIT);

export const isLong = true;

export const variant =
  [
    BENCH_SCALE === 'full' ? [] : BENCH_SCALE,
    BENCH_PART ?? [],
    BENCH_DRIVERS || BENCH_PROGRAMS || BENCH_WAYS ? 'selection' : [],
  ]
    .flat()
    .join('-') || undefined;

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

/** What each way says about each field, and what is wrong with that. */
async function comparedFields(driver, refined, explore, symbolic, settings) {
  const rows = [];
  const wrong = [];
  const missed = [];
  for (const { field, result } of refined) {
    const seen = [explore, symbolic].map(({ results }) => results.get(field));
    const race = seen.find((each) => each.result === 'race');
    if (seen.some((each) => each.result === 'no race') && (result === 'race' || race !== undefined))
      wrong.push(
        `${field}: ${['kiss', 'explore', 'symbolic'].map((who, n) => `${who}: ${[result, ...seen.map((s) => s.result)][n]}`).join(', ')}`,
      );
    let remark = '';
    if (race !== undefined && result === 'no race') {
      remark = (await whyMissed(driver, field, race.schedule, settings)) ?? 'NOT EXPLAINED';
      missed.push({ field, remark });
    } else if (race === undefined) remark = seen.find((each) => each.because !== undefined)?.because ?? '';
    rows.push([field.slice(field.indexOf('.') + 1), result, ...seen.map((each) => each.result), remark]);
  }
  return { rows, wrong, missed };
}

async function driverTables(cache) {
  const settings = { timeout, cache };
  const rows = [];
  const missed = [];
  const wrong = [];
  const details = [];
  const wanted = BENCH_DRIVERS?.split(',');
  for (const driver of drivers.filter(({ name }) => wanted === undefined || wanted.includes(name))) {
    const told = async (what, work) => {
      const done = await timed(work);
      say(`${driver.name}: ${what}, ${done.seconds.toFixed(1)} s`);
      return done;
    };
    const all = await told('kiss, every pair', () => byKiss(driver, { ...settings, isRefined: false, max: 0 }));
    const refined = driver.isDispatched
      ? await told('kiss, A1–A3', () => byKiss(driver, { ...settings, isRefined: true, max: 0 }))
      : all;
    const explore = await told('explore', () => byPairs(driver, 'explore', settings));
    const symbolicSettings = { cache, timeout: symbolicTimeout, isAsked: symbolicTimeout > 0 };
    const symbolic = await told('symbolic', () => byPairs(driver, 'symbolic', symbolicSettings));
    const compared = await comparedFields(driver, refined.value, explore.value, symbolic.value, settings);
    missed.push(...compared.missed);
    wrong.push(...compared.wrong);
    const count = (results, which) => results.filter((r) => r.result === which).length;
    const others = [explore, symbolic].map(({ value }) => [...value.results.values()]);
    rows.push([
      driver.name,
      ((linesOf(driver).length - 1) / 1000).toFixed(2),
      refined.value.length,
      ...['race', 'no race', 'unresolved'].map((which) => count(all.value, which)),
      ...['race', 'no race', 'unresolved'].map((which) => count(refined.value, which)),
      ...others.flatMap((results) => ['race', 'not decided'].map((which) => count(results, which))),
      ...[all, refined, explore, symbolic].map(({ seconds }) => seconds.toFixed(1)),
    ]);
    details.push({ driver: driver.name, all: all.value, refined: refined.value, fields: compared.rows });
    const over = [explore, symbolic].map(({ value }) => `${value.late} of ${value.questions}`);
    say(`${driver.name}: over the limit or not answered: explore ${over[0]}, symbolic ${over[1]}`);
    print([['field', 'kiss', 'explore', 'symbolic', ''], ...compared.rows]);
    say();
  }
  const sum = (n) => rows.reduce((total, row) => total + Number.parseFloat(row[n]), 0);
  const columns = rows[0].map((_, n) => n).slice(1);
  rows.push(['total', ...columns.map((n) => (n === 1 ? sum(n).toFixed(2) : n > 12 ? sum(n).toFixed(1) : sum(n)))]);
  const two = ['races', 'not decided'];
  const three = ['races', 'no race', 'unresolved'];
  print([
    ['', '', '', 'every pair', '', '', 'A1–A3', '', '', 'explore', '', 'symbolic', '', 'seconds', '', '', ''],
    ['driver', 'KLOC', 'fields', ...three, ...three, ...two, ...two, 'kiss', 'A1–A3', 'explore', 'symbolic'],
    ...rows,
  ]);
  say();
  for (const { field, remark } of missed) say(`missed by kiss: ${field}: ${remark}`);
  for (const each of wrong) say(`WRONG: ${each}`);
  const unexplained = missed.filter(({ remark }) => remark === 'NOT EXPLAINED').length;
  if (wrong.length + unexplained > 0) process.exitCode = 1;
  const total = rows.at(-1);
  return {
    values: {
      fields: total[2],
      'races, every pair may meet': total[3],
      'races, with A1–A3': total[6],
      'fields that two ways contradict one another about': wrong.length,
      'misses that are not explained': unexplained,
      'fields that explore does not decide': total[10],
      'fields that symbolic does not decide': total[12],
      'kiss, s': Number(total[13]),
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

const waysAsked = ways.filter(([way]) => BENCH_WAYS === undefined || BENCH_WAYS.split(',').includes(way));

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
      for (const [way, settings] of waysAsked) {
        const request = {
          cache: false,
          explain: false,
          memory: 4096,
          jobs: 1,
          paths: [path],
          properties: ['assertion'],
          arrivals,
          ...limited(timeout),
          ...settings,
        };
        const { value, seconds } = await timed(() => check(request));
        const verdict = value.kind === 'failed' ? undefined : value.value.verdicts[0];
        const isLate = verdict?.kind === 'unknown' && /limit|interrupted/.test(verdict.because);
        if (verdict?.kind === expected) cells.push(`${expected === 'holds' ? '✓' : '!'} ${seconds.toFixed(1)}`);
        else if (isLate) cells.push(`TO ${seconds.toFixed(1)}`);
        else cells.push('–');
        say(`${name}: ${way}: ${cells.at(-1)}`);
        if (verdict !== undefined && verdict.kind !== 'unknown' && verdict.kind !== expected)
          wrong.push(`${way} on ${basename(path)}: ${verdict.kind}`);
      }
      rows.push([name, arrivals, ...cells]);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  say();
  print([['program', 'arrivals', ...waysAsked.map(([way]) => way)], ...rows]);
  say(`seconds of the processor; ✓ proved, ! bug found, TO not done after ${timeout} s, – no answer`);
  for (const each of wrong) say(`WRONG: ${each}`);
  if (wrong.length > 0) process.exitCode = 1;
  return { values: { 'wrong verdicts of programs': wrong.length }, details: rows };
}

export async function run({ keep }) {
  const cache = mkdtempSync(join(tmpdir(), 'preempt-drivers-'));
  try {
    return await tables(cache, keep);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

async function tables(cache, keep) {
  const fields = BENCH_PART === 'programs' ? { values: {} } : await driverTables(cache);
  const times = BENCH_PART === 'drivers' ? { values: {} } : await programTable();
  keep({ timeout, drivers: fields.details, programs: times.details });
  return { ...fields.values, ...times.values };
}
