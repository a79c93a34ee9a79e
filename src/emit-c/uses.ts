// How often instructions that matter use each register, and in which block: it decides which results are kept and which
// are folded.

import type { Instruction } from '../ir/instruction.js';
import { forEachOperand, resultOf } from '../ir/operand.js';
import type { Register } from '../ir/value.js';
import { isPure } from './expression.js';

export class Uses {
  private readonly counts = new Map<number, number>();
  private readonly userBlock = new Map<number, number>();

  /** Computations without a use do not matter. */
  constructor(blocks: readonly (readonly Instruction[])[]) {
    blocks.forEach((block, n) => {
      for (const i of block) {
        this.count(i, 1);
        forEachOperand(i, (operand) => {
          if (operand.kind === 'register') this.userBlock.set(operand.index, n);
        });
        // The value is needed where control comes from.
        if (i.op !== 'phi') continue;
        for (const { value, block: from } of i.incoming)
          if (value.kind === 'register') this.userBlock.set(value.index, from);
      }
    });
    const removed = new Set<Instruction>();
    for (let before = -1; before !== removed.size; ) {
      before = removed.size;
      for (const i of blocks.flat()) {
        const result = resultOf(i);
        if (result === undefined || removed.has(i) || !isPure(i) || this.isUsed(result)) continue;
        removed.add(i);
        this.count(i, -1);
      }
    }
  }

  isUsed(result: Register): boolean {
    return this.of(result) > 0;
  }

  /** Is there one use, in the block? */
  isUsedOnceIn(result: Register, block: number): boolean {
    return this.of(result) === 1 && this.userBlock.get(result.index) === block;
  }

  private of(result: Register): number {
    return this.counts.get(result.index) ?? 0;
  }

  private count(i: Instruction, by: 1 | -1): void {
    forEachOperand(i, (operand) => {
      if (operand.kind === 'register') this.counts.set(operand.index, this.of(operand) + by);
    });
  }
}
