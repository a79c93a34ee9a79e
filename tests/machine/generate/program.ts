// A whole program from a seed: types, globals, functions that call each other, and a main that shows what became of
// everything. The same seed gives the same program for ever.

import { indexPlace, memberPlace, read, variablePlace } from './build.js';
import { type Callee, Context } from './context.js';
import { makeGlobals, scalar } from './global.js';
import { recursiveCall, resultExpression } from './invoke.js';
import { range } from './range.js';
import { makeRecords } from './record.js';
import { statements } from './statement.js';
import type { Family, FunctionDefinition, Place, Program, Statement, VariadicDefinition } from './syntax.js';
import {
  type ArrayType,
  type CallableType,
  double,
  enumeration,
  int,
  type RecordType,
  type Type,
  unsigned,
} from './type.js';

export function generateProgram(seed: number): Program {
  const c = new Context(seed, `p${seed}_`);
  const { random } = c;
  c.usesWideIntegers = random.chance(3);
  c.room = 15 + random.below(25);
  const enumerations = random.chance(2) ? [makeEnumeration(c)] : [];
  const enumerated = enumerations.map((e) => enumeration(`enum ${e.name}`));
  const families = makeFamilies(c);
  c.records.push(...makeRecords(c, families));
  if (!random.chance(3)) c.listNodes.push(listNode(c));

  c.families.push(...families);
  const globals = makeGlobals(c, enumerated);
  c.variables.push(...globals.map((g) => g.variable));

  const functions: (FunctionDefinition | VariadicDefinition)[] = [];
  for (const family of families) {
    for (const name of family.members)
      functions.push(makeFunction(c, name, family.type.result, family.type.parameters, family.type.pure, 40));
    c.callable.push(family);
  }
  if (random.chance(2)) functions.push(makeVariadic(c));
  const count = 2 + random.below(3);
  for (let i = 0; i < count; i++) {
    if (i > 0 && random.chance(3)) functions.push(...makeRecursive(c));
    else functions.push(makeAnyFunction(c));
  }
  const main = makeMain(c, globals);
  return {
    seed,
    prefix: c.prefix,
    enumerations,
    records: [...c.records, ...c.listNodes],
    families,
    globals,
    functions,
    main,
  };
}

function makeEnumeration(c: Context): Program['enumerations'][number] {
  const name = c.fileName('mode');
  const constants = Array.from(
    { length: 2 + c.random.below(4) },
    (_, i) => [`${name}_${i}`, BigInt(i * i + c.random.below(2))] as const,
  );
  return { name, constants };
}

function makeFamilies(c: Context): readonly Family[] {
  const { random } = c;
  return Array.from({ length: random.below(3) }, (_, index): Family => {
    const pure = index === 0 || random.chance(2);
    const result = !pure && random.chance(2) ? undefined : scalar(c);
    const parameters = Array.from({ length: (pure ? 1 : 0) + random.below(3) }, () => scalar(c));
    const type: CallableType = { kind: 'callable', name: c.fileName('operation'), result, parameters, pure };
    return { type, members: Array.from({ length: 2 + random.below(2) }, () => c.fileName('f')) };
  });
}

/** A value and the next node. */
function listNode(c: Context): RecordType {
  const name = `struct ${c.fileName('node')}`;
  const next: Type = { kind: 'opaque', name: `${name} *` };
  return {
    kind: 'record',
    union: false,
    name,
    packed: false,
    fields: [
      { name: 'value', type: scalar(c) },
      { name: 'next', type: next },
    ],
  };
}

function parameterType(c: Context, pure: boolean): Type {
  const { random } = c;
  switch (random.below(8)) {
    case 0:
      return c.records.length === 0 ? int : random.pick(c.records);
    case 1: {
      const target = random.pick<Type>([int, unsigned, c.integerType(), double, ...c.records]);
      return {
        kind: 'pointer',
        target,
        before: 0,
        length: 1 + (random.chance(2) ? random.below(4) : 0),
        constant: pure || random.chance(3),
      };
    }
    case 2: {
      const families = c.families.filter((f) => f.type.pure);
      return families.length === 0 ? double : random.pick(families).type;
    }
    default:
      return scalar(c);
  }
}

function makeAnyFunction(c: Context): FunctionDefinition {
  const { random } = c;
  const pure = random.chance(3);
  const parameters = Array.from({ length: random.below(random.chance(6) ? 10 : 5) }, () => parameterType(c, pure));
  const result = random.chance(6) && !pure ? undefined : resultType(c, pure);
  return makeFunction(c, c.fileName('f'), result, parameters, pure, pure ? 100 : 300);
}

/** Pointers are returned only to what lives as long as the program. */
function resultType(c: Context, pure: boolean): Type {
  const { random } = c;
  if (random.chance(5) && c.records.length > 0) return random.pick(c.records);
  if (!pure && random.chance(8)) {
    const targets = c.variables.filter((v) => v.depth === 0 && v.type.kind === 'integer' && !v.volatile && !v.constant);
    if (targets.length > 0)
      return { kind: 'pointer', target: random.pick(targets).type, before: 0, length: 1, constant: false };
  }
  return scalar(c);
}

