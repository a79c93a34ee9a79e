// The constant that a field of a structure holds when its address is given to a call: `init.channel = TIM2_IRQn;
// NVIC_Init(&init)`. What was stored last before the call in its block counts; where nothing was, what all stores of
// the function agree on. A store through another pointer is not seen, which is why only structures that exist to be
// filled in and handed over are looked at (`structures` of a pack).

import type { GetElementPtr, Instruction, Store } from '../ir/instruction.js';
import type { Block, IrFunction } from '../ir/module.js';
import type { Operand } from '../ir/value.js';

export interface FieldPlace {
  readonly offset: number;
  readonly bits: number;
}

/** The operand that was stored there; undefined where that is not clear. */
export function storedField(
  fn: IrFunction,
  site: Instruction,
  structure: Operand,
  field: FieldPlace,
): Operand | undefined {
  const places = new Map<number, GetElementPtr>();
  for (const block of fn.blocks)
    for (const i of block.instructions)
      if (i.op === 'getelementptr' && i.scaled.length === 0) places.set(i.result.index, i);
  const start = placeOf(structure, places);
  if (start === undefined) return undefined;
  const isIt = (i: Instruction): i is Store => {
    if (i.op !== 'store' || i.value.type.kind !== 'int' || i.value.type.bits !== field.bits) return false;
    const place = placeOf(i.address, places);
    return place?.base === start.base && place.offset === start.offset + field.offset;
  };
  const block = fn.blocks.find((each) => each.instructions.includes(site));
  const before = block === undefined ? undefined : lastBefore(block, site, isIt);
  if (before !== undefined) return before.value;
  const values = fn.blocks.flatMap((each) => each.instructions.filter(isIt)).map((store) => store.value);
  const [first] = values;
  const isSame = (value: Operand): boolean =>
    value === first || (value.kind === 'int' && first?.kind === 'int' && value.value === first.value);
  return values.every(isSame) ? first : undefined;
}

function lastBefore(block: Block, site: Instruction, isIt: (i: Instruction) => i is Store): Store | undefined {
  return block.instructions.slice(0, block.instructions.indexOf(site)).findLast(isIt);
}

/** A local or global variable by its name here, and the byte in it. */
function placeOf(
  pointer: Operand,
  places: ReadonlyMap<number, GetElementPtr>,
): { readonly base: string; readonly offset: number } | undefined {
  let offset = 0;
  let current = pointer;
  for (let steps = 0; steps < 16; steps++) {
    if (current.kind === 'global') return { base: current.name, offset };
    if (current.kind === 'expression' && current.op === 'getelementptr') {
      offset += current.offset;
      current = current.base;
      continue;
    }
    if (current.kind !== 'register') return undefined;
    const step = places.get(current.index);
    if (step === undefined) return { base: `%${current.index}`, offset };
    offset += step.offset;
    current = step.base;
  }
  return undefined;
}
