// Structs and arrays that the IR passes around as one value, as C structs of their numbers: f0, f1, ….

import type { Type } from '../ir/type.js';
import type { Constant } from '../ir/value.js';
import { isScalar, scalarType, typeName } from './expression.js';
import { NoCForm } from './no-c-form.js';

const MAX_LEAVES = 64;

interface Leaf {
  readonly type: Type;
  readonly path: readonly number[];
}

export function leavesOf(type: Type, path: readonly number[] = []): readonly Leaf[] {
  if (isScalar(type)) return [{ type, path }];
  const parts =
    type.kind === 'struct'
      ? (type.fields ?? [])
      : type.kind === 'array' && type.length <= MAX_LEAVES
        ? new Array<Type>(type.length).fill(type.element)
        : undefined;
  if (parts === undefined) throw new NoCForm(`a value of type ${typeName(type)}`);
  const leaves = parts.flatMap((part, n) => leavesOf(part, [...path, n]));
  if (leaves.length > MAX_LEAVES) throw new NoCForm('a large structure passed as one value');
  return leaves;
}

export function aggregateName(type: Type, pointerBits: number): string {
  const words = leavesOf(type).map((leaf) => scalarType(leaf.type, pointerBits).replace(/^uint(\d+)_t$/, 'u$1'));
  return `struct of_${words.join('_') || 'nothing'}`;
}

export function aggregateDeclaration(type: Type, pointerBits: number): string {
  const fields = leavesOf(type).map((leaf, n) => `${scalarType(leaf.type, pointerBits)} f${n};`);
  return `${aggregateName(type, pointerBits)} { ${fields.join(' ') || 'uint8_t f0;'} };`;
}

/** The field that a path leads to. */
export function aggregateField(type: Type, path: readonly number[], part: Type): string {
  const n = leavesOf(type).findIndex(
    (leaf) => leaf.path.length === path.length && leaf.path.every((p, k) => p === path[k]),
  );
  if (n === -1 || !isScalar(part)) throw new NoCForm('a structure inside of a structure passed as one value');
  return `f${n}`;
}

/** A constant of the C type. */
export function aggregateText(constant: Constant, type: string): string {
  if (constant.kind !== 'undef' && constant.kind !== 'zero') throw new NoCForm('a constant structure as one value');
  return `(${type}){0}`;
}
