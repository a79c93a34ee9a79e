// What `getelementptr` does to a set of addresses: constant parts move it, variable parts spread it over the array that
// the type names.

import type { GetElementPtr } from '../ir/instruction.js';
import type { DataLayout } from '../ir/layout.js';
import type { Type } from '../ir/type.js';
import type { Constant } from '../ir/value.js';
import { type AbstractPointer, addConstant, addScaled, enterArray } from './region.js';

type Step = Pick<GetElementPtr, 'sourceType' | 'offset'> & { readonly scales: readonly number[] };

export function stepOf(instruction: GetElementPtr): Step {
  return {
    sourceType: instruction.sourceType,
    offset: instruction.offset,
    scales: instruction.scaled.map((s) => s.scale),
  };
}

export function constantStep(expression: {
  readonly sourceType: Type;
  readonly offset: number;
  readonly base: Constant;
}): Step {
  return { sourceType: expression.sourceType, offset: expression.offset, scales: [] };
}

export function applyStep(
  layout: DataLayout,
  step: Step,
  pointer: AbstractPointer,
  objectSize: number | undefined,
): AbstractPointer {
  const size = layout.allocationSize(step.sourceType);
  let p = pointer;
  let inner = [...step.scales].sort((a, b) => b - a);
  // A scale of the whole source type is the first index: plain pointer arithmetic, bounded only by the pointer's
  // extent.
  if (size > 0 && inner[0] === size) {
    p = addScaled(p, size, undefined, objectSize);
    inner = inner.slice(1);
  }
  const within = size > 0 ? ((step.offset % size) + size) % size : 0;
  p = addConstant(p, step.offset - within, objectSize);
  if (inner.length === 0) {
    if (step.sourceType.kind === 'array' && size > 0) p = enterArray(p, 0, size);
    return addConstant(p, within, objectSize);
  }
  let position = 0;
  for (const scale of inner) {
    const array = arrayAt(layout, step.sourceType, within, scale);
    const start = array?.start ?? position;
    p = addConstant(p, start - position, objectSize);
    p = addScaled(p, scale, array?.length, objectSize);
    position = start;
  }
  return addConstant(p, within - position, objectSize);
}

/** The innermost array with elements of `scale` bytes that contains the byte `offset` of a type. */
function arrayAt(
  layout: DataLayout,
  type: Type,
  offset: number,
  scale: number,
): { start: number; length: number } | undefined {
  let found: { start: number; length: number } | undefined;
  let current = type;
  let start = 0;
  for (;;) {
    if (current.kind === 'array') {
      const element = layout.allocationSize(current.element);
      if (element === 0) return found;
      if (element === scale) found = { start, length: element * current.length };
      start += Math.floor((offset - start) / element) * element;
      current = current.element;
    } else if (current.kind === 'struct' && current.fields !== undefined && current.fields.length > 0) {
      let field = 0;
      for (let i = 0; i < current.fields.length; i++) if (start + layout.fieldOffset(current, i) <= offset) field = i;
      start += layout.fieldOffset(current, field);
      current = current.fields[field]!;
    } else return found;
  }
}
