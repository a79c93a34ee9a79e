// Sets of numbers as bits, for sets that have much in common and are united again and again: what a union costs depends
// on how far apart the numbers are, not on how many there are. Only the words between the first and the last are kept.

const NO_WORDS = new Uint32Array(0);

export class BitSet {
  private words = NO_WORDS;
  /** Which word the first one is. */
  private base = 0;
  /** Words in use. */
  private used = 0;

  has(bit: number): boolean {
    const at = (bit >>> 5) - this.base;
    return at >= 0 && at < this.used && (this.words[at]! & (1 << (bit & 31))) !== 0;
  }

  add(bit: number): boolean {
    const word = bit >>> 5;
    this.reach(word, word + 1);
    const at = word - this.base;
    const before = this.words[at]!;
    this.words[at] = before | (1 << (bit & 31));
    return before !== this.words[at];
  }

  get isEmpty(): boolean {
    return this.used === 0;
  }

  get size(): number {
    let size = 0;
    for (let at = 0; at < this.used; at++) for (let word = this.words[at]!; word !== 0; word &= word - 1) size++;
    return size;
  }

  /** Whether anything was new. */
  addAll(other: BitSet): boolean {
    if (other.used === 0) return false;
    this.reach(other.base, other.base + other.used);
    const shift = other.base - this.base;
    let isNew = false;
    for (let at = 0; at < other.used; at++) {
      const before = this.words[at + shift]!;
      const after = (before | other.words[at]!) >>> 0;
      if (after === before) continue;
      this.words[at + shift] = after;
      isNew = true;
    }
    return isNew;
  }

  /** Those that `other` does not have. */
  without(other: BitSet): BitSet {
    const result = new BitSet();
    result.setToDifference(this, other);
    return result;
  }

  /** Becomes those of `one` that `other` does not have. */
  setToDifference(one: BitSet, other: BitSet): void {
    this.setTo(one, (word, at) => word & ~other.wordAt(one.base + at));
  }

  /** Those that both have. */
  common(other: BitSet): BitSet {
    const result = new BitSet();
    result.setTo(this, (word, at) => word & other.wordAt(this.base + at));
    return result;
  }

  copy(): BitSet {
    const result = new BitSet();
    result.words = this.words.slice(0, this.used);
    result.used = this.used;
    result.base = this.base;
    return result;
  }

  meets(other: BitSet): boolean {
    const to = Math.min(this.base + this.used, other.base + other.used);
    for (let word = Math.max(this.base, other.base); word < to; word++)
      if ((this.words[word - this.base]! & other.words[word - other.base]!) !== 0) return true;
    return false;
  }

  equals(other: BitSet): boolean {
    if (this.used !== other.used || this.base !== other.base) return false;
    for (let at = 0; at < this.used; at++) if (this.words[at] !== other.words[at]) return false;
    return true;
  }

  hash(): number {
    let hash = this.base;
    for (let at = 0; at < this.used; at++) hash = (Math.imul(hash, 31) + this.words[at]!) | 0;
    return hash;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.used; at++)
      for (let word = this.words[at]!; word !== 0; word &= word - 1)
        yield (this.base + at) * 32 + (31 - Math.clz32(word & -word));
  }

  private wordAt(word: number): number {
    const at = word - this.base;
    return at >= 0 && at < this.used ? this.words[at]! : 0;
  }

  /** Becomes what `of` makes of the words of another; the first and the last that are left have bits. */
  private setTo(one: BitSet, of: (word: number, at: number) => number): void {
    let [first, last] = [one.used, 0];
    if (this.words.length < one.used) this.words = new Uint32Array(one.used);
    for (let at = 0; at < one.used; at++) {
      const word = of(one.words[at]!, at);
      this.words[at] = word;
      if (word === 0) continue;
      if (first > at) first = at;
      last = at + 1;
    }
    this.used = Math.max(0, last - first);
    this.base = this.used === 0 ? 0 : one.base + first;
    if (first > 0) this.words.copyWithin(0, first, last);
    this.words.fill(0, this.used);
  }

  /** Words from `from` to before `to` are there. */
  private reach(from: number, to: number): void {
    if (this.used === 0) this.base = from;
    const base = Math.min(this.base, from);
    const end = Math.max(this.base + this.used, to);
    const shift = this.base - base;
    if (end - base > this.words.length || shift > 0) {
      const room = end - base > this.words.length ? Math.max(end - base, Math.min(this.words.length * 2, 1024)) : 0;
      if (room > 0) {
        const longer = new Uint32Array(room);
        longer.set(this.words.subarray(0, this.used), shift);
        this.words = longer;
      } else {
        this.words.copyWithin(shift, 0, this.used);
        this.words.fill(0, 0, shift);
      }
    }
    this.base = base;
    this.used = end - base;
  }
}
