// Runs the tests that have to notice deliberate faults: node scripts/mutants.mjs [patch …], all of tests/mutants by
// default. One line of JSON for each: its name, how many tests failed, or why the patch does not apply. Nothing in the
// tree is changed: the test runner reads the mutated files in place of those in src/, and keeps what it knows of all
// the others.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'tests/mutants');
const asked = process.argv.slice(2).map((patch) => resolve(patch));
const all = readdirSync(folder).filter((file) => file.endsWith('.patch'));
const patches = asked.length > 0 ? asked : all.map((file) => join(folder, file));

/** Absolute path of a source file → what it is now. */
const mutated = new Map();
const plugin = { name: 'mutant', enforce: 'pre', load: (id) => mutated.get(id) };
const options = {
  config: false,
  root,
  watch: false,
  include: ['tests/**/*.test.ts'],
  // Whatever npm test leaves out may be what notices it.
  env: { NO_COLOR: '1', PREEMPT_TEST_SLOW: 'yes' },
  // One is enough.
  bail: 1,
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
}
// That tests fail is what was wanted; the runner takes it for a failure of its own.
process.exitCode = 0;

async function run(patch) {
  const text = readFileSync(patch, 'utf8');
  const [, files, pattern] = /^Killed by: (.+?)(?: -t (.+))?$/m.exec(text) ?? [];
  if (files === undefined) return { problem: 'it does not say which tests notice it' };
  try {
    mutate(
      patch,
      [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map((match) => match[1]),
    );
  } catch (error) {
    return { problem: `it does not apply: ${error.stderr ?? error.message}` };
  }
  const changed = [...mutated.keys()];
  try {
    for (const file of changed) vitest.invalidateFile(file);
    // Failures of the one before do not count.
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    if (pattern === undefined) vitest.resetGlobalTestNamePattern();
    else vitest.setGlobalTestNamePattern(pattern);
    const specifications = await vitest.globTestSpecifications(files.split(' '));
    const { testModules } = await vitest.runTestSpecifications(specifications);
    return { failed: testModules.flatMap((module) => [...module.children.allTests('failed')]).length };
  } finally {
    mutated.clear();
    for (const file of changed) vitest.invalidateFile(file);
  }
}

function mutate(patch, files) {
  const copy = mkdtempSync(join(tmpdir(), 'preempt-mutant-'));
  try {
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(root, file), join(copy, file));
    }
    execFileSync('git', ['apply', patch], { cwd: copy, stdio: 'pipe', encoding: 'utf8' });
    for (const file of files) mutated.set(join(root, file), readFileSync(join(copy, file), 'utf8'));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
