import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSet } from '../../src/model/bit-set.js';

const numbers = fc.array(fc.oneof(fc.nat(70), fc.integer({ min: 5000, max: 5200 })), { maxLength: 40 });

function setOf(values: readonly number[]): BitSet {
  const set = new BitSet();
  for (const value of values) set.add(value);
  return set;
}

const sorted = (values: Iterable<number>): readonly number[] => [...new Set(values)].sort((a, b) => a - b);

test('knows an empty set from nothing but its being empty', () => {
  const nothing = setOf([30]).without(setOf([30]));
  expect(nothing.equals(new BitSet())).toBe(true);
  expect(nothing.hash()).toBe(new BitSet().hash());
});

test('does what sets do', () => {
  fc.assert(
    fc.property(numbers, numbers, (left, right) => {
      const [a, b] = [setOf(left), setOf(right)];
      expect([...a]).toEqual(sorted(left));
      expect(a.size).toBe(new Set(left).size);
      expect(a.isEmpty).toBe(left.length === 0);
      const rest = sorted(left.filter((n) => !right.includes(n)));
      const both = sorted(left.filter((n) => right.includes(n)));
      expect([...a.without(b)]).toEqual(rest);
      expect([...a.common(b)]).toEqual(both);
      expect(a.meets(b)).toBe(both.length > 0);
      expect(a.equals(b)).toBe(JSON.stringify(sorted(left)) === JSON.stringify(sorted(right)));
      expect(a.without(b).equals(setOf(rest))).toBe(true);
      expect(a.without(b).hash()).toBe(setOf(rest).hash());
      const used = setOf([...right, 9000]);
      used.setToDifference(a, b);
      expect([...used]).toEqual(rest);
      const copy = a.copy();
      expect(copy.addAll(b)).toBe(right.some((n) => !left.includes(n)));
      expect([...copy]).toEqual(sorted([...left, ...right]));
      expect([...a]).toEqual(sorted(left));
      for (const n of right) expect(a.has(n)).toBe(left.includes(n));
    }),
  );
});
