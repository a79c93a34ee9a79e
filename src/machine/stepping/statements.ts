// Where C statements begin in the instructions of a function: the control-flow locations of the papers that reason
// about statements. At -O0 a statement is a run of instructions that ends in a store, a call or a branch; conditions
// and both sides of `&&` and `?:` are statements of their own. The return from a function is one too: its beginning is
// the location at which the function is over.

import type { Instruction } from '../../ir/instruction.js';
import { resultOf } from '../../ir/operand.js';
import { endsStatement } from '../../model/interruption-points.js';

/** The first instruction of each statement. */
export function statementStarts(blocks: readonly (readonly Instruction[])[]): ReadonlySet<Instruction> {
  const starts = new Set<Instruction>();
  for (const block of blocks) {
    const instructions = block.filter((i) => !belongsToNone(i));
    let isStart = true;
    instructions.forEach((i, n) => {
      if (isStart || i.op === 'ret') starts.add(i);
      isStart = endsHere(i, instructions[n + 1]);
    });
  }
  return starts;
}

/** Declarations, jumps and what the compiler adds before the first line of a function. */
function belongsToNone(i: Instruction): boolean {
  switch (i.op) {
    case 'phi':
    case 'alloca':
    case 'br':
      return true;
    case 'store':
    case 'debug-value':
      return i.debug === -1;
    case 'call':
      return i.callee.kind === 'global' && /^llvm\.(?:dbg|lifetime)\./.test(i.callee.name);
    default:
      return false;
  }
}

function endsHere(i: Instruction, next: Instruction | undefined): boolean {
  const result = resultOf(i);
  if (i.op !== 'call' || result === undefined || next === undefined) return endsStatement(i);
  // `x = f();` ends with the assignment.
  const isAssigned =
    (next.op === 'store' || next.op === 'debug-value') &&
    next.value.kind === 'register' &&
    next.value.index === result.index;
  return !isAssigned && endsStatement(i);
}
