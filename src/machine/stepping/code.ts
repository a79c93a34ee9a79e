// A function as the machine runs it: the IR, with what is asked at every step looked up once.

import { isTerminator, successors } from '../../ir/control-flow.js';
import type { Instruction, InstructionId } from '../../ir/instruction.js';
import type { IrFunction } from '../../ir/module.js';
import { type EndlessLoops, endlessLoops } from './endless.js';
import { statementStarts } from './statements.js';

export interface Code {
  readonly fn: IrFunction;
  /** Object number of the function. */
  readonly object: number;
  /** Blocks of all functions before it: with it, each block of the program has a number. */
  readonly firstBlock: number;
  /** Instructions by block, debug records left out. */
  readonly blocks: readonly (readonly Instruction[])[];
  /** Loops that never end: their iterations are units of work. */
  readonly endless: EndlessLoops;
  /**
   * By block, the index at which compiled code may take over: the function's entry, and loop headers behind their phis;
   * −1 elsewhere.
   */
  readonly entries: Int32Array;
  /** By block, the index behind its phis where several blocks lead to it; −1 elsewhere. */
  readonly joins: Int32Array;
  /** Where the machine also stops: see `StopsAt`. */
  readonly stops: ReadonlySet<Instruction> | undefined;
}

/**
 * Where a machine stops although nobody else can see the step: where statements begin (assignments to promoted locals
 * are instructions then), or before these instructions.
 */
export type StopsAt = 'statements' | ReadonlySet<InstructionId> | undefined;

export function prepare(fn: IrFunction, object: number, firstBlock: number, stopsAt: StopsAt): Code {
  const blocks = fn.blocks.map((b) =>
    b.instructions.filter((i) => i.op !== 'debug-declare' && (stopsAt === 'statements' || i.op !== 'debug-value')),
  );
  return {
    fn,
    object,
    firstBlock,
    blocks,
    endless: endlessLoops(blocks),
    entries: entriesOf(blocks),
    joins: joinsOf(blocks),
    stops: stopsIn(blocks, stopsAt),
  };
}

function stopsIn(blocks: readonly (readonly Instruction[])[], stopsAt: StopsAt): ReadonlySet<Instruction> | undefined {
  if (stopsAt === undefined) return undefined;
  if (stopsAt === 'statements') return statementStarts(blocks);
  return new Set(blocks.flat().filter((i) => stopsAt.has(i.id)));
}

function joinsOf(blocks: readonly (readonly Instruction[])[]): Int32Array {
  const edges = new Int32Array(blocks.length);
  for (const block of blocks) {
    const last = block[block.length - 1];
    if (last !== undefined && isTerminator(last)) for (const target of new Set(successors(last))) edges[target]!++;
  }
  return edges.map((count, n) => (count > 1 ? blocks[n]!.filter((i) => i.op === 'phi').length : -1));
}

/** Every cycle goes through an edge to a block that a depth-first walk has not left yet. */
function entriesOf(blocks: readonly (readonly Instruction[])[]): Int32Array {
  const entries = new Int32Array(blocks.length).fill(-1);
  const next = blocks.map((block) => {
    const last = block[block.length - 1];
    return last !== undefined && isTerminator(last) ? successors(last) : [];
  });
  const progress = new Uint8Array(blocks.length);
  const stack: { readonly block: number; edge: number }[] = blocks.length > 0 ? [{ block: 0, edge: 0 }] : [];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    progress[top.block] = 1;
    const target = next[top.block]![top.edge++];
    if (target === undefined) {
      progress[top.block] = 2;
      stack.pop();
    } else if (progress[target] === 0) stack.push({ block: target, edge: 0 });
    else if (progress[target] === 1) entries[target] = blocks[target]!.filter((i) => i.op === 'phi').length;
  }
  if (blocks.length > 0) entries[0] = 0;
  return entries;
}
