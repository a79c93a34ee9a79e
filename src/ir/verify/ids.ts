// Checks what `numberInstructions` promises.

import type { IrModule } from '../module.js';

/** Complaints about ids after `numberInstructions`: each is that of one instruction, and the tables know all. */
export function verifyIds(module: IrModule): string[] {
  const complaints: string[] = [];
  let expected = 0;
  for (const fn of module.functions.values()) {
    for (const block of fn.blocks) {
      block.instructions.forEach((instruction, position) => {
        const where = `${fn.name}, ${block.name}#${position} ${instruction.op}`;
        if (instruction.id !== expected) complaints.push(`${where}: has id ${instruction.id} instead of ${expected}`);
        if (module.instructions[expected] !== instruction) complaints.push(`${where}: is not found by its id`);
        if (module.owners[expected] !== fn.name)
          complaints.push(`${where}: is said to be in ${module.owners[expected]}`);
        expected++;
      });
    }
  }
  const known = module.instructions.length;
  if (known !== expected) complaints.push(`${expected} instructions, but ${known} in the table`);
  return complaints;
}
