// The same jobs on other processes, by way of a queue: the report is that of a local run, byte for byte, whoever dies
// on the way and whatever lies in the queue; and nothing hangs. The built command line, against a redis-server of its
// own.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, RedisServer } from '../clang/queue/redis-server.js';
import { share } from '../share.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'preempt-queue-'));
const folder = join(scratch, 'each');
const isSlow = process.env.PREEMPT_TEST_SLOW !== undefined;
/** Moments at which somebody is killed; 50 take ten minutes. */
const MOMENTS = Number(process.env.PREEMPT_TEST_MOMENTS ?? 2);
const each = ['check', '--each', folder, '--arrivals', '1', '--engine', 'explore'];
/** Its search has 110 000 states: from 60 000 on, threads help. */
const search = ['check', 'bench/programs/peers/three_handlers.c', '--engine', 'explore', '--interrupts', 'on'];
const library = ['library', '--description', 'examples/library/kernel.json'];

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

class Running {
  readonly ended: Promise<Ended>;
  readonly child: ChildProcess;
  private errors = '';

  constructor(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const env = { ...process.env, ...environment };
    this.child = spawn(process.execPath, [join(root, 'dist/cli/main.js'), ...args], { cwd: root, env });
    let output = '';
    this.child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    this.child.stderr!.on('data', (chunk: Buffer) => {
      this.errors += chunk.toString();
    });
    this.ended = new Promise((done) =>
      this.child.on('close', (code) => done({ code, output: withoutCost(output), errors: this.errors })),
    );
  }

  async said(text: string): Promise<void> {
    while (!this.errors.includes(text)) {
      if (this.child.exitCode !== null) throw new Error(`it ended: ${this.errors}`);
      await sleep(20);
    }
  }
}

function withoutCost(output: string): string {
  return output.replace(/^\s*"(?:\w+Ms|peakRssMb)": .*$/gm, '');
}

const sleep = (milliseconds: number): Promise<unknown> => new Promise((resume) => setTimeout(resume, milliseconds));

