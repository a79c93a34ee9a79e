// A redis-server of a benchmark's own, on a Unix socket, with an append-only file: it can be killed and started again,
// and nothing of it stays.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export async function startRedis(folder) {
  const { Redis } = await import('ioredis');
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, 'redis.sock');
  const options = ['--unixsocket', socket, '--port', '0', '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const client = new Redis(socket, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => {});
  let child;
  const redis = {
    url: `unix:${socket}`,
    client,
    get pid() {
      return child.pid;
    },
    async start() {
      child = spawn('redis-server', options, { stdio: 'ignore' });
      while ((await client.ping()) !== 'PONG');
    },
    async kill() {
      const gone = new Promise((resume) => child.once('exit', resume));
      child.kill('SIGKILL');
      await gone;
    },
    end() {
      client.disconnect();
      return redis.kill();
    },
  };
  await redis.start();
  return redis;
}
