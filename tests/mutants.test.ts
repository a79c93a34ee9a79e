// Deliberate faults in machine, reduction and matching, kept as patches: for each, the tests that it names fail. A patch that no longer
// applies fails as well: the fault has to be put back where it belongs now.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = 'tests/mutants';
const patches = readdirSync(folder).filter((file) => file.endsWith('.patch'));
const left = new Set(['node_modules', 'dist', '.git', 'bench']);
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'preempt-mutants-'));
  cpSync('.', copy, { recursive: true, filter: (source) => !left.has(relative('.', source).split('/')[0]!) });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('mutants', () => {
  it('are ten or more', () => expect(patches.length).toBeGreaterThanOrEqual(10));

  it.each(patches)('%s dies', (file) => {
    const patch = resolve(folder, file);
    const killers = /^Killed by: (.+)$/m.exec(readFileSync(patch, 'utf8'))?.[1]?.split(' ') ?? [];
    const apply = (...flags: string[]) => execFileSync('git', ['apply', ...flags, patch], { cwd: copy, stdio: 'pipe' });
    apply();
    try {
      // Stops at the first failure: one is enough.
      const run = spawnSync('npx', ['vitest', 'run', '--bail', '1', '--reporter', 'json', ...killers], {
        cwd: copy,
        encoding: 'utf8',
        env: { ...process.env, PREEMPT_MUTANT: file },
        maxBuffer: 2 ** 28,
      });
      const report = JSON.parse(run.stdout.slice(run.stdout.indexOf('{"'))) as Record<string, number>;
      expect(report.numFailedTests, 'tests that fail').toBeGreaterThan(0);
    } finally {
      apply('--reverse');
    }
  });
});
