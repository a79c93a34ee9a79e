// The control flow of a function as structured code needs it: dominators, natural loops, and which parts no structured
// code can express.

import { type ControlFlow, controlFlow, type Dominance, dominance } from '../../ir/control-flow.js';
import type { IrFunction } from '../../ir/module.js';

export interface Shape {
  readonly flow: ControlFlow;
  readonly dominance: Dominance;
  /** Natural loops by header: all blocks that reach a back edge to the header without leaving it behind. */
  readonly loops: ReadonlyMap<number, ReadonlySet<number>>;
  /** Edges that go back to a block which does not dominate their source: loops with several entries. */
  readonly irreducible: readonly (readonly [from: number, to: number])[];
}

export function shapeOf(fn: IrFunction): Shape {
  const flow = controlFlow(fn);
  const tree = dominance(flow);
  const loops = new Map<number, Set<number>>();
  const irreducible: [number, number][] = [];
  for (const from of flow.order) {
    for (const to of flow.successors[from]!) {
      if (flow.position[to]! > flow.position[from]!) continue;
      if (!tree.dominates(to, from)) {
        irreducible.push([from, to]);
        continue;
      }
      const body = loops.get(to) ?? new Set([to]);
      loops.set(to, body);
      addBody(flow, body, from);
    }
  }
  return { flow, dominance: tree, loops, irreducible };
}

function addBody(flow: ControlFlow, body: Set<number>, latch: number): void {
  const work = [latch];
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    if (body.has(block)) continue;
    body.add(block);
    for (const before of flow.predecessors[block]!) if (flow.position[before] !== -1) work.push(before);
  }
}

/** Can the blocks be written as nested loops and blocks? */
export function isReducible(shape: Shape, region: ReadonlySet<number>): boolean {
  return shape.irreducible.every(([from, to]) => !region.has(from) || !region.has(to));
}
