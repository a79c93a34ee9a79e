// Messages that nobody of ours would write, into everything that is read from a queue: jobs, lists of jobs, events,
// programs, results, who is there.

import { gzipSync } from 'node:zlib';
import { Queue } from 'bullmq';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { buildName } from '../../../src/clang/queue/connection.js';

const queue = `preempt-${buildName()}`;
const HASH = /^[0-9a-f]{64}$/;

/** So many, from the seed on. Gives how many of each kind. */
export async function injectMalformed(socket: string, count: number, seed: number): Promise<Record<string, number>> {
  const redis = new Redis(socket, { maxRetriesPerRequest: null });
  const bull = new Queue(queue, { connection: redis, prefix: 'preempt' });
  const counts: Record<string, number> = {};
  const random = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.json({ maxDepth: 3 }), fc.string({ maxLength: 200 })), {
    numRuns: count,
    seed,
  });
  const kinds = Object.entries(kindsOf(redis, bull));
  for (const [n, [kind, where, json, text]] of random.entries()) {
    const [name, write] = kinds[kind % kinds.length]!;
    counts[name] = (counts[name] ?? 0) + 1;
    // Redis itself refuses some, by the type of the key.
    await write({ n: n + seed * 1_000_000, where, json, text }).catch(() => {});
  }
  await bull.close();
  await redis.quit();
  return counts;
}

interface Random {
  readonly n: number;
  readonly where: number;
  readonly json: string;
  readonly text: string;
}

function kindsOf(redis: Redis, bull: Queue): Record<string, (random: Random) => Promise<unknown>> {
  const key = (name: string | number): string => `preempt:${queue}:${name}`;
  const hash = (n: number): string => n.toString(16).padStart(64, 'a');
  const record = (n: number): Record<string, unknown> => ({
    build: buildName(),
    run: '00',
    job: hash(n),
    shared: [],
    signals: 0,
    seconds: 10,
  });
  /** A job of ours that is not done yet, if there is one. */
  const waited = async (where: number): Promise<string | undefined> => {
    const ids = [...(await redis.lrange(key('wait'), 0, 50)), ...(await redis.lrange(key('active'), 0, 50))];
    const ours = ids.filter((id) => HASH.test(id));
    return ours[where % Math.max(1, ours.length)];
  };
  return {
    'a job of any data': ({ json, text }) => bull.add(text || 'check', JSON.parse(json) as object),
    'a job that is nearly one': ({ n, where, json }) => {
      const job = record(n);
      const names = Object.keys(job);
      job[names[where % names.length]!] = JSON.parse(json) as unknown;
      return bull.add('check', job);
    },
    'a job without its program': ({ n }) => bull.add('library', record(n)),
    'a job of another build': ({ n }) => bull.add('check', { ...record(n), build: '9.9.9' }),
    'a job that is no JSON': async ({ n, text }) => {
      await redis.hset(key(`bad-${n}`), { name: 'check', data: `{${text}`, opts: '{}', timestamp: '1' });
      await redis.lpush(key('wait'), `bad-${n}`);
      await redis.zadd(key('marker'), 0, '0');
    },
    'a job that is not there': async ({ text }) => redis.lpush(key('wait'), text || 'nothing'),
    'a job that is too large': ({ n }) => bull.add('check', { ...record(n), more: 'x'.repeat(300_000) }),
    'a program that is none': async ({ n, where, json, text }) => {
      const blob = `preempt-blob:${buildName()}:${hash(n)}`;
      const bomb = gzipSync(Buffer.alloc(4 * 2 ** 20));
      const [first, part] = [
        [JSON.stringify({ bytes: text.length, stored: text.length }), text],
        [JSON.stringify({ bytes: 10, stored: bomb.length }), bomb],
        [JSON.stringify({ bytes: 2 ** 60, stored: 2 ** 60 }), text],
        [json, text],
        ['9'.repeat(100_000), 'x'.repeat(3_000_000)],
      ][where % 5] as [string, string | Buffer];
      await redis.multi().set(blob, first, 'EX', 60).set(`${blob}:0`, part, 'EX', 60).exec();
      await bull.add('prove', record(n));
    },
    'a result of any kind': async ({ where, json }) => {
      const id = await waited(where);
      if (id !== undefined) await redis.hset(key(id), { returnvalue: json, finishedOn: '1' });
    },
    'a result of another job': async ({ n, where }) => {
      const id = await waited(where);
      const returnvalue = JSON.stringify({ build: buildName(), of: hash(n), result: hash(n + 1) });
      if (id !== undefined) await redis.hset(key(id), { returnvalue, finishedOn: '1' });
    },
    'an event': async ({ where, json, text }) => {
      const names = ['completed', 'failed', 'progress', 'removed', text || 'x'];
      const id = (await waited(where)) ?? 'x';
      return redis.xadd(key('events'), '*', 'event', names[where % 5]!, 'jobId', id, 'data', json, 'returnvalue', json);
    },
    'somebody who is nobody': ({ n, json, text }) =>
      redis.hset('preempt-presence', String(n), n % 2 === 0 ? json : text),
  };
}
