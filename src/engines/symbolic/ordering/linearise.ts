// A model of an ordering encoding → an execution that hardware can perform: a total order of the executed steps in
// which instances nest, with the model's read-from and write order. `po` and `threads` over-approximate, so there may
// be none; then a small set of literals of the model (selectors, write orders, guards) which no nested execution
// satisfies: blocking it removes this model and no model that has an execution.

import { InternalError } from '../../../base/internal-error.js';
import type { Model } from '../../../solve/query.js';
import { FALSE, type Term, TRUE } from '../../../solve/term.js';
import type { EventGraph, EventInstance, MemoryEvent } from './event-graph.js';
import { type Chain, type Edge, nest } from './nest.js';
import { type EventOrdering, end, start } from './order.js';

export type Linearisation =
  | { readonly kind: 'order'; readonly steps: readonly number[] }
  | { readonly kind: 'impossible'; readonly core: readonly Term[] };

/** Two executed steps whose order in the model is to be kept, although they may touch no common location. */
export interface RequiredOrder {
  readonly first: number;
  readonly second: number;
}

export function linearise(
  graph: EventGraph,
  ordering: EventOrdering,
  model: Model,
  required: readonly RequiredOrder[] = [],
): Linearisation {
  const executed = graph.events.filter(({ guard }) => model.isTrue(guard));
  const edges = [
    ...graph.instances.filter(({ runs }) => model.isTrue(runs)).flatMap((instance) => fixedEdges(graph, instance)),
    ...required.map(({ first, second }) => requiredEdge(graph, ordering, model, first, second)),
    ...memoryEdges(graph, ordering, model, executed),
  ];
  const ranks = rankByClock(ordering, model, graph.steps.length);
  const chainsOf = (holds: (condition: Term) => boolean) =>
    graph.instances.filter(({ runs }) => holds(runs)).map((instance) => chain(graph, instance, holds, ranks));
  const nesting = nest(
    chainsOf((condition) => model.isTrue(condition)),
    edges,
  );
  if (nesting.kind === 'order') return nesting;
  return { kind: 'impossible', core: minimise(nesting.because, edges, consequences(graph, ordering), chainsOf) };
}

/** Deletes literals as long as what the others imply is still impossible. */
function minimise(
  because: ReadonlySet<Term>,
  edges: readonly Edge[],
  follows: ReadonlyMap<Term, readonly Term[]>,
  chainsOf: (holds: (condition: Term) => boolean) => readonly Chain[],
): readonly Term[] {
  const core = new Set([...because].sort((a, b) => a - b));
  core.delete(TRUE);
  const all = implied(core, follows);
  const relevant = edges.filter((edge) => edge.because.every((reason) => all.has(reason)));
  for (const literal of [...core]) {
    core.delete(literal);
    const known = implied(core, follows);
    const rest = relevant.filter((edge) => edge.because.every((reason) => known.has(reason)));
    if (
      nest(
        chainsOf((condition) => known.has(condition)),
        rest,
      ).kind === 'order'
    )
      core.add(literal);
  }
  return [...core];
}

/**
 * What follows from a literal in every model: a selector implies the guards of its events, their steps and their
 * instances.
 */
function consequences(graph: EventGraph, ordering: EventOrdering): ReadonlyMap<Term, readonly Term[]> {
  const follows = new Map<Term, Term[]>();
  const add = (from: Term, ...to: readonly Term[]) => {
    const known = follows.get(from);
    if (known === undefined) follows.set(from, [...to]);
    else known.push(...to);
  };
  for (const { write, read, chosen } of ordering.readFrom) {
    add(chosen, graph.events[write]!.guard, graph.events[read]!.guard);
  }
  for (const event of graph.events) add(event.guard, graph.steps[event.step]!.guard);
  for (const step of graph.steps) add(step.guard, graph.instances[step.instance]!.runs);
  for (const instance of graph.instances) {
    add(instance.runs, graph.steps[start(instance)]!.guard, graph.steps[end(instance)]!.guard);
    if (instance.after !== undefined) add(instance.runs, graph.instances[instance.after]!.runs);
    if (instance.spawned !== undefined) add(instance.runs, graph.steps[instance.spawned.step]!.guard);
  }
  return follows;
}

