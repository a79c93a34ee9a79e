// Sets of small numbers as bits, for sets that have much in common and are united again and again: what a union costs
// depends on the largest number, not on how many there are.

const NO_WORDS = new Uint32Array(0);

export class BitSet {
  private words = NO_WORDS;
  /** Words in use: all behind it are 0. */
  private used = 0;

  has(bit: number): boolean {
    return bit >>> 5 < this.used && (this.words[bit >>> 5]! & (1 << (bit & 31))) !== 0;
  }

  add(bit: number): boolean {
    const at = bit >>> 5;
    this.reach(at + 1);
    const before = this.words[at]!;
    this.words[at] = before | (1 << (bit & 31));
    return before !== this.words[at];
  }

  get size(): number {
    let size = 0;
    for (let at = 0; at < this.used; at++) for (let word = this.words[at]!; word !== 0; word &= word - 1) size++;
    return size;
  }

  get isEmpty(): boolean {
    return this.used === 0;
  }

  /** Whether anything was new. */
  addAll(other: BitSet): boolean {
    this.reach(other.used);
    let isNew = false;
    for (let at = 0; at < other.used; at++) {
      const before = this.words[at]!;
      const after = (before | other.words[at]!) >>> 0;
      if (after === before) continue;
      this.words[at] = after;
      isNew = true;
    }
    return isNew;
  }

  /** Those that `other` does not have. */
  without(other: BitSet): BitSet {
    return this.combined(other, (mine, theirs) => mine & ~theirs);
  }

  /** Becomes those of `one` that `other` does not have. */
  setToDifference(one: BitSet, other: BitSet): void {
    const { used } = one;
    this.words.fill(0, used, Math.max(used, this.used));
    this.used = 0;
    this.reach(used);
    let last = 0;
    for (let at = 0; at < used; at++) {
      const word = at < other.used ? one.words[at]! & ~other.words[at]! : one.words[at]!;
      this.words[at] = word;
      if (word !== 0) last = at + 1;
    }
    this.used = last;
  }

  copy(): BitSet {
    const result = new BitSet();
    result.words = this.words.slice(0, this.used);
    result.used = this.used;
    return result;
  }

  /** Those that both have. */
  common(other: BitSet): BitSet {
    return this.combined(other, (mine, theirs) => mine & theirs);
  }

  meets(other: BitSet): boolean {
    for (let at = Math.min(this.used, other.used) - 1; at >= 0; at--)
      if ((this.words[at]! & other.words[at]!) !== 0) return true;
    return false;
  }

  equals(other: BitSet): boolean {
    if (this.used !== other.used) return false;
    for (let at = 0; at < this.used; at++) if (this.words[at] !== other.words[at]) return false;
    return true;
  }

  hash(): number {
    let hash = this.used;
    for (let at = 0; at < this.used; at++) hash = (Math.imul(hash, 31) + this.words[at]!) | 0;
    return hash;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.used; at++)
      for (let word = this.words[at]!; word !== 0; word &= word - 1) yield at * 32 + (31 - Math.clz32(word & -word));
  }

  private combined(other: BitSet, of: (mine: number, theirs: number) => number): BitSet {
    const result = new BitSet();
    result.words = new Uint32Array(this.used);
    for (let at = 0; at < this.used; at++) {
      const word = of(this.words[at]!, at < other.used ? other.words[at]! : 0) >>> 0;
      result.words[at] = word;
      if (word !== 0) result.used = at + 1;
    }
    return result;
  }

  private reach(words: number): void {
    if (words > this.words.length) {
      const longer = new Uint32Array(Math.max(words, this.words.length * 2));
      longer.set(this.words);
      this.words = longer;
    }
    if (words > this.used) this.used = words;
  }
}
