// Strongly connected components of a graph of blocks (R. Tarjan, "Depth-first search and linear graph algorithms",
// 1972), iterative.

/** Of some nodes, without edges to `cut`, in topological order. */
export function stronglyConnected(
  nodes: Iterable<number>,
  successors: readonly (readonly number[])[],
  cut = -1,
): readonly (readonly number[])[] {
  const member = new Set(nodes);
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const onStack = new Set<number>();
  const stack: number[] = [];
  const found: number[][] = [];
  for (const root of member) {
    if (index.has(root)) continue;
    const work: { readonly block: number; edge: number }[] = [{ block: root, edge: 0 }];
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const { block } = top;
      if (top.edge === 0) {
        index.set(block, index.size);
        low.set(block, index.get(block)!);
        stack.push(block);
        onStack.add(block);
      }
      const target = successors[block]![top.edge++];
      if (target !== undefined) {
        if (target === cut || !member.has(target)) continue;
        if (!index.has(target)) work.push({ block: target, edge: 0 });
        else if (onStack.has(target)) low.set(block, Math.min(low.get(block)!, index.get(target)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent !== undefined) low.set(parent.block, Math.min(low.get(parent.block)!, low.get(block)!));
      if (low.get(block) !== index.get(block)) continue;
      const component: number[] = [];
      for (let popped = stack.pop()!; ; popped = stack.pop()!) {
        onStack.delete(popped);
        component.push(popped);
        if (popped === block) break;
      }
      found.push(component);
    }
  }
  return found.reverse();
}
