// Is a window closed: does every way through the changed function that runs the lines before it also run those after
// it, and none the one without the other? Asked of the compiled program, where jumps that macros hide are plain, and of
// all ways, whether or not one of the executions within the bounds takes them.

import { isTerminator, successors } from '../ir/control-flow.js';
import type { Instruction } from '../ir/instruction.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { IrFunction } from '../ir/module.js';
import type { Program } from '../model/program.js';
import { type Change, lineOrigin } from './change.js';

/** Bits: a way may come to a block in several of them. */
const Where = { outside: 1, entering: 2, inside: 4, leaving: 8 } as const;
type Where = (typeof Where)[keyof typeof Where];

export type Origin = 'before' | 'after' | 'elsewhere' | undefined;

/** Of an instruction, by the line that it stands for; undefined where it stands for none. */
export function originOf(program: Program, change: Change, { id }: Instruction): Origin {
  const place = instructionPlace(program.module, id);
  if (place === undefined) return undefined;
  const origin = place.file === change.file ? lineOrigin(change, place.line) : undefined;
  return typeof origin === 'string' ? origin : 'elsewhere';
}

export function isClosed(program: Program, change: Change): boolean {
  const { functions, units } = program.module;
  const isAround = (fn: IrFunction): boolean => {
    const place = units[fn.unit]?.debug.subprogram(fn.debug)?.place;
    return place !== undefined && place.file === change.file && place.line <= change.firstLine;
  };
  return [...functions.values()].filter(isAround).every((fn) => isClosedIn(program, change, fn));
}

function isClosedIn(program: Program, change: Change, fn: IrFunction): boolean {
  const origins = fn.blocks.map(({ instructions }) => instructions.map((i) => origin(program, change, i)));
  if (!origins.flat().some((o) => o === 'before' || o === 'after')) return true;
  const seen = new Uint8Array(fn.blocks.length);
  const work: [block: number, where: Where][] = [[0, Where.outside]];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const [block, begin] = next;
    if ((seen[block]! & begin) !== 0) continue;
    seen[block]! |= begin;
    let where: Where | undefined = begin;
    for (const o of origins[block]!) {
      where = where && after(where, o);
      if (where === undefined) return false;
    }
    const last = fn.blocks[block]!.instructions.at(-1)!;
    if (!isTerminator(last)) continue;
    if (last.op === 'ret' && (where === Where.entering || where === Where.inside)) return false;
    for (const target of successors(last)) work.push([target, where]);
  }
  return true;
}

/** Declarations and what joins ways do nothing by themselves. */
function origin(program: Program, change: Change, i: Instruction): Origin {
  const isIdle = i.op === 'debug-declare' || i.op === 'debug-value' || i.op === 'phi' || i.op === 'alloca';
  return isIdle ? undefined : originOf(program, change, i);
}

/** Undefined: the lines are run in a wrong order. */
function after(where: Where, origin: Origin): Where | undefined {
  switch (origin) {
    case 'before':
      return where === Where.inside ? undefined : Where.entering;
    case 'after':
      return where === Where.outside ? undefined : Where.leaving;
    case 'elsewhere':
      return where === Where.entering ? Where.inside : where === Where.leaving ? Where.outside : where;
    case undefined:
      return where;
  }
}
