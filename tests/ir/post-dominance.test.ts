// Post-dominators of random graphs, against their definition: without the block, no way leads on to the exit.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ControlFlow, reversePostorder } from '../../src/ir/control-flow.js';
import { immediatePostDominators } from '../../src/ir/post-dominance.js';

function flowOf(successors: readonly (readonly number[])[]): ControlFlow {
  const order = reversePostorder(successors);
  const position = new Int32Array(successors.length).fill(-1);
  for (const [at, block] of order.entries()) position[block] = at;
  const predecessors = successors.map((_, block) =>
    successors.flatMap((targets, from) => (targets.includes(block) ? [from] : [])),
  );
  return { successors, predecessors, order, position };
}

function reachesExit(successors: readonly (readonly number[])[], from: number, without: number): boolean {
  const seen = new Set(from === without ? [] : [from]);
  for (const block of seen) {
    if (successors[block]!.length === 0) return true;
    for (const target of successors[block]!) if (target !== without) seen.add(target);
  }
  return false;
}

describe('immediate post-dominators', () => {
  it('are what every way on from a block goes through first', () => {
    const graphs = fc
      .integer({ min: 2, max: 8 })
      .chain((count) =>
        fc.array(fc.uniqueArray(fc.nat(count - 1), { maxLength: 2 }), { minLength: count, maxLength: count }),
      );
    fc.assert(
      fc.property(graphs, (successors) => {
        const flow = flowOf(successors);
        // Loops without a way out are exits of their own, and have examples below.
        fc.pre(flow.order.every((block) => reachesExit(successors, block, -1)));
        const found = immediatePostDominators(flow);
        for (const block of flow.order) {
          const strict = flow.order.filter((p) => p !== block && !reachesExit(successors, block, p));
          const nearest = strict.find((p) => strict.every((q) => q === p || !reachesExit(successors, p, q)));
          expect(found[block]).toBe(nearest ?? -1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('end with the round of a loop that is never left', () => {
    // 0 → 1; 1 branches to 2 or back to itself by 3; 2 → 3 → 1
    expect([...immediatePostDominators(flowOf([[1], [2, 3], [3], [1]]))]).toEqual([1, 3, 3, -1]);
  });
});
