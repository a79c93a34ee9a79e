// Arbitrary functions over local variables: any control flow (irreducible, unreachable, duplicate switch targets), any
// mix of loads, stores and escapes. Built as IR, not from text.

import fc from 'fast-check';
import { type Instruction, type InstructionId, type Terminator, unnumbered } from '../../src/ir/instruction.js';
import { parseDataLayout } from '../../src/ir/layout.js';
import type { Block, IrFunction, IrModule } from '../../src/ir/module.js';
import type { FunctionType, IntType, PointerType, Type } from '../../src/ir/type.js';
import type { IntConstant, Operand, Register } from '../../src/ir/value.js';

const i1: IntType = { kind: 'int', bits: 1 };
const i32: IntType = { kind: 'int', bits: 32 };
const pointer: PointerType = { kind: 'pointer', addressSpace: 0 };
const locals = 4;

export const parameterCount = 3;

interface Step {
  readonly kind: 'load' | 'store' | 'add' | 'store-constant' | 'volatile' | 'escape';
  readonly local: number;
  readonly operand: number;
}
interface Shape {
  readonly steps: readonly Step[];
  readonly end: 'br' | 'condbr' | 'switch' | 'ret' | 'unreachable';
  readonly targets: readonly number[];
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('load', 'store', 'add', 'store-constant' as const) },
    { weight: 1, arbitrary: fc.constantFrom('volatile', 'escape' as const) },
  ),
  local: fc.nat(locals - 1),
  operand: fc.nat(5),
});

/** A module with the function `f` of three i32 and the function without a body `external`. */
export const randomModule: fc.Arbitrary<IrModule> = fc
  .array(
    fc.record({
      steps: fc.array(step, { maxLength: 6 }),
      end: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('br', 'condbr', 'switch' as const) },
        { weight: 1, arbitrary: fc.constantFrom('ret', 'unreachable' as const) },
      ),
      targets: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map(build);

function build(shapes: readonly Shape[]): IrModule {
  const parameters = Array.from(
    { length: parameterCount },
    (_, index): Register => ({ kind: 'register', index, type: i32 }),
  );
  let count = parameters.length;
  const register = (type: Type): Register => ({ kind: 'register', index: count++, type });
  const allocas = Array.from({ length: locals }, () => register(pointer));
  let position = 100;
  const at = () => ({ id: unnumbered, debug: position++ });

  // Block 0 makes the locals and goes on; shape n is block n + 1.
  const entry: Instruction[] = allocas.map((result) => ({
    op: 'alloca',
    result,
    allocated: i32,
    count: int(1),
    align: 4,
    ...at(),
  }));
  for (const [i, address] of allocas.slice(1).entries())
    entry.push({ op: 'debug-declare', address, variable: i, ...at() });
  entry.push({
    op: 'store',
    address: allocas[0] as Register,
    value: parameters[0] as Register,
    volatile: false,
    align: 4,
    ...at(),
  });
  entry.push({ op: 'br', target: 1, ...at() });
  const blocks: Block[] = [{ name: 'entry', instructions: entry }];

  for (const [index, shape] of shapes.entries()) {
    const instructions: Instruction[] = [];
    const values: Operand[] = [...parameters, int(7)];
    const load = (local: number, volatile = false): Register => {
      const result = register(i32);
      instructions.push({ op: 'load', result, address: allocas[local] as Register, volatile, align: 4, ...at() });
      return result;
    };
    for (const { kind, local, operand } of shape.steps) {
      const value = values[operand % values.length] as Operand;
      const address = allocas[local] as Register;
      if (kind === 'load') values.push(load(local));
      else if (kind === 'volatile') values.push(load(local, true));
      else if (kind === 'escape') {
        const result = register(i32);
        const functionType = functionOf(i32, [pointer]);
        instructions.push({
          op: 'call',
          result,
          callee: externalReference,
          arguments: [address],
          functionType,
          noReturn: false,
          ...at(),
        });
        values.push(result);
      } else if (kind === 'add') {
        const left = load(local);
        const result = register(i32);
        instructions.push({ op: 'add', result, left, right: value, flags: 0, ...at() });
        instructions.push({ op: 'store', address, value: result, volatile: false, align: 4, ...at() });
        values.push(result);
      } else {
        const stored = kind === 'store' ? value : int(operand);
        instructions.push({ op: 'store', address, value: stored, volatile: false, align: 4, ...at() });
      }
    }
    const target = (n: number) => 1 + ((shape.targets[n] ?? 0) % shapes.length);
    const tested = load(index % locals);
    instructions.push(end(shape.end, tested, target, { register, instructions, at, last: values.at(-1) as Operand }));
    blocks.push({ name: `b${index}`, instructions });
  }
  const type = functionOf(i32, [i32, i32, i32]);
  const f = { ...declaration('f', type), parameters, blocks, registerCount: count };
  return {
    triple: 'x86_64-linux-gnu',
    layout: parseDataLayout('e-m:e-i64:64-n8:16:32:64-S128'),
    units: [],
    globals: new Map(),
    functions: new Map([
      ['f', f],
      ['external', declaration('external', functionOf(i32, [pointer]))],
    ]),
    aliases: new Map(),
    instructions: [],
    owners: [],
    assembly: [],
    diagnostics: [],
  };
}

interface Emit {
  register(type: Type): Register;
  readonly instructions: Instruction[];
  at(): { readonly id: InstructionId; readonly debug: number };
  readonly last: Operand;
}

function end(kind: Shape['end'], tested: Register, target: (n: number) => number, emit: Emit): Terminator {
  const { register, instructions, at, last } = emit;
  switch (kind) {
    case 'br':
      return { op: 'br', target: target(0), ...at() };
    case 'condbr': {
      const result = register(i1);
      instructions.push({ op: 'icmp', predicate: 'slt', result, left: tested, right: last, ...at() });
      return { op: 'condbr', condition: result, whenTrue: target(0), whenFalse: target(1), ...at() };
    }
    case 'switch': {
      const cases = [
        { value: 0n, target: target(0) },
        { value: 1n, target: target(1) },
        { value: 2n, target: target(1) },
      ];
      return { op: 'switch', value: tested, cases, otherwise: target(2), ...at() };
    }
    case 'ret':
      return { op: 'ret', value: tested, ...at() };
    case 'unreachable':
      return { op: 'unreachable', ...at() };
  }
}

const externalReference: Operand = { kind: 'global', type: pointer, name: 'external' };

function int(value: number): IntConstant {
  return { kind: 'int', type: i32, value: BigInt(value) };
}

function functionOf(returns: Type, parameters: readonly Type[]): FunctionType {
  return { kind: 'function', returns, parameters, variadic: false };
}

function declaration(name: string, type: FunctionType): IrFunction {
  return {
    name,
    sourceName: name,
    unit: 0,
    linkage: 'external',
    type,
    addressSpace: 0,
    attributes: new Map(),
    parameters: [],
    registerCount: 0,
    blocks: [],
    debug: -1,
    problems: [],
  };
}
