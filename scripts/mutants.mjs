// Runs the tests that have to notice deliberate faults: node scripts/mutants.mjs [patch …], all of tests/mutants by
// default; `npm run build` comes first. One line of JSON for each: its name, how many tests failed, or why the patch
// does not apply. Nothing in the tree is changed: the tests run a copy of what was built, with the mutated files
// translated into it.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { createVitest } from 'vitest/node';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'tests/mutants');
const asked = process.argv.slice(2).map((patch) => resolve(patch));
const all = readdirSync(folder).filter((file) => file.endsWith('.patch'));
const patches = asked.length > 0 ? asked : all.map((file) => join(folder, file));

/** A package like this one. */
const copy = mkdtempSync(join(tmpdir(), 'preempt-mutants-'));
for (const name of ['include', 'node_modules', 'package.json']) symlinkSync(join(root, name), join(copy, name));
cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });

/** Sources as they are in the copy. */
const plugin = {
  name: 'mutant',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || !id.startsWith('.')) return undefined;
    const within = relative(join(root, 'src'), resolve(dirname(importer), id));
    return within.startsWith('..') ? undefined : { id: join(copy, 'dist', within), external: true };
  },
};
const options = {
  config: false,
  root,
  watch: false,
  include: ['tests/**/*.test.ts'],
  // Whatever npm test leaves out may be what notices it.
  env: { NO_COLOR: '1', PREEMPT_TEST_SLOW: 'yes' },
  // One is enough.
  bail: 1,
  server: { deps: { external: [/\/dist\//] } },
  maxWorkers: 1,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  reporters: [{}],
};
const vitest = await createVitest('test', options, { plugins: [plugin] });
try {
  for (const patch of patches)
    console.log(JSON.stringify({ patch: patch.slice(folder.length + 1), ...(await run(patch)) }));
} finally {
  await vitest.close();
  rmSync(copy, { recursive: true, force: true });
}
// That tests fail is what was wanted; the runner takes it for a failure of its own.
process.exitCode = 0;

async function run(patch) {
  const text = readFileSync(patch, 'utf8');
  const [, killers, pattern] = /^Killed by: (.+?)(?: -t (.+))?$/m.exec(text) ?? [];
  if (killers === undefined) return { problem: 'it does not say which tests notice it' };
  const files = [...text.matchAll(/^\+\+\+ b\/src\/(.+)$/gm)].map((match) => match[1]);
  try {
    mutate(patch, files);
  } catch (error) {
    return { problem: `it does not apply: ${error.stderr ?? error.message}` };
  }
  try {
    // Failures of the one before do not count.
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    if (pattern === undefined) vitest.resetGlobalTestNamePattern();
    else vitest.setGlobalTestNamePattern(pattern);
    const specifications = await vitest.globTestSpecifications(killers.split(' '));
    const { testModules } = await vitest.runTestSpecifications(specifications);
    return { failed: testModules.flatMap((module) => [...module.children.allTests('failed')]).length };
  } finally {
    for (const file of files.map(builtName)) cpSync(join(root, 'dist', file), join(copy, 'dist', file));
  }
}

function mutate(patch, files) {
  const patched = mkdtempSync(join(tmpdir(), 'preempt-mutant-'));
  try {
    for (const file of files) {
      mkdirSync(dirname(join(patched, 'src', file)), { recursive: true });
      cpSync(join(root, 'src', file), join(patched, 'src', file));
    }
    execFileSync('git', ['apply', patch], { cwd: patched, stdio: 'pipe', encoding: 'utf8' });
    const translated = files.map((file) => {
      const { code, errors } = transformSync(file, readFileSync(join(patched, 'src', file), 'utf8'));
      if (errors.length > 0) throw errors[0];
      return [builtName(file), code];
    });
    for (const [file, code] of translated) writeFileSync(join(copy, 'dist', file), code);
  } finally {
    rmSync(patched, { recursive: true, force: true });
  }
}

/** Of what tsc makes of a source. */
function builtName(file) {
  return file.replace(/\.ts$/, '.js');
}
