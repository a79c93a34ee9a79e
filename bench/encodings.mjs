// The encodings of the symbolic engine beside each other, as in Table III of the TECS 2017 paper: verdict, time and
// size of the formula for each program of programs/programs.mjs. Every cell is one process of the tool, one after the
// other, with its own limit of memory.
//   [BENCH_LIMIT=600] [BENCH_SCALE=full|small] [BENCH_PROGRAMS=nest,blink_ok] [BENCH_ENCODINGS=po,gap] [PREEMPT=FILE]
//   npm run bench -- encodings
// BENCH_PROGRAMS takes beginnings of names. Seconds are without clang, until all questions are answered; `first`: until
// the first bug. An encoding that misses the limit counts with the limit, so what is computed from it is a bound,
// marked ≥ or ≤ (≈ where both kinds meet); a program that neither of two finishes, or that one of them refuses, says
// nothing about them.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programs } from './programs/programs.mjs';

/** The exact ones reject no model, and a wrong verdict of theirs is a failure of the benchmark. */
const encodings = [
  { name: 'threads', isExact: false },
  { name: 'po', isExact: false },
  { name: 'precise', isExact: true },
  { name: 'gap', isExact: true },
];

const { BENCH_LIMIT = '600', BENCH_SCALE = 'full', BENCH_PROGRAMS, BENCH_ENCODINGS, PREEMPT } = process.env;
const limit = Number(BENCH_LIMIT);
const tool = PREEMPT ? resolve(PREEMPT) : fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** The tool ends by itself; whatever is still running so much later is ended, and then its numbers are not known. */
const GRACE_SECONDS = 30;

export const isLong = true;

export const variant =
  [BENCH_SCALE === 'full' ? [] : BENCH_SCALE, BENCH_PROGRAMS || BENCH_ENCODINGS ? 'selection' : []].flat().join('-') ||
  undefined;

/** Of the full scale, with the usual limit. */
export const aims =
  BENCH_SCALE !== 'full' || limit !== 600
    ? {}
    : {
        'po to gap, geometric mean': { atLeast: 3 },
        'gap to po, worst': { atMost: 1.5 },
        'programs that po or precise does not finish': { atLeast: 2 },
        'gap on nest_3_2_ok, s': { atMost: 2 },
        'gap on nest_4_4_ok, s': { atMost: 60 },
        'gap on brake_1_ok, s': { atMost: 60 },
        'gap on brake_2_ok, s': { atMost: 60 },
        'gap on brake_3_ok, s': { atMost: 60 },
      };

const marks = [
  '✓ proved',
  '! bug found',
  '? wrong or missed',
  'TO over the limit of time',
  'MO over that of memory',
  '– refused',
];

/** All, or those whose names begin as one of the list says. */
function selected(all, list, isWanted) {
  if (!list) return all;
  const wanted = list.split(',');
  const strange = wanted.filter((text) => !all.some(({ name }) => isWanted(name, text)));
  if (strange.length > 0)
    throw new Error(`nothing is called ${strange.join(', ')}: ${all.map((a) => a.name).join(', ')}`);
  return all.filter(({ name }) => wanted.some((text) => isWanted(name, text)));
}

/** Runs the tool and gives what it printed. */
function check(file, flags) {
  const child = spawn(process.execPath, [tool, 'check', file, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (printed.output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (printed.errors += text));
  let isKilled = false;
  const timer = setTimeout(() => (isKilled = child.kill('SIGKILL')), (limit + GRACE_SECONDS) * 1000);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      done({ ...printed, code, signal, isKilled });
    });
  });
}

