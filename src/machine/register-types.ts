// The types of a function's registers, by register.

import { resultOf } from '../ir/operand.js';
import type { Type } from '../ir/type.js';
import type { Code } from './stepping/code.js';

const known = new WeakMap<Code, readonly Type[]>();

export function registerTypes(code: Code): readonly Type[] {
  let types = known.get(code);
  if (types === undefined) known.set(code, (types = typesIn(code)));
  return types;
}

function typesIn({ fn, blocks }: Code): readonly Type[] {
  const types: Type[] = [];
  for (const { index, type } of fn.parameters) types[index] = type;
  for (const block of blocks)
    for (const i of block) {
      const result = resultOf(i);
      if (result !== undefined) types[result.index] = result.type;
    }
  return types;
}
