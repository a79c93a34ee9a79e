// What a person sees who waits at a terminal: the progress line, and Ctrl-C. Commands run on a terminal that `script`
// of util-linux makes; keys are pressed when the screen shows what is waited for.

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/cli/main.js');
if (!existsSync(program)) throw new Error('dist/ is missing: npm run build comes first');
const scratch = mkdtempSync(join(tmpdir(), 'preempt-terminal-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');
if (!hasScript) console.warn('terminal.test.ts: there is no script of util-linux; what needs a terminal is left out');

const endless = 'tests/cli/fixtures/workflow/endless.c';
const CONTROL_C = '\x03';

interface Ended {
  /** Everything that was written to the terminal. */
  readonly written: string;
  /** What is on it at the end, if it has room for all lines. */
  readonly screen: string;
  readonly code: number | null;
}

/** Presses Ctrl-C when the terminal shows `shown`. */
function atTerminal(args: string, shown: RegExp): Promise<Ended> {
  const command = `stty cols 80; exec '${process.execPath}' '${program}' check ${args}`;
  const env = { ...process.env, PREEMPT_CACHE: join(scratch, 'cache'), NO_COLOR: '1', LC_ALL: 'C' };
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return new Promise((finish, refuse) => {
    let written = '';
    let isPressed = false;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk;
      if (isPressed || !shown.test(written)) return;
      isPressed = true;
      child.stdin.write(CONTROL_C);
    });
    child.on('error', refuse);
    child.on('close', (code) => finish({ written, screen: screenOf(written), code }));
  });
}

/** `\r` goes to the beginning of the line, `ESC [ K` erases it from there. */
function screenOf(written: string): string {
  return written
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r\x1b[K') + 1).replace(/^\x1b\[K/, ''))
    .join('\n');
}

/** A clang that never ends. */
function hangingClang(): string {
  const file = join(scratch, 'clang');
  writeFileSync(file, `#!/bin/sh\ncase "$*" in *--version*) echo 'clang version 18.0.0';; *) exec sleep 600;; esac\n`);
  chmodSync(file, 0o755);
  return file;
}

describe.skipIf(!hasScript)('at a terminal', () => {
  it('shows progress; Ctrl-C reports what was found, and takes the line away', async () => {
    const { written, screen, code } = await atTerminal(`${endless} --engine explore`, /\d+ seen/);
    expect(written).toMatch(/exploring, \d+ s, \d+ s left, [\d,]+ states, [\d,]+\/s, \d+ seen/);
    expect(screen).not.toMatch(/exploring|\x1b\[K/);
    expect(screen).toMatch(/atomicity [RW]{3} on \w+, .*endless\.c|atomicity violation/);
    expect(screen).toMatch(/atomicity +\d+ +\d+ +violated.*; there may be more: it\s+was interrupted\s+by Ctrl-C/);
    expect(screen).toContain('interrupted: this is what was found until then');
    expect(code).toBe(130);
  });

  it('keeps the line within the terminal', async () => {
    const { written } = await atTerminal(`${endless} --engine explore --quiet`, /\d+ seen/);
    const lines = written.split('\r\x1b[K').filter((line) => line.startsWith('exploring'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.replace(/\^C.*/s, '').length).toBeLessThan(80);
  });

  it('Ctrl-C while the symbolic engine encodes or asks', async () => {
    const { screen, code } = await atTerminal(
      `${endless} --engine symbolic --arrivals 3 --quiet`,
      /encoding|asking the solver/,
    );
    expect(screen).toMatch(/race +(?:unknown: |violated; there may be more: )it was interrupted by Ctrl-C/);
    expect(code).toBe(130);
  });

  it('Ctrl-C while files are compiled stops clang, and a report says that nothing is known', async () => {
    const { screen, code } = await atTerminal(`${endless} --no-cache --clang ${hangingClang()}`, /compiling, \d+ s/);
    expect(screen).toMatch(/assertion +0 +- +unknown: it was interrupted by Ctrl-C while\s+compiling/);
    expect(code).toBe(130);
  });

  it('a baseline is not replaced by what was found until Ctrl-C', async () => {
    const file = join(scratch, 'baseline.json');
    const { screen, code } = await atTerminal(
      `${endless} --engine explore --quiet --write-baseline ${file}`,
      /\d+ seen/,
    );
    expect(screen).toContain('[baseline-not-written]');
    expect(existsSync(file)).toBe(false);
    expect(code).toBe(130);
  });
});

it('shows no progress where standard error is no terminal', () => {
  const args = [program, 'check', endless, '--engine', 'explore', '--timeout', '2', '--quiet'];
  const { stderr, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(stdout).toContain('the time limit of 2 s was reached');
  expect(stderr).toBe('');
});
