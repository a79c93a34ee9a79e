// In which order instances get their turn in one gap. Every order of starts that matters must be a subsequence.
// With priorities and without mask changes in ISRs, an order with the higher one first is the same as starting the higher one inside of the lower
// one before its first step, so ascending priorities are enough, and only ISRs of one priority need several turns. Everywhere else all do, but
// for those that no order matters for.

import type { Context, Program } from '../../model/program.js';
import type { Dependence } from '../explore/dependence.js';

/** The ISRs in the order of their turns; at each turn any number of an ISR's instances may start. */
export function slotsOf(
  program: Program,
  isrs: readonly Context[],
  arrivals: number,
  dependence: Dependence,
): readonly Context[] {
  const changesMasks = program.operations.some((o) => program.contexts[o.context]?.kind === 'isr');
  const pends = isrs.some((isr) => isr.softwarePended);
  const orders = (group: readonly Context[]): readonly Context[] =>
    dependentGroups(group, dependence).flatMap((g) => allOrders(g, arrivals));
  if (program.platform.nesting.kind !== 'priority' || changesMasks || pends) return orders(isrs);
  const levels = [...new Set(isrs.map((isr) => isr.priority))].sort((a, b) => a - b);
  return levels.flatMap((level) => orders(isrs.filter((isr) => isr.priority === level)));
}

/** ISRs of different groups may change places. */
function dependentGroups(isrs: readonly Context[], dependence: Dependence): readonly (readonly Context[])[] {
  const groups: Context[][] = [];
  for (const isr of isrs) {
    const met = groups.filter((g) => g.some((other) => dependence.areDependent(isr.id, other.id)));
    for (const g of met) groups.splice(groups.indexOf(g), 1);
    groups.push([...met.flat(), isr]);
  }
  return groups;
}

/**
 * Every word in which each of n ISRs occurs up to `arrivals` times is a subsequence: the first letter is within the first n, and each of the
 * others, being different from the one before (equal ones share a turn), within the next n − 1.
 */
function allOrders(isrs: readonly Context[], arrivals: number): readonly Context[] {
  const n = isrs.length;
  const length = n + (n * arrivals - 1) * (n - 1);
  return Array.from({ length }, (_, k) => isrs[k % n]!);
}
