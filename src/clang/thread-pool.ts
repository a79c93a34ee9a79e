// Threads of Node that do jobs, kept by piscina (decision 0033). All of them start with the first job, and run the
// command line's bundle with the code that V8 has kept of it. A job that throws is an answer; only a thread that ends,
// or cannot start, makes `run` fail.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { ThreadEnded } from '../base/thread-ended.js';
import type { Pool, PoolOptions } from './host.js';
import { packageRoot } from './package-root.js';

/** To a thread. */
export interface NumberedJob {
  readonly number: number;
  readonly job: unknown;
}

/** From a thread, on the way. */
export interface Said {
  readonly number: number;
  readonly said: unknown;
}

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
  private threads: Promise<Piscina> | undefined;
  private jobs = 0;
  private readonly listeners = new Map<number, (said: unknown) => void>();
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

  async run(job: unknown, hear: (said: unknown) => void = () => {}): Promise<unknown> {
    const number = this.jobs++;
    this.listeners.set(number, hear);
    try {
      this.threads ??= this.start();
      const threads = await this.threads;
      return await Promise.race([threads.run({ number, job } satisfies NumberedJob), this.ended]);
    } catch (error) {
      throw new ThreadEnded(error instanceof Error ? error.message : String(error));
    } finally {
      this.listeners.delete(number);
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
    threads.on('message', ({ number, said }: Said) => this.listeners.get(number)?.(said));
    // A thread that cannot even start takes no job, and nobody would answer.
    threads.on('error', (error: Error) => this.end(error));
    // Nor would anybody where none is left: those that end before they take a job are not replaced.
    threads.on('workerDestroy', () =>
      setImmediate(() => (threads.threads.length === 0 ? this.end(new Error('no thread is left')) : undefined)),
    );
    return threads;
  }
}
