// Connections of a run: whatever BullMQ has made of them, none is left when it is over, or the process would not end.

import { expect, it } from 'vitest';
import { queueAddress } from '../../../src/clang/queue/address.js';
import { connectQueue } from '../../../src/clang/queue/connection.js';
import { hasRedis, RedisServer } from './redis-server.js';

it.runIf(hasRedis)('closes those that were ended and begun again', { timeout: 60_000 }, async () => {
  const server = new RedisServer();
  await server.start();
  try {
    const address = queueAddress(server.url, {});
    if (typeof address === 'string') throw new Error(address);
    const connection = await connectQueue(address);
    const other = connection.redis.duplicate();
    await other.ping();
    const ended = new Promise((resume) => other.once('end', resume));
    other.disconnect();
    await ended;
    await other.connect();
    const over = new Promise((resume) => other.once('end', resume));
    connection.close();
    await over;
    expect(other.status).toBe('end');
  } finally {
    await server.end();
  }
});
