// Objects of one byte have no positions: there both solvers must come to the same.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ObjectGraph } from '../../src/model/object-graph.js';
import type { PointerConstraints } from '../../src/model/pointer-constraints.js';
import { PointerGraph } from '../../src/model/pointer-graph.js';
import type { ObjectId } from '../../src/model/program.js';
import { addConstant, anywhere, exactPointer } from '../../src/model/region.js';

const NODES = 60;

type Constraint = readonly [kind: 'point' | 'copy' | 'load' | 'store' | 'move' | 'react', a: number, b: number];

const kinds = ['point', 'copy', 'load', 'store', 'move', 'react'] as const;

function solved(make: () => PointerConstraints, objects: number, constraints: readonly Constraint[]) {
  const graph = make();
  const nodes = Array.from({ length: NODES }, () => graph.addNode());
  for (let n = 0; n < objects; n++) graph.addObject(1, false);
  const reacted = new Set<string>();
  const apply = ([kind, a, b]: Constraint): void => {
    const [from, to] = [nodes[a % NODES]!, nodes[b % NODES]!];
    switch (kind) {
      case 'point':
        return graph.add(from, anywhere((b % objects) as ObjectId, 1));
      case 'copy':
        return graph.copy(from, to);
      case 'load':
        return graph.load(from, to, 1);
      case 'store':
        return graph.store(from, to, 1);
      case 'move':
        return graph.derive(from, to, { results: new Map(), of: (p) => p });
      case 'react':
        return graph.react(from, (p) => {
          reacted.add(`${a % NODES} ${p.object}`);
          // A call through a pointer: what it reaches makes new constraints.
          graph.copy(from, nodes[(b + p.object) % NODES]!);
        });
    }
  };
  // Some before and some after a first solution, as calls through pointers come.
  for (const c of constraints.slice(0, constraints.length / 2)) apply(c);
  graph.solve();
  for (const c of constraints.slice(constraints.length / 2)) apply(c);
  graph.solve();
  const objectsAt = nodes.map((n) => [...new Set(graph.pointers(n).map((p) => p.object))].sort((x, y) => x - y));
  return { objectsAt, reacted: [...reacted].sort() };
}

describe('points-to by whole objects', () => {
  // All cells become one, of more objects than are copied one by one.
  const mixed = (objects: number): readonly Constraint[] => [
    ...Array.from({ length: objects }, (_, n): Constraint => ['point', 0, n]),
    ['load', 0, 1],
    ['store', 0, 1],
  ];

  test.each([
    [8, []],
    [200, []],
    [100, mixed(80)],
  ] as const)('is the same as by positions where there are none, %i objects', (objects, first) => {
    const constraint = fc.tuple(fc.constantFrom(...kinds), fc.nat(10_000), fc.nat(10_000));
    fc.assert(
      fc.property(fc.array(constraint, { minLength: 20, maxLength: 300 }), (constraints) => {
        const whole = solved(() => new ObjectGraph(), objects, [...first, ...constraints]);
        const exact = solved(() => new PointerGraph(), objects, [...first, ...constraints]);
        expect(whole).toEqual(exact);
      }),
      { numRuns: 100 },
    );
  });

  test('the same pointers are the same list', () => {
    const graph = new ObjectGraph();
    const [a, b] = [graph.addNode(), graph.addNode()];
    for (let n = 0; n < 3; n++) graph.addObject(4, false);
    for (const node of [a, b]) for (let n = 0; n < 3; n++) graph.add(node, exactPointer(n as ObjectId, 2, 4));
    graph.solve();
    expect(graph.pointers(a)).toBe(graph.pointers(b));
    expect(graph.pointers(a)).toEqual([0, 1, 2].map((n) => anywhere(n as ObjectId, 4)));
  });

  test('device registers keep their addresses, but for those that a loop walks through', () => {
    const graph = new ObjectGraph();
    graph.addObject(undefined, true);
    const device = 0 as ObjectId;
    const [base, field, walk] = [graph.addNode(), graph.addNode(), graph.addNode()];
    const by = (bytes: number) => ({
      results: new Map<number, number>(),
      of: (p: ReturnType<typeof exactPointer>) => addConstant(p, bytes, undefined),
    });
    graph.add(base, exactPointer(device, 0x4000, undefined));
    graph.derive(base, field, by(12));
    graph.copy(base, walk);
    graph.derive(walk, walk, by(4));
    graph.solve();
    expect(graph.pointers(field).map((p) => p.offset)).toEqual([0x400c]);
    expect(graph.pointers(walk)).toContainEqual(anywhere(device, undefined));
  });
});
