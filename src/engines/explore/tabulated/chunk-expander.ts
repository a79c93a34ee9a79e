// Expands chunks of states ahead of their turn, by tables as far as they are filled, in any thread. What is behind them
// goes into a buffer, and who owns the set of states adds it, in order. So it does not matter for any result who has
// expanded a chunk, or whether anybody has.

import type { LetWait, Packing } from '../../kernel/packing.js';
import { CHUNK, type ChunkBuffer } from './chunk-buffer.js';
import { expandState, type Successors } from './expand-state.js';
import { MISSING, type ProductTables, type Start } from './product-tables.js';

export class ChunkExpander implements Successors {
  /** That is filled: vectors wait there for the owner of the set. */
  waiting!: ChunkBuffer;
  private words: Int32Array = new Int32Array(0);
  private packing: Packing | undefined;
  private letWait!: LetWait;
  private unpack!: (words: Int32Array, index: number, vector: Int32Array) => void;
  private stepCount = 0;
  private startCount = 0;
  private endCount = 0;
  private readonly vector: Int32Array;
  private readonly after: Int32Array;

  constructor(private readonly tables: ProductTables) {
    this.vector = new Int32Array(tables.length);
    this.after = new Int32Array(tables.length);
  }

  /** The states, and how they are packed. */
  look(words: Int32Array, packing: Packing): void {
    this.words = words;
    if (packing === this.packing) return;
    this.packing = packing;
    this.letWait = packing.compileWait(this);
    this.unpack = packing.compileUnpack();
  }

  /** As much of the chunk as fits. */
  expand(start: number, generation: number, buffer: ChunkBuffer): void {
    this.waiting = buffer;
    buffer.begin(start, generation, this.packing!.words);
    this.stepCount = this.startCount = this.endCount = 0;
    let index = start;
    for (; index < start + CHUNK && buffer.hasRoom; index++) {
      this.unpack(this.words, index, this.vector);
      if (!this.tryState(index)) this.endSegment(index);
    }
    this.endSegment(-1);
    buffer.finish(index);
  }

  /** False: nothing is known of what is behind it. */
  private tryState(index: number): boolean {
    const { waiting, stepCount, startCount, endCount } = this;
    const { count, sightings } = waiting;
    try {
      expandState(this.tables, index, this.vector, this.after, this);
      return true;
    } catch (thrown) {
      if (thrown !== MISSING) throw thrown;
      waiting.count = count;
      waiting.sightings = sightings;
      this.stepCount = stepCount;
      this.startCount = startCount;
      this.endCount = endCount;
      return false;
    }
  }

  private endSegment(missed: number): void {
    this.waiting.endSegment({ steps: this.stepCount, starts: this.startCount, ends: this.endCount, missed });
  }

  starts(_: number, { isr, isLast }: Start): void {
    this.startCount++;
    this.waiting.started(isr, isLast);
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

  seesBelow(from: number, step: number, seen: number): void {
    this.waiting.see(from, step, seen);
  }

  sees(from: number, step: number): void {
    this.waiting.see(from, step, -1);
  }
}
