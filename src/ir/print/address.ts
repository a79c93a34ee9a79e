// `getelementptr` as text. The instruction keeps bytes, not indices: they are found again along its source type, or,
// where that does not lead to the same bytes, a type is made up whose elements are as far apart as the bytes say.

import type { GetElementPtr } from '../instruction.js';
import type { DataLayout } from '../layout.js';
import type { Type } from '../type.js';
import type { Operand } from '../value.js';

export type Index =
  | { readonly kind: 'number'; readonly value: number; readonly isField: boolean }
  | { readonly kind: 'operand'; readonly operand: Operand };

/** Deeper than any type. */
const mostIndices = 250;

/** Indices into `sourceType` that give the very same bytes; undefined where there are none. */
export function indicesOf(i: GetElementPtr, layout: DataLayout): readonly Index[] | undefined {
  const indices: Index[] = [];
  let rest = i.offset;
  let used = 0;
  /** One index over elements of this size. */
  const step = (size: number): boolean => {
    const next = i.scaled[used];
    if (next !== undefined && next.scale === size) {
      indices.push({ kind: 'operand', operand: next.index });
      used++;
      return true;
    }
    const value = size === 0 ? 0 : Math.floor(rest / size);
    indices.push({ kind: 'number', value, isField: false });
    rest -= value * size;
    return Number.isSafeInteger(value);
  };
  let type: Type = i.sourceType;
  if (!step(layout.allocationSize(type))) return undefined;
  while (rest !== 0 || used < i.scaled.length) {
    if (indices.length > mostIndices) return undefined;
    if (type.kind === 'struct') {
      const field = fieldAt(type.fields?.map((_, n) => layout.fieldOffset(type as never, n)) ?? [], rest);
      const member: Type | undefined = type.fields?.[field];
      if (member === undefined) return undefined;
      indices.push({ kind: 'number', value: field, isField: true });
      rest -= layout.fieldOffset(type, field);
      type = member;
    } else if (type.kind === 'array' || type.kind === 'vector') {
      type = type.element;
      if (!step(layout.allocationSize(type))) return undefined;
    } else return undefined;
  }
  return indices;
}

/** The last one that begins at or before the offset. */
function fieldAt(offsets: readonly number[], offset: number): number {
  return offsets.findLastIndex((start) => start <= offset);
}

/** `<{ [0 x E], [12 x i8] }>`, 12 bytes that begin with as many E as one likes; and the indices through it. */
export function madeUp(i: GetElementPtr): { readonly type: string; readonly indices: readonly Index[] } {
  const scales = i.scaled.map(({ scale }) => scale);
  const last = `[${scales.at(-1) ?? 0} x i8]`;
  const type = scales
    .slice(0, -1)
    .reduceRight((inner, scale) => `<{ [0 x ${inner}], [${scale} x i8] }>`, scales.length === 0 ? 'i8' : last);
  const field: Index = { kind: 'number', value: 0, isField: true };
  const offset: Index = { kind: 'number', value: i.offset, isField: false };
  const indices = i.scaled.flatMap(({ index }, n): Index[] => {
    const operand: Index = { kind: 'operand', operand: index };
    return n === i.scaled.length - 1 ? [operand] : [operand, field];
  });
  return { type, indices: i.offset === 0 && i.scaled.length > 0 ? indices : [...indices, offset] };
}
