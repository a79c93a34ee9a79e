// examples/ci: the commands in them run as they stand, and write what the steps after them expect.

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCheck } from '../../src/cli/check-command.js';
import { sarifProblems } from './sarif-problems.js';
import { junitProblems } from './xml-problems.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const before = process.cwd();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preempt-ci-'));
  mkdirSync(join(folder, 'firmware'));
  copyFileSync(join(root, 'examples/debounce/debounce_bad.c'), join(folder, 'firmware/debounce.c'));
  copyFileSync(join(root, 'examples/debounce/board.h'), join(folder, 'firmware/board.h'));
  vi.stubEnv('PREEMPT_CACHE', join(folder, '.preempt-cache'));
  process.chdir(folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `preempt check` as the file has it, once, and gives the exit code. */
async function runCommandOf(file: string): Promise<number> {
  const text = readFileSync(join(root, 'examples/ci', file), 'utf8');
  const commands = [...text.matchAll(/npx preempt (check [^|\n]*)/g)].map((match) => match[1]!.trim().split(/\s+/));
  expect(commands.length).toBe(1);
  let exitCode = -1;
  const program = new Command('preempt').exitOverride();
  addCheck(program, [], (code) => {
    exitCode = code;
  });
  await program.parseAsync(commands[0]!, { from: 'user' });
  return exitCode;
}

describe('examples/ci', () => {
  it('github.yml writes SARIF into the file that the next step reads', async () => {
    expect(await runCommandOf('github.yml')).toBe(1);
    const sarif = readFileSync('preempt.sarif', 'utf8');
    expect(sarifProblems(sarif)).toEqual([]);
    expect(sarif).toContain('"uri":"firmware/debounce.c"');
  });

  it('gitlab.yml writes JUnit into the file that the job keeps', async () => {
    expect(await runCommandOf('gitlab.yml')).toBe(1);
    const xml = readFileSync('preempt.xml', 'utf8');
    expect(junitProblems(xml)).toEqual([]);
    expect(xml).toContain('file="firmware/debounce.c"');
  });
});
