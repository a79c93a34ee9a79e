// Workers on other machines as a pool: jobs go into a queue of BullMQ by their content, so that one that is done, or is
// being done for somebody else, is not done again; their results come out. Events of the queue are only hints: whatever
// is waited for is looked at again and again, so nothing is lost with them. What comes back is used only if it is what
// it should be; else the job is done again, and, in the end, left to whoever asked.

import { createHash, randomBytes } from 'node:crypto';
import type { Queue, QueueEvents } from 'bullmq';
import { utf8Bytes, utf8Text } from '../../base/bytes.js';
import { fromPlainJson, plainJson } from '../../base/plain-json.js';
import { QueueLost } from '../../base/queue-lost.js';
import type { SharedBytes } from '../../base/shared-bytes.js';
import { ThreadEnded } from '../../base/thread-ended.js';
import { NotValid } from '../../base/validated.js';
import type { Pool, Task } from '../host.js';
import { BlobGone, BlobStore, hashOfBytes } from './blob-store.js';
import { PREFIX, type QueueConnection } from './connection.js';
import { type JobRecord, KEPT_SECONDS, MOST_NEWS, MOST_READ_BYTES, readResultRecord } from './records.js';
import { signalKey } from './signals.js';

export interface QueuePoolOptions {
  readonly queue: string;
  readonly build: string;
  /** Of the run; questions of its jobs come with it. */
  readonly run: string;
  readonly size: number;
  /** Is nobody there any more who answers for a run? Then this one does. */
  readonly isGone?: (run: string) => boolean;
  /** Ends the run: what is queued is taken back, what is under way is told. */
  readonly signal?: AbortSignal | undefined;
}

interface Pending {
  readonly id: string;
  readonly task: Task;
  readonly record: JobRecord;
  readonly blobs: ReadonlyMap<string, () => Uint8Array>;
  readonly hear: (said: unknown) => void;
  readonly told: Set<number>;
  readonly done: Promise<unknown>;
  readonly settle: (result: unknown) => void;
  readonly fail: (error: Error) => void;
  /** What came back and was not what it should be. */
  strikes: number;
  looks: number;
  isBusy: boolean;
  /** Something happened meanwhile. */
  isDue: boolean;
}

/** Between two looks at the words for jobs that are under way. */
const SIGNALS_MS = 200;
/** Between two looks at what is waited for. */
const LOOK_MS = 2000;
/** Looks before it is asked whether anybody will ever do it. */
const PATIENCE = 5;
/** That an interrupted job is given to tell what it has. */
const STOP_MS = 10_000;
const MOST_STRIKES = 3;
/** No step of ours takes so long, but for sending what is very large. */
const STUCK_MS = 20_000;
const USUAL_SECONDS = 24 * 3600;
/** How failures begin that are no result. */
export const GONE = 'gone: ';

export class QueuePool implements Pool {
  readonly isLocal = false;
  readonly size: number;
  private readonly pending = new Map<string, Pending>();
  private readonly store: BlobStore;
  private queue: Queue;
  private readonly events: QueueEvents;
  private readonly hashes = new WeakMap<SharedArrayBuffer, string>();
  private readonly timers: readonly NodeJS.Timeout[];
  private ended: QueueLost | undefined;

  constructor(
    private readonly connection: QueueConnection,
    private readonly options: QueuePoolOptions,
  ) {
    const { redis, bullmq } = connection;
    const { queue, size, signal } = options;
    this.size = size;
    this.store = new BlobStore(redis, `preempt-blob:${options.build}`);
    this.queue = this.opened();
    this.events = new bullmq.QueueEvents(queue, { connection: redis, prefix: PREFIX });
    this.events.on('error', () => {});
    this.events.on('completed', ({ jobId }) => void this.look(this.pending.get(jobId)));
    this.events.on('failed', ({ jobId }) => void this.look(this.pending.get(jobId)));
    this.events.on('removed', ({ jobId }) => void this.look(this.pending.get(jobId)));
    this.events.on('progress', ({ jobId, data }) => this.heard(jobId, data));
    this.timers = [
      setInterval(() => this.tellSignals(), SIGNALS_MS),
      setInterval(() => {
        for (const each of this.pending.values()) void this.look(each);
      }, LOOK_MS),
    ];
    if (signal?.aborted === true) this.interrupt();
    else signal?.addEventListener('abort', () => this.interrupt(), { once: true });
  }

  /** Jobs that are waited for. */
  get waiting(): number {
    return this.pending.size;
  }

  /** Of what many jobs share: the one that a question of theirs names. */
  hashOf({ bytes }: SharedBytes): string {
    const known = this.hashes.get(bytes) ?? hashOfBytes(new Uint8Array(bytes));
    this.hashes.set(bytes, known);
    return known;
  }

