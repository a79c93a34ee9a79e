// The IR parser on the SQLite amalgamation, over 200 000 lines of C that nobody here wrote: megabytes per second, and
// peak memory as a multiple of the text. `PREEMPT_BENCH_IR=FILE.ll` measures that text instead.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const folder = fileURLToPath(new URL('results/sqlite/', import.meta.url));
const amalgamation = 'better-sqlite3@12.11.1';
/** Without an operating system, Preempt's own headers are enough. */
const freestanding = ['-w', '-DSQLITE_OS_OTHER=1', '-DSQLITE_THREADSAFE=0', '-DSQLITE_OMIT_LOAD_EXTENSION=1'];
const repetitions = 5;

export const aims = { 'MB/s': { atLeast: 30 }, 'peak memory / text': { atMost: 10 } };

/** The best of several processes: the machine has other things to do, and only ever makes a run slower. */
export async function run() {
  const file = process.env.PREEMPT_BENCH_IR ?? (await sqlite());
  const runs = Array.from({ length: repetitions }, () =>
    JSON.parse(execFileSync(process.execPath, [self, file], { encoding: 'utf8' })),
  );
  return runs.reduce((best, next) => (next['MB/s'] > best['MB/s'] ? next : best));
}

/** The text, made once: the amalgamation comes with an npm package and is compiled by the embedded clang. */
async function sqlite() {
  const file = `${folder}sqlite3.ll`;
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('npm', ['pack', '--silent', amalgamation], { cwd: folder, encoding: 'utf8' }).trim();
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  const { compile } = await import('../dist/clang/compile.js');
  const unit = { kind: 'c', file: 'package/deps/sqlite3/sqlite3.c', directory: folder, arguments: freestanding };
  const { projectOf } = await import('../dist/clang/project.js');
  const compiled = await compile([unit], {
    project: projectOf([folder]),
    clang: 'embedded',
    target: 'x86_64-unknown-linux-gnu',
    includeDirectories: [fileURLToPath(new URL('../include/libc', import.meta.url))],
    extraArguments: [],
    cacheDirectory: false,
  });
  if (compiled.kind === 'failed') throw new Error(compiled.diagnostics.map((d) => d.message).join('\n'));
  writeFileSync(file, compiled.value[0].ir);
  return file;
}

/** Peak memory is that of the whole process: Node itself, the text and the module. */
async function measure(file) {
  const { parseModule } = await import('../dist/ir/parse/parse.js');
  const text = readFileSync(file, 'latin1');
  const start = performance.now();
  const result = parseModule(text, file);
  const seconds = (performance.now() - start) / 1000;
  const functions = result.kind === 'ok' ? [...result.value.functions.values()] : [];
  return {
    'MB/s': text.length / 1e6 / seconds,
    'peak memory / text': (process.resourceUsage().maxRSS * 1024) / text.length,
    MB: text.length / 1e6,
    functions: functions.length,
    instructions: functions.flatMap((f) => f.blocks).reduce((n, block) => n + block.instructions.length, 0),
    problems: result.diagnostics.length + functions.flatMap((f) => f.problems).length,
  };
}

if (process.argv[1] === self) console.log(JSON.stringify(await measure(process.argv[2])));
