// Where things stand in a text that Preempt did not make: kept only for texts that are verified afterwards.

import type { MetadataIndex } from '../debug/metadata-index.js';
import type { Instruction } from '../instruction.js';
import type { Type } from '../type.js';
import type { Register } from '../value.js';

export class WrittenPlaces {
  metadata: MetadataIndex | undefined;
  /** Offsets in the text. */
  readonly instructions = new Map<Instruction, number>();
  /** Of functions, variables and aliases, by name. */
  readonly entities = new Map<string, number>();
  /** The type that each use of a register gives it; the register itself has the type of its definition. */
  readonly uses: { readonly register: Register; readonly type: Type; readonly position: number }[] = [];
}
