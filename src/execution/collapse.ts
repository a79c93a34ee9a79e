// What models of the environment do, as one event: `pthread_mutex_lock(&a)` where the program calls it, with the number
// of its first step and what it did to locks, threads and masks. How a model does that is left out. A call that others
// come into the middle of has several parts.

import type { NarratedEvent } from './narrated-event.js';

export interface CollapsedEvent {
  readonly event: NarratedEvent;
  /** Indices of the events that it stands for. */
  readonly first: number;
  readonly last: number;
}

/** Sections of models are atomic by themselves: that is no news. */
const internal: ReadonlySet<string> = new Set(['begins an atomic section', 'ends the atomic section']);

export function collapsed(events: readonly NarratedEvent[]): readonly CollapsedEvent[] {
  const shown: CollapsedEvent[] = [];
  for (let first = 0; first < events.length; ) {
    const { call } = events[first]!;
    let last = first;
    while (call !== undefined && events[last + 1]?.call?.serial === call.serial) last++;
    const event = call === undefined ? events[first] : asOne(events.slice(first, last + 1));
    if (event !== undefined) shown.push({ event, first, last });
    first = last + 1;
  }
  return shown;
}

/** Undefined for what a model does around a thread's function, which nobody has called; unless that goes wrong. */
function asOne(events: readonly NarratedEvent[]): NarratedEvent | undefined {
  const first = events[0]!;
  const { at, what } = first.call!;
  const { call: _, ...same } = first;
  if (at === undefined) {
    const misuse = events.find((e) => e.event.kind === 'misuse');
    const end = `the end of ${first.context.name}`;
    return misuse && { ...same, event: misuse.event, what: end, place: undefined, effects: misuse.effects };
  }
  return {
    ...same,
    event: {
      kind: 'call',
      context: first.event.context,
      callee: '',
      arguments: [],
      instruction: at.instruction,
      function: at.symbol,
    },
    function: at.function,
    place: at.place,
    what,
    value: undefined,
    effects: events.flatMap((e) => e.effects).filter((text) => !internal.has(text)),
    locks: Object.assign({}, ...events.map((e) => e.locks)),
  };
}
