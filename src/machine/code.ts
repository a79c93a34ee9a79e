// A function as the machine runs it: the IR, with what is asked at every step looked up once.

import type { Instruction } from '../ir/instruction.js';
import type { IrFunction } from '../ir/module.js';

export interface Code {
  readonly fn: IrFunction;
  /** Object number of the function. */
  readonly object: number;
  /** Instructions by block, debug records left out. */
  readonly blocks: readonly (readonly Instruction[])[];
}

export function prepare(fn: IrFunction, object: number): Code {
  const blocks = fn.blocks.map((b) => b.instructions.filter((i) => i.op !== 'debug-declare' && i.op !== 'debug-value'));
  return { fn, object, blocks };
}
