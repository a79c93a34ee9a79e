// Pointers that depend on data are decided on by what goes through them; copies, comparisons and arithmetic leave the
// choice open.

import type { Instruction } from '../../ir/instruction.js';
import { forEachOperand } from '../../ir/operand.js';
import type { Operand } from '../../ir/value.js';
import { PointerChoice } from '../memory/value.js';
import type { Frame } from '../state.js';
import type { Decider } from './decider.js';

/** A register with a choice that the instruction cannot leave open; −1 if there is none. */
export function openChoice(frame: Frame, i: Instruction, hasBody: () => boolean): number {
  switch (i.op) {
    case 'phi':
    case 'ret':
    case 'select':
    case 'freeze':
    case 'getelementptr':
    case 'icmp':
    case 'br':
    case 'condbr':
      return -1;
    case 'store':
      return choiceIn(frame, i.address);
    case 'load':
      return choiceIn(frame, i.address);
    case 'call': {
      const callee = i.callee.kind === 'assembly' ? -1 : choiceIn(frame, i.callee as Operand);
      return callee >= 0 || hasBody() ? callee : choiceInAny(frame, i);
    }
    default:
      return choiceInAny(frame, i);
  }
}

function choiceIn(frame: Frame, operand: Operand): number {
  return operand.kind === 'register' && frame.registers[operand.index] instanceof PointerChoice ? operand.index : -1;
}

function choiceInAny(frame: Frame, i: Instruction): number {
  let found = -1;
  forEachOperand(i, (operand) => {
    found = Math.max(found, choiceIn(frame, operand));
  });
  return found;
}

/** Decides, one question at a time. */
export function decideChoice(frame: Frame, register: number, decider: Decider): void {
  const { condition, whenTrue, whenFalse } = frame.registers[register] as PointerChoice;
  frame.registers[register] = decider.decide(condition) ? whenTrue : whenFalse;
}
