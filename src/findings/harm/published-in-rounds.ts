// A loop that gives a variable one value after the other publishes each of them: a level that fades, how far it has
// come. A handler that reads between two rounds, or between two such loops, sees what it is meant to see, so that it
// is not enough for a (W,R,W) that both writes are of one call. Stores whose address goes along with the rounds are
// something else, a table that is filled twice; so are two stores in one round, a constant, and what is computed from
// the value before, which is an interim result (value-dependence.ts).

import type { Instruction, Store } from '../../ir/instruction.js';
import { isCast } from '../../ir/instruction-class.js';
import type { IrFunction } from '../../ir/module.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import type { Operand } from '../../ir/value.js';
import { shapeOf } from '../../machine/compile/shape.js';
import type { Program } from '../../model/program.js';
import type { Triple } from './witness.js';

/** Are o1 and o3 made by loops of one function that publish, never both in one round? */
export function arePublishedInRounds({ module }: Program, { o1, o3 }: Triple): boolean {
  const fn = module.functions.get(o1.function);
  const [first, last] = [module.instructions[o1.instruction], module.instructions[o3.instruction]];
  if (fn === undefined || o3.function !== o1.function || first?.op !== 'store' || last?.op !== 'store') return false;
  if (!publishes(fn, first) || !publishes(fn, last)) return false;
  const loops = [...shapeOf(fn).loops.values()];
  const [from, to] = [blockOf(fn, first), blockOf(fn, last)];
  if (first === last) return loops.some((body) => body.has(from));
  return loops.some((b) => b.has(from) && !b.has(to)) && loops.some((b) => b.has(to) && !b.has(from));
}

/** To one place, a value that may be another one with each round. */
function publishes(fn: IrFunction, { address, value }: Store): boolean {
  if (value.kind !== 'register') return false;
  const isFixed = (operand: Operand): boolean => {
    if (operand.kind !== 'register') return true;
    const definition = definitionOf(fn, operand.index);
    if (definition === undefined) return true; // A parameter.
    if (definition.op !== 'getelementptr' && !isCast(definition)) return false;
    let isSo = true;
    forEachOperand(definition, (o) => {
      isSo &&= isFixed(o);
    });
    return isSo;
  };
  return isFixed(address);
}

function definitionOf(fn: IrFunction, register: number): Instruction | undefined {
  for (const { instructions } of fn.blocks) for (const i of instructions) if (resultOf(i)?.index === register) return i;
  return undefined;
}

function blockOf(fn: IrFunction, instruction: Instruction): number {
  return fn.blocks.findIndex((b) => b.instructions.includes(instruction));
}
