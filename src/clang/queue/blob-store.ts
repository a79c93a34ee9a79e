// Programs and results in Redis, by their content: each is sent once however many jobs need it, compressed, in parts,
// and is gone after a day. What comes out is what went in, by its hash, or nothing.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Redis } from 'ioredis';
import { NotValid } from '../../base/validated.js';
import { type BlobRecord, KEPT_SECONDS, MOST_BYTES, MOST_STORED, PART_BYTES, readBlobRecord } from './records.js';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];
/** A quarter of the bytes for a tenth of the time that the best takes. */
const LEVEL = 1;
/** Of a `BlobRecord`. */
const RECORD_BYTES = 200;
/** Parts in one request. */
const AT_ONCE = 8;
/** What is no larger is sent without a question whether it is there. */
const SMALL_BYTES = 16 * 2 ** 10;

/** There is no such blob, or it is not what it should be. */
export class BlobGone extends Error {
  override readonly name = 'BlobGone';
}

export function hashOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export class BlobStore {
  /** Those that were here, or were sent, not long ago: until when nobody need look. */
  private readonly known = new Map<string, number>();
  private readonly sending = new Map<string, Promise<void>>();

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  /** Throws `NotValid` where it is too large. Those who send the same at once wait for the first of them. */
  put(hash: string, bytes: () => Uint8Array, most = MOST_BYTES): Promise<void> {
    const now = performance.now();
    if ((this.known.get(hash) ?? 0) > now) return Promise.resolve();
    const underway = this.sending.get(hash);
    if (underway !== undefined) return underway;
    const sent = this.sent(hash, bytes(), most)
      .then(() => void this.known.set(hash, now + (KEPT_SECONDS / 4) * 1000))
      .finally(() => this.sending.delete(hash));
    this.sending.set(hash, sent);
    return sent;
  }

  /** Somebody has missed it, or might: it is sent again, or at least looked for. */
  forget(hash: string): void {
    this.known.delete(hash);
  }

  /** Throws `BlobGone`, `NotValid` where it is larger than it may be, or where nobody answers. */
  async get(hash: string, most = MOST_BYTES): Promise<Buffer> {
    // Nearly all have one part: it comes with the record.
    const [first, ...parts] = await this.got([
      [this.key(hash), RECORD_BYTES],
      [this.part(hash, 0), PART_BYTES],
    ]);
    const { bytes, stored } = recordIn(hash, first!);
    if (bytes > most) throw new NotValid(`${bytes} bytes, where at most ${most} are taken`);
    const count = Math.ceil(stored / PART_BYTES);
    for (let from = 1; from < count; from += AT_ONCE) {
      const rest = Array.from({ length: Math.min(count - from, AT_ONCE) }, (_, n) => this.part(hash, from + n));
      parts.push(...(await this.got(rest.map((key) => [key, PART_BYTES]))));
    }
    const whole = Buffer.concat(parts.slice(0, count));
    if (whole.length !== stored) throw new BlobGone(hash);
    const expanded = await expand(whole, { maxOutputLength: bytes + 1 }).catch(() => undefined);
    if (expanded?.length !== bytes || hashOfBytes(expanded) !== hash) throw new BlobGone(hash);
    return expanded;
  }

  /** No more than there should be, whatever is there. */
  private async got(keys: readonly (readonly [key: string, most: number])[]): Promise<readonly Buffer[]> {
    const pipeline = this.redis.pipeline();
    for (const [key, most] of keys) pipeline.getrangeBuffer(key, 0, most);
    return ((await pipeline.exec()) ?? []).map(([error, bytes]) => {
      if (error === null) return bytes as Buffer;
      // Of another type, it is none of ours; else nobody has answered.
      if (error.message.startsWith('WRONGTYPE')) return Buffer.alloc(0);
      throw error;
    });
  }

  private async sent(hash: string, bytes: Uint8Array, most: number): Promise<void> {
    if (bytes.length > most) throw new NotValid(`${bytes.length} bytes are too many for a queue`);
    // One that is there is kept for another day.
    if (bytes.length <= SMALL_BYTES || !(await this.renewed(hash))) await this.send(hash, bytes);
  }

  private async renewed(hash: string): Promise<boolean> {
    const [first] = await this.got([[this.key(hash), RECORD_BYTES]]);
    const record = recordOf(first!);
    if (record === undefined) return false;
    const pipeline = this.redis.pipeline();
    const keys = [this.key(hash), ...this.parts(hash, record.stored)];
    for (const key of keys) pipeline.expire(key, KEPT_SECONDS);
    return ((await pipeline.exec()) ?? []).every(([error, isThere]) => error === null && isThere === 1);
  }

  private async send(hash: string, bytes: Uint8Array): Promise<void> {
    const stored = await compress(bytes, { level: LEVEL });
    if (stored.length > MOST_STORED) throw new NotValid(`${stored.length} compressed bytes are too many for a queue`);
    const record: BlobRecord = { bytes: bytes.length, stored: stored.length };
    // Its record is last: whoever sees it finds all parts.
    const values = [
      ...this.parts(hash, stored.length).map((key, n) => {
        const part = stored.subarray(n * PART_BYTES, (n + 1) * PART_BYTES);
        return { key, value: part, seconds: KEPT_SECONDS + 60 };
      }),
      { key: this.key(hash), value: JSON.stringify(record), seconds: KEPT_SECONDS },
    ];
    for (let first = 0; first < values.length; first += AT_ONCE) {
      const pipeline = this.redis.pipeline();
      for (const { key, value, seconds } of values.slice(first, first + AT_ONCE))
        pipeline.set(key, value, 'EX', seconds);
      await done(pipeline);
    }
  }

  private parts(hash: string, stored: number): readonly string[] {
    return Array.from({ length: Math.ceil(stored / PART_BYTES) }, (_, n) => this.part(hash, n));
  }

  private key(hash: string): string {
    return `${this.prefix}:${hash}`;
  }

  private part(hash: string, n: number): string {
    return `${this.prefix}:${hash}:${n}`;
  }
}

async function done(pipeline: ReturnType<Redis['pipeline']>): Promise<void> {
  for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
}

function recordIn(hash: string, bytes: Buffer): BlobRecord {
  const record = recordOf(bytes);
  if (record === undefined) throw new BlobGone(hash);
  return record;
}

/** The record of an empty blob is no empty text, and one that is longer is none of ours. */
function recordOf(bytes: Buffer): BlobRecord | undefined {
  try {
    return readBlobRecord(JSON.parse(bytes.toString()));
  } catch {
    return undefined;
  }
}
