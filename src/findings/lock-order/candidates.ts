// Cycles in the order of locks as candidates: what is only suspected, with the two places of each thread. One whose
// deadlock was really found is none.

import type { Program } from '../../model/program.js';
import { type Finding, type FoundAccess, identityOf, type LockOrderStep } from '../finding.js';
import { foundAt } from '../found-access.js';
import type { SiteId } from '../history.js';
import type { Sites } from '../sites.js';
import type { LockOrder, LockStep } from './lock-order.js';

/** `found`: of each deadlock that was found, where its threads wait. */
export function lockOrderCandidates(
  program: Program,
  sites: Sites,
  order: LockOrder,
  found: readonly ReadonlySet<SiteId>[],
  engine: string,
): readonly Finding[] {
  const isFound = (cycle: readonly LockStep[]): boolean =>
    found.some((waiting) => cycle.every((step) => waiting.has(step.taken.site)));
  const candidates = order
    .cycles()
    .filter((cycle) => !isFound(cycle))
    .map((cycle) => candidateOf(program, sites, inSourceOrder(sites, cycle), engine));
  return candidates.filter((f, n) => candidates.findIndex((g) => g.id === f.id) === n);
}

/** The same cycle begins alike whichever threads go round it. */
function inSourceOrder({ all }: Sites, cycle: readonly LockStep[]): readonly LockStep[] {
  const rankOf = ({ held, taken }: LockStep): number =>
    all[held.site]!.instruction * 2 ** 20 + all[taken.site]!.instruction;
  const first = cycle.reduce((least, step) => (rankOf(step) < rankOf(least) ? step : least));
  const at = cycle.indexOf(first);
  return [...cycle.slice(at), ...cycle.slice(0, at)];
}

function candidateOf(program: Program, { all }: Sites, cycle: readonly LockStep[], engine: string): Finding {
  const accesses = cycle.flatMap(({ held, taken, name }): FoundAccess[] => [
    { ...foundAt(program, all[held.site]!), thread: name },
    { ...foundAt(program, all[taken.site]!), thread: name },
  ]);
  const lockOrder = cycle.map(({ name, heldName, takenName }): LockOrderStep => {
    return { name, holds: heldName, takes: takenName };
  });
  const example = lockOrder.map((step) => step.holds).join(', ');
  const finding = {
    kind: 'deadlock' as const,
    variable: example.replaceAll(/\[\d+\]/g, '[]'),
    example,
    message: textOf(lockOrder, accesses),
    lockOrder,
    isCandidate: true as const,
    engine,
    schedule: '',
    accesses,
  };
  return { id: identityOf(finding, (file) => file, program.contexts), ...finding };
}

function textOf(steps: readonly LockOrderStep[], accesses: readonly FoundAccess[]): string {
  const line = (n: number): string => {
    const place = accesses[n]?.place;
    return place === undefined ? '' : ` (line ${place.line})`;
  };
  const taken = steps.map(
    ({ name, holds, takes }, n) => `${name} holds ${holds}${line(2 * n)} and takes ${takes}${line(2 * n + 1)}`,
  );
  return `the locks are taken in a circle: ${taken.join(', ')}; no execution was seen in which all of them wait`;
}
