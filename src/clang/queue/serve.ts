// Does the jobs of a queue, several at once, until it is told to stop. Whoever dies has its jobs done again by others:
// BullMQ gives a job away whose lease nobody renews. What is wrong with a job is said there and here, and ends nothing
// but that job.

import type { Job, Worker } from 'bullmq';
import { utf8Bytes, utf8Text } from '../../base/bytes.js';
import { fromPlainJson, plainJson } from '../../base/plain-json.js';
import type { SharedBytes } from '../../base/shared-bytes.js';
import { NotValid } from '../../base/validated.js';
import type { Task } from '../host.js';
import { BlobGone, BlobStore, hashOfBytes } from './blob-store.js';
import { PREFIX, type QueueConnection } from './connection.js';
import { GONE } from './queue-pool.js';
import { type JobRecord, MOST_NEWS, MOST_READ_BYTES, type ResultRecord, readJobRecord } from './records.js';
import { HeardSignals, signalKey } from './signals.js';

export interface ServeOptions {
  readonly queue: string;
  readonly build: string;
  /** Jobs that are done at once. */
  readonly size: number;
  /** Seconds without a sign after which a job is given to somebody else. */
  readonly lease: number;
  /** Bytes of what jobs share: what is larger is not there. */
  readonly mostShared?: number | undefined;
  /** Throws `NotValid` where it is no job that can be done here. `free`: how many could be done now, with this one. */
  readonly read: (job: unknown, free: number) => Task['job'];
  /** `run` tells which run waits for it now. Throws where it could not be done: another may try. */
  readonly execute: (
    task: Task,
    hear: (said: unknown) => void,
    record: JobRecord,
    run: () => Promise<string>,
  ) => Promise<unknown>;
  readonly say: (message: string) => void;
}

export interface Serving {
  /** Jobs that are being done. */
  readonly busy: number;
  /** Takes no more, and ends when those that are under way are done, or at once. */
  stop(isAtOnce?: boolean): Promise<void>;
}

/** Of what many jobs share, so much is kept. */
const MOST_KEPT = 256 * 2 ** 20;
/** Between two things that a job says, but for findings. */
const NEWS_MS = 500;
const MOST_STALLED = 3;
/** After Redis has not answered. */
const RETRY_MS = 500;
/** Between two looks whether jobs wait that nobody takes; after so many, somebody else is to take them. */
const WATCH_MS = 1500;
const MISSED = 3;

