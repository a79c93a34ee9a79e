// Which events of a replayed execution are the accesses that its finding numbers: those that the confirming replay
// saw, by their steps.

import type { NarratedEvent } from '../execution/narrated-event.js';
import type { Finding, FoundAccess } from './finding.js';

/** Index of an event → number of the access; those that the events don't reach back to are missing. */
export function marksOf(finding: Finding, events: readonly NarratedEvent[]): ReadonlyMap<number, number> {
  const marks = new Map<number, number>();
  for (let n = finding.accesses.length - 1; n >= 0; n--) {
    const access = finding.accesses[n]!;
    if (access.step === undefined) continue;
    const found = events.findLastIndex((e) => isIt(access, e));
    if (found >= 0) marks.set(found, n + 1);
  }
  return marks;
}

/** One step may both read and write. A call that waits has not been made. */
function isIt(access: FoundAccess, { event, step }: NarratedEvent): boolean {
  return (
    step === access.step &&
    (event.kind === 'wait' || (event.kind === 'access' && event.operation === access.operation)) &&
    event.instruction === access.instruction &&
    event.context === access.context
  );
}

/** How many marks an execution has that is looked at as a whole. */
export function markedAccesses(finding: Finding): number {
  return finding.accesses.filter((a) => a.step !== undefined).length;
}
