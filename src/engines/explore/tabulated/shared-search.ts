// A search by tables in memory that several threads see. One owns it and adds states; the others expand chunks of them
// ahead. Who has claimed which chunk, and how far everything has come, is in words that are changed atomically.

import { type GrowableBuffer, wordsOf } from '../../kernel/growing-words.js';
import { CHUNK, ChunkBuffer } from './chunk-buffer.js';
import type { ProductTables, VectorLayout } from './product-tables.js';

/** What a thread needs. */
export interface SharedSearch {
  readonly layout: VectorLayout;
  /** Of the thread: its buffers are not used by others. */
  readonly number: number;
  readonly control: SharedArrayBuffer;
  readonly chunks: SharedArrayBuffer;
  readonly words: GrowableBuffer;
  readonly log: GrowableBuffer;
}

/** For states, and for entries of tables. */
export interface SearchMemory {
  readonly words: GrowableBuffer;
  readonly log: GrowableBuffer;
}

/** How a thread's work has ended: there was nothing to do for a while, or the thread is no more. */
export type WorkEnded = 'idle' | 'dead';

/** Threads that work ahead of a search. */
export interface SearchThreads {
  /** Beside this one. */
  readonly count: number;
  /** Undefined where there is none for them. */
  memory(): SearchMemory | undefined;
  expand(search: SharedSearch): Promise<WorkEnded>;
}

/** Chunks that a thread may be ahead. */
export const BUFFERS = 4;

/** Words that are changed atomically. Where states are packed anew, the generation counts up before and after. */
export const Shared = {
  generation: 0,
  /** States that are there, with all they consist of. */
  count: 1,
  /** The first state of the next chunk that nobody has. */
  claim: 2,
  logLength: 3,
  isOver: 4,
  /** Counts up when there may be more to do, and when something is done. */
  more: 5,
  done: 6,
  /** Bits of each number in a state. */
  widths: 7,
} as const;

/** Of what nobody may use. */
export const NO_GENERATION = -1;

export function isMoving(generation: number): boolean {
  return generation % 2 === 1;
}

export function controlWords(vectorLength: number): number {
  return Shared.widths + vectorLength;
}

/** The first state of a chunk that is the caller's from now on; undefined: there is none. */
export function claimChunk(control: Int32Array): number | undefined {
  for (;;) {
    const start = Atomics.load(control, Shared.claim);
    if (start + CHUNK > Atomics.load(control, Shared.count)) return undefined;
    if (Atomics.compareExchange(control, Shared.claim, start, start + CHUNK) === start) return start;
  }
}

export function buffersOf(chunks: SharedArrayBuffer, thread: number, contexts: number): readonly ChunkBuffer[] {
  return Array.from({ length: BUFFERS }, (_, n) => new ChunkBuffer(chunks, thread * BUFFERS + n, contexts));
}

/** Adds entries of a log to tables; gives where the next begin. */
export function readLog(log: GrowableBuffer, from: number, end: number, tables: ProductTables): number {
  const words = wordsOf(log);
  let at = from;
  while (at < end) {
    const [kind, length] = [words[at]!, words[at + 1]!];
    tables.add(kind, Array.from(words.subarray(at + 2, at + 2 + length)));
    at += 2 + length;
  }
  return at;
}
