// The control-flow graph of a function: edges between blocks, reachability, dominators and dominance frontiers.
// Dominators: K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001. Loops instead of recursion
// throughout: functions of tens of thousands of blocks exist.

import { InternalError } from '../base/internal-error.js';
import type { BlockIndex, Instruction, Terminator } from './instruction.js';
import type { Block, IrFunction } from './module.js';
import { opcodesThat } from './opcode.js';

/** Targets in the order of the text; a block that is named twice occurs twice. */
export function successors(terminator: Terminator): readonly BlockIndex[] {
  switch (terminator.op) {
    case 'br':
      return [terminator.target];
    case 'condbr':
      return [terminator.whenTrue, terminator.whenFalse];
    case 'switch':
      return [terminator.otherwise, ...terminator.cases.map((each) => each.target)];
    case 'indirectbr':
      return terminator.targets;
    case 'invoke':
      return [terminator.normal, terminator.unwind];
    case 'callbr':
      return [terminator.fallThrough, ...terminator.targets];
    case 'ret':
    case 'resume':
    case 'unreachable':
      return [];
  }
}

const terminators = opcodesThat((facts) => facts.ends === true);

export function isTerminator(instruction: Instruction): instruction is Terminator {
  return terminators.has(instruction.op);
}

function terminatorOf(block: Block): Terminator {
  const last = block.instructions.at(-1);
  if (last === undefined || !isTerminator(last)) throw new InternalError(`block ${block.name} has no terminator`);
  return last;
}

export interface ControlFlow {
  /** By block, each neighbour once. */
  readonly successors: readonly (readonly BlockIndex[])[];
  /** By block, each neighbour once, blocks that cannot be reached included. */
  readonly predecessors: readonly (readonly BlockIndex[])[];
  /** Blocks that the entry reaches, in reverse postorder. */
  readonly order: readonly BlockIndex[];
  /** Position in `order`, −1 for a block that cannot be reached. */
  readonly position: Int32Array;
}

export function controlFlow(fn: IrFunction): ControlFlow {
  const count = fn.blocks.length;
  const following = fn.blocks.map((block) => [...new Set(successors(terminatorOf(block)))]);
  const preceding: BlockIndex[][] = fn.blocks.map(() => []);
  for (const [block, targets] of following.entries()) {
    for (const target of targets) preceding[target]?.push(block);
  }
  const order = reversePostorder(following);
  const position = new Int32Array(count).fill(-1);
  for (const [place, block] of order.entries()) position[block] = place;
  return { successors: following, predecessors: preceding, order, position };
}

export function reversePostorder(following: readonly (readonly BlockIndex[])[], root: BlockIndex = 0): BlockIndex[] {
  if (following.length === 0) return [];
  const postorder: BlockIndex[] = [];
  const seen = new Uint8Array(following.length);
  const stack: { readonly block: BlockIndex; next: number }[] = [{ block: root, next: 0 }];
  seen[root] = 1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const target = following[top.block]?.[top.next++];
    if (target === undefined) {
      postorder.push(top.block);
      stack.pop();
    } else if (seen[target] === 0) {
      seen[target] = 1;
      stack.push({ block: target, next: 0 });
    }
  }
  return postorder.reverse();
}

export interface Dominance {
  /** By block: the immediate dominator; −1 for the entry and for blocks that cannot be reached. */
  readonly parent: Int32Array;
  readonly children: readonly (readonly BlockIndex[])[];
  /**
   * Whether every path from the entry to `block` goes through `by` (a block dominates itself). False where one cannot
   * be reached.
   */
  dominates(by: BlockIndex, block: BlockIndex): boolean;
}

export function dominance(flow: ControlFlow): Dominance {
  const count = flow.successors.length;
  const parent = immediateDominators(flow);
  const children: BlockIndex[][] = Array.from({ length: count }, () => []);
  for (const block of flow.order) {
    const above = parent[block] as number;
    if (above >= 0) children[above]?.push(block);
  }
  const { enter, leave } = intervals(children, flow.order[0]);
  return {
    parent,
    children,
    dominates: (by, block) =>
      flow.position[by] !== -1 &&
      flow.position[block] !== -1 &&
      (enter[by] as number) <= (enter[block] as number) &&
      (leave[block] as number) <= (leave[by] as number),
  };
}

function immediateDominators({ order, position, predecessors }: ControlFlow): Int32Array {
  // In positions of the reverse postorder, where a dominator always has the smaller one.
  const dominator = new Int32Array(order.length).fill(-1);
  if (order.length > 0) dominator[0] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = 1; at < order.length; at++) {
      let common = -1;
      for (const predecessor of predecessors[order[at] as number] as readonly number[]) {
        let other = position[predecessor] as number;
        if (other === -1 || dominator[other] === -1) continue;
        if (common === -1) {
          common = other;
          continue;
        }
        while (common !== other) {
          while (other > common) other = dominator[other] as number;
          while (common > other) common = dominator[common] as number;
        }
      }
      if (dominator[at] !== common) {
        dominator[at] = common;
        changed = true;
      }
    }
  }
  const parent = new Int32Array(position.length).fill(-1);
  for (let at = 1; at < order.length; at++) parent[order[at] as number] = order[dominator[at] as number] as number;
  return parent;
}

/** When a depth-first walk over the dominator tree enters and leaves each block. */
function intervals(children: readonly (readonly BlockIndex[])[], root: BlockIndex | undefined) {
  const enter = new Int32Array(children.length).fill(-1);
  const leave = new Int32Array(children.length).fill(-1);
  const stack: { readonly block: BlockIndex; next: number }[] = [];
  let time = 0;
  const visit = (block: BlockIndex) => {
    enter[block] = time++;
    stack.push({ block, next: 0 });
  };
  if (root !== undefined) visit(root);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = children[top.block]?.[top.next++];
    if (child !== undefined) visit(child);
    else {
      leave[top.block] = time++;
      stack.pop();
    }
  }
  return { enter, leave };
}

/** By block: the blocks where its dominance ends, i.e. where a value defined in it may meet another one. */
export function dominanceFrontiers(flow: ControlFlow, { parent }: Dominance): readonly (readonly BlockIndex[])[] {
  const frontiers: BlockIndex[][] = flow.successors.map(() => []);
  for (const block of flow.order) {
    const sources = (flow.predecessors[block] ?? []).filter((source) => flow.position[source] !== -1);
    if (sources.length < 2 && block !== flow.order[0]) continue;
    for (const source of sources) {
      for (let runner = source; runner !== -1 && runner !== parent[block]; runner = parent[runner] as number) {
        const frontier = frontiers[runner] as BlockIndex[];
        if (frontier.at(-1) === block) break;
        frontier.push(block);
      }
    }
  }
  return frontiers;
}
