// The states that a search has seen, exactly: vectors of small numbers, packed, numbered as they come, none twice. All
// in typed arrays: a state takes its words, the number of the one that it was reached from and, in the table that finds
// it again, between 6 and 25 bytes, where there are millions of them. Nothing is hashed away: two states are one only
// if all their numbers are equal.

import { InternalError } from '../../base/internal-error.js';
import { Column } from './column.js';
import { type GrowingWords, OwnWords, zeros } from './growing-words.js';
import { BATCH, type Candidates, type LetWait, type PackedStore, Packing } from './packing.js';

const FIRST_TABLE = 1 << 12;
/** At first, all numbers have so many bits; after so many states it is known how many they need. */
const FIRST_BITS = 16;
const LEARNED_AFTER = 1 << 14;
/**
 * A smaller table grows faster: to fill a larger one takes as long as to look for all of its entries, and one of 32
 * megabytes is not much once there are 170 000 states.
 */
const LITTLE = 1 << 18;
const QUICK_GROWTH = 1 << 21;
/** How full a table may be. */
const FULL = 0.65;

export class StateSet implements PackedStore {
  words: Int32Array;
  table: Int32Array = new Int32Array(FIRST_TABLE);
  parents: Int32Array;
  count = 0;
  readonly waiting: Candidates;
  readonly closing = new Column();
  /** Told before and after states are packed anew. */
  repacks: () => void = () => {};
  packing: Packing;
  private memory: GrowingWords;
  private readonly parentMemory = new OwnWords(FIRST_TABLE);
  private isLearned = false;
  private letWait: LetWait;
  private addSome: (candidates: Candidates, first: number, end: number) => number;
  private enter: (words: Int32Array, count: number, table: Int32Array) => void;
  private findPacked: (vector: Int32Array) => number;
  private unpack: (words: Int32Array, index: number, vector: Int32Array) => void;

  /** Vectors of so many numbers, none negative; `bits`: how large they are expected to be. */
  constructor(
    readonly components: number,
    bits: readonly number[] = new Array<number>(components).fill(FIRST_BITS),
  ) {
    this.packing = new Packing(bits);
    this.memory = new OwnWords(this.packing.words * FIRST_TABLE);
    this.words = this.memory.array;
    this.parents = this.parentMemory.array;
    const [hashes, from] = [new Int32Array(BATCH), new Int32Array(BATCH)];
    this.waiting = { count: 0, words: new Int32Array(this.packing.words * BATCH), hashes, from };
    this.letWait = this.packing.compileWait(this);
    this.addSome = this.packing.compileAdd(this);
    this.enter = this.packing.compileEnter();
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
    this.makeRoom(this.waiting.count);
    this.addSome(this.waiting, 0, this.waiting.count);
    this.waiting.count = 0;
    if (!this.isLearned && this.count >= LEARNED_AFTER) this.learn();
  }

  /** Adds some that somebody else has packed just as they are packed here. None waits, and all is learned. */
  addPacked(candidates: Candidates, first: number, end: number): void {
    for (let at = first; at < end; at += BATCH) {
      const next = Math.min(end, at + BATCH);
      this.makeRoom(next - at);
      this.addSome(candidates, at, next);
    }
  }

  /** Is it known how many bits numbers need? */
  get isSettled(): boolean {
    return this.isLearned;
  }

  /** States go to other memory. */
  moveTo(memory: GrowingWords): void {
    memory.grow(this.words.length);
    memory.array.set(this.words);
    this.memory = memory;
    this.words = memory.array;
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

  /** For so many more. */
  private makeRoom(more: number): void {
    const wanted = this.count + more;
    let size = this.table.length;
    while (wanted >= FULL * size) size *= size < LITTLE ? 8 : size === LITTLE ? 32 : 2;
    if (size > 2 ** 29) throw new InternalError('more states than the table has room for');
    if (size > this.table.length) {
      this.table = zeros(size);
      this.enter(this.words, this.count, this.table);
    }
    if (wanted * this.packing.words > this.words.length) this.growWords(larger(this.words.length));
    if (wanted > this.parents.length) {
      this.parentMemory.grow(larger(this.parents.length));
      this.parents = this.parentMemory.array;
    }
  }

  private growWords(length: number): void {
    this.memory.grow(length);
    this.words = this.memory.array;
  }

  /** Some number needs more bits than it had: all states are packed anew. */
  private widen(vector: Int32Array, from: number): void {
    this.flush();
    const next = this.packing.widened(vector, this.largest());
    if (next === undefined) throw new InternalError('a vector that needs no more bits');
    this.repack(next);
    this.add(vector, from);
  }

  /** Numbers get as many bits as they have needed so far, and one more. */
  private learn(): void {
    this.isLearned = true;
    this.repack(Packing.for(this.largest().map((value) => value * 2)));
  }

  /** Of each number, in all states. */
  private largest(): Int32Array {
    const each = new Int32Array(this.components);
    const largest = new Int32Array(this.components);
    for (let index = 0; index < this.count; index++) {
      this.get(index, each);
      for (let n = 0; n < each.length; n++) if (each[n]! > largest[n]!) largest[n] = each[n]!;
    }
    return largest;
  }

  /** None waits. */
  private repack(next: Packing): void {
    const { unpack, count } = this;
    const { words: before } = this.packing;
    this.repacks();
    this.packing = next;
    const wanted = next.words * Math.max(FIRST_TABLE, 2 * count);
    if (wanted > this.words.length) this.growWords(wanted);
    this.waiting.words = new Int32Array(next.words * BATCH);
    this.letWait = next.compileWait(this);
    this.addSome = next.compileAdd(this);
    this.enter = next.compileEnter();
    this.findPacked = next.compileFind(this);
    this.unpack = next.compileUnpack();
    // Nobody's words are written before they were read.
    const pack = next.compilePack();
    const each = new Int32Array(this.components);
    const { words } = this;
    const isWider = next.words > before;
    for (let n = 0; n < count; n++) {
      const index = isWider ? count - 1 - n : n;
      unpack(words, index, each);
      pack(each, words, index);
    }
    this.table.fill(0);
    this.enter(words, count, this.table);
    this.repacks();
  }
}

/** So many words next: what is small grows faster, since all is copied. */
function larger(length: number): number {
  return (length < QUICK_GROWTH ? 8 : 2) * length;
}
