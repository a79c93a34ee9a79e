// The wait of a person at the terminal: `preempt inspect` on the AVR example, as a process of its own, from start to
// exit.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const repetitions = 5;

export const aims = {
  'ms, embedded clang, cold': { atMost: 2000 },
  'ms, native clang': { atMost: 400 },
  'ms, from the cache': { atMost: 400 },
};

function once(arguments_, cache) {
  const start = performance.now();
  const command = ['dist/cli/main.js', 'inspect', 'examples/avr-uart/uart_bad.c', ...arguments_];
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...process.env, PREEMPT_CACHE: cache },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`preempt inspect ${arguments_.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

/** Of several runs: the machine has other things to do, and only ever makes a run slower. */
function fastest(arguments_, cache) {
  return Math.round(Math.min(...Array.from({ length: repetitions }, () => once(arguments_, cache))));
}

export function run() {
  const cache = mkdtempSync(join(tmpdir(), 'preempt-bench-'));
  try {
    const hasNative =
      spawnSync('clang', ['--version']).status === 0 || spawnSync('clang-16', ['--version']).status === 0;
    const embedded = fastest(['--clang', 'embedded', '--no-cache'], cache);
    const native = hasNative ? { 'ms, native clang': fastest(['--no-cache'], cache) } : {};
    once([], cache);
    return { 'ms, embedded clang, cold': embedded, ...native, 'ms, from the cache': fastest([], cache) };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
