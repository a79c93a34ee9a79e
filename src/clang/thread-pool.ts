// Threads of Node that do jobs, kept by piscina (decision 0033). All of them start with the first job, and run the
// command line's bundle with the code that V8 has kept of it. A job that throws is an answer; only a thread that ends,
// or cannot start, makes `run` fail. Each job has a line of its own to whoever waits for it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { SharedBytes } from '../base/shared-bytes.js';
import { ThreadEnded } from '../base/thread-ended.js';
import type { Pool, PoolOptions, Task } from './host.js';
import { packageRoot } from './package-root.js';

/** To a thread. */
export interface ThreadTask {
  readonly job: unknown;
  readonly shared: readonly SharedBytes[];
  /** Of `SharedSignal`s. */
  readonly signals: readonly SharedArrayBuffer[];
  readonly line: MessagePort;
}

/** From a thread, on the way: something to hear, or a question that is answered by its number. */
export type ThreadNews =
  | { readonly kind: 'said'; readonly said: unknown }
  | { readonly kind: 'asked'; readonly number: number; readonly question: unknown };

/** To a thread. */
export type ThreadReply =
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly problem: string };

/** Beside the heap: code, stacks, WebAssembly. */
const RESERVE_MB = 512;

/** In a built package only: sources have no file that a thread could run. */
const isBuilt = !import.meta.url.endsWith('.ts');
const workerFile = join(packageRoot, isBuilt ? 'dist' : 'src', 'cli', 'worker.js');

export function threadPool(options: PoolOptions): Pool | undefined {
  return existsSync(workerFile) ? new ThreadPool(options) : undefined;
}

class ThreadPool implements Pool {
  readonly size: number;
  readonly isLocal = true;
  private threads: Promise<Piscina> | undefined;
  /** Threads cannot start, or nobody wants them any more. */
  private end!: (because: Error) => void;
  private readonly ended = new Promise<never>((_, reject) => {
    this.end = reject;
  });

  constructor(private readonly options: PoolOptions) {
    this.size = options.size;
    // Heard where somebody waits for a job.
    this.ended.catch(() => {});
  }

  async run(task: Task, hear: (said: unknown) => void = () => {}): Promise<unknown> {
    const { job, shared = [], signals = [], seconds, answer } = task;
    const { port1: here, port2: line } = new MessageChannel();
    here.on('message', (news: ThreadNews) => {
      if (news.kind === 'said') hear(news.said);
      else void reply(here, news.number, answer?.(news.question));
    });
    try {
      this.threads ??= this.start();
      const threads = await this.threads;
      const given: ThreadTask = { job, shared, signals: signals.map(({ buffer }) => buffer), line };
      const limit = seconds === undefined ? {} : { signal: AbortSignal.timeout(seconds * 1000) };
      return await Promise.race([threads.run(given, { transferList: [line], ...limit }), this.ended]);
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'AbortError';
      if (isLate) throw new ThreadEnded(`it took longer than ${seconds} s`);
      throw new ThreadEnded(error instanceof Error ? error.message : String(error));
    } finally {
      here.close();
    }
  }

  async close(): Promise<void> {
    this.end(new Error('it was stopped'));
    const threads = await this.threads?.catch(() => undefined);
    await threads?.destroy();
  }

  private async start(): Promise<Piscina> {
    const { Piscina: Threads } = await import('piscina');
    const { size, memory, isCached } = this.options;
    const threads = new Threads({
      filename: workerFile,
      minThreads: size,
      maxThreads: size,
      // Threads that wait for a job sleep like any others.
      atomics: 'disabled',
      recordTiming: false,
      argv: isCached ? [] : ['--no-cache'],
      resourceLimits: { maxOldGenerationSizeMb: memory + RESERVE_MB },
    });
    // A thread that cannot even start takes no job, and nobody would answer.
    threads.on('error', (error: Error) => this.end(error));
    // Nor would anybody where none is left: those that end before they take a job are not replaced.
    threads.on('workerDestroy', () =>
      setImmediate(() => (threads.threads.length === 0 ? this.end(new Error('no thread is left')) : undefined)),
    );
    return threads;
  }
}

async function reply(line: MessagePort, number: number, answer: Promise<unknown> | undefined): Promise<void> {
  const answered: ThreadReply = await (answer ?? Promise.reject(new Error('nobody answers here'))).then(
    (value) => ({ number, answer: value }),
    (error: unknown) => ({ number, problem: error instanceof Error ? error.message : String(error) }),
  );
  line.postMessage(answered);
}
