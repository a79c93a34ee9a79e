// Who is at a queue, of whatever version: workers and runs say every few seconds that they are there. So a run knows
// whether anybody will take its jobs, and both know where their versions differ.

import type { Redis } from 'ioredis';
import { type PresenceRecord, readPresenceRecord } from './records.js';

const KEY = 'preempt-presence';
const EVERY_MS = 2000;
/** Who was not seen for so long is gone. */
const GONE_MS = 10_000;
/** That Redis is given to hear that somebody leaves. */
const END_MS = 500;
const MOST = 20_000;
const MOST_LENGTH = 1000;

export interface Presence extends PresenceRecord {
  readonly id: string;
}

/** Those that were seen just now; what is no record is none. */
export async function presentAt(redis: Redis): Promise<readonly Presence[]> {
  // Whoever is there says so again.
  if ((await redis.hlen(KEY)) > MOST || (await bytesOf(redis)) > MOST * MOST_LENGTH) await redis.unlink(KEY);
  const now = await timeOf(redis);
  const all = Object.entries(await redis.hgetall(KEY)).map(([id, text]) => ({ id, record: recordIn(text) }));
  const gone = all.filter(({ record }) => record === undefined || Math.abs(now - record.seen) > GONE_MS);
  if (gone.length > 0) await redis.hdel(KEY, ...gone.map(({ id }) => id));
  return all.flatMap((one) => (one.record === undefined || gone.includes(one) ? [] : [{ ...one.record, id: one.id }]));
}

/** As Redis has them; where it does not tell, none. */
async function bytesOf(redis: Redis): Promise<number> {
  return Number((await redis.memory('USAGE', KEY, 'SAMPLES', 0).catch(() => 0)) ?? 0);
}

function recordIn(text: string): PresenceRecord | undefined {
  try {
    return text.length > MOST_LENGTH ? undefined : readPresenceRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Says that somebody is there, and looks who else is; until it is ended. */
export class Attendance {
  private readonly timer: NodeJS.Timeout;
  private since: number | undefined;
  private isEnded = false;

  constructor(
    private readonly redis: Redis,
    readonly id: string,
    private readonly say: () => Pick<PresenceRecord, 'kind' | 'build' | 'jobs' | 'busy'>,
    private readonly hear: (others: readonly Presence[]) => void,
  ) {
    this.timer = setInterval(() => void this.once(), EVERY_MS);
    this.timer.unref();
  }

  /** Where Redis does not answer, nobody learns anything. */
  async once(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    try {
      const now = await timeOf(this.redis);
      this.since ??= now;
      await this.redis.hset(KEY, this.id, JSON.stringify({ ...this.say(), since: this.since, seen: now }));
      const others = await presentAt(this.redis);
      if (!this.isEnded) this.hear(others.filter(({ id }) => id !== this.id));
    } catch {
      // The next time, perhaps.
    }
  }

  async end(): Promise<void> {
    this.isEnded = true;
    clearInterval(this.timer);
    if (this.redis.status !== 'ready') return;
    // Where Redis goes away just now, others find out by themselves.
    const said = this.redis.hdel(KEY, this.id).catch(() => 0);
    await Promise.race([said, new Promise((resume) => setTimeout(resume, END_MS).unref())]);
  }
}

async function timeOf(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}
