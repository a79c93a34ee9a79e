// Two writes of one call that need not belong together: loops that give one place a value after the other, and never
// both in one round (docs/decisions/0028-published-values-and-bits-that-are-not-lost.md). By reachability alone: each
// store comes back to itself without the other, or both are one.

import { successors } from '../../../src/ir/control-flow.js';
import type { Instruction, Terminator } from '../../../src/ir/instruction.js';
import type { IrFunction } from '../../../src/ir/module.js';
import type { Program } from '../../../src/model/program.js';
import type { Triple } from '../triples.js';

export function areOfTwoRounds({ module }: Program, { o1, o2, o3 }: Triple): boolean {
  if (o1.event.operation !== 'W' || o2.event.operation !== 'R' || o3.event.operation !== 'W') return false;
  const fn = module.functions.get(o1.event.function);
  if (fn === undefined || o1.event.function !== o3.event.function) return false;
  const [first, last] = [module.instructions[o1.event.instruction]!, module.instructions[o3.event.instruction]!];
  if (!isOfOnePlace(first) || !isOfOnePlace(last)) return false;
  const [from, to] = [blockOf(fn, first), blockOf(fn, last)];
  if (first === last) return comesBack(fn, from, -1);
  return from !== to && comesBack(fn, from, to) && comesBack(fn, to, from);
}

/** A store of what is no constant to a global. */
function isOfOnePlace(i: Instruction): boolean {
  return i.op === 'store' && i.address.kind !== 'register' && i.value.kind === 'register';
}

function comesBack(fn: IrFunction, from: number, without: number): boolean {
  const reached = new Set<number>();
  const todo = [from];
  for (let block = todo.pop(); block !== undefined; block = todo.pop())
    for (const next of successors(fn.blocks[block]!.instructions.at(-1) as Terminator)) {
      if (next === from) return true;
      if (next === without || reached.has(next)) continue;
      reached.add(next);
      todo.push(next);
    }
  return false;
}

function blockOf(fn: IrFunction, instruction: Instruction): number {
  return fn.blocks.findIndex((b) => b.instructions.includes(instruction));
}
