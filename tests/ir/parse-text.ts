// Parses small texts in tests and insists that nothing in them was left unexplained.

import { expect } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.js';
import type { Instruction } from '../../src/ir/instruction.js';
import type { IrFunction, IrModule } from '../../src/ir/module.js';
import { parseModule } from '../../src/ir/parse/parse.js';
import type { Constant } from '../../src/ir/value.js';

/** Everything that was noticed, of the module and of its functions. */
export function problemsOf(text: string, file = 'test.ll'): readonly Diagnostic[] {
  const result = parseModule(text, file);
  if (result.kind === 'failed') return result.diagnostics;
  return [...result.diagnostics, ...[...result.value.functions.values()].flatMap((f) => f.problems)];
}

export function parsed(text: string): IrModule {
  const result = parseModule(text, 'test.ll');
  expect(result.diagnostics).toEqual([]);
  if (result.kind === 'failed') throw new Error('unreachable');
  for (const f of result.value.functions.values()) expect(f.problems).toEqual([]);
  return result.value;
}

export function functionNamed(module: IrModule, name: string): IrFunction {
  const f = module.functions.get(name);
  if (f === undefined) throw new Error(`no function ${name}`);
  return f;
}

/** The body of a function with these parameters, which returns void. `prelude` stands before it. */
export function body(statements: string, parameters = 'ptr %p, i32 %a, i32 %b', prelude = ''): IrFunction {
  const indented = statements.replaceAll(/^ *(?=\S)/gm, '  ');
  return functionNamed(parsed(`${prelude}\ndefine void @f(${parameters}) {\n${indented}\n  ret void\n}\n`), 'f');
}

/** The first instruction of such a body. */
export function instruction(statement: string, parameters?: string, prelude?: string): Instruction {
  const first = body(statement, parameters, prelude).blocks[0]?.instructions[0];
  if (first === undefined) throw new Error('no instruction');
  return first;
}

/** The initialiser of a global. */
export function constant(type: string, value: string, prelude = ''): Constant {
  const initializer = parsed(`${prelude}\n@x = global ${type} ${value}\n`).globals.get('x')?.initializer;
  if (initializer === undefined) throw new Error('no initialiser');
  return initializer;
}
