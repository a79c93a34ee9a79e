// What lies in Redis between a run and its workers, beside BullMQ's own: small records, and bounds for everything.
// Nothing that arrives is used before it was looked at.

import { z } from 'zod';
import { validator } from '../../base/validated.js';

/** Seconds that programs, results and whatever else is left behind are kept. */
export const KEPT_SECONDS = 24 * 3600;
/** Of one blob, as it is and as it is stored. */
export const MOST_BYTES = 512 * 2 ** 20;
export const MOST_STORED = 128 * 2 ** 20;
/** Of one value in Redis: larger blobs are split. */
export const PART_BYTES = 2 ** 20;
/** That a job says on its way. */
export const MOST_NEWS = 256 * 2 ** 10;
/** Of jobs and results, which are read where they arrive; what jobs share is read by threads, which may end. */
export const MOST_READ_BYTES = 64 * 2 ** 20;
/** Blobs that jobs share: a program, or a library. */
const MOST_SHARED = 1;
/** Seconds that any job may ask for. */
const MOST_SECONDS = 7 * 24 * 3600;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** It is shown. */
const build = z.string().regex(/^[\w.+-]{1,100}$/);
const moment = z.number().int().min(0);

/** A job of BullMQ: what is to be done is in blobs. */
export interface JobRecord {
  readonly build: string;
  /** Of the run that put it there: questions go to its own queue. */
  readonly run: string;
  readonly job: string;
  readonly shared: readonly string[];
  /** How many words may reach it on the way. */
  readonly signals: number;
  readonly seconds: number;
}

export const readJobRecord = validator<JobRecord>('a job', () =>
  z.strictObject({
    build,
    run: z.string().regex(/^[0-9a-f]{1,64}$/),
    job: hash,
    shared: z.array(hash).max(MOST_SHARED),
    signals: z.number().int().min(0).max(16),
    seconds: z.number().positive().max(MOST_SECONDS),
  }),
);

/** What a job has come to: a blob. */
export interface ResultRecord {
  readonly build: string;
  /** The job that it is the result of. */
  readonly of: string;
  readonly result: string;
  /** Somebody did not want to wait: nobody else is to have it. */
  readonly wasStopped?: true | undefined;
}

export const readResultRecord = validator<ResultRecord>('a result', () =>
  z.strictObject({ build, of: hash, result: hash, wasStopped: z.literal(true).optional() }),
);

/** The first value of a blob; its parts follow. */
export interface BlobRecord {
  readonly bytes: number;
  readonly stored: number;
}

export const readBlobRecord = validator<BlobRecord>('a blob', () =>
  z.strictObject({
    bytes: z.number().int().min(0).max(MOST_BYTES),
    stored: z.number().int().min(0).max(MOST_STORED),
  }),
);

/** Somebody who is there: a worker, or a run that waits for one. */
export interface PresenceRecord {
  readonly kind: 'worker' | 'run';
  readonly build: string;
  /** Of a worker: jobs that it does at once; of a run: those that it waits for. */
  readonly jobs: number;
  /** Of a worker: how many of them it does now. */
  readonly busy: number;
  /** By the clock of Redis. */
  readonly since: number;
  readonly seen: number;
}

export const readPresenceRecord = validator<PresenceRecord>('a presence', () =>
  z.strictObject({
    kind: z.enum(['worker', 'run']),
    build,
    jobs: z.number().int().min(0).max(1_000_000),
    busy: z.number().int().min(0).max(1_000_000),
    since: moment,
    seen: moment,
  }),
);
