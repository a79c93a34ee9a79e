// Programs and results in Redis, by their content: each is sent once however many jobs need it, compressed, in parts,
// and is gone after a day. What comes out is what went in, by its hash, or nothing.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Redis } from 'ioredis';
import { type BlobRecord, KEPT_SECONDS, MOST_BYTES, MOST_STORED, PART_BYTES, readBlobRecord } from './records.js';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];
/** A quarter of the bytes for a tenth of the time that the best takes. */
const LEVEL = 1;
/** Of a `BlobRecord`. */
const RECORD_BYTES = 200;
/** Parts in one request. */
const AT_ONCE = 8;

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

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  /** Throws where it is too large. */
  async put(hash: string, bytes: Uint8Array): Promise<void> {
    const now = performance.now();
    if ((this.known.get(hash) ?? 0) > now) return;
    // One that is there is kept for another day.
    if (!(await this.renewed(hash))) await this.send(hash, bytes);
    this.known.set(hash, now + (KEPT_SECONDS / 4) * 1000);
  }

  /** Somebody has missed it: it is sent again. */
  forget(hash: string): void {
    this.known.delete(hash);
  }

  /** Throws `BlobGone`. */
  async get(hash: string): Promise<Buffer> {
    const { bytes, stored } = await this.record(hash);
    const parts: Buffer[] = [];
    const count = Math.ceil(stored / PART_BYTES);
    for (let first = 0; first < count; first += AT_ONCE) {
      const pipeline = this.redis.pipeline();
      // No more than there should be, whatever is there.
      for (let n = first; n < Math.min(count, first + AT_ONCE); n++)
        pipeline.getrangeBuffer(this.part(hash, n), 0, PART_BYTES);
      for (const [error, part] of (await pipeline.exec()) ?? []) {
        if (error !== null) throw new BlobGone(hash);
        parts.push(part as Buffer);
      }
    }
    const whole = Buffer.concat(parts);
    if (whole.length !== stored) throw new BlobGone(hash);
    const expanded = await expand(whole, { maxOutputLength: bytes + 1 }).catch(() => undefined);
    if (expanded?.length !== bytes || hashOfBytes(expanded) !== hash) throw new BlobGone(hash);
    return expanded;
  }

  private async record(hash: string): Promise<BlobRecord> {
    try {
      // The record of an empty blob is no empty text, and one that is longer is none of ours.
      return readBlobRecord(JSON.parse(await this.redis.getrange(this.key(hash), 0, RECORD_BYTES)));
    } catch (error) {
      if (error instanceof Error && error.message === 'Connection is closed.') throw error;
      throw new BlobGone(hash);
    }
  }

  private async renewed(hash: string): Promise<boolean> {
    const record = await this.record(hash).catch(() => undefined);
    if (record === undefined) return false;
    const pipeline = this.redis.pipeline();
    const keys = [this.key(hash), ...this.parts(hash, record.stored)];
    for (const key of keys) pipeline.expire(key, KEPT_SECONDS);
    return ((await pipeline.exec()) ?? []).every(([error, isThere]) => error === null && isThere === 1);
  }

  private async send(hash: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > MOST_BYTES) throw new Error(`${bytes.length} bytes are too many for a queue`);
    const stored = await compress(bytes, { level: LEVEL });
    if (stored.length > MOST_STORED) throw new Error(`${stored.length} compressed bytes are too many for a queue`);
    const keys = this.parts(hash, stored.length);
    for (let first = 0; first < keys.length; first += AT_ONCE) {
      const pipeline = this.redis.pipeline();
      for (const [n, key] of keys.slice(first, first + AT_ONCE).entries()) {
        const from = (first + n) * PART_BYTES;
        pipeline.set(key, stored.subarray(from, from + PART_BYTES), 'EX', KEPT_SECONDS + 60);
      }
      await done(pipeline);
    }
    // Last: whoever sees it finds all parts.
    const record: BlobRecord = { bytes: bytes.length, stored: stored.length };
    await this.redis.set(this.key(hash), JSON.stringify(record), 'EX', KEPT_SECONDS);
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
