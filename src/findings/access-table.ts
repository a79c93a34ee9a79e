// The data access table of the ESEC/FSE 2023 paper (§4.3), on bytes: for a unit of work that runs or is suspended, the
// history of each byte that it accessed. Copies share what neither has changed since.

import type { Pattern } from './finding.js';
import { completed, type Histories, type History, isInterrupted, type SiteId } from './history.js';

export interface Match {
  readonly pattern: Pattern;
  readonly o1: SiteId;
  readonly o2: SiteId;
  readonly o3: SiteId;
  /** Address of the common byte. */
  readonly byte: number;
}

/** Bytes whose histories are kept together. */
export const CHUNK_BYTES = 32;

interface Chunk {
  readonly bytes: (History | undefined)[];
  /** The same for equal chunks: 0 not worked out yet, −1 for an empty one. */
  name: number;
  /** The table that may change it in place. */
  readonly owner: number;
}

const EMPTY: readonly undefined[] = new Array(CHUNK_BYTES).fill(undefined);

let owners = 0;

/** Numbers for chunks with equal contents. */
export class ChunkNames {
  private readonly names = new Map<string, number>();

  of(chunk: Chunk): number {
    if (chunk.name === 0) {
      let text = '';
      for (const history of chunk.bytes) text += history === undefined ? ';' : `${history.id};`;
      let name = text.length === CHUNK_BYTES ? -1 : this.names.get(text);
      if (name === undefined) this.names.set(text, (name = this.names.size + 1));
      chunk.name = name;
    }
    return chunk.name;
  }
}

export class AccessTable {
  /** By address of the first byte / CHUNK_BYTES. */
  private chunks = new Map<number, Chunk>();
  private shared = false;
  private owner = ++owners;
  /** Bytes that somebody accessed since the unit did. */
  private interrupted = 0;

  constructor(private readonly histories: Histories) {}

  clone(): AccessTable {
    const copy = new AccessTable(this.histories);
    copy.chunks = this.chunks;
    copy.shared = true;
    copy.interrupted = this.interrupted;
    this.shared = true;
    this.owner = ++owners;
    return copy;
  }

  /** A new unit begins. */
  clear(): void {
    this.interrupted = 0;
    if (this.chunks.size === 0) return;
    this.chunks = new Map();
    this.shared = false;
  }

  /** Can the unit's next accesses complete a pattern even if nobody preempts it any more? */
  get isInterrupted(): boolean {
    return this.interrupted > 0;
  }

  /** The unit itself accesses some bytes: o3 of what came before, o1 of what comes next. */
  own(first: number, size: number, site: SiteId, isWrite: boolean, depth: number, matches: Match[]): void {
    const next = this.histories.begin(site, isWrite, depth);
    let offset = first % CHUNK_BYTES;
    let at = (first - offset) / CHUNK_BYTES;
    for (let n = 0; n < size; n++) {
      const history = this.chunks.get(at)?.bytes[offset];
      if (history !== next) {
        if (history !== undefined && history.depth === depth && isInterrupted(history))
          for (const { pattern, o1, o2 } of completed(history, isWrite))
            matches.push({ pattern, o1, o2, o3: site, byte: first + n });
        this.set(at, offset, history, next);
      }
      if (++offset === CHUNK_BYTES) {
        offset = 0;
        at++;
      }
    }
  }

  /** A context that preempted the unit accesses some bytes. */
  foreign(first: number, size: number, site: SiteId, isWrite: boolean): void {
    if (this.chunks.size === 0) return;
    for (let byte = first; byte < first + size; byte++) {
      const offset = byte % CHUNK_BYTES;
      const at = (byte - offset) / CHUNK_BYTES;
      const history = this.chunks.get(at)?.bytes[offset];
      if (history === undefined) continue;
      const next = this.histories.continue(history, site, isWrite);
      if (next !== history) this.set(at, offset, history, next);
    }
  }

  /** Calls from this depth on have returned: nothing follows on what they did. */
  dropCalls(depth: number): void {
    for (const [at, chunk] of [...this.chunks])
      chunk.bytes.forEach((history, n) => {
        if (history !== undefined && history.depth >= depth) this.set(at, n, history, undefined);
      });
  }

  /** Addresses of the chunks and numbers of their contents, in no order. */
  *contents(names: ChunkNames): Iterable<readonly [number, number]> {
    for (const [at, chunk] of this.chunks) {
      const name = names.of(chunk);
      if (name !== -1) yield [at * CHUNK_BYTES, name];
    }
  }

  /** Those that somebody accessed since the unit did, in no order. */
  *interruptedBytes(): Iterable<readonly [number, History]> {
    if (this.interrupted === 0) return;
    for (const [at, { bytes }] of this.chunks)
      for (let n = 0; n < CHUNK_BYTES; n++) {
        const history = bytes[n];
        if (history !== undefined && isInterrupted(history)) yield [at * CHUNK_BYTES + n, history];
      }
  }

  private set(at: number, offset: number, before: History | undefined, after: History | undefined): void {
    if (before !== undefined && isInterrupted(before)) this.interrupted--;
    if (after !== undefined && isInterrupted(after)) this.interrupted++;
    if (this.shared) {
      this.chunks = new Map(this.chunks);
      this.shared = false;
    }
    let chunk = this.chunks.get(at);
    if (chunk === undefined || chunk.owner !== this.owner) {
      chunk = { bytes: (chunk?.bytes ?? EMPTY).slice(), name: 0, owner: this.owner };
      this.chunks.set(at, chunk);
    }
    chunk.bytes[offset] = after;
    chunk.name = 0;
  }
}
