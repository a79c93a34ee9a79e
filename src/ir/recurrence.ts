// Values that a loop computes from nothing but the round before: counters, a bit that walks, a toggle. Constants and
// parameters take part, data does not; nor does a value that a branch inside of the loop chooses, since that may have
// looked at data. Exact for what it accepts; other forms of the same are not recognised.

import type { Instruction, Phi } from './instruction.js';
import { isBinary, isCast } from './instruction-class.js';
import type { IrFunction } from './module.js';
import { forEachOperand, resultOf } from './operand.js';
import type { Operand, Register } from './value.js';

/** Is the register made of a value that its loop steps by itself? */
export function isRecurrence(fn: IrFunction, register: Register): boolean {
  const definitions = new Map<number, Instruction>();
  for (const { instructions } of fn.blocks)
    for (const i of instructions) {
      const result = resultOf(i);
      if (result !== undefined) definitions.set(result.index, i);
    }
  const phis = new Set<Phi>();
  const isClosed = (operand: Operand): boolean => {
    if (operand.kind !== 'register') return true;
    const definition = definitions.get(operand.index);
    if (definition === undefined) return true; // A parameter.
    if (definition.op === 'phi') {
      phis.add(definition);
      return true;
    }
    if (!isBinary(definition) && !isCast(definition) && definition.op !== 'freeze') return false;
    let isSo = true;
    forEachOperand(definition, (o) => {
      isSo &&= isClosed(o);
    });
    return isSo;
  };
  if (!isClosed(register) || phis.size !== 1) return false;
  const [phi] = phis;
  // Where the loop is entered, any value will do; the way back must step it, and keep to this one.
  return (
    phi!.incoming.length === 2 &&
    phi!.incoming.some(({ value }) => {
      phis.clear();
      return isClosed(value) && phis.size === 1 && phis.has(phi!);
    })
  );
}
