// Which code stands beside which: on the left whoever is interrupted, on the right whoever interrupts, each where it
// is at the entry that is looked at. Pure.

import type { Place } from '../../../base/diagnostic.js';
import type { ShownFinding, ShownTimeline } from './decode.js';

export type Side = 'interrupted' | 'handler';

export interface Pane {
  readonly side: Side;
  readonly context: string;
  readonly function: string;
  readonly place: Place | undefined;
  /** The entry that is looked at is here. */
  readonly isActive: boolean;
  /** Places of the finding's accesses on this side. */
  readonly accesses: readonly Place[];
}

type Subject = Pick<ShownFinding, 'kind' | 'accesses'>;
type Where = Pick<Pane, 'context' | 'function' | 'place'>;

/** One pane where nobody interrupts. */
export function panesAt(finding: Subject, timeline: ShownTimeline | undefined, at: number): readonly Pane[] {
  const numbers = sidesOf(finding);
  const depth = timeline === undefined ? 0 : unitDepth(finding, timeline);
  const unit = finding.accesses[numbers.indexOf('interrupted')]?.context;
  // What other threads do is as what preempts.
  const sideAt = (n: number): Side => {
    const entry = timeline!.entries[n]!;
    const isOther = depth === 0 && entry.depth === 0 && unit !== undefined && entry.context !== unit;
    return entry.depth > depth || isOther ? 'handler' : 'interrupted';
  };
  return (['interrupted', 'handler'] as const).flatMap((side): readonly Pane[] => {
    const accesses = finding.accesses.filter((_, n) => numbers[n] === side);
    const first = accesses[0];
    let where: Where | undefined;
    if (timeline !== undefined) {
      const { entries } = timeline;
      const isHere = (n: number): boolean => sideAt(n) === side && entries[n]!.place !== undefined;
      // What is still to come is shown as the first access of the finding on this side.
      let n = at;
      while (n >= 0 && !isHere(n)) n--;
      const isBegun = entries.some((e, m) => m <= at && e.mark !== undefined && sideAt(m) === side);
      if (sideAt(at) === side || isBegun || first === undefined) where = entries[n];
      if (where === undefined && first === undefined) where = entries.find((_, m) => isHere(m));
    }
    const shown = where?.place === undefined ? (first ?? where) : where;
    if (shown === undefined) return [];
    return [
      {
        side,
        context: shown.context,
        function: shown.function,
        place: shown.place,
        isActive: timeline === undefined ? false : sideAt(at) === side,
        accesses: accesses.flatMap((a) => a.place ?? []),
      },
    ];
  });
}

/**
 * The side of each access: in the order of the report, o1 and o3 are the unit's; what a race or a torn access
 * interrupts comes second.
 */
function sidesOf({ kind, accesses }: Subject): readonly Side[] {
  return accesses.map((_, n) => {
    if (kind === 'assertion') return 'interrupted';
    return (n === 1) === (kind === 'atomicity') ? 'handler' : 'interrupted';
  });
}

/** Active handlers while whoever is interrupted runs; what is deeper interrupts. */
function unitDepth(finding: Subject, { entries }: ShownTimeline): number {
  const sides = sidesOf(finding);
  const marked = entries.find((e) => e.mark !== undefined && sides[e.mark - 1] === 'interrupted');
  if (marked !== undefined) return marked.depth;
  const { context } = finding.accesses[sides.indexOf('interrupted')] ?? {};
  // Of a handler that was entered again, the run that waits below the access that is marked.
  const above = entries.find((e) => e.mark !== undefined)?.depth ?? Number.POSITIVE_INFINITY;
  const own = entries.filter((e) => e.context === context && e.kind !== 'start' && e.kind !== 'end');
  return (own.findLast((e) => e.depth < above) ?? own.at(-1))?.depth ?? 0;
}
