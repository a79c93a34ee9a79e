// Expands chunks of states ahead of their turn, by tables as far as they are filled, in any thread. It only looks: what
// is new goes into a buffer, and only who owns the set of states adds it, in order. So it does not matter for any result
// who has expanded a chunk, or whether anybody has.

import { BATCH, type Candidates, type LetWait, type Packing, type SiftedStore } from '../../kernel/packing.js';
import { CHUNK, type ChunkBuffer } from './chunk-buffer.js';
import { expandState, type Successors } from './expand-state.js';
import { MISSING, type ProductTables, type Start } from './product-tables.js';

export class ChunkExpander implements Successors, SiftedStore {
  words: Int32Array = new Int32Array(0);
  table: Int32Array = new Int32Array(0);
  count = 0;
  readonly waiting: Candidates = { count: 0, words: this.words, hashes: this.words, from: this.words };
  readonly closing = { push: (from: number): void => (this.tables.postpones ? this.buffer.close(from) : undefined) };
  private packing: Packing | undefined;
  private letWait!: LetWait;
  private sift!: (first: number, kept: number) => number;
  private unpack!: (words: Int32Array, index: number, vector: Int32Array) => void;
  private buffer!: ChunkBuffer;
  private stepCount = 0;
  private startCount = 0;
  private endCount = 0;
  private readonly vector: Int32Array;
  private readonly after: Int32Array;

  constructor(private readonly tables: ProductTables) {
    this.vector = new Int32Array(tables.length);
    this.after = new Int32Array(tables.length);
  }

  /** The set of states, of which the first `count` are there for certain. */
  look(words: Int32Array, table: Int32Array, count: number, packing: Packing): void {
    this.words = words;
    this.table = table;
    this.count = count;
    if (packing === this.packing) return;
    this.packing = packing;
    this.letWait = packing.compileWait(this);
    this.sift = packing.compileSift(this);
    this.unpack = packing.compileUnpack();
  }

  /** As much of the chunk as fits. */
  expand(start: number, generation: number, buffer: ChunkBuffer): void {
    const { waiting, vector } = this;
    this.buffer = buffer;
    buffer.begin(start, generation, this.packing!.words);
    waiting.words = buffer.words;
    waiting.hashes = buffer.hashes;
    waiting.from = buffer.from;
    waiting.count = 0;
    this.stepCount = this.startCount = this.endCount = 0;
    let index = start;
    for (; index < start + CHUNK && buffer.hasRoom; index++) {
      this.unpack(this.words, index, vector);
      if (!this.tryState(index)) {
        this.keepNew();
        this.endSegment(index);
      } else if (waiting.count - buffer.count >= BATCH) this.keepNew();
    }
    this.keepNew();
    this.endSegment(-1);
    buffer.finish(index);
  }

  /** False: nothing is known of what is behind it. */
  private tryState(index: number): boolean {
    const { waiting, buffer, stepCount, startCount, endCount } = this;
    const { count } = waiting;
    const { sightings } = buffer;
    try {
      expandState(this.tables, index, this.vector, this.after, this);
      return true;
    } catch (thrown) {
      if (thrown !== MISSING) throw thrown;
      waiting.count = count;
      buffer.sightings = sightings;
      this.stepCount = stepCount;
      this.startCount = startCount;
      this.endCount = endCount;
      return false;
    }
  }

  private keepNew(): void {
    const { buffer, waiting } = this;
    waiting.count = buffer.count = this.sift(buffer.count, buffer.count);
  }

  private endSegment(missed: number): void {
    this.buffer.endSegment({ steps: this.stepCount, starts: this.startCount, ends: this.endCount, missed });
  }

  starts(_: number, { isr, isLast }: Start): void {
    this.startCount++;
    this.buffer.started(isr, isLast);
  }

  steps(): void {
    this.stepCount++;
  }

  ends(): void {
    this.endCount++;
  }

  reaches(vector: Int32Array, from: number): void {
    if (this.letWait(vector, from) === -1) throw MISSING;
  }

  seesBelow(from: number, step: number): void {
    this.buffer.see(from, step, true);
  }

  sees(from: number, step: number): void {
    this.buffer.see(from, step, false);
  }
}
