// The drawing of a graph written by hand. That of the paper's Fig. 8 is in order.test.ts.

import { beforeAll, expect, test } from 'vitest';
import { dot } from '../../../../src/engines/symbolic/ordering/dot.js';
import type { EventGraph } from '../../../../src/engines/symbolic/ordering/event-graph.js';
import { order } from '../../../../src/engines/symbolic/ordering/order.js';
import type { CadicalLibrary } from '../../../../src/solve/cadical.js';
import { Query } from '../../../../src/solve/query.js';
import { Terms, TRUE } from '../../../../src/solve/term.js';
import { sharedCadical } from '../../../solve/loaded-cadical.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await sharedCadical();
});

test('names are escaped in drawings, and what is not executed is left out', () => {
  const t = new Terms();
  const runs = t.variable(1, 'runs');
  const graph: EventGraph = {
    instances: [
      { id: 0, name: 'main "1"', level: 0, runs: TRUE, steps: [0, 1] },
      { id: 1, name: 'isr1', level: 1, runs, steps: [2, 3] },
    ],
    steps: [
      { id: 0, instance: 0, guard: TRUE, events: [0, 1] },
      { id: 1, instance: 0, guard: TRUE, events: [2] },
      { id: 2, instance: 1, guard: runs, events: [3] },
      { id: 3, instance: 1, guard: runs, events: [] },
    ],
    events: [
      { id: 0, step: 0, operation: 'W', location: 0, guard: TRUE, value: t.constant(8, 7) },
      { id: 1, step: 0, operation: 'W', location: 1, guard: TRUE, value: t.constant(8, 9) },
      { id: 2, step: 1, operation: 'R', location: 0, guard: TRUE, value: t.variable(8) },
      { id: 3, step: 2, operation: 'W', location: 0, guard: runs, value: t.constant(8, 200) },
    ],
    locations: [
      { name: 'a\\b"c', width: 8 },
      { name: 'untouched', width: 8 },
    ],
  };
  const ordering = order(t, graph, 'po');
  const query = new Query(t, () => library.create());
  for (const assertion of ordering.assertions) query.assert(assertion);
  expect(query.check([t.not(runs)]).kind).toBe('sat');
  expect(dot(graph, ordering, query.model)).toBe(`digraph events {
  rankdir=TB;
  node [shape=box, fontname="monospace"];
  edge [fontname="monospace"];
  subgraph cluster_0 {
    label="main \\"1\\" (level 0)";
    e0 [label="(main \\"1\\"1) W a\\\\b\\"c 7"];
    e2 [label="(main \\"1\\"3) R a\\\\b\\"c 7"];
  }
  e0 -> e2 [label="po", color="#888888", fontcolor="#888888", weight=10];
  e0 -> e2 [label="rf", color="#2a8a2a", fontcolor="#2a8a2a", constraint=false];
}
`);
  expect(query.check([runs, ordering.before(1, 2)]).kind).toBe('sat');
  const text = dot(graph, ordering, query.model);
  expect(text).toContain('label="(isr1.1) W a\\\\b\\"c 200"');
  expect(text).toMatch(/e2 -> e3 \[label="fr"/);
  query.dispose();
});
