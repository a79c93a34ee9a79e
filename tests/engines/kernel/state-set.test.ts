import { describe, expect, it } from 'vitest';
import { StateSet } from '../../../src/engines/kernel/state-set.js';
import { Random } from '../../solve/random.js';

/** Vectors of `limits.length` numbers, small at first. */
function* vectors(random: Random, limits: readonly number[], count: number): Generator<Int32Array> {
  for (let n = 0; n < count; n++)
    yield Int32Array.from(limits, (limit) => random.below(Math.max(1, Math.min(limit, 1 + n))));
}

describe('a set of states', () => {
  it.each([[[2, 5]], [[300, 2, 17, 5, 300]], [[70_000, 2, 70_000, 17]], [[2 ** 31 - 1, 3]]])(
    'numbers vectors up to %j as they come, each once',
    (limits) => {
      const set = new StateSet(limits.length);
      const expected: string[] = [];
      const known = new Set<string>();
      for (const vector of vectors(new Random(limits.length), limits, 20_000)) {
        if (!known.has(vector.join())) expected.push(vector.join());
        known.add(vector.join());
        set.add(vector, 0);
      }
      set.flush();
      const found = Array.from({ length: set.count }, (_, n) => {
        const vector = new Int32Array(limits.length);
        set.get(n, vector);
        expect(set.find(vector)).toBe(n);
        return vector.join();
      });
      expect(found).toEqual(expected);
    },
  );

  it('keeps what was counted in its place when a number becomes wider', () => {
    const set = new StateSet(2);
    let counted = 0;
    for (let n = 0; n < 300; n++) {
      set.add(Int32Array.of(n % 2, (n >> 1) * 1000), n === 0 ? -1 : 0);
      expect(set.count).toBeGreaterThanOrEqual(counted);
      if (n % 3 === 0) set.flush();
      counted = set.count;
      const vector = new Int32Array(2);
      for (let before = 0; before < set.count; before++) {
        set.get(before, vector);
        expect([...vector]).toEqual([before % 2, (before >> 1) * 1000]);
      }
    }
    set.flush();
    expect(set.count).toBe(300);
    expect(set.parents.slice(0, 3)).toEqual(Int32Array.of(-1, 0, 0));
  });

  it('keeps them also behind what it has learned: numbers that were small become large', () => {
    const set = new StateSet(3);
    const vectorOf = (n: number): Int32Array =>
      n < 20_000 ? Int32Array.of(n % 3, n >> 8, n & 255) : Int32Array.of((n - 20_000) * 7, n >> 8, n & 255);
    for (let n = 0; n < 40_000; n++) {
      set.add(vectorOf(n), n - 1);
      // Some are known already.
      if (n % 5 === 0) set.add(vectorOf(n >> 1), n);
    }
    set.flush();
    expect(set.count).toBe(40_000);
    const vector = new Int32Array(3);
    for (let n = 0; n < set.count; n += 7) {
      set.get(n, vector);
      expect([...vector, set.parents[n]]).toEqual([...vectorOf(n), n - 1]);
      expect(set.find(vector)).toBe(n);
    }
  });

  it('gives what is left of the words to the numbers that are fullest', () => {
    const set = new StateSet(3);
    let packed = 0;
    for (let n = 0; n < 20_000; n++)
      set.add(Int32Array.of(n % 30, Math.floor(n / 30) % 30, Math.floor(n / 900)), n - 1);
    set.flush();
    // Eight bits are enough for each.
    expect([set.packing.words, set.packing.widths]).toEqual([1, [16, 8, 8]]);
    set.repacks = () => packed++;
    set.add(Int32Array.of(60_000, 0, 0), 0);
    set.flush();
    expect(packed).toBe(0);
    // Too wide for the word: told before and after it.
    set.add(Int32Array.of(0, 256, 0), 0);
    set.flush();
    expect([set.packing.words, set.packing.widths, packed]).toEqual([2, [32, 16, 16], 2]);
  });

  it('grows to more than a million, in place', () => {
    const set = new StateSet(2);
    const count = 1_200_000;
    const vectorOf = (n: number): Int32Array => Int32Array.of(n % 1009, n);
    for (let n = 0; n < count; n++) set.add(vectorOf(n), n - 1);
    for (let n = 0; n < count; n += 3) set.add(vectorOf(n), n);
    set.flush();
    expect(set.count).toBe(count);
    const vector = new Int32Array(2);
    for (let n = 0; n < count; n += 1013) {
      set.get(n, vector);
      expect([...vector, set.parents[n]]).toEqual([...vectorOf(n), n - 1]);
    }
  });

  it('tells of the ones from which an older one is reached', () => {
    const set = new StateSet(1);
    for (const value of [0, 1, 2]) set.add(Int32Array.of(value), value - 1);
    set.add(Int32Array.of(1), 2);
    set.add(Int32Array.of(2), 1);
    set.flush();
    expect([...set.closing.values.slice(0, set.closing.length)]).toEqual([2]);
    expect(set.find(Int32Array.of(3))).toBe(-1);
  });
});
