// Instances with steps and nothing in them, and the orders of their steps that an encoding of order admits.

import type { EventGraph } from '../../../../src/engines/symbolic/ordering/event-graph.js';
import { type Model, Query } from '../../../../src/solve/query.js';
import { type Term, type Terms, TRUE } from '../../../../src/solve/term.js';
import { sharedCadical } from '../../../solve/loaded-cadical.js';

/** So many steps of each; all but the first are spawned by the first one's first step. */
export function chains(lengths: readonly number[]): EventGraph {
  let id = 0;
  const instances = lengths.map((length, n) => ({
    id: n,
    name: `t${n}`,
    level: 0,
    runs: TRUE,
    steps: Array.from({ length }, () => id++),
    ...(n === 0 ? {} : { spawned: { step: 0, thread: n } }),
  }));
  const steps = instances.flatMap((i) =>
    i.steps.map((step) => ({ id: step, instance: i.id, guard: TRUE, events: [] })),
  );
  return { instances, steps, events: [], locations: [] };
}

/** All orders of the steps, as models tell them apart by `before`. */
export async function ordersOf(
  terms: Terms,
  { steps }: EventGraph,
  before: (first: number, second: number) => Term,
  assertions: () => Iterable<Term>,
): Promise<readonly (readonly number[])[]> {
  const pairs = steps.flatMap((a) => steps.filter((b) => b.instance > a.instance).map((b) => before(a.id, b.id)));
  const library = await sharedCadical();
  const query = new Query(terms, () => library.create('branches'));
  for (const assertion of assertions()) query.assert(assertion);
  const comesFirst = (model: Model, a: number, b: number): boolean =>
    steps[a]!.instance === steps[b]!.instance
      ? a < b
      : steps[a]!.instance < steps[b]!.instance
        ? model.isTrue(before(a, b))
        : !model.isTrue(before(b, a));
  const orders: (readonly number[])[] = [];
  while (query.check().kind === 'sat') {
    const { model } = query;
    const ids = steps.map((s) => s.id);
    orders.push([...ids].sort((a, b) => (comesFirst(model, a, b) ? -1 : 1)));
    query.assert(terms.not(terms.all(pairs.map((p) => (model.isTrue(p) ? p : terms.not(p))))));
  }
  query.dispose();
  return orders;
}
