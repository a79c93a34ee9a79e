import { expect, it } from 'vitest';
import { ABSENT, PairTable } from '../../../src/engines/kernel/pair-table.js';
import { Random } from '../../solve/random.js';

it('finds every pair that was added, and no other', () => {
  const table = new PairTable();
  const expected = new Map<string, number>();
  const random = new Random(1);
  for (let n = 0; n < 10_000; n++) {
    const [a, b] = [random.below(300), random.below(300)];
    expect(table.get(a, b)).toBe(expected.get(`${a} ${b}`) ?? ABSENT);
    if (expected.has(`${a} ${b}`)) continue;
    table.add(a, b, n);
    expected.set(`${a} ${b}`, n);
  }
});
