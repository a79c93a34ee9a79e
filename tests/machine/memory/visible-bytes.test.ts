import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VisibleBytes } from '../../../src/machine/memory/visible-bytes.js';

it('says whether one of the bytes is visible', () => {
  const edges = fc.uniqueArray(fc.nat(40), { maxLength: 8 }).map((all) => {
    const sorted = all.sort((a, b) => a - b);
    return sorted.length % 2 === 0 ? sorted : sorted.slice(1);
  });
  fc.assert(
    fc.property(edges, fc.nat(45), fc.nat(10), (runs, from, size) => {
      const isVisible = (byte: number): boolean =>
        runs.some((begin, n) => n % 2 === 0 && begin <= byte && byte < runs[n + 1]!);
      const expected = Array.from({ length: size }, (_, n) => from + n).some(isVisible);
      expect(new VisibleBytes(runs).some(from, from + size)).toBe(expected);
    }),
  );
});
