// Whatever lies in a queue: nobody crashes, and the report is that of a local run.

import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { injectMalformed } from '../clang/queue/malformed.js';
import { hasRedis, RedisServer } from '../clang/queue/redis-server.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'dist/cli/main.js');
const MESSAGES = Number(process.env.PREEMPT_TEST_MESSAGES ?? (process.env.PREEMPT_TEST_SLOW === undefined ? 100 : 500));
/** Of each run. */
const AT_ONCE = 500;

function preempt(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((done) =>
    execFile(process.execPath, [main, ...args], { cwd: root, maxBuffer: 2 ** 28 }, (error, output) =>
      done({
        code: error === null ? 0 : Number(error.code),
        output: output.replace(/^\s*"(?:\w+Ms|peakRssMb)": .*$/gm, ''),
      }),
    ),
  );
}

const sleep = (milliseconds: number): Promise<unknown> => new Promise((resume) => setTimeout(resume, milliseconds));

it.runIf(hasRedis)('malformed and oversized messages change nothing', { timeout: 3_600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-malformed-'));
  const redis = new RedisServer();
  await redis.start();
  const worker = spawn(process.execPath, [main, 'worker', '--queue', redis.url, '--jobs', '2', '--lease', '2'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  worker.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  onTestFinished(async () => {
    worker.kill('SIGKILL');
    await redis.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const programs = join(folder, 'each');
  mkdirSync(programs);
  for (const name of ['position_fix_bad.c', 'parser_depth_bad.c', 'fading_lamp_ok.c'])
    cpSync(join(root, 'tests/corpus/atomicity', name), join(programs, name));
  const args = ['check', '--each', programs, '--arrivals', '1', '--engine', 'explore', '--format', 'json'];
  const alone = await preempt(...args, '--jobs', '1');
  expect(alone.code).toBe(1);
  for (let seed = 0; seed * AT_ONCE < MESSAGES; seed++) {
    const count = Math.min(AT_ONCE, MESSAGES - seed * AT_ONCE);
    // Another --unwind is another job.
    const [queued] = await Promise.all([
      preempt(...args, '--queue', redis.url, '--unwind', String(8 + seed), '--queue-wait', '120'),
      injectMalformed(redis.socket, count, seed),
    ]);
    expect(queued).toEqual(alone);
    expect(worker.exitCode, said).toBe(null);
  }
  // Nor does what the runs did not wait for. BullMQ leaves some that are no jobs among those that are active.
  for (let status = ''; !/ 0 waiting,.*: 0 of 2 jobs at once/s.test(status); await sleep(500)) {
    status = (await preempt('queue', 'status', '--queue', redis.url)).output;
    expect(worker.exitCode, said).toBe(null);
  }
  expect(said).toContain('a job was refused');
  // What is told of them does nothing to a terminal.
  expect(said).not.toMatch(/[^\n\x20-\x7e’]/);
});
