// States of the published reductions beside ours, on the Racebench programs of the ESEC/FSE 2023 paper's Table 1, whose
// Table 2 reports that ips saves 81.2 % of naive's states and ips+dit 95.3 %. RACEBENCH is a checkout of
// chenruibuaa/racebench; without it nothing is measured.
//   RACEBENCH=DIR [PAPER_STATES=8000000] npm run bench -- paper
// The programs run as they are written. A search that reaches the limit of states is shown with ≥: it has visited so
// many and there are more. Where naive alone was cut, what the others save of what it has visited is a lower bound for
// what they save; where even ips+dit was cut, nothing is said and the program is in no total. Program 3, a long loop,
// makes up nearly all of the last total, so that bound rises with PAPER_STATES; the total of what naive finishes does
// not depend on it. Our own reduction counts visible steps, the published ones count locations, which are more; the
// ISRs that each started can be compared as they are.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProgram } from '../dist/check.js';
import { thisMachine } from '../dist/clang/node-host.js';
import { settle } from '../dist/engines/engine.js';
import { exploreEngine } from '../dist/engines/explore/explore.js';
import { loadCadical } from '../dist/solve/cadical.js';

const solvers = await loadCadical(await thisMachine().solver());
const checkByExploring = (program, options) =>
  settle(exploreEngine({ ...options, solvers }), program, options, options);

const numbers = [3, 4, 5, 6, 15, 16, 17, 21, 22, 23, 26, 27, 28, 30];
const published = ['paper:naive', 'paper:ips', 'paper:ips+dit', 'paper:ips+dit+initial+final'];
const [naive, ips, dit, full] = published;
/** The seconds are for searches that stand still between two states. */
const patience = { states: Number(process.env.PAPER_STATES ?? 8_000_000), seconds: 600 };
/** For programs that are too long for everything. */
const impatience = { states: Math.min(500_000, patience.states), seconds: 60 };

export const aims = {
  '% saved by ips': { atLeast: 81.2 },
  '% saved by ips+dit': { atLeast: 95.3 },
  'most states of reduced to ips+dit+initial+final': { atMost: 2 },
};

/** The program with a number: its file, its entry and its handlers, as the names in it tell. */
function requestFor(folder, number) {
  const digits = String(number).padStart(3, '0');
  const group = readdirSync(folder).find((name) => name.endsWith(`_${digits}`));
  const file = group && readdirSync(join(folder, group)).find((name) => name.endsWith(`_${digits}_001.c`));
  if (file === undefined) throw new Error(`no program ${digits} in ${folder}`);
  const path = join(folder, group, file);
  const definitions = readFileSync(path, 'utf8').matchAll(/^\w[\w ]*?\b(\w+_(?:main|isr_(\d)))\s*\([^)]*\)\s*\{/gm);
  const found = [...definitions].map(([, name, irq]) => ({ name, irq: Number(irq) }));
  return {
    paths: [path, join(folder, 'common.c')],
    entry: found.find((f) => f.name.endsWith('_main')).name,
    isrs: found.filter((f) => f.irq > 0).map(({ name, irq }) => ({ function: name, irq, priority: irq })),
    interrupts: 'off',
  };
}

async function explore(program, reduction, limit) {
  const start = performance.now();
  let isCut = false;
  let asked = 0;
  const limits = {
    isOver: () => {
      isCut ||= performance.now() - start > limit.seconds * 1000;
      return isCut ? 'the limit was reached' : undefined;
    },
    isPauseDue: () => ++asked > 16,
    pause: async ({ states }) => {
      asked = 0;
      isCut ||= states > limit.states;
    },
  };
  const { statistics, findings } = await checkByExploring(program, {
    properties: ['atomicity'],
    reduction,
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    ...limits,
  });
  return { states: statistics.states, started: statistics.triggerings, found: findings.map((f) => f.id), isCut };
}

async function measure(program) {
  const cheap = await explore(program, dit, impatience);
  const limit = cheap.isCut ? impatience : patience;
  const results = { [dit]: cheap };
  for (const reduction of [naive, ips, full, 'reduced']) results[reduction] = await explore(program, reduction, limit);
  return results;
}

const shown = ({ states, isCut }) => `${isCut ? '≥ ' : ''}${states.toLocaleString('en')}`;

/** In %, of a number of states that is naive's or below it. */
function saved(mine, all) {
  if (mine.isCut) return '?';
  return `${all.isCut ? '≥ ' : ''}${(100 * (1 - mine.states / all.states)).toFixed(1)} %`;
}

function ratio(results) {
  return results.reduced.isCut || results[full].isCut
    ? '?'
    : (results.reduced.states / results[full].states).toFixed(2);
}

function lost(results, reduction) {
  const { found } = results[reduction];
  const missing = results.reduced.found.filter((id) => !found.includes(id)).length;
  return results[reduction].isCut ? '?' : String(missing);
}

function rowOf(name, r) {
  return [
    name,
    shown(r[naive]),
    shown(r[ips]),
    saved(r[ips], r[naive]),
    shown(r[dit]),
    saved(r[dit], r[naive]),
    shown(r[full]),
    shown(r.reduced),
    ratio(r),
    `${r[full].started}, ${r.reduced.started}`,
    `${lost(r, ips)}, ${lost(r, dit)}, ${lost(r, full)}`,
  ];
}

const heading = [
  '',
  'naive',
  'ips',
  'saved',
  'ips+dit',
  'saved',
  'all rules',
  'reduced',
  'ratio',
  'ISRs started by both',
  'lost by ips, dit, all rules',
];

/** A row with the sums of some programs. */
function total(results) {
  const sum = (reduction) => ({
    states: results.reduce((all, r) => all + r[reduction].states, 0),
    started: results.reduce((all, r) => all + r[reduction].started, 0),
    found: results.flatMap((r, n) => r[reduction].found.map((id) => `${n} ${id}`)),
    isCut: results.some((r) => r[reduction].isCut),
  });
  return Object.fromEntries([...published, 'reduced'].map((reduction) => [reduction, sum(reduction)]));
}

/** Row by row, since some take minutes. */
function print(row) {
  const widths = [26, 12, 12, 9, 12, 9, 12, 9, 5, 21, 28];
  const cells = row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]) : cell.padStart(widths[n])));
  process.stdout.write(`  ${cells.join('  ')}\n`);
}

export async function run() {
  const folder = process.env.RACEBENCH && join(process.env.RACEBENCH, '2.1');
  if (folder === undefined || !existsSync(folder)) {
    process.stdout.write('  not measured: RACEBENCH names no checkout of chenruibuaa/racebench\n');
    return {};
  }
  print(heading);
  const all = [];
  for (const number of numbers) {
    const loaded = await loadProgram({ ...requestFor(folder, number), cache: false });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
    const results = await measure(loaded.value.program);
    all.push(results);
    print(rowOf(String(number), results));
  }
  const complete = all.filter((results) => published.every((p) => !results[p].isCut));
  const bounded = all.filter((results) => published.slice(1).every((p) => !results[p].isCut));
  const sums = { complete: total(complete), bounded: total(bounded) };
  print(rowOf('all that naive finishes', sums.complete));
  print(rowOf('all that the others finish', sums.bounded));
  const percent = (reduction) => 100 * (1 - sums.bounded[reduction].states / sums.bounded[naive].states);
  const ratios = bounded.filter((b) => !b.reduced.isCut).map((b) => Number(ratio(b)));
  return {
    '% saved by ips': percent(ips),
    '% saved by ips+dit': percent(dit),
    'most states of reduced to ips+dit+initial+final': Math.max(...ratios),
  };
}
