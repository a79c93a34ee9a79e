// Ranges of bytes against a set of single ones, and at sizes that no set could hold.

import { expect, it } from 'vitest';
import { type ByteRange, ByteRanges } from '../../../src/findings/harm/byte-ranges.js';

const bytesOf = ({ at, size }: ByteRange): number[] => Array.from({ length: Math.max(0, size) }, (_, n) => at + n);

it('are what a set of bytes is', () => {
  // Numerical Recipes' generator: any sequence does, as long as it is always the same.
  let seed = 1;
  const below = (n: number): number => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const ranges = new ByteRanges();
  const set = new Set<number>();
  for (let n = 0; n < 3000; n++) {
    const range = { at: below(40), size: below(9) - 1 };
    if (below(2) === 0) {
      ranges.add(range);
      for (const byte of bytesOf(range)) set.add(byte);
    } else {
      ranges.delete(range);
      for (const byte of bytesOf(range)) set.delete(byte);
    }
    const asked = { at: below(40), size: below(12) };
    const expected = bytesOf(asked).filter((byte) => set.has(byte));
    const within = ranges.within(asked);
    expect(within.flatMap(bytesOf)).toEqual(expected);
    expect(within.every((r, k) => k === 0 || r.at > within[k - 1]!.at + within[k - 1]!.size)).toBe(true);
    expect(ranges.meets(asked)).toBe(expected.length > 0);
  }
});

it('cost what differs, not what they hold', () => {
  const ranges = new ByteRanges();
  ranges.add({ at: 5, size: 2 ** 40 });
  ranges.delete({ at: 100, size: 2 ** 39 });
  expect(ranges.within({ at: 0, size: 2 ** 41 })).toEqual([
    { at: 5, size: 95 },
    { at: 100 + 2 ** 39, size: 2 ** 40 + 5 - 100 - 2 ** 39 },
  ]);
});
