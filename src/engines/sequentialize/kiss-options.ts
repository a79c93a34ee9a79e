// How a program is translated by KISS: the size of `ts`, and what is looked for.

import type { InstructionId } from '../../ir/instruction.js';
import type { Program } from '../../model/program.js';
import type { DistinguishedVariable } from './distinguished.js';
import type { ArrivalOptions } from './interrupt-state.js';

export interface KissOptions extends ArrivalOptions {
  /** Threads that may wait to be run. */
  readonly max: number;
  readonly isTraced: boolean;
  /** Races on this one are looked for, instead of failing assertions. */
  readonly race?: DistinguishedVariable | undefined;
  /** Accesses that are not looked at for races. */
  readonly isBenign?: (program: Program, access: InstructionId) => boolean;
  /** The user's own `schedule()`, instead of the one that may do anything. */
  readonly scheduler?: string | undefined;
}
