// What comes out of Redis is what went in, or nothing.

import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotValid } from '../../../src/base/validated.js';
import { BlobGone, BlobStore, hashOfBytes } from '../../../src/clang/queue/blob-store.js';
import { hasRedis, RedisServer } from './redis-server.js';

describe.runIf(hasRedis)('blobs', () => {
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

  it.each([0, 1, 100_000, 3 * 2 ** 20 + 5])('of %i bytes are kept, in parts, for a day', async (length) => {
    const bytes = randomBytes(length);
    const hash = hashOfBytes(bytes);
    await new BlobStore(redis, 'test').put(hash, () => bytes);
    // Somebody else sends it as well.
    await new BlobStore(redis, 'test').put(hash, () => bytes);
    expect((await new BlobStore(redis, 'test').get(hash)).equals(bytes)).toBe(true);
    const keys = await redis.keys(`test:${hash}*`);
    expect(keys.length).toBeGreaterThanOrEqual(1 + Math.ceil(length / 2 ** 20));
    for (const key of keys) expect(await redis.ttl(key)).toBeGreaterThan(80_000);
  });

  it('that are gone, damaged, too long or something else are not there', async () => {
    const bytes = randomBytes(5000);
    const hash = hashOfBytes(bytes);
    const store = new BlobStore(redis, 'test');
    const damages: (() => Promise<unknown>)[] = [
      () => redis.del(`test:${hash}`),
      () => redis.del(`test:${hash}:0`),
      () => redis.setrange(`test:${hash}:0`, 100, 'damaged'),
      () => redis.append(`test:${hash}:0`, 'more'),
      () => redis.set(`test:${hash}`, JSON.stringify({ bytes: 10, stored: 5000 })),
      () => redis.set(`test:${hash}`, JSON.stringify({ bytes: 2 ** 50, stored: 2 ** 50 })),
      () => redis.set(`test:${hash}`, 'x'.repeat(10_000)),
      () => redis.multi().del(`test:${hash}`).hset(`test:${hash}`, 'a', 'b').exec(),
    ];
    for (const damage of damages) {
      store.forget(hash);
      await redis.del(`test:${hash}`);
      await store.put(hash, () => bytes);
      expect((await store.get(hash)).equals(bytes)).toBe(true);
      await damage();
      await expect(store.get(hash)).rejects.toThrow(BlobGone);
    }
  });

  it('that are larger than they may be are neither sent nor read', async () => {
    const bytes = Buffer.alloc(100_000);
    const hash = hashOfBytes(bytes);
    const store = new BlobStore(redis, 'test');
    await expect(store.put(hash, () => bytes, 99_999)).rejects.toThrow(NotValid);
    await store.put(hash, () => bytes, 100_000);
    await expect(store.get(hash, 99_999)).rejects.toThrow(NotValid);
    expect(await store.get(hash, 100_000)).toHaveLength(100_000);
  });
});
