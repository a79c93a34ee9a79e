// Instructions that always run inside of an atomic section, as far as one function alone shows: on every way to them,
// a section was begun in the same function and is not ended. Under-approximated: one that is not listed may be inside
// as well.

import { controlFlow } from '../ir/control-flow.js';
import type { Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import type { IrFunction } from '../ir/module.js';
import type { Program } from './program.js';

export function insideSections(program: Program): ReadonlySet<Instruction> {
  const change = new Map<Instruction, number>();
  const owners = new Set<string>();
  for (const { instruction, effect, function: name } of program.operations) {
    if (effect.kind !== 'atomic-begin' && effect.kind !== 'atomic-end') continue;
    change.set(instruction, effect.kind === 'atomic-begin' ? 1 : -1);
    owners.add(name);
  }
  const inside = new Set<Instruction>();
  for (const name of owners) {
    const fn = program.module.functions.get(name);
    if (fn !== undefined) collect(program, fn, change, inside);
  }
  return inside;
}

function collect(
  { callGraph }: Program,
  fn: IrFunction,
  change: ReadonlyMap<Instruction, number>,
  inside: Set<Instruction>,
): void {
  const flow = controlFlow(fn);
  const depths = fn.blocks.map(() => Number.POSITIVE_INFINITY);
  /** Whoever is called may end the section. */
  const after = (i: Instruction, depth: number): number =>
    isCall(i) && callGraph.targets(i).length > 0 ? 0 : Math.max(0, depth + (change.get(i) ?? 0));
  const pending = [0];
  depths[0] = 0;
  for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
    const end = fn.blocks[block]!.instructions.reduce((depth, i) => after(i, depth), depths[block]!);
    for (const next of flow.successors[block]!)
      if (end < depths[next]!) {
        depths[next] = end;
        pending.push(next);
      }
  }
  for (const block of flow.order) {
    let depth = depths[block]!;
    for (const i of fn.blocks[block]!.instructions) {
      if (depth > 0) inside.add(i);
      depth = after(i, depth);
    }
  }
}
