// `npm run bench` runs every module beside this file, `npm run bench -- NAME …` only those. A module exports `run()`,
// which returns numbers by name, and `aims`, which says for some of them how much is wanted: `{ 'MB/s': { atLeast: 30 }
// }`. Shown are the numbers, their ratio to the aim (above 1 is better than it) and to the last run, which
// bench/results/ keeps, with the `details` that `run` hands to `keep`. A module that can run in several ways, whose
// numbers are not to be compared, exports which `variant` this is; one that takes hours exports `isLong` and runs only
// if it is named. One that finds an error sets the exit code. `--against DIR` and `--racebench DIR` are handed to `run`
// as `options`.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

const here = new URL('.', import.meta.url);
const results = new URL('results/', here);
const all = readdirSync(here)
  .filter((file) => file.endsWith('.mjs') && file !== 'main.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));

/** `{ a: { b: 1 } }` → `{ 'a, b': 1 }` */
function flat(value, path = []) {
  if (typeof value === 'number') return { [path.join(', ')]: value };
  return Object.assign({}, ...Object.entries(value).map(([key, inner]) => flat(inner, [...path, key])));
}

function ratioToAim(value, aim) {
  if (aim === undefined) return '';
  const [wanted, ratio] =
    'atLeast' in aim ? [`≥ ${aim.atLeast}`, value / aim.atLeast] : [`≤ ${aim.atMost}`, aim.atMost / value];
  return `${wanted}: ${ratio.toFixed(2)}`;
}

function print(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])));
    process.stdout.write(`  ${cells.join('  ').trimEnd()}\n`);
  }
}

function shown(value) {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toPrecision(3);
}

async function measure(name) {
  const { run, aims = {}, variant, isLong = false } = await import(new URL(`${name}.mjs`, here));
  process.stdout.write(`${name}\n`);
  if (isLong && !asked.includes(name)) {
    process.stdout.write('  not measured: it takes hours, name it to run it\n');
    return;
  }
  const file = new URL(`${variant === undefined ? name : `${name}-${variant}`}.json`, results);
  const last = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).values : {};
  let details;
  const keep = (what) => {
    details = what;
  };
  const values = flat(await run({ keep, options }));
  const row = ([key, value]) => [
    key,
    shown(value),
    ratioToAim(value, aims[key]),
    last[key] > 0 ? (value / last[key]).toFixed(2) : '',
  ];
  print([['', 'now', 'aim: ratio', 'to the last run'], ...Object.entries(values).map(row)]);
  mkdirSync(results, { recursive: true });
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
  };
  writeFileSync(
    file,
    `${JSON.stringify({ name, date: new Date().toISOString(), machine, values, details }, null, 2)}\n`,
  );
}

const { values: options, positionals: asked } = parseArgs({
  options: { against: { type: 'string' }, racebench: { type: 'string' } },
  allowPositionals: true,
});
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no benchmark ${unknown.join(', ')}; there are: ${all.join(', ')}\n`);
  process.exitCode = 2;
} else {
  for (const name of asked.length > 0 ? asked : all) await measure(name);
}
