// Reports of many programs, to compare two versions of Preempt:
//   node scripts/reports.mjs OUT [--preempt CLI] [--generated N] [--only REGEX] [--racebench DIR --truth FILE]
// runs the corpus, the examples, generated programs and Racebench, and writes one file for each report, without what
// differs between any two runs. node scripts/reports.mjs --compare OLD NEW lists the differences.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'boolean' },
    preempt: { type: 'string', default: join(root, 'dist/cli/main.js') },
    racebench: { type: 'string' },
    truth: { type: 'string' },
    generated: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
  },
});

/** Time and memory, and what depends on where the sources lie. */
const measured = ['irBytes', 'wallMs', 'clangMs', 'peakRssMb', 'solveMs', 'afterFirstFindingMs'];

if (options.compare) compare(...positionals);
else await write(positionals[0]);

function compare(before, after) {
  const names = new Set([...readdirSync(before), ...readdirSync(after)]);
  const read = (folder, name) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
  const differing = [...names].sort().filter((name) => read(before, name) !== read(after, name));
  for (const name of differing) console.log(name);
  console.log(`${names.size} reports, ${differing.length} differ`);
  process.exitCode = differing.length === 0 ? 0 : 1;
}

async function write(out) {
  mkdirSync(out, { recursive: true });
  const sources = join(out, '..', 'generated-programs');
  const jobs = [...corpus(), ...examples(), ...(await generated(sources)), ...racebench()].filter(({ name }) =>
    new RegExp(options.only).test(name),
  );
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const { name, args, cwd = root } = jobs[next++];
      writeFileSync(join(out, name), await reportOf(args, cwd));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  console.log(`${jobs.length} reports`);
}

async function reportOf(args, cwd) {
  const { code, stdout, stderr } = await run(args, cwd);
  if (!args.includes('json')) return `exit ${code}\n${stdout}${stderr}`;
  try {
    const report = JSON.parse(stdout);
    for (const name of measured) delete report.statistics?.[name];
    return `exit ${code}\n${JSON.stringify(report, null, 1)}\n`;
  } catch {
    return `exit ${code}\n${stdout}${stderr}`;
  }
}

function run(args, cwd) {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [options.preempt, 'check', ...args],
      { cwd, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

function corpus() {
  return readdirSync(join(root, 'tests/corpus'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.c'))
    .flatMap((file) => {
      const path = join('tests/corpus', file);
      const words =
        /^\/\/ options: (.*)$/m
          .exec(readFileSync(join(root, path), 'utf8'))?.[1]
          .trim()
          .split(/\s+/) ?? [];
      const name = file.replaceAll('/', '-');
      const common = [path, ...words, '--timeout', '600'];
      return [
        { name: `corpus-${name}.json`, args: [...common, '--engine', 'explore', '--format', 'json'] },
        { name: `corpus-${name}.txt`, args: [...common, '--engine', 'explore'] },
        ...(words.includes('unbounded') || words.includes('function')
          ? []
          : [{ name: `corpus-${name}.gap.json`, args: [...common, '--engine', 'symbolic', '--format', 'json'] }]),
      ];
    });
}

function examples() {
  return readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.c'))
    .flatMap((file) =>
      ['json', 'text', 'sarif', 'html'].map((format) => ({
        name: `example-${basename(file)}.${format}`,
        args: [join('examples', file), '--timeout', '600', '--engine', 'explore', '--format', format],
      })),
    );
}

/** As the agreement test makes them. */
async function generated(folder) {
  mkdirSync(folder, { recursive: true });
  const bundle = join(folder, 'generate.mjs');
  const entry = 'generate-entry';
  const build = await rolldown({
    input: entry,
    platform: 'node',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `export { generateProgram } from ${JSON.stringify(join(root, 'tests/agreement/generate.ts'))};
               export { printProgram } from ${JSON.stringify(join(root, 'tests/agreement/print.ts'))};`
            : null,
      },
    ],
  });
  await build.write({ file: bundle, format: 'esm' });
  const { generateProgram, printProgram } = await import(bundle);
  return Array.from({ length: Number(options.generated) }, (_, n) => {
    const program = generateProgram(n + 1);
    const file = `seed-${n + 1}.c`;
    writeFileSync(join(folder, file), printProgram(program));
    const { unit, effect, arrivals, target, interrupts, isrs } = program;
    const args = [
      ...[file, '--platform', 'generic', '--target', target, '--races', 'all', '--unwind', '100'],
      ...['--unit', unit, '--effect', effect, '--arrivals', String(arrivals)],
      ...(interrupts === 'default' ? [] : ['--interrupts', interrupts]),
      ...isrs.flatMap((isr) => ['--isr', `${isr.name}:${isr.irq}:${isr.priority}`]),
      ...['--engine', 'explore', '--timeout', '60', '--format', 'json'],
    ];
    return { name: `generated-${n + 1}.json`, cwd: resolve(folder), args };
  });
}

function racebench() {
  if (options.racebench === undefined || options.truth === undefined) return [];
  const truth = JSON.parse(readFileSync(options.truth, 'utf8'));
  return Object.entries(truth.programs).map(([name, program]) => ({
    name: `racebench-${name}.json`,
    cwd: resolve(options.racebench),
    args: [
      ...[program.file, '2.1/common.c', '--entry', program.main, '--interrupts', 'off', '--property', 'atomicity'],
      ...['--arrivals', '1', '--format', 'json', '--timeout', '600', '--engine', 'explore'],
      ...program.isrs.flatMap((isr) => ['--isr', `${isr.function}:${isr.irq}:${isr.priority}`]),
    ],
  }));
}
