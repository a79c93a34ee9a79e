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
  /** Each once, however many cases of a switch lead there. */
  private readonly following: readonly (readonly number[])[];
  /** What the phis of each block read, by the block that they come from. */
  private readonly arriving: readonly ReadonlyMap<number, readonly number[]>[];

  constructor(private readonly code: Code) {
    const { blocks } = code;
    this.atStart = blocks.map(() => new Set());
    this.cache = blocks.map(() => []);
    this.behindCalls = blocks.map(() => []);
    this.following = blocks.map((block) => [...new Set(successors(block[block.length - 1] as Terminator))]);
    this.arriving = blocks.map(phiOperands);
    const predecessors: number[][] = blocks.map(() => []);
    this.following.forEach((next, n) => {
      for (const s of next) predecessors[s]!.push(n);
    });
    const work = blocks.map((_, n) => n);
    const waiting = new Set(work);
    for (let block = work.pop(); block !== undefined; block = work.pop()) {
      waiting.delete(block);
      const known = this.atStart[block]!;
      const size = known.size;
      for (const register of this.liveBefore(block, 0)) known.add(register);
      if (known.size === size) continue;
      for (const before of predecessors[block]!) {
        if (waiting.has(before)) continue;
        waiting.add(before);
        work.push(before);
      }
    }
  }

  /**
   * Registers that may be read at or after an instruction, ascending. Before the phis of a block: coming from
   * `previous`.
   */
  before(block: number, index: number, previous: number): readonly number[] {
    const phis = index === 0 ? (this.arriving[block]!.get(previous) ?? []) : [];
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
    for (const s of this.following[block]!) {
      for (const register of this.atStart[s]!) live.add(register);
      for (const register of this.arriving[s]!.get(block) ?? []) live.add(register);
    }
    for (let i = instructions.length - 1; i >= index; i--) backOver(instructions[i]!, live);
    return live;
  }
}

function phiOperands(block: readonly Instruction[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const phi of block) {
    if (phi.op !== 'phi') break;
    for (const { block: from, value } of phi.incoming) {
      if (value.kind !== 'register') continue;
      const known = found.get(from);
      if (known === undefined) found.set(from, [value.index]);
      else known.push(value.index);
    }
  }
  return found;
}

function backOver(i: Instruction, live: Set<number>): void {
  const result = resultOf(i);
  if (result !== undefined) live.delete(result.index);
  if (i.op === 'phi') return;
  forEachOperand(i, (operand) => {
    if (operand.kind === 'register') live.add(operand.index);
  });
}
