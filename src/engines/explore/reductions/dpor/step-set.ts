// Sets of small numbers as bits, for what happens behind states: there are as many sets as states, most are equal to
// the one of a neighbour, and share its bits.

export class StepSet {
  private bits = new Int32Array(0);
  private isShared = false;
  /** As a list, once somebody has asked. */
  private list: readonly number[] | undefined;

  has(number: number): boolean {
    return (((this.bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }

  add(number: number): void {
    if (this.has(number)) return;
    this.list = undefined;
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
    this.list = undefined;
    if (!hasLess) {
      this.bits = its;
      this.list = other.list;
      this.isShared = other.isShared = true;
      return;
    }
    const bits = new Int32Array(Math.max(mine.length, its.length));
    bits.set(mine);
    for (let n = 0; n < its.length; n++) bits[n]! |= its[n]!;
    this.bits = bits;
    this.isShared = false;
  }

  /** Ascending. */
  numbers(): readonly number[] {
    if (this.list !== undefined) return this.list;
    const numbers: number[] = [];
    for (let n = 0; n < this.bits.length; n++)
      for (let left = this.bits[n]!; left !== 0; left &= left - 1) numbers.push(32 * n + 31 - Math.clz32(left & -left));
    this.list = numbers;
    return numbers;
  }
}
