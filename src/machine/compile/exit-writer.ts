// Where compiled code is left: the living registers go back to the frame, and steps that were counted but not made are
// given back.

import { resultOf } from '../../ir/operand.js';
import type { Exit } from './context.js';
import type { FunctionInfo } from './function-info.js';
import { literal } from './number-text.js';

export class ExitWriter {
  constructor(
    private readonly info: FunctionInfo,
    private readonly isLoop: boolean,
    /** Registers that the code assigns. */
    private readonly isOwn: (register: number) => boolean,
    private readonly add: (exit: Exit) => number,
  ) {}

  /** Leaves before an instruction; `uncounted` gives back steps that were counted but not made. */
  text(block: number, index: number, reason: Exit['reason'], uncounted: number, from?: number): string {
    const { code, liveness } = this.info;
    const previous = from ?? this.previousOf(block);
    // A call that was left goes on behind itself; its result is not there yet.
    const isLeft = reason === 'call';
    const skipped = isLeft ? resultOf(code.blocks[block]![index]!)?.index : undefined;
    const live = liveness
      .before(block, isLeft ? index + 1 : index, typeof previous === 'number' ? previous : -1)
      .filter((r) => r !== skipped);
    const id = this.add({ code, block, index, reason });
    const fuel = `X.fuel = fuel${uncounted === 0 ? '' : ` + ${literal(uncounted)}`};`;
    if (!this.isLoop) {
      const spills = live.map((r) => `q[${r}] = r${r};`).join(' ');
      const locals = this.info.hasLocals ? 'locals' : '[]';
      return `{ const q = X.leave(${id}, ${previous}, serial, ${locals}); ${spills} ${fuel} return 0; }`;
    }
    const spills = live.filter((r) => this.isOwn(r)).map((r) => `R[${r}] = r${r};`);
    return `{ ${spills.join(' ')} ${fuel} X.previous = ${previous}; return ${id}; }`;
  }

  /** Leaves before an instruction of the block that is being written. */
  at(block: number, index: number, reason: Exit['reason'] = 'interpreter'): string {
    return this.text(block, index, reason, this.stepsOf(block) - this.stepsBefore(block, index));
  }

  private previousOf(block: number): number | string {
    const before = this.info.shape.flow.predecessors[block]!;
    return before.length === 0 ? -1 : before.length === 1 ? before[0]! : 'pv';
  }

  /** Phis are one step together. */
  stepsBefore(block: number, index: number): number {
    const phis = this.info.phiCount(block);
    return (phis > 0 ? 1 : 0) + index - phis;
  }

  stepsOf(block: number): number {
    return this.stepsBefore(block, this.info.code.blocks[block]!.length);
  }
}
