// What an instruction is: questions to the table of opcodes, and to the few operands that an answer depends on.

import type { AccessInstruction, Binary, CallInstruction, Cast, Instruction, IntegerBinary } from './instruction.js';
import { binaryOps, castOps, type DivisionOp, opcodes, opcodesThat } from './opcode.js';
import type { Type } from './type.js';

const integerOps = opcodesThat((facts) => facts.class === 'integer');
const divisions = opcodesThat((facts) => facts.divides === true);
const accesses = opcodesThat((facts) => facts.class === 'access');
const calls = opcodesThat((facts) => facts.class === 'call');
const classesOfComputations = ['integer', 'float', 'unary', 'cast', 'compare', 'choice', 'address', 'aggregate'];
const computations = opcodesThat((facts) => classesOfComputations.includes(facts.class));

export function isBinary(i: Instruction): i is Binary {
  return binaryOps.has(i.op);
}

export function isCast(i: Instruction): i is Cast {
  return castOps.has(i.op);
}

export function isAccess(i: Instruction): i is AccessInstruction {
  return accesses.has(i.op);
}

export function isCall(i: Instruction): i is CallInstruction {
  return calls.has(i.op);
}

/** Does it do nothing but give a value that only its operands say? Divisions are among these: see `mayTrap`. */
export function isComputation(i: Instruction): boolean {
  return computations.has(i.op);
}

/** A computation on integers, or a vector of them. */
export function isIntegerBinary(i: Instruction): i is IntegerBinary {
  return integerOps.has(i.op);
}

export function isDivision(i: Instruction): i is Binary & { readonly op: DivisionOp } {
  return divisions.has(i.op);
}

/** A division by what may be zero. */
export function mayTrap(i: Instruction): boolean {
  return isDivision(i) && !(i.right.kind === 'int' && i.right.value !== 0n);
}

/** Of the memory that the instruction accesses. */
export function accessedType(i: AccessInstruction): Type {
  switch (i.op) {
    case 'load':
      return i.result.type;
    case 'store':
    case 'atomicrmw':
      return i.value.type;
    case 'cmpxchg':
      return i.expected.type;
  }
}

/** Does it read, write or both? */
export function operationOf(i: AccessInstruction): 'R' | 'W' | 'RW' {
  return opcodes[i.op].operation;
}

export function isAtomic(i: AccessInstruction): boolean {
  return i.op === 'cmpxchg' || i.ordering !== undefined;
}
