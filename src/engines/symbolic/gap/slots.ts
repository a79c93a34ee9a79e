// In which order instances get their turn in one gap. Every order of starts that matters must be a subsequence. With
// priorities, and where ISRs leave the masks as they found them, an order with the higher one first is the same as
// starting the higher one inside of the lower one before its first step, so ascending priorities are enough, and only
// ISRs of one priority need several turns. (If the higher one starts only at the call that is next, the lower one might
// as well start behind the call.) Everywhere else all do, but for those that no order matters for.

import type { Dependence } from '../../../execution/dependence.js';
import type { Context, Program } from '../../../model/program.js';

/** The ISRs in the order of their turns; at each turn any number of an ISR's instances may start. */
export interface Slots {
  /** As long as every instance leaves the masks behind that it found. */
  readonly turns: readonly Context[];
  /** The turns after that of an ISR whose instance has changed masks. */
  after(isr: Context): readonly Context[] | undefined;
}

export function slotsOf(program: Program, isrs: readonly Context[], arrivals: number, dependence: Dependence): Slots {
  const orders = (list: readonly Context[]): readonly Context[] =>
    dependentGroups(list, dependence).flatMap((group) => allOrders(group, arrivals));
  const pends = isrs.some((isr) => isr.softwarePended);
  if (program.platform.nesting.kind !== 'priority' || pends) return { turns: orders(isrs), after: () => undefined };
  const levels = [...new Set(isrs.map((isr) => isr.priority))].sort((a, b) => a - b);
  return {
    turns: levels.flatMap((level) => orders(isrs.filter((isr) => isr.priority === level))),
    after: (isr) =>
      dependentGroups(isrs, dependence).flatMap((group) =>
        group.includes(isr) ? allOrdersAfter(group, isr, arrivals) : allOrders(group, arrivals),
      ),
  };
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
 * Every word in which each of n ISRs occurs up to `arrivals` times is a subsequence: the first letter is within the
 * first n, and each of the others, being different from the one before (equal ones share a turn), within the next n −
 * 1.
 */
function allOrders(isrs: readonly Context[], arrivals: number): readonly Context[] {
  const [first] = isrs;
  return first === undefined ? [] : [first, ...allOrdersAfter(isrs, first, arrivals)];
}

/**
 * The same behind a turn of one of them: what begins with it goes on here, and what does not begins with one of the
 * next n − 1.
 */
function allOrdersAfter(isrs: readonly Context[], isr: Context, arrivals: number): readonly Context[] {
  const n = isrs.length;
  const begin = isrs.indexOf(isr) + 1;
  return Array.from({ length: n * arrivals * (n - 1) }, (_, k) => isrs[(begin + k) % n]!);
}
