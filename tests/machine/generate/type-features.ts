// What variables and types use of C.

import type { Variable } from './syntax.js';
import { int, type RecordType, type Type } from './type.js';

export function variableFeatures(variable: Variable, found: Set<string>): void {
  const { type } = variable;
  if (variable.constant) found.add('const');
  if (variable.volatile) found.add('volatile');
  if (variable.storage === 'static') found.add('static local');
  if (type.kind === 'integer' || type.kind === 'float') found.add(`variable of type ${type.name}`);
  if (type.kind === 'callable') found.add('function pointer variable');
  typeFeatures(type, found);
}

export function typeFeatures(type: Type, found: Set<string>): void {
  if (type.kind === 'array') {
    found.add('array');
    const { element } = type;
    const kinds: Partial<Record<Type['kind'], string>> = {
      array: 'array of arrays',
      record: 'array of structs',
      pointer: 'array of pointers',
      callable: 'function pointer table',
    };
    if (kinds[element.kind] !== undefined) found.add(kinds[element.kind]!);
  } else if (type.kind === 'pointer') {
    found.add('pointer');
    const kinds: Partial<Record<Type['kind'], string>> = {
      pointer: 'pointer to pointer',
      array: 'pointer to array',
      record: 'pointer to struct',
    };
    if (kinds[type.target.kind] !== undefined) found.add(kinds[type.target.kind]!);
  }
}

export function recordFeatures(record: RecordType, found: Set<string>): void {
  found.add(record.union ? 'union' : 'struct');
  if (record.packed) found.add('packed struct');
  for (const field of record.fields) {
    if (field.type.kind === 'record') found.add('nested struct');
    if (field.type.kind === 'callable') found.add('function pointer in a struct');
    if (field.width === undefined || field.type.kind !== 'integer') continue;
    found.add(field.name === '' ? 'unnamed bit-field' : 'bit-field');
    if (field.type.signed) found.add('signed bit-field');
    if (field.type.rank === 0) found.add('_Bool bit-field');
    if (field.type.rank > int.rank) found.add('bit-field wider than int');
    if (field.type.rank > 0 && field.type.rank < int.rank) found.add('bit-field of a narrow type');
  }
}
