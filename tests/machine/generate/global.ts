// Variables at file scope: scalars, tables, records, pointers to those before them.

import type { Context } from './context.js';
import { constantInitializer, needsValue } from './initial.js';
import type { Initializer, Program, Variable } from './syntax.js';
import {
  char,
  double,
  type FloatType,
  float,
  type IntegerType,
  int,
  long,
  type Type,
  unsigned,
  unsignedChar,
} from './type.js';

export function scalar(c: Context): IntegerType | FloatType {
  return c.random.chance(4) ? c.random.pick([float, double]) : c.integerType();
}

export function makeGlobals(c: Context, enumerated: readonly IntegerType[]): Program['globals'] {
  const { random } = c;
  const made: { variable: Variable; initializer: Initializer | undefined }[] = [];
  const count = 4 + random.below(5);
  for (let i = 0; i < count; i++) {
    const type = globalType(c, enumerated);
    const constant = type.kind === 'array' && random.chance(3);
    const isVolatile = type.kind === 'integer' && random.chance(6);
    const initializer = random.chance(4) && !needsValue(type) && !constant ? undefined : constantInitializer(c, type);
    if (initializer === undefined && (needsValue(type) || constant)) continue;
    const variable: Variable = {
      name: c.fileName('g'),
      type,
      storage: 'global',
      depth: 0,
      constant,
      volatile: isVolatile,
      fixed: false,
    };
    made.push({ variable, initializer });
    // Later initialisers may point to it.
    c.variables.push(variable);
  }
  c.variables.length -= made.length;
  return made;
}

function globalType(c: Context, enumerated: readonly IntegerType[]): Type {
  const { random } = c;
  switch (random.below(10)) {
    case 0:
    case 1: {
      const element = random.pick<Type>([
        c.integerType(),
        c.integerType(),
        char,
        unsignedChar,
        int,
        double,
        ...c.records,
      ]);
      return { kind: 'array', element, length: 2 + random.below(7) };
    }
    case 2:
      return {
        kind: 'array',
        element: {
          kind: 'array',
          element: random.pick([int, unsigned, long, c.integerType()]),
          length: 2 + random.below(3),
        },
        length: 2 + random.below(3),
      };
    case 3:
    case 4:
      return c.records.length === 0 ? scalar(c) : random.pick(c.records);
    case 5: {
      const table = random.chance(2) ? c.families.find((f) => f.type.pure) : undefined;
      if (table !== undefined) return { kind: 'array', element: table.type, length: 2 + random.below(3) };
      return globalPointer(c);
    }
    case 6:
      return globalPointer(c);
    case 7:
      return enumerated[0] ?? scalar(c);
    default:
      return scalar(c);
  }
}

function globalPointer(c: Context): Type {
  const { random } = c;
  const targets = c.variables.filter(
    (v) => !v.volatile && (v.type.kind === 'integer' || v.type.kind === 'array' || v.type.kind === 'record'),
  );
  if (targets.length === 0) return int;
  const { type, constant } = random.pick(targets);
  const isArray = type.kind === 'array';
  if (isArray && (type.element.kind === 'callable' || type.element.kind === 'pointer' || type.element.kind === 'array'))
    return int;
  const pointer: Type = isArray
    ? { kind: 'pointer', target: type.element, before: 0, length: 1 + random.below(type.length), constant }
    : { kind: 'pointer', target: type, before: 0, length: 1, constant };
  return random.chance(3) ? { kind: 'array', element: pointer, length: 2 + random.below(2) } : pointer;
}
