// What locks are for, as lemmas: while one thread stands between a step that may wait and its next write to what that
// step has waited for, no other thread makes such a step. Nothing here is believed: the shape of the steps only says
// what is worth a question, and what the solver proves answers most questions about guarded data by propagation.

import { type Term, type Terms, TRUE } from '../../../solve/term.js';
import type { MemoryEvent } from './event-graph.js';
import type { EventOrdering } from './order.js';
import type { Unrolled } from './unrolled.js';

/** A step that may wait, and writes what it has read. */
interface Taking {
  readonly step: number;
  readonly instance: number;
  readonly guard: Term;
}

export function exclusions(terms: Terms, unrolled: Unrolled, ordering: EventOrdering): readonly Term[] {
  const { events, locations, steps, instances } = unrolled.graph;
  const byLocation = locations.map((): MemoryEvent[] => []);
  for (const event of events) byLocation[event.location]!.push(event);
  const found: Term[] = [];
  for (const all of byLocation) {
    const reads = new Set(all.filter((e) => e.operation === 'R').map((e) => e.step));
    const writes = all.filter((e) => e.operation === 'W');
    const takings = writes
      .filter((e) => reads.has(e.step) && unrolled.waits.has(e.step))
      .map(({ step, guard }): Taking => ({ step, instance: steps[step]!.instance, guard }));
    for (const mine of takings) {
      const until = nextWrites(terms, mine, writes, instances[mine.instance]!.steps);
      for (const other of takings) {
        if (other.instance === mine.instance) continue;
        const isFirst = ordering.before(mine.step, other.step);
        const isInside = until.map((w) => terms.implies(w.guard, ordering.before(other.step, w.step)));
        found.push(terms.all([mine.guard, other.guard, isFirst, ...isInside]));
      }
    }
  }
  return found;
}

/** Of the same instance: those that may be the next one, up to one that is made in any case. */
function nextWrites(
  terms: Terms,
  { step, guard }: Taking,
  writes: readonly MemoryEvent[],
  program: readonly number[],
): readonly MemoryEvent[] {
  const place = new Map(program.map((each, n) => [each, n]));
  const later = writes
    .filter((w) => (place.get(w.step) ?? -1) > place.get(step)!)
    .sort((a, b) => place.get(a.step)! - place.get(b.step)!);
  const last = later.findIndex((w) => terms.implies(guard, w.guard) === TRUE);
  return last < 0 ? later : later.slice(0, last + 1);
}
