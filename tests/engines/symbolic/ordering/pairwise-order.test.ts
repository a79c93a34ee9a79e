// Orders by pairs of steps: exactly the interleavings.

import { describe, expect, it } from 'vitest';
import { isPairwise, PairwiseOrder } from '../../../../src/engines/symbolic/ordering/pairwise-order.js';
import { Terms } from '../../../../src/solve/term.js';
import { chains, ordersOf } from './step-orders.js';

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

describe('orders by pairs', () => {
  it.each([[[2, 2]], [[3, 2]], [[2, 2, 2]], [[1, 2, 3]], [[1, 1, 1, 2]]])('of %j steps', async (lengths) => {
    const terms = new Terms();
    const graph = chains(lengths);
    const order = new PairwiseOrder(terms, graph, () => false);
    const found = await ordersOf(
      terms,
      graph,
      (a, b) => order.before(a, b),
      () => order.assertions(),
    );
    const total = lengths.reduce((sum, n) => sum + n, 0);
    expect(found).toHaveLength(lengths.reduce((count, n) => count / factorial(n), factorial(total)));
    expect(new Set(found.map(String)).size).toBe(found.length);
  });

  it('states everything once, and what is asked about later when it is', () => {
    const order = new PairwiseOrder(new Terms(), chains([2, 2, 2]), () => false);
    order.before(0, 2);
    order.before(2, 4);
    const first = [...order.assertions()];
    expect([...order.assertions()]).toEqual([]);
    order.before(1, 3);
    const second = [...order.assertions()];
    expect(first.length).toBeGreaterThan(0);
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((a) => first.includes(a))).toEqual([]);
  });

  it('is for few and short instances', () => {
    expect(isPairwise(chains([50, 50, 50]))).toBe(true);
    expect(isPairwise(chains([200, 200, 200]))).toBe(false);
  });
});
