// The kinds of input that scripts/mutated-inputs.mjs damages: where the sound ones come from, and which command reads
// the damaged one.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutateIr, mutateJson, mutateText, Random } from './mutations.mjs';

/** Small ones: what is to be shown is not how long a search takes. */
const LARGEST_SOURCE = 900;
const corpora = ['atomicity', 'race', 'torn-access', 'assertion', 'undefined'].map((kind) => `tests/corpus/${kind}`);
/** One for each construct of C. */
const language = [
  ...['alloca', 'array-2d', 'asm-goto', 'asm-operands', 'atomic-compare-exchange', 'atomic-struct', 'atomic-builtins'],
  ...['alias-symbols', 'aligned', 'array-of-strings', 'asm-memory-operand'],
];

/** The sound inputs, from which everything is made. `directory` keeps the files that they need. */
export async function prepare(root, directory) {
  const home = join(directory, 'sound');
  mkdirSync(home, { recursive: true });
  const ir = await compiledPrograms(root);
  const file = join(home, 'program.ll');
  writeFileSync(file, ir.find((each) => each.file.endsWith('tick_count_bad.c')).text);
  const baseline = join(home, 'baseline.json');
  const report = join(home, 'report.json');
  const { run } = await import(new URL('../dist/cli/command-line.js', import.meta.url));
  await run(['check', file, '--write-baseline', baseline, '--format', 'json', '--output', report]);
  const reported = JSON.parse(readFileSync(report, 'utf8'));
  const { avr } = await import(new URL('../dist/model/packs/avr.js', import.meta.url));
  return {
    ir: ir.map(({ text }) => text),
    file,
    source: join(root, 'tests/corpus/atomicity/receive_timeout_ok.c'),
    baseline: JSON.parse(readFileSync(baseline, 'utf8')),
    report: reported,
    schedules: reported.findings.map((finding) => finding.schedule),
    isrs: reported.program.contexts.map((context) => context.name),
    platform: JSON.parse(JSON.stringify(avr)),
  };
}

async function compiledPrograms(root) {
  const { thisMachine } = await import(new URL('../dist/clang/node-host.js', import.meta.url));
  const { choosePlatform } = await import(new URL('../dist/model/choose-platform.js', import.meta.url));
  const small = (file) => file.endsWith('.c') && readFileSync(join(root, file)).length < LARGEST_SOURCE;
  const ofCorpora = corpora.flatMap((folder) => {
    const files = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
    return files.filter(small).sort().slice(0, 16);
  });
  const files = [
    ...new Set([
      ...ofCorpora,
      'tests/corpus/atomicity/tick_count_bad.c',
      ...language.map((name) => `tests/language/${name}.c`),
    ]),
  ];
  const programs = [];
  for (const file of files) {
    const chosen = choosePlatform({}, [{ file, text: readFileSync(join(root, file), 'utf8') }]).value;
    const folders = [...chosen.platform.headers, 'libc', 'preempt', 'c51'];
    const unit = { kind: 'c', file: join(root, file), directory: root, arguments: [] };
    const compiled = await thisMachine()
      .open({ paths: [join(root, file)] })
      .compile([unit], {
        clang: 'auto',
        target: chosen.target,
        includeDirectories: folders.map((folder) => join(root, 'include', folder)),
        extraArguments: chosen.platform.arguments,
      });
    if (compiled.kind === 'failed') throw new Error(`${file}: ${JSON.stringify(compiled.diagnostics)}`);
    programs.push({ file, text: compiled.value[0].ir });
  }
  return programs;
}

/** The damaged files by name, and the command that reads them. */
export function inputOf(job, originals, folder, seconds) {
  const [kind, seed] = job.split(':');
  const random = new Random(Number(seed));
  return kinds[kind](random, originals, (name) => join(folder, name), seconds);
}

const limits = (seconds) => ['--timeout', String(seconds), '--memory', '3000'];

const dictionary = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '\\',
    '\0',
    'null',
    '/*',
    '//',
    '1e999',
    '\n',
    '\t',
    'end:',
    '~',
    '.',
    '/',
    '0*4',
    '0x',
    '-1',
  ],
  ...['0*99999999999', '1*4294967296', '"\\u0000"', '999999999999:x', '\ud800', 'end'],
];

