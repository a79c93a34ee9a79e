// Ids for the instructions of a program: 0, 1, 2, … in the order of functions, blocks and instructions. The same input
// has the same ids in every process, so what is said of an instruction can leave the process as a number.

import type { Instruction, InstructionId } from './instruction.js';
import type { IrFunction, IrModule } from './module.js';
import { mapEach } from './operand.js';

/** The module with ids, which may be shared with others: an instruction that has another id already is copied. */
export function numberInstructions(module: IrModule): IrModule {
  const instructions: Instruction[] = [];
  const owners: string[] = [];
  const numbered = (i: Instruction, owner: string): Instruction => {
    const id = instructions.length as InstructionId;
    const result = i.id === id ? i : { ...i, id };
    instructions.push(result);
    owners.push(owner);
    return result;
  };
  const functions = new Map<string, IrFunction>();
  for (const [name, fn] of module.functions) {
    const blocks = mapEach(fn.blocks, (block) => {
      const list = mapEach(block.instructions, (i) => numbered(i, name));
      return list === block.instructions ? block : { ...block, instructions: list };
    });
    functions.set(name, blocks === fn.blocks ? fn : { ...fn, blocks });
  }
  return { ...module, functions, instructions, owners };
}
