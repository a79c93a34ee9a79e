// The operands of an instruction, to look at and to replace: the one place that knows where each kind keeps them.

import type { CallSite, Instruction } from './instruction.js';
import { factsOf, type OperandField } from './opcode.js';
import type { Operand, Register } from './value.js';

/** An instruction as the table of opcodes sees it; the value of a `ret` may be absent. */
type Fields = { [Field in OperandField]?: Operand };

export function resultOf(instruction: Instruction): Register | undefined {
  return 'result' in instruction ? instruction.result : undefined;
}

/** In the order in which LLVM writes them; the callee of a call before its arguments. Block targets are no operands. */
export function forEachOperand(instruction: Instruction, visit: (operand: Operand) => void): void {
  mapOperands(instruction, (operand) => {
    visit(operand);
    return operand;
  });
}

/** A copy with every operand replaced by `map` of it; the instruction itself when `map` changes none. */
export function mapOperands(instruction: Instruction, map: (operand: Operand) => Operand): Instruction {
  switch (instruction.op) {
    case 'phi': {
      const incoming = mapEach(instruction.incoming, (entry) => {
        const value = map(entry.value);
        return value === entry.value ? entry : { value, block: entry.block };
      });
      return incoming === instruction.incoming ? instruction : { ...instruction, incoming };
    }
    case 'getelementptr': {
      const base = map(instruction.base);
      const scaled = mapEach(instruction.scaled, (term) => {
        const index = map(term.index);
        return index === term.index ? term : { index, scale: term.scale };
      });
      return base === instruction.base && scaled === instruction.scaled
        ? instruction
        : { ...instruction, base, scaled };
    }
    case 'call':
    case 'invoke':
    case 'callbr':
      return mapCall(instruction, map);
    default:
      return mapFields(instruction, map);
  }
}

function mapFields(instruction: Instruction, map: (operand: Operand) => Operand): Instruction {
  const fields = instruction as Fields;
  let changed: Fields | undefined;
  for (const field of factsOf(instruction.op).operands) {
    const before = fields[field];
    if (before === undefined) continue;
    const after = map(before);
    if (after === before) continue;
    changed ??= { ...instruction } as Fields;
    changed[field] = after;
  }
  return changed === undefined ? instruction : (changed as Instruction);
}

function mapCall<T extends CallSite>(call: T, map: (operand: Operand) => Operand): T {
  const callee = call.callee.kind === 'assembly' ? call.callee : map(call.callee);
  const args = mapEach(call.arguments, map);
  return callee === call.callee && args === call.arguments ? call : { ...call, callee, arguments: args };
}

/** `list.map(change)`, or `list` itself when nothing changed. */
export function mapEach<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let changed: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const before = list[i] as T;
    const after = change(before);
    if (changed !== undefined) changed.push(after);
    else if (after !== before) {
      changed = list.slice(0, i);
      changed.push(after);
    }
  }
  return changed ?? list;
}
