// A map from pairs of small numbers to numbers in typed arrays: what a search looks up at every step.

/** Not there. */
export const ABSENT = -1;

const EMPTY = -1;

export class PairTable {
  private keys = new Int32Array(2 * 64).fill(EMPTY);
  private values = new Int32Array(64);
  private mask = 63;
  private size = 0;

  get(a: number, b: number): number {
    const { keys, mask } = this;
    for (let at = hashed(a, b) & mask; ; at = (at + 1) & mask) {
      const known = keys[2 * at]!;
      if (known === a && keys[2 * at + 1] === b) return this.values[at]!;
      if (known === EMPTY) return ABSENT;
    }
  }

  /** Of a pair that is not there yet. */
  add(a: number, b: number, value: number): void {
    if (2 * ++this.size > this.mask) this.grow();
    this.put(a, b, value);
  }

  private put(a: number, b: number, value: number): void {
    const { keys, mask } = this;
    let at = hashed(a, b) & mask;
    while (keys[2 * at] !== EMPTY) at = (at + 1) & mask;
    keys[2 * at] = a;
    keys[2 * at + 1] = b;
    this.values[at] = value;
  }

  private grow(): void {
    const { keys, values } = this;
    this.mask = 2 * this.mask + 1;
    this.keys = new Int32Array(2 * (this.mask + 1)).fill(EMPTY);
    this.values = new Int32Array(this.mask + 1);
    for (let at = 0; at < values.length; at++)
      if (keys[2 * at] !== EMPTY) this.put(keys[2 * at]!, keys[2 * at + 1]!, values[at]!);
  }
}

function hashed(a: number, b: number): number {
  const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
