// Messages that nobody of ours would write, into everything that is read from a queue: jobs, lists of jobs, events,
// programs, results, who is there.

import { gzipSync } from 'node:zlib';
import { Queue } from 'bullmq';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { utf8Bytes } from '../../../src/base/bytes.js';
import { settingsOf } from '../../../src/check/settings.js';
import { BlobStore, hashOfBytes } from '../../../src/clang/queue/blob-store.js';
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

/** Where a number, a word or a list is wanted. */
const ABSURD: readonly string[] = [
  ...['-1', '0', '1e308', '9007199254740993', '{"$":"number","value":"NaN"}', '{"$":"number","value":"-Infinity"}'],
  ...['"../../../../etc/passwd"', '"x\\u001b[31m"', '[]', 'null', '{"__proto__":{"isBad":true}}'],
  `{"$":"bigint","value":"${'9'.repeat(300_000)}"}`,
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"$":"map","value":[["__proto__",1]]}`,
];
/** A program that goes on for ever. */
const ENDLESS = 'define i32 @main() {\n  br label %l\nl:\n  br label %l\n}\n';
/** A megabyte that stands for hundreds. */
const BOMB = gzipSync(Buffer.alloc(100 * 2 ** 20));

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
  const store = new BlobStore(redis, `preempt-blob:${buildName()}`);
  const sent = async (text: string): Promise<string> => {
    const bytes = utf8Bytes(text);
    const name = hashOfBytes(bytes);
    await store.put(name, () => bytes);
    return name;
  };
  /** Whose hashes are right. */
  const job = async (n: number, kind: string, text: string, shared?: string): Promise<unknown> =>
    bull.add(kind, {
      ...record(n),
      job: await sent(text),
      shared: shared === undefined ? [] : [await sent(shared)],
      seconds: 1 + (n % 3),
    });
  /** With something absurd in the place of one member. */
  const damaged = (whole: object, where: number): string => {
    const names = Object.keys(whole);
    const name = names[where % names.length]!;
    const members = names.map((each) => {
      const value = each === name ? ABSURD[(where >> 4) % ABSURD.length]! : JSON.stringify(whole[each as keyof object]);
      return `${JSON.stringify(each)}:${value}`;
    });
    return `{${members.join(',')}}`;
  };
  const unit = { kind: 'ir', file: 'a.ll', directory: '/', arguments: [] };
  const compiled = { file: 'a.ll', ir: ENDLESS, hash: 'a', clang: 'x', cached: true };
  const ok = (value: unknown): object => ({ kind: 'ok', value, diagnostics: [] });
  const recorded = {
    ...{ directory: '/', headers: '/h', units: ok([unit]), compiled: [ok([compiled])] },
    ...{ packFlags: [{ flags: [], refused: [] }], files: {}, shown: {} },
  };
  const request = { ...settingsOf({ arrivals: 1, timeout: 1 }, []), paths: ['a.ll'] };
  const variable = { name: 'x', initially: 0, least: 0, most: 1 };
  const skeleton = { name: 'f', role: 'task', accesses: [], locations: [{ isMasked: false, open: [], edges: [] }] };
  const library = { skeletons: [skeleton], variables: [variable], suspension: -1, nesting: false, benign: [] };
  const models = { kind: 'library', batches: [[{ name: 'a', tasks: [[0]], isrs: [] }]], mostStates: 1000 };
  return {
    'a job of any content': ({ n, json }) => job(n, 'check', json),
    'a job that is too deep': ({ n, where }) => job(n, 'check', '[{"a":'[where % 2]!.repeat(100_000)),
    'a check of something absurd': ({ n, where }) =>
      job(n, 'check', `{"kind":"check","request":${damaged(request, where)}}`, JSON.stringify(recorded)),
    'a check of an absurd program': ({ n, where }) =>
      job(n, 'check', JSON.stringify({ kind: 'check', request }), damaged(recorded, where)),
    'a proof of something absurd': ({ n, where }) =>
      job(n, 'prove', `{"kind":"prove","request":{"paths":[]},"batch":${damaged(request, where)}}`, '{}'),
    'absurd models': ({ n, where }) => job(n, 'library', damaged(models, where), JSON.stringify(library)),
    'models of an absurd library': ({ n, where }) =>
      job(n, 'library', JSON.stringify(models), where % 2 === 0 ? damaged(library, where) : '{"skeletons":[]}'),
    'a job that is small only while it is compressed': async ({ n }) => {
      const name = hashOfBytes(Buffer.from(String(n)));
      const first = JSON.stringify({ bytes: 100 * 2 ** 20, stored: BOMB.length });
      const blob = `preempt-blob:${buildName()}:${name}`;
      await redis.multi().set(blob, first, 'EX', 60).set(`${blob}:0`, BOMB, 'EX', 60).exec();
      await bull.add('check', { ...record(n), job: name });
    },
    'a result of any content': async ({ where, json }) => {
      const id = await waited(where);
      if (id === undefined) return;
      const result = await sent(where % 2 === 0 ? json : `{"kind":"done","result":${json}}`);
      const returnvalue = JSON.stringify({ build: buildName(), of: id, result });
      await redis.hset(key(id), { returnvalue, finishedOn: '1' });
      await redis.xadd(key('events'), '*', 'event', 'completed', 'jobId', id, 'returnvalue', returnvalue);
    },
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
