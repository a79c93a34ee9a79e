// Which events of a replayed execution are the accesses that its finding numbers.

import type { NarratedEvent } from '../execution/narration.js';
import type { Event } from '../machine/event.js';
import type { Finding } from './finding.js';

/**
 * Index of an event → number of the access: the last of each, one before the other. Those of an atomicity violation
 * have bytes in common, which matters where one instruction makes many accesses: a copy.
 */
export function marksOf(finding: Finding, events: readonly NarratedEvent[]): ReadonlyMap<number, number> {
  const marks = new Map<number, number>();
  let at = events.length;
  let common: Bytes | undefined;
  for (let n = finding.accesses.length - 1; n >= 0; n--) {
    if (!isMarked(finding, n)) continue;
    const { instruction, context, operation } = finding.accesses[n]!;
    const isIt = ({ event }: NarratedEvent): boolean =>
      event.kind === 'access' &&
      event.instruction === instruction &&
      event.context === context &&
      event.operation === operation &&
      (common === undefined || inCommon(common, event) !== undefined);
    let found = at - 1;
    while (found >= 0 && !isIt(events[found]!)) found--;
    if (found < 0) continue;
    marks.set(found, n + 1);
    if (finding.kind !== 'atomicity') continue;
    at = found;
    const { event } = events[found]!;
    if (event.kind === 'access') common = inCommon(common ?? event, event);
  }
  return marks;
}

type Bytes = Pick<Extract<Event, { kind: 'access' }>, 'object' | 'offset' | 'size'>;

function inCommon(a: Bytes, b: Bytes): Bytes | undefined {
  const offset = Math.max(a.offset, b.offset);
  const size = Math.min(a.offset + a.size, b.offset + b.size) - offset;
  return a.object === b.object && size > 0 ? { object: a.object, offset, size } : undefined;
}

/** How many marks an execution has that is looked at as a whole. */
export function markedAccesses(finding: Finding): number {
  return finding.accesses.filter((_, n) => isMarked(finding, n)).length;
}

/** The suspended access of a race has not happened. */
function isMarked({ kind, accesses }: Finding, n: number): boolean {
  return kind !== 'assertion' && !(kind === 'race' && accesses[n]!.value === undefined);
}
