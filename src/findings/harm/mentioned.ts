// What a part of a function mentions that compiled code runs in one go: a loop, or all of it. Who follows a value needs
// not look at a loop that has nothing to do with it, such as one that only passes the time.

import { isAccess, isCall } from '../../ir/instruction-class.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import { shapeOf } from '../../machine/compile/shape.js';
import type { Code } from '../../machine/stepping/code.js';

export interface Mentioned {
  /** Read or written. */
  readonly registers: ReadonlySet<number>;
  /** It may access memory, or call somebody who does. */
  readonly usesMemory: boolean;
}

const known = new WeakMap<Code, Map<number, Mentioned>>();

/** In the loop that begins with a block; where none does, in the whole function. */
export function mentionedFrom(code: Code, block: number): Mentioned {
  let parts = known.get(code);
  if (parts === undefined) known.set(code, (parts = new Map()));
  let mentioned = parts.get(block);
  if (mentioned === undefined) parts.set(block, (mentioned = mentionedIn(code, shapeOf(code.fn).loops.get(block))));
  return mentioned;
}

function mentionedIn({ blocks }: Code, part: ReadonlySet<number> = new Set(blocks.keys())): Mentioned {
  const registers = new Set<number>();
  let usesMemory = false;
  for (const block of part)
    for (const i of blocks[block]!) {
      const result = resultOf(i);
      if (result !== undefined) registers.add(result.index);
      forEachOperand(i, (operand) => {
        if (operand.kind === 'register') registers.add(operand.index);
      });
      usesMemory ||= isAccess(i) || isCall(i) || i.op === 'va_arg';
    }
  return { registers, usesMemory };
}