describe.runIf(hasRedis)('a queue', { timeout: 600_000 }, () => {
  const redis = new RedisServer();
  const workers = new Set<Running>();
  const local = new Map<string, Ended>();

  const queued = (args: readonly string[], ...more: readonly string[]): Running =>
    new Running([...args, '--queue', redis.url, ...more]);

  async function startWorker(jobs = 1): Promise<Running> {
    const worker = new Running(['worker', '--queue', redis.url, '--jobs', `${jobs}`, '--lease', '2']);
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    await worker.said('ready');
    return worker;
  }

  async function expectLocal(args: readonly string[], ended: Ended): Promise<Ended> {
    const key = args.join(' ');
    if (!local.has(key)) local.set(key, await new Running([...args, '--jobs', '1']).ended);
    expect(ended.output).toBe(local.get(key)!.output);
    expect(ended.code).toBe(local.get(key)!.code);
    return ended;
  }

  /** Nothing is left in Redis of what was done. */
  async function forget(): Promise<void> {
    const client = new Redis(redis.socket);
    await client.flushall();
    await client.quit();
  }

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    for (const name of ['position_fix_bad.c', 'parser_depth_bad.c', 'retargeted_print_bad.c', 'fading_lamp_ok.c'])
      cpSync(join(root, 'tests/corpus/atomicity', name), join(folder, name));
    writeFileSync(join(folder, 'helper.c'), 'int twice(int x) { return 2 * x; }\n');
    writeFileSync(join(folder, 'unfinished.c'), 'int main(void) { return 0\n');
    await redis.start();
  });

  afterEach(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await forget();
  });

  afterAll(async () => {
    await redis.end();
    rmSync(scratch, { recursive: true, force: true });
  });

  const kinds: readonly (readonly [string, readonly string[]])[] = [
    ['programs of --each, with fixes', each],
    ['programs of --each', [...each, '--format', 'json']],
    ['models of a library', library],
    ['a search that threads help with', [...search, '--kernel', 'on', '--arrivals', '1']],
  ];

  it.each(share(kinds, 2))('gives the report of a local run: %s', async (_, args) => {
    await Promise.all([startWorker(), startWorker(2)]);
    const first = await queued(args).ended;
    await expectLocal(args, first);
    expect(first.errors).not.toContain('thread-ended');
    // What is done is found again, with nobody to do it.
    for (const { child } of workers) child.kill('SIGKILL');
    await expectLocal(args, await queued(args).ended);
  });

  it.runIf(isSlow)('loses and doubles nothing where a worker is killed', async () => {
    for (let n = 0; n < MOMENTS; n++) {
      await forget();
      const [victim] = await Promise.all([startWorker(), startWorker()]);
      const run = queued(n % 2 === 0 ? each : library);
      await sleep(Math.random() * 2500);
      victim.child.kill('SIGKILL');
      await expectLocal(n % 2 === 0 ? each : library, await run.ended);
      for (const { child } of workers) child.kill('SIGKILL');
    }
  });

  it.runIf(isSlow)('loses and doubles nothing where Redis is killed and comes back', async () => {
    await Promise.all([startWorker(), startWorker()]);
    for (let n = 0; n < MOMENTS; n++) {
      await forget();
      const run = queued(n % 2 === 0 ? each : library);
      await sleep(Math.random() * 2500);
      await redis.kill();
      await sleep(Math.random() * 500);
      await redis.start();
      await expectLocal(n % 2 === 0 ? each : library, await run.ended);
    }
  });

  it.runIf(isSlow)('keeps what is done where the run itself is killed', async () => {
    await Promise.all([startWorker(), startWorker()]);
    for (let n = 0; n < MOMENTS; n++) {
      await forget();
      const run = queued(n % 2 === 0 ? each : library);
      await sleep(Math.random() * 2500);
      run.child.kill('SIGKILL');
      await run.ended;
      await expectLocal(n % 2 === 0 ? each : library, await queued(n % 2 === 0 ? each : library).ended);
    }
  });

  it('sends a program that is alone to one worker, with what people have decided about it', async () => {
    const file = join(folder, 'position_fix_bad.c');
    const [baseline, earlier] = [join(scratch, 'baseline.json'), join(scratch, 'earlier.json')];
    const alone = ['check', file, '--arrivals', '1', '--engine', 'explore'];
    await new Running([...alone, '--jobs', '1', '--write-baseline', baseline]).ended;
    await new Running([...alone, '--jobs', '1', '--format', 'json', '--output', earlier]).ended;
    const decided = [...alone, '--baseline', baseline, '--diff', earlier];
    const worker = await startWorker();
    const { errors } = await expectLocal(decided, await queued(decided).ended);
    expect(errors).not.toContain('thread-ended');
    const status = await new Running(['queue', 'status', '--queue', redis.url]).ended;
    expect(status.output).toContain('1 done and kept, 0 failed');
    worker.child.kill('SIGKILL');
    await worker.ended;
    // Nobody has done this one.
    const quick = [...alone, '--no-fix'];
    const undone = await queued(quick, '--queue-wait', '2').ended;
    expect(undone.errors).toContain('it is checked here [queue-lost]');
    await expectLocal(quick, undone);
  });

  it('does again what Redis has forgotten, and keeps that', async () => {
    const worker = await startWorker();
    await expectLocal(library, await queued(library).ended);
    await forget();
    // The worker comes to results that it has sent before.
    await expectLocal(library, await queued(library).ended);
    worker.child.kill('SIGKILL');
    await worker.ended;
    await expectLocal(library, await queued(library, '--queue-wait', '2').ended);
  });

  it('says that nobody works there, and ends with what it has', async () => {
    const { code, output, errors } = await queued([...each, '--format', 'json'], '--queue-wait', '2').ended;
    expect(errors).toContain(`nobody works at the queue ${redis.url}; waiting for at most 2 s`);
    expect(output.match(/"queue-lost"/g)).toHaveLength(4);
    // One of the programs is not C.
    expect(code).toBe(2);
    const searched = await queued(library, '--queue-wait', '2').ended;
    expect(searched.errors).toContain('[queue-lost]');
    expect(searched.code).toBe(3);
  });

  it('ends where Redis goes away for good', async () => {
    const run = queued([...each, '--format', 'json'], '--queue-wait', '3');
    await run.said('nobody works');
    await redis.kill();
    const { code, output } = await run.ended;
    await redis.start();
    expect(output.match(/"queue-lost"/g)).toHaveLength(4);
    expect(code).toBe(2);
  });

  it('reports what the search of one program has seen with Ctrl-C, and checks it here where Redis goes away', async () => {
    const worker = await startWorker();
    const large = [...search, '--arrivals', '2', '--timeout', '200', '--format', 'json'];
    const interrupted = queued(large, '--progress', 'json');
    await interrupted.said('"states":');
    interrupted.child.kill('SIGINT');
    const { code, output } = await interrupted.ended;
    expect(code).toBe(130);
    expect(output).toContain('it was interrupted');
    const small = [...search, '--arrivals', '1'];
    const lost = queued([...small, '--unwind', '9'], '--queue-wait', '2', '--progress', 'json');
    await lost.said('"states":');
    await redis.kill();
    const ended = await lost.ended;
    expect(ended.errors).toContain('it is checked here [queue-lost]');
    await worker.said('trying again');
    await sleep(3000);
    await redis.start();
    await worker.said('there again');
    worker.child.kill('SIGKILL');
    // Once, however often it has tried.
    expect((await worker.ended).errors.match(/trying again/g)).toHaveLength(1);
    await expectLocal([...small, '--unwind', '9'], ended);
  });

  it('waits for a worker that was told to stop and finishes first', async () => {
    const worker = await startWorker();
    const asked = [...search, '--arrivals', '1', '--unwind', '10'];
    const run = queued(asked, '--queue-wait', '1', '--progress', 'json');
    await run.said('"states":');
    worker.child.kill('SIGINT');
    const ended = await run.ended;
    expect(ended.errors).not.toContain('nobody works');
    expect((await worker.ended).code).toBe(0);
    await expectLocal(asked, ended);
  });

  it('takes back what is queued with Ctrl-C, and reports what is there', async () => {
    const run = queued([...each, '--format', 'json']);
    await run.said('nobody works');
    run.child.kill('SIGINT');
    const { code, output } = await run.ended;
    expect(code).toBe(130);
    expect(JSON.parse(output)).toMatchObject({ programs: [] });
    const status = await new Running(['queue', 'status', '--queue', redis.url]).ended;
    expect(status.output).toContain('jobs: 0 waiting, 0 active, 0 done and kept, 0 failed');
  });

  it('tells no password', async () => {
    const secret = 'open:sesame';
    const url = `redis://somebody:${encodeURIComponent(secret)}@127.0.0.1:1/0`;
    const commands = [each, ['worker'], ['queue', 'status']].map(
      (args) => new Running([...args, '--queue', url]).ended,
    );
    for (const { code, output, errors } of await Promise.all(commands)) {
      expect(code).toBe(2);
      expect(errors + output).toContain('there is no queue at redis://127.0.0.1:1/0');
      expect(errors + output).not.toMatch(/sesame|somebody/);
    }
  });
});
