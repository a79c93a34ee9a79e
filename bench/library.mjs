// The search through the models of a library against Spin, on the exact Promela of the same models: those of the small
// kernel in examples/library/. Both must count the same states, but for the one in which Spin's processes have not
// begun. Seconds are of the processor: of the search alone, and of pan without its compilation.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { prepareLibrary } = await import('../dist/check/library-races.js');
const { thisMachine } = await import('../dist/clang/node-host.js');
const { fullModel, reducedModels } = await import('../dist/engines/library/reduced-model.js');
const { promelaOf } = await import('../dist/engines/library/promela.js');
const { searchModel } = await import('../dist/engines/library/search.js');

export const aims = {
  'full, states/s, Preempt / Spin': { atLeast: 1 },
  'reduced, states/s, Preempt / Spin': { atLeast: 1 },
};

/** Of the reduced models, every so many. */
const EVERY = 34;

function ours(library, models) {
  const before = process.cpuUsage();
  const states = models.map((model) => searchModel(library, model, { states: 1e8 }).states);
  const { user, system } = process.cpuUsage(before);
  return { states, seconds: (user + system) / 1e6 };
}

function spin(library, models) {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-library-'));
  const run = (script) => spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  let seconds = 0;
  try {
    const states = models.map((model) => {
      writeFileSync(join(folder, 'model.pml'), promelaOf(library, model, 'exact'));
      run('spin -DLIST -a model.pml && gcc -O2 -w -DNOREDUCE -DSAFETY -o pan pan.c');
      const { stdout, stderr } = run('TIMEFORMAT="seconds %U %S"; time ./pan -m1000000 -n -E -c0');
      const [, user, system] = /seconds ([\d.]+) ([\d.]+)/.exec(stderr);
      seconds += Number(user) + Number(system);
      return Number(/(\d+) states, stored/.exec(stdout)?.[1]) - 1;
    });
    return { states, seconds };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function run({ keep }) {
  if (spawnSync('spin', ['-V']).error) {
    process.stdout.write('  not measured: there is no spin here\n');
    return {};
  }
  const description = JSON.parse(readFileSync('examples/library/kernel.json', 'utf8'));
  const wish = { paths: ['examples/library/kernel.c'], flags: ['-DFIXED'], description, derive: false };
  const prepared = await prepareLibrary({ ...wish, descriptionFile: 'kernel.json' }, thisMachine());
  const { library } = prepared.value;
  const reduced = reducedModels(library, description.tick).models.filter((_, n) => n % EVERY === 0);
  const rows = {};
  const values = {};
  for (const [name, models] of Object.entries({ full: fullModel(library, 2).models, reduced })) {
    ours(library, models);
    const [mine, theirs] = [ours(library, models), spin(library, models)];
    rows[name] = { mine, theirs };
    if (JSON.stringify(mine.states) !== JSON.stringify(theirs.states)) {
      process.stdout.write(`  ${name}: ${mine.states} states, Spin ${theirs.states}\n`);
      process.exitCode = 1;
    }
    const sum = mine.states.reduce((a, b) => a + b, 0);
    values[name] = {
      models: models.length,
      states: sum,
      'Preempt, states/s': sum / mine.seconds,
      'Spin, states/s': sum / theirs.seconds,
      'states/s, Preempt / Spin': theirs.seconds / mine.seconds,
    };
  }
  keep(rows);
  return values;
}
