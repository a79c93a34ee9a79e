// Accesses that their author says to be harmless (PLDI 2004, §6): by the line that they are on. No race is told of
// them.

import type { InstructionId } from '../../ir/instruction.js';
import type { Program } from '../../model/program.js';

/** `places`: FILE:LINE each; a file by its whole name, or by the end of it. */
export function benignAccesses(places: readonly string[]): (program: Program, access: InstructionId) => boolean {
  const listed = places.map((place) => {
    const at = place.lastIndexOf(':');
    return { file: place.slice(0, at), line: Number(place.slice(at + 1)) };
  });
  return ({ module }, access) => {
    const owner = module.functions.get(module.owners[access] ?? '');
    const instruction = owner?.blocks.flatMap((b) => b.instructions).find((i) => i.id === access);
    if (owner === undefined || instruction === undefined) return false;
    const place = module.units[owner.unit]?.debug.location(instruction.debug)?.place;
    if (place === undefined) return false;
    return listed.some(
      ({ file, line }) => line === place.line && (place.file === file || place.file.endsWith(`/${file}`)),
    );
  };
}
