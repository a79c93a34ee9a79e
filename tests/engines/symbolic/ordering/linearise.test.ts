// Orders that a model is asked for are kept, or rejected with a core.

import { beforeAll, describe, expect, test } from 'vitest';
import { linearise } from '../../../../src/engines/symbolic/ordering/linearise.js';
import type { CadicalLibrary } from '../../../../src/solve/cadical.js';
import { sharedCadical } from '../../../solve/loaded-cadical.js';
import { encode } from './enumerate.js';
import { instance, type Program, write } from './program.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await sharedCadical();
});

describe('linearise', () => {
  /** B starts, main goes on, B ends: shown by nothing in memory. */
  const apart: Program = {
    initial: [0, 0],
    instances: [instance('main', 0, [write(0, 1), []]), instance('B', 1, [write(1, 1), write(1, 2)])],
  };

  test('keeps orders that are asked for, or rejects them with a core', () => {
    const encoded = encode(library, apart, 'po');
    const { graph, ordering, query } = encoded;
    const [, main, end] = graph.instances[0]!.steps;
    const [first, last] = graph.instances[1]!.steps;
    const required = (...pairs: (readonly [number, number])[]) =>
      pairs.map(([one, other]) => ({ first: one, second: other }));
    const check = (orders: readonly { first: number; second: number }[]) => {
      expect(query.check(orders.map((pair) => ordering.before(pair.first, pair.second))).kind).toBe('sat');
      return linearise(graph, ordering, query.model, orders);
    };
    const inside = check(required([main!, first!], [last!, end!]));
    if (inside.kind !== 'order') throw new Error('no order');
    expect(inside.steps.slice(0, 5)).toEqual([0, main, first, last, end]);
    const torn = check(required([first!, main!], [main!, last!]));
    expect(torn).toEqual({
      kind: 'impossible',
      core: expect.arrayContaining([ordering.before(first!, main!), ordering.before(main!, last!)]),
    });
    query.dispose();
  });

  test('the guards that an impossibility depends on are in its core', () => {
    const program: Program = { ...apart, instances: [apart.instances[0]!, { ...apart.instances[1]!, certain: false }] };
    const { graph, ordering, query } = encode(library, program, 'po');
    const [, main] = graph.instances[0]!.steps;
    const [first, last] = graph.instances[1]!.steps;
    const orders = [
      { first: first!, second: main! },
      { first: main!, second: last! },
    ];
    const literals = orders.map((pair) => ordering.before(pair.first, pair.second));
    expect(query.check([...literals, graph.instances[1]!.runs]).kind).toBe('sat');
    const result = linearise(graph, ordering, query.model, orders);
    if (result.kind !== 'impossible') throw new Error('has an order');
    expect([...result.core].sort()).toEqual([...literals, graph.instances[1]!.runs].sort());
  });
});
