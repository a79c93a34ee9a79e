// The states that a search has seen, exactly: vectors of small numbers, packed, numbered as they come, none twice. All
// in typed arrays: a state takes its words and, in the table that finds it again, between 8 and 16 bytes. Nothing is
// hashed away: two states are one only if all their numbers are equal.

import { InternalError } from '../../base/internal-error.js';
import { type AddVector, type PackedStore, Packing } from './packing.js';

const FIRST_TABLE = 1 << 12;

export class StateSet implements PackedStore {
  words: Int32Array;
  table = new Int32Array(FIRST_TABLE);
  count = 0;
  private packing: Packing;
  /** Whoever keeps it calls an old one after a number has become wider. */
  private addPacked: AddVector;
  private unpack: (words: Int32Array, index: number, vector: Int32Array) => void;

  /** Vectors of so many numbers, none negative. */
  constructor(readonly components: number) {
    this.packing = new Packing(new Array<number>(components).fill(1));
    this.words = new Int32Array(this.packing.words * FIRST_TABLE);
    this.addPacked = this.packing.compileAdd(this, (vector) => this.widen(vector));
    this.unpack = this.packing.compileUnpack();
  }

  /** Its number; of one that was there before, the number's complement. */
  add(vector: Int32Array): number {
    return this.addPacked(vector);
  }

  get(index: number, vector: Int32Array): void {
    this.unpack(this.words, index, vector);
  }

  /** That a state takes, with its share of the table. */
  get bytesPerState(): number {
    return this.packing.words * 4 + (this.table.length * 4) / Math.max(1, this.count);
  }

  get bytes(): number {
    return this.count * this.packing.words * 4 + this.table.length * 4;
  }

  grow(): void {
    const { packing, count } = this;
    if (2 * count >= this.table.length - 2) {
      if (this.table.length >= 2 ** 29) throw new InternalError('more states than the table has numbers for');
      this.table = new Int32Array(2 * this.table.length);
      packing.compileRehash()(this.words, count, this.table);
    }
    if ((count + 1) * packing.words > this.words.length) {
      const larger = new Int32Array(2 * this.words.length);
      larger.set(this.words);
      this.words = larger;
    }
  }

  /** Some number needs more bits than it had: all states are packed anew. */
  private widen(vector: Int32Array): number {
    const next = this.packing.widened(vector);
    if (next === undefined) throw new InternalError('a vector that needs no more bits');
    const old = { words: this.words, unpack: this.unpack };
    const each = new Int32Array(this.components);
    const { count } = this;
    this.packing = next;
    this.words = new Int32Array(Math.max(next.words * FIRST_TABLE, 2 * next.words * count));
    this.table = new Int32Array(this.table.length);
    this.count = 0;
    this.addPacked = next.compileAdd(this, (wider) => this.widen(wider));
    this.unpack = next.compileUnpack();
    for (let index = 0; index < count; index++) {
      old.unpack(old.words, index, each);
      this.addPacked(each);
    }
    return this.addPacked(vector);
  }
}
