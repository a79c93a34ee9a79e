// Where an activation stands, as a total order that every execution follows forwards: the state that is furthest behind
// is unrolled next, so that states meet where paths join. Loops are nested as in F. Bourdoncle's weak topological order
// (1993): each round of a loop comes before the next one, and all rounds before what follows the loop.

import { controlFlow, isTerminator, successors } from '../../../ir/control-flow.js';
import { stronglyConnected } from '../../../ir/strongly-connected.js';
import type { Frame } from '../../../machine/state.js';
import type { Code } from '../../../machine/stepping/code.js';

export interface CodeOrder {
  /** By block. */
  readonly position: Int32Array;
  /** By block, the headers of the loops around it, outermost first; a header's own loop included. */
  readonly loops: readonly (readonly number[])[];
  /** Headers of loops that no branch leaves. */
  readonly endless: ReadonlySet<number>;
}

const known = new WeakMap<Code, CodeOrder>();

export function orderOf(code: Code): CodeOrder {
  let order = known.get(code);
  if (order === undefined) known.set(code, (order = computeOrder(code)));
  return order;
}

function computeOrder(code: Code): CodeOrder {
  const flow = controlFlow(code.fn);
  const position = new Int32Array(code.blocks.length).fill(-1);
  const loops: number[][] = code.blocks.map(() => []);
  let next = 0;
  const place = (blocks: readonly number[], cut: number): void => {
    for (const component of stronglyConnected(blocks, flow.successors, cut)) {
      const header = component.reduce((a, b) => (flow.position[a]! < flow.position[b]! ? a : b));
      const isLoop = component.length > 1 || (header !== cut && flow.successors[header]!.includes(header));
      if (!isLoop) {
        position[header] = next++;
        continue;
      }
      for (const block of component) loops[block]!.push(header);
      position[header] = next++;
      place(
        component.filter((block) => block !== header),
        header,
      );
    }
  };
  place(flow.order, -1);
  const endless = new Set(loops.flat());
  for (const [block, around] of loops.entries())
    for (const target of flow.successors[block]!)
      for (const header of around) if (!loops[target]!.includes(header)) endless.delete(header);
  return { position, loops, endless };
}

/**
 * Is the next instruction a branch one side of which goes on outside of a loop that it is in? Assertions that fail end
 * everything instead.
 */
export function mayLeaveLoop({ code, block, index }: Frame): boolean {
  const instruction = code.blocks[block]![index]!;
  if (!isTerminator(instruction)) return false;
  const { loops } = orderOf(code);
  return successors(instruction).some(
    (target) =>
      code.blocks[target]!.at(-1)!.op !== 'unreachable' &&
      loops[block]!.some((header) => !loops[target]!.includes(header)),
  );
}

/**
 * Does a choice here decide how often a loop goes round? What stays in a loop that can be left elsewhere does not:
 * paths join behind it, so it may come in every round of a loop of known length.
 */
export function decidesRounds(frame: Frame): boolean {
  const { loops, endless } = orderOf(frame.code);
  return mayLeaveLoop(frame) || loops[frame.block]!.some((header) => endless.has(header));
}

/** Is the frame still in the innermost loop that a block is in? */
export function isInLoopOf({ code, block: at }: Frame, block: number): boolean {
  const { loops } = orderOf(code);
  const innermost = loops[block]!.at(-1);
  return innermost === undefined || loops[at]!.includes(innermost);
}

/** Rounds of the loops that an activation is in: by depth of the call and header. Persistent: `enter` gives another. */
export class Rounds {
  private constructor(private readonly counts: ReadonlyMap<number, number>) {}

  static readonly none = new Rounds(new Map());

  of(depth: number, header: number): number {
    return this.counts.get(depth * 65536 + header) ?? 0;
  }

  /** The frame has just come to a block from `previous`. */
  enter(frame: Frame, depth: number): Rounds {
    const { loops } = orderOf(frame.code);
    if (loops[frame.block]!.at(-1) !== frame.block) return this;
    const isNext = frame.previous >= 0 && loops[frame.previous]!.includes(frame.block);
    const counts = new Map(this.counts);
    counts.set(depth * 65536 + frame.block, isNext ? this.of(depth, frame.block) + 1 : 0);
    return new Rounds(counts);
  }
}

export interface UnrollPosition {
  readonly frames: readonly Frame[];
  readonly rounds: Rounds;
}

/** Negative if `a` is behind `b`; 0 at the same place. */
export function comparePositions(a: UnrollPosition, b: UnrollPosition): number {
  for (let depth = 0; ; depth++) {
    const [f, g] = [a.frames[depth], b.frames[depth]];
    if (f === undefined || g === undefined) return f === g ? 0 : f === undefined ? endOrCall(a) : -endOrCall(b);
    if (f === g) continue;
    if (f.code !== g.code) return f.code.object - g.code.object;
    const difference = compareBlocks(f, g, depth, a.rounds, b.rounds) || f.index - g.index || done(f) - done(g);
    if (difference !== 0) return difference;
  }
}

const done = (frame: Frame): number => frame.pending?.done ?? 0;

/** An activation without frames has ended; one with fewer than another is about to call. */
function endOrCall(shorter: UnrollPosition): number {
  return shorter.frames.length === 0 ? 1 : -1;
}

function compareBlocks(f: Frame, g: Frame, depth: number, x: Rounds, y: Rounds): number {
  const { position, loops } = orderOf(f.code);
  const [p, q] = [loops[f.block]!, loops[g.block]!];
  for (let n = 0; ; n++) {
    const [h, k] = [p[n], q[n]];
    if (h === undefined || h !== k) return position[h ?? f.block]! - position[k ?? g.block]!;
    const rounds = x.of(depth, h) - y.of(depth, h);
    if (rounds !== 0) return rounds;
  }
}