export function serve(connection: QueueConnection, options: ServeOptions): Serving {
  const { redis, bullmq, address } = connection;
  const { queue, build, size, lease, say } = options;
  const store = new BlobStore(redis, `preempt-blob:${build}`);
  const kept = new Map<string, SharedBytes>();
  let busy = 0;

  const sharedBytes = async (hash: string): Promise<SharedBytes> => {
    const known = kept.get(hash);
    if (known !== undefined) return known;
    const content = await store.get(hash, options.mostShared);
    const bytes = new SharedArrayBuffer(content.length);
    new Uint8Array(bytes).set(content);
    const shared = { hash, bytes };
    kept.set(hash, shared);
    let sum = [...kept.values()].reduce((all, each) => all + each.bytes.byteLength, 0);
    for (const [oldest, each] of kept) {
      if (sum <= MOST_KEPT || oldest === hash) break;
      kept.delete(oldest);
      sum -= each.bytes.byteLength;
    }
    return shared;
  };

  const refused = (because: string): Error => {
    say(`a job was refused: ${because}`);
    return new bullmq.UnrecoverableError(`a worker refused it: ${because}`);
  };

  const taskOf = async (job: Job, record: JobRecord, signals: HeardSignals): Promise<Task> => {
    const work = options.read(
      fromPlainJson(utf8Text(await store.get(record.job, MOST_READ_BYTES))),
      Math.max(1, size - busy + 1),
    );
    if (work.kind !== job.name) throw new NotValid(`a job: it is called ${job.name.slice(0, 50)}`);
    const shared = await Promise.all(record.shared.map(sharedBytes));
    return { job: work, shared, signals: signals.signals, seconds: record.seconds };
  };

  const recordIn = (job: Job): JobRecord => {
    const record = readJobRecord(job.data);
    if (record.build !== build) throw new NotValid(`it is for preempt ${record.build}, and this is preempt ${build}`);
    return record;
  };

  const done = async (job: Job, record: JobRecord): Promise<ResultRecord> => {
    const id = String(job.id);
    const signals = new HeardSignals(redis, signalKey(queue, id), record.signals);
    try {
      const task = await taskOf(job, record, signals);
      const run = async (): Promise<string> => {
        const data = await redis.hget(`${PREFIX}:${queue}:${id}`, 'data');
        return readJobRecord(JSON.parse(data ?? 'null')).run;
      };
      const answer = await options.execute(task, teller(job), record, run);
      const bytes = utf8Bytes(plainJson(answer));
      const result = hashOfBytes(bytes);
      // Others may have come to the same long ago, and Redis may have forgotten it since.
      store.forget(result);
      await store.put(result, () => bytes, MOST_READ_BYTES);
      return { build, of: id, result, ...(signals.isAnyHeard ? { wasStopped: true } : {}) };
    } catch (error) {
      if (error instanceof BlobGone) throw new bullmq.UnrecoverableError(`${GONE}${error.message}`);
      if (error instanceof NotValid || error instanceof SyntaxError) throw refused(error.message);
      throw error;
    } finally {
      signals.end();
    }
  };

  const process = async (job: Job): Promise<ResultRecord> => {
    busy++;
    try {
      return await done(job, recordIn(job));
    } catch (error) {
      throw error instanceof NotValid ? refused(error.message) : error;
    } finally {
      busy--;
    }
  };

  const told = new Set<string>();
  const started = (): Worker => {
    const worker = new bullmq.Worker(queue, process, {
      connection: redis,
      prefix: PREFIX,
      concurrency: size,
      lockDuration: lease * 1000,
      stalledInterval: lease * 500,
      maxStalledCount: MOST_STALLED,
      runRetryDelay: RETRY_MS,
    });
    // A connection that is lost is sought again; what is wrong in the queue is left to lie there.
    worker.on('error', (error) => {
      const text = address.redacted(error.message).slice(0, 200);
      if (redis.status !== 'ready' || told.has(text) || told.size > 100) return;
      told.add(text);
      say(text);
    });
    return worker;
  };

  let worker = started();
  let missed = 0;
  // One that was begun while Redis was going away may never take a job: then another is begun.
  const watch = setInterval(async () => {
    const isLate =
      busy === 0 && redis.status === 'ready' && (await redis.llen(`${PREFIX}:${queue}:wait`).catch(() => 0)) > 0;
    missed = isLate && busy === 0 ? missed + 1 : 0;
    if (missed < MISSED || isStopping) return;
    missed = 0;
    void worker.close(true).catch(() => {});
    worker = started();
  }, WATCH_MS);
  let isStopping = false;
  return {
    get busy() {
      return busy;
    },
    stop(isAtOnce = false) {
      isStopping = true;
      clearInterval(watch);
      // Of a connection that is just being sought again, BullMQ waits for an end that ioredis never tells, and a timer
      // of it would keep the process from ending.
      return worker.close(isAtOnce || redis.status !== 'ready');
    },
  };
}

/** Findings at once, all else now and then. */
function teller(job: Job): (said: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (said) => {
    const isFinding = (said as { readonly kind?: unknown } | null)?.kind === 'finding';
    const now = performance.now();
    if (!isFinding && now - last < NEWS_MS) return;
    last = now;
    const text = plainJson(said);
    if (text.length <= MOST_NEWS) job.updateProgress(text).catch(() => {});
  };
}
