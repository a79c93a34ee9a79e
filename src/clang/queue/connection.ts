// A connection to Redis with BullMQ on it (decision 0071): loaded only here, and only when somebody has named a queue.
// Jobs of one build of Preempt are in a queue of their own, so that no other ever takes one.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { version } from '../../base/version.js';
import { packageRoot } from '../package-root.js';
import type { QueueAddress } from './address.js';

/** There is no client, or nobody answers. The message is for whoever named the queue. */
export class NoQueue extends Error {
  override readonly name = 'NoQueue';
}

export interface QueueConnection {
  readonly address: QueueAddress;
  readonly redis: Redis;
  readonly bullmq: typeof import('bullmq');
  /** Of this build. */
  readonly queue: string;
  close(): void;
}

/** Before all keys of BullMQ. */
export const PREFIX = 'preempt';
/** Between two attempts to connect, at most. */
const RETRY_MS = 1000;
const CONNECT_MS = 5000;
/** That a queue which is just being started is waited for. */
const START_MS = 15_000;

/** The version, and a hash of the code itself: others may come to other results. */
export function buildName(): string {
  const bundle = join(packageRoot, 'dist', 'cli', 'preempt.cjs');
  if (!existsSync(bundle)) return version;
  return `${version}-${createHash('sha256').update(readFileSync(bundle)).digest('hex').slice(0, 12)}`;
}

/** Throws `NoQueue`. Once there, a connection that is lost is sought again until it is closed. */
export async function connectQueue(address: QueueAddress): Promise<QueueConnection> {
  const { bullmq, Client } = loadClient();
  const redis = new Client({
    ...address.options,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // Whoever waits decides how long.
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => Math.min(RETRY_MS, 50 * times),
  });
  // Later, whoever waits hears of it by `close` and `ready`; without a listener, it would be on standard error.
  let problem: Error | undefined;
  const refused = new Promise<never>((_, reject) => {
    redis.on('error', (error: Error) => {
      problem = error;
      if (/^(?:WRONGPASS|NOAUTH|NOPERM|ERR)\b/.test(error.message)) reject(error);
    });
  });
  refused.catch(() => {});
  const nobody = (error: unknown): NoQueue => {
    redis.disconnect();
    const why = address.redacted((problem ?? (error as Error)).message || 'nobody answers');
    return new NoQueue(`there is no queue at ${address.shown}: ${why}`);
  };
  try {
    // One that is just being started again is waited for.
    redis.connect().catch(() => {});
    await Promise.race([
      redis.ping(),
      refused,
      new Promise((_, reject) => setTimeout(() => reject(new Error('nobody answers')), START_MS).unref()),
    ]);
  } catch (error) {
    throw nobody(error);
  }
  const all = withDuplicates(redis);
  const close = (): void => {
    for (const each of all) each.disconnect();
  };
  return { address, redis, bullmq, queue: `preempt-${buildName()}`, close };
}

/** BullMQ makes others of it, and may not end them where Redis does not answer: then the process would never end. */
function withDuplicates(redis: Redis): ReadonlySet<Redis> {
  const all = new Set([redis]);
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => {
    // One that is made while Redis does not answer tries again as well.
    const other = duplicate({ ...override, lazyConnect: false });
    all.add(other);
    other.on('error', () => {});
    // BullMQ ends and begins one again whose blocking command was not answered.
    other.on('connecting', () => all.add(other));
    other.on('end', () => all.delete(other));
    return other;
  };
  return all;
}

/** By `require`: as modules of ECMAScript, the same code takes twice as long to load. */
function loadClient() {
  try {
    const require = createRequire(import.meta.url);
    const bullmq: typeof import('bullmq') = require('bullmq');
    const client: typeof import('ioredis') = require('ioredis');
    return { bullmq, Client: client.Redis };
  } catch (error) {
    if (!/Cannot find (?:module|package)/.test(String(error))) throw error;
    throw new NoQueue('--queue needs bullmq and ioredis, which are not installed: npm install bullmq@6 ioredis@6');
  }
}
