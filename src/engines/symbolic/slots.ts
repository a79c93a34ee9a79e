// In which order instances get their turn in one gap. Every order of starts that matters must be a subsequence.
// With priorities and without mask changes in ISRs, an order with the higher one first is the same as starting the higher one inside of the lower
// one before its first step, so ascending priorities are enough, and only ISRs of one priority need several turns. Everywhere else all do.

import type { Context, Program } from '../../model/program.js';

const known = new WeakMap<Program, readonly Context[]>();

export function slotsOf(program: Program, isrs: readonly Context[]): readonly Context[] {
  let slots = known.get(program);
  if (slots === undefined) known.set(program, (slots = computeSlots(program, isrs)));
  return slots;
}

function computeSlots(program: Program, isrs: readonly Context[]): readonly Context[] {
  const changesMasks = program.operations.some((o) => program.contexts[o.context]?.kind === 'isr');
  const pends = isrs.some((isr) => isr.softwarePended);
  if (program.platform.nesting.kind !== 'priority' || changesMasks || pends) return allOrders(isrs);
  const levels = [...new Set(isrs.map((isr) => isr.priority))].sort((a, b) => a - b);
  return levels.flatMap((level) => allOrders(isrs.filter((isr) => isr.priority === level)));
}

/** n − 1 times all of them and the first again: every order of n things is a subsequence of it, since the next one is at most n − 1 away. */
function allOrders(isrs: readonly Context[]): readonly Context[] {
  const rounds = Array.from({ length: isrs.length - 1 }, () => isrs).flat();
  return isrs.length === 0 ? [] : [...rounds, isrs[0]!];
}
