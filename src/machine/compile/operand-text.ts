// Constants and addresses as JavaScript text.

import type { Type } from '../../ir/type.js';
import type { Constant, Operand } from '../../ir/value.js';
import { Unmodelled } from '../stepping/arithmetic.js';
import type { InstructionContext } from '../stepping/instruction-context.js';
import type { Emitter } from './emit.js';
import type { Address } from './emit-access.js';
import { isSupported, literal } from './number-text.js';
import { placeOf } from './place.js';

/** Thrown where an instruction, or a whole function, is the interpreter's to execute. */
export class NotCompiled extends Error {}

export function operandText(machine: InstructionContext, constant: Constant, isWide: boolean): string {
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

/** What others can see is left to the interpreter. */
export function addressOf(emitter: Emitter, operand: Operand, type: Type): Address {
  const place = placeOf(emitter.info, operand, emitter.info.machine.program.module.layout.storeSize(type));
  switch (place.kind) {
    case 'unknown':
      throw new NotCompiled();
    case 'global':
      return { kind: 'place', object: String(place.object), size: place.size, offset: place.offset };
    case 'local':
      return {
        kind: 'place',
        object: `Math.floor(${emitter.text(place.register)} / 4294967296)`,
        size: place.size,
        offset: place.offset,
      };
    case 'pointer': {
      const text = emitter.text(place.base);
      return { kind: 'pointer', text: place.offset === 0 ? text : `${text} + ${literal(place.offset)}` };
    }
  }
}