function makeFunction(
  c: Context,
  name: string,
  result: Type | undefined,
  types: readonly Type[],
  pure: boolean,
  budget: number,
): FunctionDefinition {
  c.depth = 1;
  const parameters = types.map((type) => c.variable('a', type));
  const definition = fillFunction(c, { name, result, parameters, pure, cost: 0 }, budget);
  c.callees.push({ name, result, parameters, pure, cost: c.cost });
  return definition;
}

function fillFunction(c: Context, callee: Callee, budget: number): FunctionDefinition {
  const outer = c.variables.length;
  const { name, result, parameters, pure } = callee;
  Object.assign(c, { pure, result, depth: 1, loops: 0, breakable: 0, multiplier: 1, cost: 0, budget });
  c.variables.push(...parameters);
  const made = c.inBlock(() => {
    const inner = [...statements(c, 1 + c.random.below(budget < 100 ? 2 : 4), budget < 100 ? 1 : 2)];
    const last = recursiveCall(c);
    if (last !== undefined) inner.push(last);
    const value = result === undefined ? undefined : resultExpression(c, result);
    return result === undefined ? inner : [...inner, { kind: 'return', value } as Statement];
  });
  c.variables.length = outer;
  c.cost += 2;
  return { kind: 'function', name, result, parameters, body: made };
}

/** A function that calls itself, or two that call each other, each time with less fuel. */
function makeRecursive(c: Context): readonly FunctionDefinition[] {
  const { random } = c;
  const isPair = random.chance(2);
  const pure = random.chance(3);
  const sites = isPair ? 1 : 1 + random.below(2);
  const most = sites === 1 ? 7 : 4;
  c.depth = 1;
  const callees = Array.from({ length: isPair ? 2 : 1 }, (): Callee => {
    const fuel = c.variable('fuel', int, { fixed: true, range: range(0, most) });
    const others = Array.from({ length: random.below(3) }, () => c.variable('a', parameterType(c, pure)));
    return { name: c.fileName('r'), result: scalar(c), parameters: [fuel, ...others], pure, cost: 0 };
  });
  const made = callees.map((callee, index) => {
    const partner = callees[callees.length - 1 - index]!;
    c.partners = [{ callee: partner, sites }];
    c.fuel = callee.parameters[0];
    const definition = fillFunction(c, callee, 40);
    c.partners = [];
    c.fuel = undefined;
    return { definition, cost: c.cost };
  });
  const own = made.reduce((sum, m) => sum + m.cost, 0);
  for (const callee of callees) c.callees.push({ ...callee, cost: own * (sites === 1 ? most + 1 : 2 ** (most + 1)) });
  return made.map((m) => m.definition);
}

function makeVariadic(c: Context): VariadicDefinition {
  const { random } = c;
  const name = c.fileName('sum');
  const records = c.records.filter((r) => !r.union && !r.packed);
  const record = random.chance(2) && records.length > 0 ? random.pick(records) : undefined;
  c.variadics.push({ name, record });
  return { kind: 'variadic', name, record, copies: random.chance(2), delegates: random.chance(2) };
}

function makeMain(c: Context, globals: Program['globals']): FunctionDefinition {
  Object.assign(c, {
    pure: false,
    result: undefined,
    depth: 1,
    loops: 0,
    breakable: 0,
    multiplier: 1,
    cost: 0,
    budget: 2500,
    inMain: true,
  });
  const inner = c.inBlock(() => [...statements(c, 5 + c.random.below(5), 3)]);
  const dumps = globals.filter((g) => !g.variable.constant).flatMap((g) => dump(c, variablePlace(g.variable)));
  return { kind: 'function', name: `${c.prefix}main`, result: undefined, parameters: [], body: [...inner, ...dumps] };
}

/** Every value in the object. */
function dump(c: Context, place: Place): readonly Statement[] {
  const { type } = place;
  switch (type.kind) {
    case 'integer':
    case 'float':
      return [{ kind: 'out', value: read(place) }];
    case 'array': {
      const counter = c.variable('i', unsigned, { fixed: true, range: range(0, type.length - 1) });
      const body = dump(c, indexPlace(place as Place & { type: ArrayType }, read(variablePlace(counter))));
      if (body.length === 0) return [];
      return [
        {
          kind: 'loop',
          form: 'for',
          counter,
          start: 0n,
          trips: BigInt(type.length),
          stride: 1n,
          condition: undefined,
          body,
        },
      ];
    }
    case 'record': {
      const named = type.fields.filter((f) => f.name !== '');
      return (type.union ? named.slice(0, 1) : named).flatMap((f) => dump(c, memberPlace(place, f)));
    }
    case 'pointer':
      return dump(c, { kind: 'element', type: type.target, pointer: read(place), index: undefined });
    default:
      return [];
  }
}
