// Loops without an exit: what the main loop of firmware is. Each iteration of the outermost one begins a new unit of
// work.

import { isTerminator, successors } from '../../ir/control-flow.js';
import type { Instruction } from '../../ir/instruction.js';
import { stronglyConnected } from '../../ir/strongly-connected.js';

export interface EndlessLoops {
  /** Blocks at which such a loop is entered and continued. */
  readonly headers: ReadonlySet<number>;
  readonly bodies: ReadonlySet<number>;
}

/** Strongly connected components that no edge and no return leaves. */
export function endlessLoops(blocks: readonly (readonly Instruction[])[]): EndlessLoops {
  const next = nextBlocks(blocks);
  const isDoomed = doomedBlocks(blocks, next);
  const component: number[] = [];
  stronglyConnected(next.keys(), next).forEach((members, n) => {
    for (const block of members) component[block] = n;
  });
  const isOpen = new Set<number>();
  const isCyclic = new Set<number>();
  const size = new Map<number, number>();
  blocks.forEach((_, n) => {
    const c = component[n]!;
    size.set(c, (size.get(c) ?? 0) + 1);
    if (next[n]!.length === 0 || next[n]!.some((s) => component[s] !== c && !isDoomed.has(s))) isOpen.add(c);
    if (next[n]!.includes(n)) isCyclic.add(c);
  });
  const bodies = new Set<number>();
  blocks.forEach((_, n) => {
    const c = component[n]!;
    if (!isOpen.has(c) && (isCyclic.has(c) || size.get(c)! > 1)) bodies.add(n);
  });
  const headers = new Set<number>();
  // Blocks that nothing reaches, as clang leaves them behind calls that do not return, enter nothing.
  const reached = new Set([0]);
  for (const n of reached) for (const s of next[n] ?? []) reached.add(s);
  next.forEach((targets, from) => {
    if (!reached.has(from)) return;
    for (const to of targets) if (bodies.has(to) && component[to] !== component[from]) headers.add(to);
  });
  if (bodies.has(0)) headers.add(0);
  return { headers, bodies };
}

export function nextBlocks(blocks: readonly (readonly Instruction[])[]): readonly (readonly number[])[] {
  return blocks.map((block) => {
    const last = block[block.length - 1];
    return last !== undefined && isTerminator(last) ? successors(last) : [];
  });
}

/** Blocks from which every path ends in a call that does not return: a failing assertion is no way out of a loop. */
export function doomedBlocks(
  blocks: readonly (readonly Instruction[])[],
  next: readonly (readonly number[])[],
): ReadonlySet<number> {
  const doomed = new Set<number>();
  for (let size = -1; size !== doomed.size; ) {
    size = doomed.size;
    blocks.forEach((block, n) => {
      const isEnd = block[block.length - 1]?.op === 'unreachable';
      if (isEnd || (next[n]!.length > 0 && next[n]!.every((s) => doomed.has(s)))) doomed.add(n);
    });
  }
  return doomed;
}
