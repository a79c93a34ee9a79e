// The operands of an instruction, to look at and to replace: the one place that knows where each kind keeps them.

import { assertNever } from '../base/internal-error.js';
import type { CallSite, Instruction } from './instruction.js';
import type { Operand, Register } from './value.js';

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
    case 'add':
    case 'sub':
    case 'mul':
    case 'udiv':
    case 'sdiv':
    case 'urem':
    case 'srem':
    case 'shl':
    case 'lshr':
    case 'ashr':
    case 'and':
    case 'or':
    case 'xor':
    case 'fadd':
    case 'fsub':
    case 'fmul':
    case 'fdiv':
    case 'frem':
    case 'icmp':
    case 'fcmp':
    case 'shufflevector': {
      const left = map(instruction.left);
      const right = map(instruction.right);
      return left === instruction.left && right === instruction.right ? instruction : { ...instruction, left, right };
    }
    case 'fneg':
    case 'freeze':
    case 'trunc':
    case 'zext':
    case 'sext':
    case 'fptrunc':
    case 'fpext':
    case 'fptoui':
    case 'fptosi':
    case 'uitofp':
    case 'sitofp':
    case 'ptrtoint':
    case 'ptrtoaddr':
    case 'inttoptr':
    case 'bitcast':
    case 'addrspacecast':
    case 'debug-value':
    case 'switch':
    case 'resume': {
      const value = map(instruction.value);
      return value === instruction.value ? instruction : { ...instruction, value };
    }
    case 'select': {
      const condition = map(instruction.condition);
      const whenTrue = map(instruction.whenTrue);
      const whenFalse = map(instruction.whenFalse);
      const isSame =
        condition === instruction.condition && whenTrue === instruction.whenTrue && whenFalse === instruction.whenFalse;
      return isSame ? instruction : { ...instruction, condition, whenTrue, whenFalse };
    }
    case 'phi': {
      const incoming = mapEach(instruction.incoming, (entry) => {
        const value = map(entry.value);
        return value === entry.value ? entry : { value, block: entry.block };
      });
      return incoming === instruction.incoming ? instruction : { ...instruction, incoming };
    }
    case 'alloca': {
      const count = map(instruction.count);
      return count === instruction.count ? instruction : { ...instruction, count };
    }
    case 'load':
    case 'debug-declare':
    case 'indirectbr': {
      const address = map(instruction.address);
      return address === instruction.address ? instruction : { ...instruction, address };
    }
    case 'store': {
      const value = map(instruction.value);
      const address = map(instruction.address);
      const isSame = value === instruction.value && address === instruction.address;
      return isSame ? instruction : { ...instruction, value, address };
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
    case 'extractvalue': {
      const aggregate = map(instruction.aggregate);
      return aggregate === instruction.aggregate ? instruction : { ...instruction, aggregate };
    }
    case 'insertvalue': {
      const aggregate = map(instruction.aggregate);
      const value = map(instruction.value);
      const isSame = aggregate === instruction.aggregate && value === instruction.value;
      return isSame ? instruction : { ...instruction, aggregate, value };
    }
    case 'extractelement': {
      const vector = map(instruction.vector);
      const index = map(instruction.index);
      return vector === instruction.vector && index === instruction.index
        ? instruction
        : { ...instruction, vector, index };
    }
    case 'insertelement': {
      const vector = map(instruction.vector);
      const value = map(instruction.value);
      const index = map(instruction.index);
      const isSame = vector === instruction.vector && value === instruction.value && index === instruction.index;
      return isSame ? instruction : { ...instruction, vector, value, index };
    }
    case 'cmpxchg': {
      const address = map(instruction.address);
      const expected = map(instruction.expected);
      const replacement = map(instruction.replacement);
      const isSame =
        address === instruction.address && expected === instruction.expected && replacement === instruction.replacement;
      return isSame ? instruction : { ...instruction, address, expected, replacement };
    }
    case 'atomicrmw': {
      const address = map(instruction.address);
      const value = map(instruction.value);
      const isSame = address === instruction.address && value === instruction.value;
      return isSame ? instruction : { ...instruction, address, value };
    }
    case 'call':
    case 'invoke':
    case 'callbr':
      return mapCall(instruction, map);
    case 'va_arg': {
      const list = map(instruction.list);
      return list === instruction.list ? instruction : { ...instruction, list };
    }
    case 'ret': {
      if (instruction.value === undefined) return instruction;
      const value = map(instruction.value);
      return value === instruction.value ? instruction : { ...instruction, value };
    }
    case 'condbr': {
      const condition = map(instruction.condition);
      return condition === instruction.condition ? instruction : { ...instruction, condition };
    }
    case 'fence':
    case 'landingpad':
    case 'br':
    case 'unreachable':
      return instruction;
    default:
      return assertNever(instruction);
  }
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
