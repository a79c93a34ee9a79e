// Sets of small numbers as bits, for what happens behind states: there are as many sets as states, most are equal to
// the one of a neighbour, and share its bits.

export class StepSet {
  private bits = new Int32Array(0);
  private isShared = false;

  /** Its bits, which are not to be changed. */
  get words(): Int32Array {
    return this.bits;
  }

  has(number: number): boolean {
    return (((this.bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }

  add(number: number): void {
    if (this.has(number)) return;
    const word = number >>> 5;
    if (this.isShared || word >= this.bits.length) {
      const bits = new Int32Array(Math.max(this.bits.length, word + 1));
      bits.set(this.bits);
      this.bits = bits;
      this.isShared = false;
    }
    this.bits[word]! |= 1 << (number & 31);
  }

  addAll(other: StepSet): void {
    const [mine, its] = [this.bits, other.bits];
    if (mine === its) return;
    let [hasMore, hasLess] = [false, mine.length > its.length];
    for (let n = 0; n < its.length; n++) {
      const own = n < mine.length ? mine[n]! : 0;
      if ((its[n]! & ~own) !== 0) hasMore = true;
      if ((own & ~its[n]!) !== 0) hasLess = true;
    }
    if (!hasMore) return;
    if (!hasLess) {
      this.bits = its;
      this.isShared = other.isShared = true;
      return;
    }
    const bits = new Int32Array(Math.max(mine.length, its.length));
    bits.set(mine);
    for (let n = 0; n < its.length; n++) bits[n]! |= its[n]!;
    this.bits = bits;
    this.isShared = false;
  }

  /** Does it have one of them? */
  meets(words: Int32Array): boolean {
    const length = Math.min(this.bits.length, words.length);
    for (let n = 0; n < length; n++) if ((this.bits[n]! & words[n]!) !== 0) return true;
    return false;
  }

  /** All of these from bits, as many words of them as there are. */
  removeFrom(words: Int32Array, wordCount: number): void {
    const length = Math.min(this.bits.length, wordCount);
    for (let n = 0; n < length; n++) words[n]! &= ~this.bits[n]!;
  }
}
