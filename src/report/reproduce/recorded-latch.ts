// The register of a finding as the generated program keeps it in the orders that it compares: what is read there is
// what was written before, as where harm was judged.

import { ModelObjects } from '../../execution/model-objects.js';
import type { NarratedEvent } from '../../execution/narrated-event.js';
import type { Machine } from '../../machine/machine.js';
import { type AccessEvent, addressOf, eventBits } from './occurrence.js';
import type { Mark, RecordedLatch } from './recorded.js';

/** Undefined where the finding is about memory, or a register that is no latch. */
export function latchOf(
  machine: Machine,
  events: readonly NarratedEvent[],
  marks: readonly Mark[],
): RecordedLatch | undefined {
  const position = marks.find((m) => m.number === 1)?.position;
  const event = position === undefined ? undefined : events[position]?.event;
  if (position === undefined || event?.kind !== 'access') return undefined;
  const address = addressOf(machine, event);
  if (address === undefined || !new ModelObjects(machine).isLatch(machine.initial(), event)) return undefined;
  const isHere = (e: NarratedEvent['event']): e is AccessEvent =>
    e.kind === 'access' && e.object === event.object && e.offset === event.offset;
  const before = events
    .slice(0, position)
    .map((e) => e.event)
    .filter(isHere);
  // What it reads is there; before a write it is what the last access has left.
  const known = event.operation === 'R' ? event : before.at(-1);
  return {
    address,
    size: event.size,
    content: (known && eventBits(machine, known)) ?? 0n,
    readsBefore: before.filter((e) => e.operation === 'R').length,
  };
}
