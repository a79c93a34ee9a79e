// Groups of priorities: the lower bits of a priority may only say who goes first among those that wait; who preempts
// whom is said by the upper ones (ARM: AIRCR.PRIGROUP). A program splits them once, while it starts; until then all
// bits count. Where it is not known how it does, or it does so in several ways, all bits count all the time: more
// handlers nest then, never fewer.

import type { Platform } from './platform.js';
import type { Context, Operation, PriorityGrouping } from './program.js';

export function groupingOf(
  { priorities: { bits }, registers }: Platform,
  operations: readonly Operation[],
): PriorityGrouping | undefined {
  const register = registers.find((r) => r.kind === 'priority-group');
  const set = operations.filter((o) => o.effect.kind === 'set-priority-group');
  const [group, ...others] = new Set(set.map((o) => o.value));
  if (register === undefined || group === undefined || others.length > 0) return undefined;
  return { address: register.address, group, subBits: Math.min(bits, Math.max(0, group + 1 - (8 - bits))) };
}

/** Does it make a difference to anybody? */
export function matters(
  { subBits }: PriorityGrouping,
  contexts: readonly Context[],
  operations: readonly Operation[],
): boolean {
  const levels = contexts.flatMap(({ hardwarePriority: n }) => (n === undefined || n < 0 ? [] : [n]));
  const isSplit = levels.some((a) => levels.some((b) => a !== b && a >> subBits === b >> subBits));
  const hasCeiling = operations.some(({ effect: { kind } }) => kind === 'set-ceiling' || kind === 'raise-ceiling');
  return subBits > 0 && (isSplit || hasCeiling);
}
