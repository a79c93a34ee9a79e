// Local clean-ups that every analysis wants: private scalar locals become registers, and positions that clang versions
// disagree on are made the same. The result is numbered: see `numberInstructions`.

import { type CheckLimits, noLimits } from '../base/limits.js';
import type { Block, IrFunction, IrModule } from './module.js';
import { numberInstructions } from './number-instructions.js';
import { forEachOperand } from './operand.js';
import { promoteLocals } from './promote/promote.js';

export function cleanUp(module: IrModule, checkLimits: CheckLimits = noLimits): IrModule {
  const functions = new Map<string, IrFunction>();
  for (const [name, fn] of module.functions) {
    checkLimits();
    functions.set(name, placeCalledPointers(promoteLocals(fn, module.layout)));
  }
  checkLimits();
  return numberInstructions({ ...module, functions });
}

/**
 * The load of a function pointer that is only called: clang 16 places it at the member, later ones at the call. The
 * call it is.
 */
function placeCalledPointers(fn: IrFunction): IrFunction {
  const places = new Map<number, number>();
  const otherUses = new Set<number>();
  for (const block of fn.blocks) {
    for (const i of block.instructions) {
      const callee = 'callee' in i && i.callee.kind === 'register' ? i.callee : undefined;
      if (callee !== undefined) places.set(callee.index, i.debug);
      forEachOperand(i, (operand) => {
        if (operand.kind === 'register' && operand !== callee) otherUses.add(operand.index);
      });
    }
  }
  if (places.size === 0) return fn;
  const placed = (block: Block): Block => ({
    ...block,
    instructions: block.instructions.map((i) => {
      const place = i.op === 'load' && !otherUses.has(i.result.index) ? places.get(i.result.index) : undefined;
      return place === undefined || i.op !== 'load' ? i : { ...i, debug: place };
    }),
  });
  return { ...fn, blocks: fn.blocks.map(placed) };
}