function implied(literals: Iterable<Term>, follows: ReadonlyMap<Term, readonly Term[]>): ReadonlySet<Term> {
  const known = new Set([TRUE, ...literals]);
  for (const literal of known) for (const consequence of follows.get(literal) ?? []) known.add(consequence);
  return known;
}

function chain(
  graph: EventGraph,
  { level, steps }: EventInstance,
  holds: (condition: Term) => boolean,
  ranks: readonly number[],
): Chain {
  const executed = steps.filter((step) => holds(graph.steps[step]!.guard));
  return { level, steps: executed.map((id) => ({ id, rank: ranks[id]! })) };
}

function rankByClock(ordering: EventOrdering, model: Model, steps: number): readonly number[] {
  if (ordering.clocks.length === 0) return new Array<number>(steps).fill(0);
  const clocks = ordering.clocks.map((clock) => model.number(clock));
  const sorted = clocks.map((_, step) => step).sort((a, b) => clocks[a]! - clocks[b]! || a - b);
  const ranks: number[] = new Array(clocks.length).fill(0);
  sorted.forEach((step, rank) => {
    ranks[step] = rank;
  });
  return ranks;
}

/**
 * The initial values come before everything, threads after the steps that spawn them; interchangeable instances start
 * in their order.
 */
function fixedEdges(graph: EventGraph, instance: EventInstance): readonly Edge[] {
  const first = start(instance);
  const initial = start(graph.instances[0]!);
  const edges: Edge[] = first === initial ? [] : [{ from: initial, to: first, because: [instance.runs] }];
  const { spawned } = instance;
  if (spawned !== undefined) edges.push({ from: spawned.step, to: first, because: [instance.runs] });
  if (instance.after !== undefined) {
    edges.push({ from: start(graph.instances[instance.after]!), to: first, because: [instance.runs] });
  }
  return edges;
}

function requiredEdge(graph: EventGraph, ordering: EventOrdering, model: Model, first: number, second: number): Edge {
  const before = ordering.before(first, second);
  const because = [before, graph.steps[first]!.guard, graph.steps[second]!.guard];
  if (!because.every((reason) => model.isTrue(reason))) {
    throw new InternalError(`step ${first} does not come before step ${second} in the model`);
  }
  return { from: first, to: second, because };
}

/** rf, ws and fr of the model, between different steps. */
function memoryEdges(
  graph: EventGraph,
  ordering: EventOrdering,
  model: Model,
  executed: readonly MemoryEvent[],
): readonly Edge[] {
  const edges: Edge[] = [];
  const add = (from: MemoryEvent, to: MemoryEvent, because: readonly Term[]) => {
    if (from.step !== to.step) edges.push({ from: from.step, to: to.step, because });
  };
  const writes: MemoryEvent[][] = graph.locations.map(() => []);
  for (const event of executed) if (event.operation === 'W') writes[event.location]!.push(event);
  for (const { write, read, chosen } of ordering.readFrom) {
    if (!model.isTrue(chosen)) continue;
    const from = graph.events[write]!;
    const to = graph.events[read]!;
    add(from, to, [chosen]);
    for (const later of writes[from.location]!) {
      const overwritten = ordering.precedes(write, later.id);
      if (overwritten !== FALSE && model.isTrue(overwritten)) add(to, later, [chosen, overwritten, later.guard]);
    }
  }
  for (const ofLocation of writes) {
    for (const first of ofLocation) {
      for (const second of ofLocation) {
        const before = ordering.precedes(first.id, second.id);
        if (before !== FALSE && model.isTrue(before)) add(first, second, [before, first.guard, second.guard]);
      }
    }
  }
  return edges;
}
