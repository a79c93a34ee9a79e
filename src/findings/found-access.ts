// A site as a finding names it, before anything is known of the values.

import { instructionPlace } from '../ir/instruction-place.js';
import type { Program } from '../model/program.js';
import type { FoundAccess } from './finding.js';
import type { Site } from './sites.js';

export function foundAt({ module }: Program, { operation, context, instruction, function: fn }: Site): FoundAccess {
  const place = instructionPlace(module, instruction);
  return { operation, context, function: module.functions.get(fn)!.sourceName, instruction, place };
}
