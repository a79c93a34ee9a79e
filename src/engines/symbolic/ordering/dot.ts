// The event graph of one execution for Graphviz, drawn like Fig. 8 of the TECS 2017 paper: a cluster per instance with
// its executed events in program order, and the relations between them. Of transitive relations only what the rest
// follows from: the next write (ws, fr), the last event of an instance (ni). Initial values that nothing else touches
// are left out.

import type { Model } from '../../../solve/query.js';
import { FALSE } from '../../../solve/term.js';
import type { EventGraph, EventInstance, MemoryEvent } from './event-graph.js';
import { type EventOrdering, start } from './order.js';

type Relation = 'po' | 'ws' | 'rf' | 'fr' | 'ni';

interface Arrow {
  readonly from: MemoryEvent;
  readonly to: MemoryEvent;
  readonly relation: Relation;
}

const styles: Record<Relation, string> = {
  po: 'color="#888888", fontcolor="#888888", weight=10',
  ws: 'color="#1f6fb4", fontcolor="#1f6fb4", constraint=false',
  rf: 'color="#2a8a2a", fontcolor="#2a8a2a", constraint=false',
  fr: 'color="#c46a00", fontcolor="#c46a00", style=dashed, constraint=false',
  ni: 'color="#b01818", fontcolor="#b01818", penwidth=2.5, constraint=false',
};

export function dot(graph: EventGraph, ordering: EventOrdering, model: Model): string {
  const byInstance = graph.instances.map((instance) => shownEvents(graph, model, instance));
  const memory = memoryArrows(graph, ordering, model, new Set(byInstance.flat()));
  const arrows = [...programOrder(byInstance), ...memory, ...nestedIsr(graph, byInstance, memory)];
  const lines = [
    'digraph events {',
    '  rankdir=TB;',
    '  node [shape=box, fontname="monospace"];',
    '  edge [fontname="monospace"];',
  ];
  graph.instances.forEach((instance, index) => {
    const events = byInstance[index]!;
    if (events.length === 0) return;
    lines.push(
      `  subgraph cluster_${instance.id} {`,
      `    label=${quote(`${instance.name} (level ${instance.level})`)};`,
    );
    for (const event of events)
      lines.push(`    e${event.id} [label=${quote(describe(graph, model, instance, event))}];`);
    lines.push('  }');
  });
  for (const { from, to, relation } of arrows) {
    lines.push(`  e${from.id} -> e${to.id} [label="${relation}", ${styles[relation]}];`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

function shownEvents(graph: EventGraph, model: Model, instance: EventInstance): readonly MemoryEvent[] {
  if (!model.isTrue(instance.runs)) return [];
  const initial = start(graph.instances[0]!);
  const touched = new Set<number>();
  for (const event of graph.events) {
    if (event.step !== initial && model.isTrue(event.guard)) touched.add(event.location);
  }
  return eventsOf(graph, instance).filter(
    (event) => model.isTrue(event.guard) && (event.step !== initial || touched.has(event.location)),
  );
}

/** All events of an instance in program order. */
function eventsOf(graph: EventGraph, { steps }: EventInstance): readonly MemoryEvent[] {
  return steps.flatMap((step) => graph.steps[step]!.events.map((event) => graph.events[event]!));
}

/** Like `(A1) W x 1`: the instance and the number of the event in it, whether or not those before it are executed. */
function describe(graph: EventGraph, model: Model, instance: EventInstance, event: MemoryEvent): string {
  const number = eventsOf(graph, instance).indexOf(event) + 1;
  const separator = /\d$/.test(instance.name) ? '.' : '';
  const { name } = graph.locations[event.location]!;
  return `(${instance.name}${separator}${number}) ${event.operation} ${name} ${model.value(event.value)}`;
}

function programOrder(byInstance: readonly (readonly MemoryEvent[])[]): readonly Arrow[] {
  return byInstance.flatMap((events) =>
    events.slice(1).map((to, index): Arrow => ({ from: events[index]!, to, relation: 'po' })),
  );
}

/** ws, rf and fr. */
function memoryArrows(
  graph: EventGraph,
  ordering: EventOrdering,
  model: Model,
  shown: ReadonlySet<MemoryEvent>,
): readonly Arrow[] {
  const arrows: Arrow[] = [];
  const next = new Map<number, MemoryEvent>();
  for (let location = 0; location < graph.locations.length; location++) {
    const writes = [...shown].filter((event) => event.operation === 'W' && event.location === location);
    writes.sort((a, b) => {
      const before = ordering.precedes(a.id, b.id);
      return before !== FALSE && model.isTrue(before) ? -1 : 1;
    });
    writes.slice(1).forEach((to, index) => {
      const from = writes[index]!;
      next.set(from.id, to);
      arrows.push({ from, to, relation: 'ws' });
    });
  }
  for (const { write, read, chosen } of ordering.readFrom) {
    if (!model.isTrue(chosen)) continue;
    const to = graph.events[read]!;
    arrows.push({ from: graph.events[write]!, to, relation: 'rf' });
    const later = next.get(write);
    if (later !== undefined) arrows.push({ from: to, to: later, relation: 'fr' });
  }
  return arrows;
}

/** What an arrow from an instance into one of its level or below says about the rest of it. */
function nestedIsr(
  graph: EventGraph,
  byInstance: readonly (readonly MemoryEvent[])[],
  memory: readonly Arrow[],
): readonly Arrow[] {
  const arrows: Arrow[] = [];
  const seen = new Set<string>();
  const instanceOf = (event: MemoryEvent) => graph.instances[graph.steps[event.step]!.instance]!;
  for (const { from, to } of memory) {
    const upper = instanceOf(from);
    const lower = instanceOf(to);
    const last = byInstance[upper.id]!.at(-1)!;
    const key = `${last.id} ${to.id}`;
    if (upper === lower || upper.level < lower.level || last === from || seen.has(key)) continue;
    seen.add(key);
    arrows.push({ from: last, to, relation: 'ni' });
  }
  return arrows;
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\r?\n/g, '\\n')}"`;
}
