// Post-dominators: where all ways on from a block meet again, which is where what a branch decides ends. Computed as
// dominators of the reversed graph from one virtual exit. Going round a loop that is never left counts as an exit:
// what a branch in it decides ends with its round.

import { type ControlFlow, dominance, reversePostorder } from './control-flow.js';
import type { BlockIndex } from './instruction.js';
import { stronglyConnected } from './strongly-connected.js';

/** By block: the immediate post-dominator; −1 where that is the exit. */
export function immediatePostDominators(flow: ControlFlow): Int32Array {
  const count = flow.successors.length;
  const exit = count;
  const leaving = exits(flow);
  const successors: BlockIndex[][] = Array.from({ length: count + 1 }, () => []);
  const predecessors: BlockIndex[][] = Array.from({ length: count + 1 }, () => []);
  const add = (from: BlockIndex, to: BlockIndex): void => {
    successors[from]!.push(to);
    predecessors[to]!.push(from);
  };
  for (let block = 0; block < count; block++) {
    for (const target of flow.successors[block]!) add(target, block);
    if (leaving.has(block)) add(exit, block);
  }
  const order = reversePostorder(successors, exit);
  const position = new Int32Array(count + 1).fill(-1);
  for (const [at, block] of order.entries()) position[block] = at;
  const { parent } = dominance({ successors, predecessors, order, position });
  return parent.subarray(0, count).map((above) => (above === exit ? -1 : above));
}

/** Blocks behind which a function ends, or a round of a loop that is never left. */
function exits({ successors, order, position }: ControlFlow): ReadonlySet<BlockIndex> {
  const leaving = new Set<BlockIndex>();
  for (const component of stronglyConnected(order, successors)) {
    const members = new Set(component);
    const isLeft = component.some((block) => successors[block]!.some((target) => !members.has(target)));
    for (const block of component) {
      const targets = successors[block]!;
      const goesRound = targets.some((target) => members.has(target) && position[target]! <= position[block]!);
      if (targets.length === 0 || (!isLeft && goesRound)) leaving.add(block);
    }
  }
  return leaving;
}