/** A report, if there is one. */
function reportOf(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/**
 * What a run of the tool means for a program: a mark, and why where it needs words. `isCut`: it would have taken longer
 * than the limit; a bug may have been found before that, but not all questions were answered.
 */
function judge(ended, expected) {
  if (ended.isKilled) return { mark: 'TO', isCut: true };
  const report = reportOf(ended.output);
  const verdict = report?.verdicts?.find((v) => v.property === 'assertion');
  if (verdict === undefined) {
    const said =
      report?.diagnostics?.find((d) => d.severity === 'error')?.message ?? ended.errors.trim().split('\n')[0];
    return {
      mark: '?',
      why: `no verdict, ${ended.signal ?? `exit code ${ended.code}`}: ${said || 'nothing was said'}`,
    };
  }
  const { wallMs, clangMs, variables, clauses, rejected, peakRssMb, afterFirstFindingMs = 0 } = report.statistics;
  const seconds = (wallMs - clangMs) / 1000;
  const cost = { seconds, toVerdict: seconds - afterFirstFindingMs / 1000, variables, clauses, rejected, peakRssMb };
  const isLate = seconds > limit;
  if (verdict.kind === 'unknown') {
    const { because } = verdict;
    if (because.includes('cannot express')) return { mark: '–', why: because.replace(/^the encoding \S+ /, '') };
    if (isLate || because.includes('time limit')) return { mark: 'TO', isCut: true, ...cost };
    if (because.includes('memory')) return { mark: 'MO', isCut: true, ...cost };
    return { mark: '?', why: because, ...cost };
  }
  if (verdict.kind !== expected) return { mark: '?', why: `${verdict.kind}, but it is ${expected}`, ...cost };
  if (verdict.kind === 'violated')
    return { mark: '!', isCut: isLate || /time limit|memory/.test(verdict.incomplete), ...cost };
  return isLate ? { mark: 'TO', isCut: true, ...cost } : { mark: '✓', ...cost };
}

const counted = ({ isCut, mark }) => isCut || mark === '✓' || mark === '!';

/**
 * How time is taken: until every question is answered, or until the verdict is known, which one finding is enough for,
 * as in the paper.
 */
const timings = {
  all: { isCut: (cell) => cell.isCut, seconds: (cell) => cell.seconds },
  verdict: { isCut: (cell) => cell.isCut && cell.mark !== '!', seconds: (cell) => cell.toVerdict },
};

const timeOf = (cell, timing) => (timing.isCut(cell) ? limit : Math.max(timing.seconds(cell), 0.001));

/**
 * Of times, per program: `≥` if the one above was cut, `≤` if the one below was. Nothing where both were, or there is
 * none.
 */
function ratiosOf(rows, above, below, timing) {
  return rows.flatMap(({ program, cells }) => {
    const [a, b] = [cells[above], cells[below]];
    if (a === undefined || b === undefined || !counted(a) || !counted(b)) return [];
    const [x, y] = [timing.isCut(a), timing.isCut(b)];
    if (x && y) return [];
    return [{ name: program.name, ratio: timeOf(a, timing) / timeOf(b, timing), sign: x ? '≥ ' : y ? '≤ ' : '' }];
  });
}

function geometricMean(ratios) {
  const signs = new Set(ratios.map((r) => r.sign).filter((sign) => sign !== ''));
  const mean = Math.exp(ratios.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / ratios.length);
  return { mean, sign: signs.size > 1 ? '≈ ' : ([...signs][0] ?? '') };
}

function secondsShown({ isCut, seconds }) {
  if (isCut) return seconds === undefined || seconds >= limit ? `≥ ${limit}` : seconds.toFixed(0);
  return seconds === undefined ? '' : shortly(seconds);
}

function shortly(seconds) {
  return seconds.toPrecision(3).slice(0, 5);
}

const shown = (number) => number?.toLocaleString('en') ?? '';
const raised = (number) => [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');

/** Cell by cell, since some take minutes. */
class Table {
  notes = [];

  constructor(names, columns) {
    this.nameWidth = Math.max(...names.map((name) => name.length));
    this.columns = columns.map((encoding) => ({
      ...encoding,
      widths: encoding.isExact ? [4, 6, 6, 9, 10] : [4, 6, 6, 9, 10, 8],
    }));
    const gap = ' '.repeat(2 + this.nameWidth);
    const width = ({ widths }) => widths.reduce((sum, w) => sum + w + 1, 2);
    const heading = this.columns.map((c) => `   ${c.name}`.padEnd(width(c))).join('');
    this.write(`${gap}${heading.trimEnd()}\n${gap}`);
    for (const column of this.columns) this.group(column, ['', 's', 'first', 'variables', 'clauses', 'rejected']);
    this.write('\n');
  }

  write(text) {
    process.stdout.write(text);
  }

  group({ widths }, texts) {
    const cells = widths.map((width, at) => (at === 0 ? texts[at].padEnd(width) : texts[at].padStart(width)));
    this.write(`   ${cells.join(' ')}`);
  }

  begin(name) {
    this.write(`  ${name.padEnd(this.nameWidth)}`);
  }

  cell(at, cell) {
    const mark = cell.why === undefined ? cell.mark : `${cell.mark}${raised(this.note(cell.why))}`;
    this.group(this.columns[at], [
      mark,
      secondsShown(cell),
      cell.mark === '!' ? shortly(cell.toVerdict) : '',
      ...['variables', 'clauses', 'rejected'].map((key) => shown(cell[key])),
    ]);
  }

  note(why) {
    if (!this.notes.includes(why)) this.notes.push(why);
    return this.notes.indexOf(why) + 1;
  }

  end() {
    this.write(
      `  ${marks.join(', ')}; the limit is ${limit} s; ! with ≥: there are questions left; first: seconds until the first bug\n`,
    );
    this.notes.forEach((why, at) => this.write(`  ${raised(at + 1)} ${why}\n`));
  }
}

/** The lines below the table, and their numbers. */
function summarise(rows, columns, say) {
  const nested = rows.filter(({ program }) => program.nested);
  const values = {};
  for (const [until, timing] of Object.entries(timings)) {
    const measured = until === 'all' ? 'all answers' : 'the verdict';
    const suffix = until === 'all' ? '' : ', verdict';
    for (const other of ['threads', 'po', 'precise']) {
      const ratios = ratiosOf(nested, other, 'gap', timing);
      if (ratios.length === 0) continue;
      const { mean, sign } = geometricMean(ratios);
      say(
        `until ${measured} ${other} needs ${sign}${mean.toFixed(2)} × the time of gap, the geometric mean of ${ratios.length} of ${nested.length} programs with nested interrupts`,
      );
      values[`${other} to gap, geometric mean${suffix}`] = mean;
    }
    const worst = ratiosOf(rows, 'gap', 'po', timing).sort((x, y) => y.ratio - x.ratio)[0];
    if (worst === undefined) continue;
    say(
      `until ${measured} gap needs ${worst.sign}${worst.ratio.toFixed(2)} × the time of po where that is most, ${worst.name}`,
    );
    values[`gap to po, worst${suffix}`] = worst.ratio;
  }
  const cut = (...names) =>
    rows.filter(({ cells }) => names.some((name) => cells[name]?.isCut)).map((r) => r.program.name);
  const refused = (name) => rows.filter(({ cells }) => cells[name]?.mark === '–').map((r) => r.program.name);
  for (const { name } of columns) {
    say(`not finished by ${name}: ${cut(name).join(', ') || 'none'}`);
    if (refused(name).length > 0) say(`refused by ${name}: ${refused(name).join(', ')}`);
  }
  values['programs that po or precise does not finish'] = cut('po', 'precise').length;
  for (const { program, cells } of rows)
    if (cells.gap !== undefined && counted(cells.gap))
      values[`gap on ${program.name}, s`] = timeOf(cells.gap, timings.all);
  return values;
}

export async function run({ keep }) {
  if (!(limit >= 1 && Number.isInteger(limit))) throw new Error(`BENCH_LIMIT ${BENCH_LIMIT}: whole seconds are needed`);
  if (!['full', 'small'].includes(BENCH_SCALE)) throw new Error(`BENCH_SCALE ${BENCH_SCALE}: full or small is needed`);
  if (!existsSync(tool)) throw new Error(`there is no ${tool}`);
  const list = selected(programs({ scale: BENCH_SCALE }), BENCH_PROGRAMS, (name, text) => name.startsWith(text));
  const columns = selected(encodings, BENCH_ENCODINGS, (name, text) => name === text);
  const folder = mkdtempSync(join(tmpdir(), 'preempt-encodings-'));
  const table = new Table(
    list.map((p) => p.name),
    columns,
  );
  const rows = [];
  try {
    for (const program of list) {
      const file = program.file ?? join(folder, `${program.name}.c`);
      if (program.text !== undefined) writeFileSync(file, program.text);
      const cells = {};
      table.begin(program.name);
      for (const [at, { name }] of columns.entries()) {
        const flags = ['--engine', 'symbolic', '--encoding', name, '--format', 'json', '--timeout', String(limit)];
        cells[name] = judge(await check(file, [...program.flags, ...flags]), program.expected);
        table.cell(at, cells[name]);
      }
      table.write('\n');
      rows.push({ program, cells });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  table.end();
  const say = (line) => table.write(`  ${line}\n`);
  const values = summarise(rows, columns, say);
  const wrong = rows.flatMap(({ program, cells }) =>
    columns.filter((c) => c.isExact && cells[c.name].mark === '?').map((c) => `${c.name} on ${program.name}`),
  );
  if (wrong.length > 0) {
    say(`wrong or missed by an exact encoding: ${wrong.join(', ')}`);
    process.exitCode = 1;
  }
  keep({
    limit,
    scale: BENCH_SCALE,
    programs: rows.map(({ program: { name, expected, isrs, arrivals }, cells }) => ({
      name,
      expected,
      isrs,
      arrivals,
      cells,
    })),
  });
  return values;
}