  async run(task: Task, hear: (said: unknown) => void = () => {}): Promise<unknown> {
    if (this.ended !== undefined) throw this.ended;
    const pending = this.pendingOf(task, hear);
    const same = this.pending.get(pending.id);
    if (same !== undefined) return same.done;
    this.pending.set(pending.id, pending);
    // Whoever waits hears of it below.
    pending.done.catch(() => {});
    void this.look(pending);
    try {
      return await pending.done;
    } finally {
      this.pending.delete(pending.id);
    }
  }

  /** Nobody is there to ask: all that is waited for stays undone. */
  lose(because: string): void {
    this.ended ??= new QueueLost(because);
    for (const each of this.pending.values()) each.fail(this.ended);
  }

  async close(): Promise<void> {
    this.lose('it was stopped');
    for (const timer of this.timers) clearInterval(timer);
    await Promise.race([
      Promise.allSettled([this.queue.close(), this.events.close()]),
      new Promise((resume) => setTimeout(resume, 500)),
    ]);
  }

  /** The queue is nobody's any more: nothing of it stays. */
  async obliterate(): Promise<void> {
    await Promise.race([
      this.queue.obliterate({ force: true }).catch(() => {}),
      new Promise((resume) => setTimeout(resume, 500)),
    ]);
    await this.close();
  }

  private pendingOf(task: Task, hear: (said: unknown) => void): Pending {
    const { build, run } = this.options;
    const { job, shared = [], signals = [], seconds = USUAL_SECONDS } = task;
    const bytes = utf8Bytes(plainJson(job));
    const record: JobRecord = {
      build,
      run,
      job: hashOfBytes(bytes),
      shared: shared.map((each) => this.hashOf(each)),
      signals: signals.length,
      seconds: Math.ceil(seconds),
    };
    const blobs = new Map([[record.job, () => bytes]]);
    for (const [n, each] of shared.entries()) blobs.set(record.shared[n]!, () => new Uint8Array(each.bytes).slice());
    let [settle, fail]: [Pending['settle'], Pending['fail']] = [() => {}, () => {}];
    const done = new Promise<unknown>((resolve, reject) => {
      [settle, fail] = [resolve, reject];
    });
    return {
      id: idOf(job.kind, record),
      task,
      record,
      blobs,
      hear,
      told: new Set(),
      done,
      settle,
      fail,
      strikes: 0,
      looks: 0,
      isBusy: false,
      isDue: false,
    };
  }

  /** What has become of it: it is put where it is not, and taken where it is done. */
  private async look(pending: Pending | undefined): Promise<void> {
    if (pending === undefined || this.connection.redis.status !== 'ready') return;
    pending.isDue = true;
    if (pending.isBusy) return;
    pending.isBusy = true;
    try {
      while (pending.isDue && this.pending.get(pending.id) === pending) {
        pending.isDue = false;
        await within(STUCK_MS, this.advance(pending));
      }
    } catch (error) {
      // It is looked at again. Whoever watches the connection says when there is no sense in that.
      if (error instanceof NotValid) pending.fail(new ThreadEnded(error.message));
      // What BullMQ has begun while Redis was going away may never end.
      else if (this.connection.redis.status === 'ready') this.queue = this.opened();
    } finally {
      pending.isBusy = false;
    }
  }

