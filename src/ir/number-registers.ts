// Makes the register numbers of a function dense and textual again: parameters, then results in their order, as the
// parser gives them. For whoever has added, replaced or removed instructions.

import type { Instruction } from './instruction.js';
import type { Block, IrFunction } from './module.js';
import { mapOperands, resultOf } from './operand.js';
import type { Operand, Register } from './value.js';

/** `bodies`: the instructions of each block. `replaced`: by register, what stands for it now. */
export function numberRegisters(
  fn: IrFunction,
  bodies: readonly (readonly Instruction[])[],
  replaced: readonly (Operand | undefined)[] = [],
): IrFunction {
  const renamed: (Register | undefined)[] = [];
  let count = 0;
  const number = (register: Register): void => {
    renamed[register.index] =
      register.index === count ? register : { kind: 'register', index: count, type: register.type };
    count++;
  };
  for (const parameter of fn.parameters) number(parameter);
  for (const instructions of bodies) {
    for (const instruction of instructions) {
      const result = resultOf(instruction);
      if (result !== undefined) number(result);
    }
  }
  const lookUp = (operand: Operand): Operand => {
    const value = operand.kind === 'register' ? (replaced[operand.index] ?? operand) : operand;
    return value.kind === 'register' ? (renamed[value.index] ?? value) : value;
  };
  const blocks = bodies.map((instructions, index): Block => {
    const rewritten = instructions.map((instruction) => withResult(mapOperands(instruction, lookUp), renamed));
    return { name: (fn.blocks[index] as Block).name, instructions: rewritten };
  });
  return { ...fn, blocks, registerCount: count };
}

function withResult(instruction: Instruction, renamed: readonly (Register | undefined)[]): Instruction {
  if (!('result' in instruction) || instruction.result === undefined) return instruction;
  const result = renamed[instruction.result.index] ?? instruction.result;
  return result === instruction.result ? instruction : { ...instruction, result };
}
