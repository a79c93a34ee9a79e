// The search through the models of a library against Spin. Speed: on one large model, the full one of four functions
// of the small kernel in examples/library/; both must count the same states, but for the one in which Spin's processes
// have not begun. Agreement: on at least twenty reduced models, of FreeRTOS V6.1.1 where PREEMPT_FREERTOS names a
// checkout of it and else of the small kernel: races on the same structures in the exact form, and in the paper's but
// for three reads at a time. Seconds are of the processor: of the search alone, and of pan without its compilation.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { prepareLibrary } = await import('../dist/check/library-races.js');
const { thisMachine } = await import('../dist/clang/node-host.js');
const { fullModel, reducedModels } = await import('../dist/engines/library/reduced-model.js');
const { promelaOf, promelaStructures } = await import('../dist/engines/library/promela.js');
const { ModelStates, searchModel } = await import('../dist/engines/library/search.js');

export const aims = {
  'speed, states/s, Preempt / Spin': { atLeast: 1 },
  'agreement, models that agree / models': { atLeast: 1 },
};

export const variant = process.env.PREEMPT_FREERTOS === undefined ? undefined : 'freertos';

const AT_LEAST = 20;
const REPEATS = 5;
const LARGE = ['queue_send', 'queue_receive', 'queue_send_from_isr', 'queue_receive_from_isr', 'tick_handler'];

function seconds(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

function spin(folder, text, optimised) {
  const run = (script) => spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 });
  writeFileSync(join(folder, 'model.pml'), text);
  const flags = optimised ? '-O2' : '-O0 -DPRINTF';
  run(`spin -DLIST -a model.pml && gcc ${flags} -w -DNOREDUCE -DSAFETY -o pan pan.c`);
  const { stdout, stderr } = run('TIMEFORMAT="seconds %U %S"; time ./pan -m1000000 -n -E -c0');
  const [, user, system] = /seconds ([\d.]+) ([\d.]+)/.exec(stderr);
  const races = [...stdout.matchAll(/^\s*race (\d+)$/gm)].map((match) => Number(match[1]));
  return {
    states: Number(/(\d+) states, stored/.exec(stdout)?.[1]) - 1,
    seconds: Number(user) + Number(system),
    races: new Set(races),
  };
}

/** Structures that race, and those that some state has three processes reading. */
function searched(library, model) {
  const { processes } = new ModelStates(library, model);
  const structureOf = (a) => library.skeletons[a.skeleton].accesses[a.access].structure;
  const readByThree = new Set();
  const visit = (vector) => {
    const read = processes.flatMap(({ open, openSets }, p) => [
      ...new Set(open[openSets[vector[ModelStates.LOCATIONS + p]]].map(structureOf)),
    ]);
    for (const name of read) if (read.filter((each) => each === name).length > 2) readByThree.add(name);
  };
  const { pairs, states } = searchModel(library, model, { states: 1e8, visit });
  return { racing: new Set(pairs.map(({ first }) => structureOf(first))), readByThree, states };
}

function speed(library, folder) {
  const numbers = library.skeletons.map((s, n) => [s.name, n]).filter(([name]) => LARGE.includes(name));
  const skeletons = numbers.map(([, n]) => library.skeletons[n]);
  const small = { ...library, skeletons };
  const [model] = fullModel(small, 2).models;
  const mine = [];
  for (let n = 0; n < REPEATS; n++) mine.push(seconds(() => searchModel(small, model, { states: 1e8 }).states));
  const best = mine.reduce((a, b) => (a.seconds < b.seconds ? a : b));
  const theirs = spin(folder, promelaOf(small, model, 'exact'), true);
  const again = Array.from({ length: REPEATS - 1 }, () => {
    const { stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; time ./pan -m1000000 -n -E -c0 > /dev/null'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stderr
      .trim()
      .split(' ')
      .map(Number)
      .reduce((a, b) => a + b);
  });
  const fastest = Math.min(theirs.seconds, ...again);
  if (best.result !== theirs.states) {
    process.stdout.write(`  ${best.result} states, Spin ${theirs.states}\n`);
    process.exitCode = 1;
  }
  return {
    states: best.result,
    'Preempt, states/s': best.result / best.seconds,
    'Spin, states/s': theirs.states / fastest,
    'states/s, Preempt / Spin': fastest / best.seconds,
  };
}

function agreement(library, models, folder) {
  const every = Math.max(1, Math.floor(models.length / (AT_LEAST + 2)));
  const chosen = models.filter((_, n) => n % every === 0);
  const names = promelaStructures(library);
  let agreeing = 0;
  for (const model of chosen) {
    const { racing, readByThree, states } = searched(library, model);
    const exact = spin(folder, promelaOf(library, model, 'exact'), false);
    const paper = spin(folder, promelaOf(library, model, 'paper'), false);
    const wrong = names.filter(
      (name, n) =>
        exact.races.has(n) !== racing.has(name) ||
        (paper.races.has(n) !== racing.has(name) && !(paper.races.has(n) && readByThree.has(name))),
    );
    if (wrong.length === 0 && exact.states === states) agreeing++;
    else process.stdout.write(`  ${model.name}: ${wrong}; ${states} states, Spin ${exact.states}\n`);
  }
  if (agreeing < chosen.length) process.exitCode = 1;
  return { models: chosen.length, 'models that agree / models': agreeing / chosen.length };
}

async function prepared(paths, flags, description) {
  const wish = { paths, flags, description, descriptionFile: 'description', derive: false };
  return (await prepareLibrary(wish, thisMachine())).value.library;
}

export async function run({ keep }) {
  if (spawnSync('bash', ['-c', 'command -v spin && command -v gcc']).status !== 0) {
    process.stdout.write('  not measured: there is no spin or no gcc here\n');
    return {};
  }
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const kernel = read('examples/library/kernel.json');
  const small = await prepared(['examples/library/kernel.c'], ['-DFIXED'], kernel);
  const sources = join(process.env.PREEMPT_FREERTOS ?? '', 'Source');
  const isThere = process.env.PREEMPT_FREERTOS !== undefined && existsSync(join(sources, 'tasks.c'));
  const description = isThere ? read('include/models/freertos/freertos-6.1.1.json') : kernel;
  const library = isThere
    ? await prepared(
        ['tasks.c', 'queue.c', 'list.c'].map((file) => join(sources, file)),
        [`-I${join(sources, 'include')}`, '-Iinclude/models/freertos'],
        description,
      )
    : await prepared(['examples/library/kernel.c'], [], kernel);
  const folder = mkdtempSync(join(tmpdir(), 'preempt-library-'));
  try {
    const values = {
      speed: speed(small, folder),
      agreement: {
        ...agreement(library, reducedModels(library, description.tick).models, folder),
      },
    };
    keep(values);
    return values;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
