// The workers of a queue, for one run: says when nobody is there to do its jobs, waits for somebody within a limit, and
// answers what workers ask about its programs.

import { QueueLost } from '../../base/queue-lost.js';
import type { Pool, Task } from '../host.js';
import type { QueueAddress } from './address.js';
import { buildName, connectQueue, NoQueue, type QueueConnection } from './connection.js';
import { Attendance, type Presence, presentAt } from './presence.js';
import { readQuestion } from './question.js';
import { QueuePool, runName } from './queue-pool.js';
import { type Serving, serve } from './serve.js';

export interface FarmOptions {
  /** Seconds without a connection, or without anybody who works, after which the run ends. */
  readonly wait: number;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

/** Jobs that are given out at once, for each that is done at once; and the least and the most. */
const AHEAD = 4;
const [LEAST, MOST] = [32, 8192];
const LOOK_MS = 500;
/** Seconds without a sign after which a question is somebody else's. */
const LEASE = 10;

export class Farm implements Pool {
  readonly isLocal = false;
  private readonly pool: QueuePool;
  private readonly attendance: Attendance;
  private readonly timer: NodeJS.Timeout;
  private readonly answers = new Map<string, NonNullable<Task['answer']>>();
  private serving: Serving | undefined;
  private workers: readonly Presence[];
  private present: ReadonlySet<string> = new Set();
  private lostSince: number | undefined;
  private isSaid = false;
  private readonly strangers = new Set<string>();

  private constructor(
    private readonly connection: QueueConnection,
    private readonly options: FarmOptions,
    present: readonly Presence[],
    private readonly build = buildName(),
    private readonly id = runName(),
  ) {
    this.workers = present.filter((each) => this.isOurs(each));
    const slots = this.workers.reduce((sum, { jobs }) => sum + jobs, 0);
    const size = Math.min(MOST, Math.max(LEAST, AHEAD * slots));
    const { signal } = options;
    const isGone = (run: string): boolean => !this.present.has(run);
    this.pool = new QueuePool(connection, { queue: connection.queue, build, run: id, size, signal, isGone });
    this.attendance = new Attendance(
      connection.redis,
      id,
      () => ({ kind: 'run', build, jobs: this.pool.waiting, busy: 0 }),
      (others) => this.hear(others),
    );
    this.hear(present);
    // Workers that have a question ask only who is there.
    void this.attendance.once();
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  /** Throws `NoQueue`. */
  static async open(address: QueueAddress, options: FarmOptions): Promise<Farm> {
    const connection = await connectQueue(address);
    // Redis may have gone away just now: nobody watches it yet.
    const present = await Promise.race([presentAt(connection.redis), later(options.wait * 1000)]);
    if (present !== undefined) return new Farm(connection, options, present);
    connection.close();
    throw new NoQueue(`the queue ${address.shown} does not answer, for ${options.wait} s`);
  }

  get size(): number {
    return this.pool.size;
  }

  /** For the line that says what takes so long. */
  get state(): string {
    const busy = this.workers.reduce((sum, each) => sum + each.busy, 0);
    const workers = `${this.workers.length} worker${this.workers.length === 1 ? '' : 's'}`;
    if (this.connection.redis.status !== 'ready') return 'waiting for the queue';
    return this.workers.length === 0 ? 'waiting for workers' : `${workers}, ${busy} jobs under way`;
  }

  async run(task: Task, hear?: (said: unknown) => void): Promise<unknown> {
    const [program] = task.shared ?? [];
    if (task.answer === undefined || program === undefined) return this.pool.run(task, hear);
    const hash = this.pool.hashOf(program);
    this.answers.set(hash, task.answer);
    this.serving ??= this.answerQuestions();
    try {
      return await this.pool.run(task, hear);
    } finally {
      this.answers.delete(hash);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.attendance.end();
    // Nobody waits for an answer any more.
    await Promise.race([this.serving?.stop(true), new Promise((resume) => setTimeout(resume, 500))]);
    if (this.serving !== undefined) await new QueuePool(this.connection, this.questions).obliterate();
    await this.pool.close();
    this.connection.close();
  }

  /** The queue of this run alone. */
  private get questions() {
    return { queue: `${this.connection.queue}-${this.id}`, build: this.build, run: this.id, size: 1 };
  }

  private answerQuestions(): Serving {
    return serve(this.connection, {
      queue: this.questions.queue,
      build: this.build,
      size: 8,
      lease: LEASE,
      say: () => {},
      read: readQuestion,
      execute: async ({ job }) => {
        const { about, question } = readQuestion(job);
        const answer = this.answers.get(about);
        if (answer === undefined) throw new QueueLost('nobody waits for that program any more');
        return answer(question);
      },
    });
  }

  private isOurs({ kind, build }: Presence): boolean {
    return kind === 'worker' && build === this.build;
  }

  private hear(others: readonly Presence[]): void {
    this.present = new Set(others.map(({ id }) => id));
    this.workers = others.filter((each) => this.isOurs(each));
    for (const { kind, build } of others) {
      if (kind !== 'worker' || build === this.build || this.strangers.has(build)) continue;
      this.strangers.add(build);
      this.options.say(
        `workers of preempt ${build} are at the queue; this is preempt ${this.build}, and they refuse its jobs`,
      );
    }
  }

  /** How long nobody was there. */
  private look(): void {
    const isConnected = this.connection.redis.status === 'ready';
    if (isConnected && this.workers.length > 0) {
      if (this.isSaid) this.options.say('the queue is there again');
      this.isSaid = false;
      this.lostSince = undefined;
      return;
    }
    this.lostSince ??= performance.now();
    const { shown } = this.connection.address;
    const what = isConnected ? `nobody works at the queue ${shown}` : `the queue ${shown} does not answer`;
    const { wait, say, signal } = this.options;
    const seconds = (performance.now() - this.lostSince) / 1000;
    if (!this.isSaid && seconds > 1 && this.pool.waiting > 0 && !signal.aborted) {
      this.isSaid = true;
      say(`${what}; waiting for at most ${wait} s`);
    }
    if (seconds > wait) this.pool.lose(`${what}, for ${wait} s`);
  }
}

function later(milliseconds: number): Promise<undefined> {
  return new Promise((resume) => setTimeout(() => resume(undefined), milliseconds).unref());
}
