// Who is at a queue: only those who say so in the form of it, whatever else lies there.

import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presentAt } from '../../../src/clang/queue/presence.js';
import { hasRedis, RedisServer } from './redis-server.js';

const KEY = 'preempt-presence';

describe.runIf(hasRedis)('who is at a queue', () => {
  const server = new RedisServer();
  let redis: Redis;
  beforeAll(async () => {
    await server.start();
    redis = new Redis(server.socket);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.end();
  });

  async function says(id: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const now = Date.now();
    const record = { kind: 'worker', build: '0.1.0-abc', jobs: 2, busy: 0, since: now, seen: now };
    await redis.hset(KEY, id, JSON.stringify({ ...record, ...more }));
  }

  it('is nobody whose record could do anything to whoever shows it', async () => {
    await says('one');
    await says('two', { build: '\x1b]0;title\x07' });
    await says('three', { jobs: -1 });
    await says('four', { seen: 0 });
    await says('five', { more: 'x'.repeat(10_000) });
    expect((await presentAt(redis)).map(({ id }) => id)).toEqual(['one']);
    // What is no record is taken away.
    expect(await redis.hkeys(KEY)).toEqual(['one']);
  });

  it('is nobody where there is too much to read, until they say so again', async () => {
    await says('one');
    await redis.hset(KEY, 'huge', 'x'.repeat(30_000_000));
    expect(await presentAt(redis)).toEqual([]);
    await says('one');
    expect((await presentAt(redis)).map(({ id }) => id)).toEqual(['one']);
  });
});