/** By value, by character, or both. */
function damagedJson(value, random) {
  const damaged = random.below(3) === 0 ? value : mutateJson(value, random);
  const plain = JSON.stringify(damaged) ?? 'undefined';
  // What is nested deeply would be mostly blanks.
  const text = plain.includes('[[[[') || random.below(2) === 0 ? plain : (JSON.stringify(damaged, null, 2) ?? plain);
  return random.below(3) === 0 ? mutateText(text, random, dictionary) : text;
}

const kinds = {
  ir(random, { ir }, place, seconds) {
    const text = mutateIr(random.of(ir), random, ir);
    const file = place('damaged.ll');
    const command = random.of([
      ['check', file, ...limits(seconds)],
      ['check', file, ...limits(seconds)],
      ['check', file, ...limits(seconds), '--no-fix'],
      ['check', file, ...limits(seconds), '--format', random.of(['json', 'sarif', 'junit', 'html'])],
      ['check', file, ...limits(seconds), '--engine', 'explore', '--arrivals', random.of(['2', 'unbounded'])],
      [
        'check',
        file,
        ...limits(seconds),
        '--engine',
        'symbolic',
        '--encoding',
        random.of(['gap', 'po', 'precise', 'threads']),
      ],
      ['check', file, ...limits(seconds), '--reproduce', place('reproducers')],
      ['check', file, ...limits(seconds), '--emit', random.of(['ir', 'model', 'smt2', 'dimacs'])],
      ['inspect', file],
      ['inspect', file, '--format', 'json'],
    ]);
    return { files: { 'damaged.ll': text }, argv: command };
  },
  config(random, { file, isrs }, place, seconds) {
    const sound = {
      paths: [file],
      entry: 'main',
      isrs: [{ function: isrs.at(-1), irq: 3, priority: 2 }],
      interrupts: 'on',
      platform: random.of(['generic', 'avr', 'cortex-m']),
      target: random.of(['avr', 'thumbv7m-none-eabi', 'x86_64']),
      include: ['include'],
      define: ['A=1'],
      flags: ['-std=c11'],
      jobs: 2,
      failOn: 'any',
      format: 'json',
    };
    const command = random.of([['check', ...limits(seconds)], ['inspect'], ['replay', '--schedule', '']]);
    const argv = [...command, '--config', place('preempt.json'), ...(random.below(2) === 0 ? [file] : [])];
    return { files: { 'preempt.json': damagedJson(sound, random) }, argv };
  },
  schedule(random, { file, schedules, isrs }) {
    const sound = random.of([...schedules, ...isrs.map((name) => `3:${name} end:${name} 9. / 1 0*4 0xff`)]);
    const schedule = mutateText(sound, random, [...dictionary, ...isrs.map((name) => ` 0:${name} `)]);
    return { files: {}, argv: ['replay', file, '--schedule', schedule, '--format', random.of(['text', 'json'])] };
  },
  baseline(random, { file, baseline }, place, seconds) {
    const argv = ['check', file, ...limits(seconds), '--no-fix', '--baseline', place('baseline.json')];
    return { files: { 'baseline.json': damagedJson(baseline, random) }, argv };
  },
  report(random, { file, report }, place, seconds) {
    const argv = ['check', file, ...limits(seconds), '--no-fix', '--diff', place('report.json')];
    return { files: { 'report.json': damagedJson(report, random) }, argv };
  },
  commands(random, { source }, place) {
    const sound = [
      { directory: place(''), file: source, command: `clang -Iinclude -DX=1 -std=c11 -O2 -c ${source} -o out.o` },
      { directory: place(''), file: source, arguments: ['clang', '-mmcu=atmega328p', '-include', 'none.h', source] },
    ];
    const argv = ['inspect', place('compile_commands.json')];
    return { files: { 'compile_commands.json': damagedJson([random.of(sound)], random) }, argv };
  },
  platform(random, { file, platform }, place, seconds) {
    const command = random.of([
      ['check', file, ...limits(seconds), '--no-fix'],
      ['inspect', file],
    ]);
    return {
      files: { 'platform.json': damagedJson(platform, random) },
      argv: [...command, '--platform', place('platform.json')],
    };
  },
};