  private opened(): Queue {
    const { redis, bullmq } = this.connection;
    const queue = new bullmq.Queue(this.options.queue, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
    queue.on('error', () => {});
    return queue;
  }

  private async advance(pending: Pending): Promise<void> {
    const { redis } = this.connection;
    const key = `${PREFIX}:${this.options.queue}:${pending.id}`;
    const fields = ['finishedOn', 'returnvalue', 'failedReason', 'data'] as const;
    const looked = await redis
      .pipeline()
      .type(key)
      .hmget(key, ...fields)
      .exec();
    const [[lost, type], [wrong, values]] = looked as [[Error | null, string], [Error | null, (string | null)[]]];
    if (lost !== null) throw lost;
    if (type === 'none') return this.add(pending);
    if (type !== 'hash') {
      await redis.unlink(key);
      return this.add(pending);
    }
    if (wrong !== null) throw wrong;
    const [finished, returned, because, data] = values;
    if (finished == null) return this.adopt(pending, data ?? '');
    if (because != null) return this.failed(pending, because);
    const result = await this.resultIn(pending, returned);
    if (result !== undefined) {
      // Nobody else is to have the half of it.
      if (result.wasStopped) await this.queue.remove(pending.id).catch(() => 0);
      pending.settle(result.value);
    } else await this.again(pending, 'what came back is not what it should be');
  }

  /** It is under way, or waits: questions about it come here where nobody else is left to ask. */
  private async adopt(pending: Pending, data: string): Promise<void> {
    const { id, record } = pending;
    const asked = /"run":"([0-9a-f]{1,64})"/.exec(data.slice(0, MOST_NEWS))?.[1];
    if (asked !== undefined && asked !== record.run && this.options.isGone?.(asked) === true)
      await (await this.queue.getJob(id))?.updateData(record);
    if (++pending.looks % PATIENCE !== 0 || (await this.queue.getJobState(id)) !== 'unknown') return;
    // In no list, it would wait for ever.
    await this.connection.redis.unlink(`${PREFIX}:${this.options.queue}:${id}`);
    await this.add(pending);
  }

  private async add({ id, task, record, blobs }: Pending): Promise<void> {
    if (this.options.signal?.aborted === true) return;
    const most = (hash: string): number | undefined => (hash === record.job ? MOST_READ_BYTES : undefined);
    await Promise.all([...blobs].map(([hash, bytes]) => this.store.put(hash, bytes, most(hash))));
    if (record.signals > 0) await this.connection.redis.unlink(signalKey(this.options.queue, id));
    await this.queue.add(task.job.kind, record, {
      jobId: id,
      attempts: 3,
      removeOnComplete: { age: KEPT_SECONDS },
      removeOnFail: { age: KEPT_SECONDS },
    });
  }

  /** Undefined where it is of no use. */
  private async resultIn(
    { id, task }: Pending,
    returned: string | null | undefined,
  ): Promise<{ readonly value: unknown; readonly wasStopped: boolean } | undefined> {
    try {
      if (returned == null || returned.length > MOST_NEWS) return undefined;
      const record = readResultRecord(JSON.parse(returned));
      const wasStopped = record.wasStopped === true;
      if (record.of !== id || record.build !== this.options.build) return undefined;
      if (wasStopped && this.options.signal?.aborted !== true && !(task.signals ?? []).some((s) => s.aborted))
        return undefined;
      const value = fromPlainJson(utf8Text(await this.store.get(record.result, MOST_READ_BYTES)));
      return { value: task.read === undefined ? value : task.read(value), wasStopped };
    } catch (error) {
      if (error instanceof BlobGone || error instanceof NotValid || error instanceof SyntaxError) return undefined;
      if (error instanceof RangeError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  private async failed(pending: Pending, because: string): Promise<void> {
    if (because.startsWith(GONE)) {
      for (const hash of pending.blobs.keys()) this.store.forget(hash);
      return this.again(pending, 'what it needs is gone');
    }
    // It is not kept: another run may have more luck.
    await this.queue.remove(pending.id).catch(() => 0);
    pending.fail(new ThreadEnded(this.connection.address.redacted(because.slice(0, 500))));
  }

  private async again(pending: Pending, because: string): Promise<void> {
    await this.queue.remove(pending.id).catch(() => 0);
    if (++pending.strikes >= MOST_STRIKES) pending.fail(new ThreadEnded(because));
    else await this.add(pending);
  }

  private heard(id: string, data: unknown): void {
    const pending = this.pending.get(id);
    if (pending === undefined || typeof data !== 'string' || data.length > MOST_NEWS) return;
    try {
      pending.hear(fromPlainJson(data));
    } catch {
      // What cannot be understood is not heard.
    }
  }

  private tellSignals(): void {
    const { redis } = this.connection;
    if (redis.status !== 'ready') return;
    for (const { id, task, told } of this.pending.values())
      for (const [n, signal] of (task.signals ?? []).entries()) {
        if (!signal.aborted || told.has(n)) continue;
        told.add(n);
        const key = signalKey(this.options.queue, id);
        const said = redis
          .multi()
          .hset(key, String(n), signal.reason ?? '')
          .expire(key, KEPT_SECONDS)
          .exec();
        said.catch(() => told.delete(n));
      }
  }

  private interrupt(): void {
    const lost = new QueueLost('it was interrupted');
    for (const pending of this.pending.values()) void this.takeBack(pending, lost);
  }

  /** What nobody has begun is taken out; who has is given a moment. */
  private async takeBack(pending: Pending, lost: QueueLost): Promise<void> {
    const isOut = await Promise.race([
      this.queue.remove(pending.id).catch(() => 0),
      new Promise<number>((resume) => setTimeout(() => resume(0), STOP_MS).unref()),
    ]);
    if (isOut === 1 || (pending.task.signals ?? []).length === 0) return pending.fail(lost);
    setTimeout(() => pending.fail(lost), STOP_MS).unref();
    return undefined;
  }
}

function idOf(kind: string, { build, job, shared, seconds }: JobRecord): string {
  return createHash('sha256')
    .update(JSON.stringify([build, kind, job, shared, seconds]))
    .digest('hex');
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not end')), milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export function runName(): string {
  return randomBytes(8).toString('hex');
}
