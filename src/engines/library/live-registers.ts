// Registers whose values somebody may still want at the start of a block: facts about others would only tell apart
// what behaves alike.

import { controlFlow } from '../../ir/control-flow.js';
import type { IrFunction } from '../../ir/module.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';

const known = new WeakMap<IrFunction, readonly ReadonlySet<number>[]>();

/** By block; what its phis define is among them if it is used. */
export function liveAtStart(fn: IrFunction): readonly ReadonlySet<number>[] {
  let live = known.get(fn);
  if (live === undefined) known.set(fn, (live = computed(fn)));
  return live;
}

function computed(fn: IrFunction): readonly ReadonlySet<number>[] {
  const flow = controlFlow(fn);
  const live = fn.blocks.map(() => new Set<number>());
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const block of [...flow.order].reverse()) {
      const wanted = new Set<number>();
      for (const next of flow.successors[block]!) {
        const defined = new Set<number>();
        for (const i of fn.blocks[next]!.instructions) {
          if (i.op !== 'phi') break;
          defined.add(i.result.index);
          for (const { value, block: from } of i.incoming)
            if (from === block && value.kind === 'register') wanted.add(value.index);
        }
        for (const register of live[next]!) if (!defined.has(register)) wanted.add(register);
      }
      const { instructions } = fn.blocks[block]!;
      for (let n = instructions.length - 1; n >= 0; n--) {
        const i = instructions[n]!;
        if (i.op === 'phi' || i.op === 'debug-value' || i.op === 'debug-declare') continue;
        const result = resultOf(i);
        if (result !== undefined) wanted.delete(result.index);
        forEachOperand(i, (operand) => {
          if (operand.kind === 'register') wanted.add(operand.index);
        });
      }
      const before = live[block]!.size;
      for (const register of wanted) live[block]!.add(register);
      if (live[block]!.size !== before) isChanged = true;
    }
  }
  return live;
}
