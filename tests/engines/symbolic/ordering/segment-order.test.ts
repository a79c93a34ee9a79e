// Orders by segments: exactly the interleavings with so many switches, of the steps that have a place within them.

import { describe, expect, it } from 'vitest';
import { SegmentOrder } from '../../../../src/engines/symbolic/ordering/segment-order.js';
import { Terms } from '../../../../src/solve/term.js';
import { chains, ordersOf } from './step-orders.js';

function switchesOf(order: readonly number[], instanceOf: (step: number) => number): number {
  return order.filter((step, n) => n > 0 && instanceOf(step) !== instanceOf(order[n - 1]!)).length;
}

describe('orders by segments', () => {
  // Main's first step comes first; where all have a place, the rest of both interleaves with n switches or fewer.
  it.each([
    [1, [[0, 1, 2, 3, 4]]],
    [
      2,
      [
        [0, 1, 2, 3, 4],
        [0, 1, 3, 4, 2],
        [0, 3, 4, 1, 2],
      ],
    ],
  ])('with %i switches', async (switches, expected) => {
    const terms = new Terms();
    const graph = chains([3, 2]);
    const order = new SegmentOrder(terms, graph, switches);
    const found = await ordersOf(
      terms,
      graph,
      (a, b) => order.before(a, b),
      () => [...order.assertions(), ...graph.steps.map((s) => order.isWithin(s.id))],
    );
    expect(found.map(String).sort()).toEqual(expected.map(String).sort());
  });

  it('what is left comes behind, thread by thread', async () => {
    const terms = new Terms();
    const graph = chains([3, 2]);
    const order = new SegmentOrder(terms, graph, 1);
    const found = await ordersOf(
      terms,
      graph,
      (a, b) => order.before(a, b),
      () => order.assertions(),
    );
    const instanceOf = (step: number): number => graph.steps[step]!.instance;
    for (const steps of found) expect(switchesOf(steps, instanceOf)).toBeLessThanOrEqual(3);
    expect(found.map(String)).toContain('0,3,1,2,4');
  });
});
