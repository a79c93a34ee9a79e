// Seeded randomness for the property tests, with the values that break arithmetic: limits, powers of two, small
// numbers.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** 32 random bits as an unsigned number. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  }

  below(limit: number): number {
    return this.next() % limit;
  }

  chance(outOf: number): boolean {
    return this.below(outOf) === 0;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** An unsigned value of the width, biased towards the interesting ones. */
  bits(width: number): bigint {
    let value = 0n;
    switch (this.below(8)) {
      case 0:
        value = BigInt(this.below(4));
        break;
      case 1:
        value = -1n - BigInt(this.below(4));
        break;
      case 2:
        value = (1n << BigInt(this.below(width))) + BigInt(this.below(3)) - 1n;
        break;
      case 3:
        value = (1n << BigInt(width - 1)) + BigInt(this.below(3)) - 1n;
        break;
      case 4:
        value = BigInt(this.below(2 * width + 2));
        break;
      default:
        for (let i = 0; i < width; i += 32) value = (value << 32n) | BigInt(this.next());
    }
    return BigInt.asUintN(width, value);
  }
}
