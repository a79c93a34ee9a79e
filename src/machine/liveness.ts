// Which registers a frame may still read. Dead ones differ between states that behave alike, so they are left out when
// states are compared.

import { successors } from '../ir/control-flow.js';
import type { Instruction, Terminator } from '../ir/instruction.js';
import { forEachOperand, resultOf } from '../ir/operand.js';
import type { Frame } from './state.js';
import type { Code } from './stepping/code.js';

const known = new WeakMap<Code, Liveness>();

export function livenessOf(code: Code): Liveness {
  let liveness = known.get(code);
  if (liveness === undefined) known.set(code, (liveness = new Liveness(code)));
  return liveness;
}

/**
 * Registers that a frame may still read, ascending. A suspended caller goes on behind its call, whose result is not
 * there yet.
 */
export function livingIn({ code, block, index, previous }: Frame, isTop: boolean): readonly number[] {
  const liveness = livenessOf(code);
  return isTop ? liveness.before(block, index, previous) : liveness.behindCall(block, index);
}

export class Liveness {
  /** Live at the start of each block; operands of its phis belong to the edges. */
  private readonly atStart: Set<number>[];
  private readonly cache: (readonly number[] | undefined)[][];
  private readonly behindCalls: (readonly number[] | undefined)[][];

  constructor(private readonly code: Code) {
    const { blocks } = code;
    this.atStart = blocks.map(() => new Set());
    this.cache = blocks.map(() => []);
    this.behindCalls = blocks.map(() => []);
    const predecessors: number[][] = blocks.map(() => []);
    blocks.forEach((block, n) => {
      for (const s of successors(block[block.length - 1] as Terminator)) predecessors[s]!.push(n);
    });
    const work = blocks.map((_, n) => n);
    for (let block = work.pop(); block !== undefined; block = work.pop()) {
      const known = this.atStart[block]!;
      const size = known.size;
      for (const register of this.liveBefore(block, 0)) known.add(register);
      if (known.size > size) work.push(...predecessors[block]!);
    }
  }

  /**
   * Registers that may be read at or after an instruction, ascending. Before the phis of a block: coming from
   * `previous`.
   */
  before(block: number, index: number, previous: number): readonly number[] {
    const phis = index === 0 ? this.phiOperands(block, previous) : [];
    if (phis.length > 0) return [...new Set([...this.liveBefore(block, 0), ...phis])].sort((a, b) => a - b);
    const row = this.cache[block]!;
    let found = row[index];
    if (found === undefined) {
      found = [...this.liveBefore(block, index)].sort((a, b) => a - b);
      row[index] = found;
    }
    return found;
  }

  /** Registers that may be read after a call has returned, but for its result. */
  behindCall(block: number, index: number): readonly number[] {
    const row = this.behindCalls[block]!;
    const result = resultOf(this.code.blocks[block]![index]!)?.index;
    row[index] ??= this.before(block, index + 1, -1).filter((register) => register !== result);
    return row[index];
  }

  private liveBefore(block: number, index: number): Set<number> {
    const instructions = this.code.blocks[block]!;
    const live = new Set<number>();
    for (const s of successors(instructions[instructions.length - 1] as Terminator)) {
      for (const register of this.atStart[s]!) live.add(register);
      for (const register of this.phiOperands(s, block)) live.add(register);
    }
    for (let i = instructions.length - 1; i >= index; i--) backOver(instructions[i]!, live);
    return live;
  }

  private phiOperands(block: number, previous: number): number[] {
    const found: number[] = [];
    for (const phi of this.code.blocks[block]!) {
      if (phi.op !== 'phi') break;
      for (const edge of phi.incoming)
        if (edge.block === previous && edge.value.kind === 'register') found.push(edge.value.index);
    }
    return found;
  }
}

function backOver(i: Instruction, live: Set<number>): void {
  const result = resultOf(i);
  if (result !== undefined) live.delete(result.index);
  if (i.op === 'phi') return;
  forEachOperand(i, (operand) => {
    if (operand.kind === 'register') live.add(operand.index);
  });
}
