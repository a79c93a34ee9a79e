// Constants as JavaScript text, and their values where compiled code can hold them.

import type { Constant } from '../../ir/value.js';
import { Unmodelled } from '../stepping/arithmetic.js';
import type { InstructionContext } from '../stepping/instruction-context.js';
import { isSupported, literal } from './number-text.js';

/** Thrown where an instruction, or a whole function, is the interpreter's to execute. */
export class NotCompiled extends Error {}

export function constantText(machine: InstructionContext, constant: Constant, isWide: boolean): string {
  const value = constantValue(machine, constant);
  if (value === undefined || (typeof value === 'bigint' && !isWide)) throw new NotCompiled();
  return literal(value);
}

export function constantValue(machine: InstructionContext, constant: Constant): number | bigint | undefined {
  // Undefined operands are arbitrary data.
  if (!isSupported(constant.type) || constant.kind === 'undef') return undefined;
  try {
    const value = machine.image.constant(constant);
    return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
  } catch (thrown) {
    if (thrown instanceof Unmodelled) return undefined;
    throw thrown;
  }
}
