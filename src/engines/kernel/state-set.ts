// The states that a search has seen, exactly: vectors of small numbers, packed, numbered as they come, none twice. All
// in typed arrays: a state takes its words, the number of the one that it was reached from and, in the table that finds
// it again, between 12 and 25 bytes. Nothing is hashed away: two states are one only if all their numbers are equal.

import { InternalError } from '../../base/internal-error.js';
import { Column } from './column.js';
import { BATCH, grownTable, type LetWait, type PackedStore, Packing } from './packing.js';

const FIRST_TABLE = 1 << 12;
/** At first, all numbers have so many bits; after so many states it is known how many they need. */
const FIRST_BITS = 16;
const LEARNED_AFTER = 1 << 14;
/** A smaller table grows faster. */
const QUICK_GROWTH = 1 << 21;
/** How full a table may be. */
const FULL = 0.65;

export class StateSet implements PackedStore {
  words: Int32Array;
  table: Int32Array = new Int32Array(2 * FIRST_TABLE);
  parents = new Int32Array(FIRST_TABLE);
  count = 0;
  readonly waiting;
  readonly closing = new Column();
  private packing: Packing;
  private isLearned = false;
  private letWait: LetWait;
  private addAll: () => number;
  private findPacked: (vector: Int32Array) => number;
  private unpack: (words: Int32Array, index: number, vector: Int32Array) => void;

  /** Vectors of so many numbers, none negative; `bits`: how large they are expected to be. */
  constructor(
    readonly components: number,
    bits: readonly number[] = new Array<number>(components).fill(FIRST_BITS),
  ) {
    this.packing = new Packing(bits);
    this.words = new Int32Array(this.packing.words * FIRST_TABLE);
    const [hashes, from] = [new Int32Array(BATCH), new Int32Array(BATCH)];
    this.waiting = { count: 0, words: new Int32Array(this.packing.words * BATCH), hashes, from };
    this.letWait = this.packing.compileWait(this);
    this.addAll = this.packing.compileAdd(this);
    this.findPacked = this.packing.compileFind(this);
    this.unpack = this.packing.compileUnpack();
  }

  /**
   * Adds a vector, now or with the next `flush`; `from`: the number of the one that it is reached from. If it is there
   * already and its number is no larger than `from`, `closing` gets `from`.
   */
  add(vector: Int32Array, from: number): void {
    const waiting = this.letWait(vector, from);
    if (waiting === BATCH) this.flush();
    else if (waiting === -1) this.widen(vector, from);
  }

  flush(): void {
    this.makeRoom();
    this.addAll();
    if (!this.isLearned && this.count >= LEARNED_AFTER) this.learn();
  }

  get(index: number, vector: Int32Array): void {
    this.unpack(this.words, index, vector);
  }

  /** The number of a vector, none of which waits; −1: it is not there. */
  find(vector: Int32Array): number {
    return this.findPacked(vector);
  }

  /** That a state takes, with its share of the table. */
  get bytesPerState(): number {
    return (this.packing.words + 1) * 4 + (this.table.length * 4) / Math.max(1, this.count);
  }

  /** For all that wait. */
  private makeRoom(): void {
    const { packing, count } = this;
    const wanted = count + this.waiting.count;
    let size = this.table.length / 2;
    while (wanted >= FULL * size) size *= size < QUICK_GROWTH ? 8 : 2;
    if (size > 2 ** 29) throw new InternalError('more states than the table has room for');
    if (2 * size > this.table.length) this.table = grownTable(this.table, size);
    if (wanted * packing.words > this.words.length) this.words = grown(this.words);
    if (wanted > this.parents.length) this.parents = grown(this.parents);
  }

  /** Some number needs more bits than it had: all states are packed anew. */
  private widen(vector: Int32Array, from: number): void {
    this.flush();
    const next = this.packing.widened(vector);
    if (next === undefined) throw new InternalError('a vector that needs no more bits');
    this.repack(next);
    this.add(vector, from);
  }

  /** Numbers get as many bits as they have needed so far, and one more. */
  private learn(): void {
    this.isLearned = true;
    const each = new Int32Array(this.components);
    const largest = new Int32Array(this.components);
    for (let index = 0; index < this.count; index++) {
      this.get(index, each);
      for (let n = 0; n < each.length; n++) if (each[n]! > largest[n]!) largest[n] = each[n]!;
    }
    this.repack(Packing.for(largest.map((value) => value * 2)));
  }

  /** None waits. */
  private repack(next: Packing): void {
    const { words: old, unpack, count } = this;
    this.packing = next;
    this.words = new Int32Array(next.words * Math.max(FIRST_TABLE, 2 * count));
    this.waiting.words = new Int32Array(next.words * BATCH);
    this.letWait = next.compileWait(this);
    this.addAll = next.compileAdd(this);
    this.findPacked = next.compileFind(this);
    this.unpack = next.compileUnpack();
    // Their hashes, and with them the table, stay what they are.
    const pack = next.compilePack();
    const each = new Int32Array(this.components);
    for (let index = 0; index < count; index++) {
      unpack(old, index, each);
      pack(each, this.words, index);
    }
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
