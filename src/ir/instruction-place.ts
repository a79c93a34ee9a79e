// Where in the source an instruction comes from.

import type { Place } from '../base/diagnostic.js';
import type { InstructionId } from './instruction.js';
import type { IrModule } from './module.js';

/** Undefined where the compiler made it up, or there is no debug information. */
export function instructionPlace(module: IrModule, id: InstructionId): Place | undefined {
  const fn = module.functions.get(module.owners[id] ?? '');
  return fn && module.units[fn.unit]?.debug.location(module.instructions[id]!.debug)?.place;
}
