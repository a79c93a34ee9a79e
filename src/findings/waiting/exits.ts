// The ways out of a loop that a round of it does not take. The loop is the smallest one that the round stays in; what
// leads to nothing but a call that does not return, as a failing assertion, is no way out of it, nor is a branch that
// constants decide.

import { successors } from '../../ir/control-flow.js';
import { stronglyConnected } from '../../ir/strongly-connected.js';
import { type Shape, shapeOf } from '../../machine/compile/shape.js';
import type { State } from '../../machine/state.js';
import type { Code } from '../../machine/stepping/code.js';
import { doomedBlocks, nextBlocks } from '../../machine/stepping/endless.js';
import type { Round, RoundBranch } from './round.js';

interface CodeLoops {
  readonly next: readonly (readonly number[])[];
  readonly doomed: ReadonlySet<number>;
  readonly shape: Shape;
  /** Blocks of loops that have a way out. */
  readonly leavable: ReadonlySet<number>;
}

const known = new WeakMap<Code, CodeLoops>();

function loopsOf(code: Code): CodeLoops {
  let found = known.get(code);
  if (found === undefined) {
    const next = nextBlocks(code.blocks);
    const doomed = doomedBlocks(code.blocks, next);
    const shape = shapeOf(code.fn);
    const leavable = new Set<number>();
    const loops = [...shape.loops.values(), ...components(next)];
    for (const body of loops) if (hasExit(body, next, doomed)) for (const block of body) leavable.add(block);
    known.set(code, (found = { next, doomed, shape, leavable }));
  }
  return found;
}

/** May the running context be in a loop that has a way out? If not, it is none that waits. */
export function mayWait(state: State): boolean {
  return state.running?.frames.some((f) => loopsOf(f.code).leavable.has(f.block)) === true;
}

/** The branches of the round that could have led out of its loop, and on to what it did not visit. */
export function untakenExits({ code, blocks, branches }: Round): readonly RoundBranch[] {
  const { next, doomed, shape } = loopsOf(code);
  const loop = loopAround(blocks, shape, next);
  if (loop === undefined) return [];
  const leads = leadingOut(loop, blocks, next, doomed);
  return branches.filter(
    (branch) =>
      (branch.reads.size > 0 || branch.isOlder) && successors(branch.terminator).some((target) => leads.has(target)),
  );
}

function loopAround(
  blocks: ReadonlySet<number>,
  shape: Shape,
  next: readonly (readonly number[])[],
): ReadonlySet<number> | undefined {
  const bodies = [...shape.loops.values()].sort((a, b) => a.size - b.size);
  const holds = (body: ReadonlySet<number>): boolean => [...blocks].every((block) => body.has(block));
  // Loops with several entries have no header.
  return bodies.find(holds) ?? components(next).find(holds);
}

function components(next: readonly (readonly number[])[]): readonly ReadonlySet<number>[] {
  return stronglyConnected(next.keys(), next)
    .map((members) => new Set(members))
    .filter((body) => body.size > 1 || [...body].some((block) => next[block]!.includes(block)));
}

function hasExit(
  body: ReadonlySet<number>,
  next: readonly (readonly number[])[],
  doomed: ReadonlySet<number>,
): boolean {
  return [...body].some((block) => next[block]!.some((target) => !body.has(target) && !doomed.has(target)));
}

/** Blocks outside of the loop, and those that the round did not visit from which one gets there. */
function leadingOut(
  loop: ReadonlySet<number>,
  visited: ReadonlySet<number>,
  next: readonly (readonly number[])[],
  doomed: ReadonlySet<number>,
): ReadonlySet<number> {
  const leads = new Set<number>();
  next.forEach((_, block) => {
    if (!loop.has(block) && !doomed.has(block)) leads.add(block);
  });
  for (let size = -1; size !== leads.size; ) {
    size = leads.size;
    for (const block of loop)
      if (!visited.has(block) && next[block]!.some((target) => leads.has(target))) leads.add(block);
  }
  return leads;
}
