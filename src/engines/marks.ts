// Which moments of a replayed execution are the accesses that its finding numbers.

import type { Moment } from '../machine/moment.js';
import type { Finding } from './finding.js';

/** Index of a moment → number of the access: the last of each, one before the other. */
export function marksOf(finding: Finding, moments: readonly Moment[]): ReadonlyMap<number, number> {
  const marks = new Map<number, number>();
  let at = moments.length;
  for (let n = finding.accesses.length - 1; n >= 0; n--) {
    if (!isMarked(finding, n)) continue;
    const { instruction, context, operation } = finding.accesses[n]!;
    const isIt = ({ event }: Moment): boolean =>
      event.kind === 'access' &&
      event.instruction === instruction &&
      event.context === context &&
      event.operation === operation;
    let found = at - 1;
    while (found >= 0 && !isIt(moments[found]!)) found--;
    if (found < 0) continue;
    marks.set(found, n + 1);
    if (finding.kind === 'atomicity') at = found;
  }
  return marks;
}

/** How many marks an execution has that is looked at as a whole. */
export function markedAccesses(finding: Finding): number {
  return finding.accesses.filter((_, n) => isMarked(finding, n)).length;
}

/** The suspended access of a race has not happened. */
function isMarked({ kind, accesses }: Finding, n: number): boolean {
  return kind !== 'assertion' && !(kind === 'race' && accesses[n]!.value === undefined);
}
