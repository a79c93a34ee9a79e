// A worker: does jobs of runs elsewhere with the threads of this machine, and says that it is there. What a job wants
// to know of the run that it is for is asked by way of that run's own queue.

import type { Pool, Task } from '../host.js';
import type { QueueAddress } from './address.js';
import { buildName, connectQueue, type QueueConnection } from './connection.js';
import { Attendance, type Presence } from './presence.js';
import type { WorkerQuestion } from './question.js';
import { QueuePool, runName } from './queue-pool.js';
import type { JobRecord } from './records.js';
import { type ServeOptions, type Serving, serve } from './serve.js';

export interface QueueWorkerOptions extends Pick<ServeOptions, 'lease' | 'mostShared' | 'read' | 'say'> {
  readonly pool: Pool;
}

/** Until nobody has asked for so long, the way to a run is kept. */
const IDLE_MS = 60_000;
/** Whoever was asked has so long to answer; so long after, it is seen whether somebody else waits for the job. */
const ANSWER_MS = 60_000;
const AGAIN_MS = 5000;
/** After somebody did not answer who is not there. */
const REFUSED_MS = 500;

export class QueueWorker {
  private readonly serving: Serving;
  private readonly attendance: Attendance;
  private readonly asking = new Map<string, { readonly pool: QueuePool; used: number }>();
  private runs: ReadonlySet<string> = new Set();
  private readonly strangers = new Set<string>();
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly connection: QueueConnection,
    private readonly options: QueueWorkerOptions,
    private readonly build = buildName(),
  ) {
    const { pool, lease, mostShared, read, say } = options;
    this.serving = serve(connection, {
      queue: connection.queue,
      build,
      size: pool.size,
      lease,
      mostShared,
      read,
      say,
      execute: (task, hear, record, run) => this.execute(task, hear, record, run),
    });
    this.attendance = new Attendance(
      connection.redis,
      runName(),
      () => ({ kind: 'worker', build, jobs: pool.size, busy: this.serving.busy }),
      (others) => this.hear(others),
    );
    this.timer = setInterval(() => this.forget(), IDLE_MS);
    // Each attempt that fails ends in a `close`.
    let isAway = false;
    connection.redis.on('close', () => {
      if (!isAway) say('the queue does not answer; trying again until it does');
      isAway = true;
    });
    connection.redis.on('ready', () => {
      isAway = false;
      say('the queue is there again');
    });
  }

  /** Throws `NoQueue`. */
  static async open(address: QueueAddress, options: QueueWorkerOptions): Promise<QueueWorker> {
    const worker = new QueueWorker(await connectQueue(address), options);
    await worker.attendance.once();
    return worker;
  }

  /** Finishes what is under way: until then it is there, for those who wait for that. */
  async close(): Promise<void> {
    this.connection.redis.removeAllListeners('close');
    await this.serving.stop();
    await this.attendance.end();
    clearInterval(this.timer);
    for (const { pool } of this.asking.values()) await pool.close();
    this.connection.close();
  }

  private async execute(
    task: Task,
    hear: (said: unknown) => void,
    record: JobRecord,
    run: () => Promise<string>,
  ): Promise<unknown> {
    let isUnanswered = false;
    const answer = async (question: unknown): Promise<unknown> => {
      try {
        return await this.ask(record, question, run);
      } catch (error) {
        isUnanswered = true;
        throw error;
      }
    };
    const result = await this.options.pool.run({ ...task, answer }, hear);
    // What the job made of that is no result.
    if (isUnanswered) throw new Error('the run that it is for does not answer');
    return result;
  }

  private async ask({ shared }: JobRecord, question: unknown, run: () => Promise<string>): Promise<unknown> {
    const job: WorkerQuestion = { kind: 'question', about: shared[0] ?? '', question };
    for (const end = performance.now() + ANSWER_MS; performance.now() < end; ) {
      const asked = await run();
      const answer = this.wayTo(asked).run({ job, seconds: ANSWER_MS / 1000 });
      // Its way may be closed by then.
      const first = await Promise.race([answer.then(answered, unanswered), later(AGAIN_MS)]);
      if (first?.kind === 'answered') return first.value;
      if (first !== undefined) {
        // A run that is there and does not want to answer waits for the job no more: somebody else has done it.
        if (this.runs.has(asked) && (await run()) === asked) throw first.error;
        await later(REFUSED_MS);
      }
      if (!this.runs.has(asked)) this.leave(asked);
    }
    throw new Error('nobody answers');
  }

  /** Of a run that died, nothing stays; who still asks it looks for another. */
  private leave(run: string): void {
    const way = this.asking.get(run);
    this.asking.delete(run);
    void way?.pool.obliterate();
  }

  private wayTo(run: string): QueuePool {
    const known = this.asking.get(run);
    const queue = `${this.connection.queue}-${run}`;
    const way = known ?? {
      pool: new QueuePool(this.connection, { queue, build: this.build, run, size: 1 }),
      used: 0,
    };
    way.used = performance.now();
    this.asking.set(run, way);
    return way.pool;
  }

  private forget(): void {
    for (const [run, { pool, used }] of this.asking) {
      if (performance.now() - used < IDLE_MS) continue;
      if (!this.runs.has(run)) this.leave(run);
      else if (pool.waiting === 0) {
        this.asking.delete(run);
        void pool.close();
      }
    }
  }

  private hear(others: readonly Presence[]): void {
    this.runs = new Set(others.map(({ id }) => id));
    for (const { kind, build } of others) {
      if (kind !== 'run' || build === this.build || this.strangers.has(build)) continue;
      this.strangers.add(build);
      this.options.say(`refusing the jobs of preempt ${build}: this is preempt ${this.build}`);
    }
  }
}

function answered(value: unknown) {
  return { kind: 'answered', value } as const;
}

function unanswered(error: unknown) {
  return { kind: 'unanswered', error } as const;
}

function later(milliseconds: number): Promise<undefined> {
  return new Promise((resume) => setTimeout(() => resume(undefined), milliseconds));
}
