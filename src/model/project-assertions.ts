// A project's own assertion functions: a name that speaks of assertions, and a shape that only those have. To "assert"
// is also what one does to a signal line (`spi_assert_cs`), so the name alone says nothing. What is found becomes a
// known name, which wins over a body: an endless loop in the place where a failed assertion is reported must not look
// like a program that goes on.

import type { CallInstruction, Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import { resultOf } from '../ir/operand.js';
import type { Operand } from '../ir/value.js';
import { wordsOf } from './handler-names.js';
import { directCallee, effectsOfFunction } from './known-calls.js';
import type { Effect, Platform } from './platform.js';

const ASSERTS: Effect[] = [{ kind: 'assert' }];

/** The platform with the assertions of the program as known functions. */
export function withProjectAssertions(module: IrModule, platform: Platform): Platform {
  const calls = new Map<string, [IrFunction, CallInstruction][]>();
  for (const fn of module.functions.values())
    for (const { instructions } of fn.blocks)
      for (const i of instructions) {
        const name = isCall(i) ? directCallee(module, i.callee) : undefined;
        if (name === undefined || !speaksOfAssertions(name)) continue;
        const list = calls.get(name) ?? [];
        list.push([fn, i as CallInstruction]);
        calls.set(name, list);
      }
  const found = [...calls].filter(([name, sites]) => {
    const fn = module.functions.get(name);
    if (fn === undefined || effectsOfFunction(platform, name) !== undefined) return false;
    return reportsFailures(fn, sites) || checksConditions(module, name, fn, sites);
  });
  if (found.length === 0) return platform;
  const functions = { ...platform.functions, ...Object.fromEntries(found.map(([name]) => [name, ASSERTS])) };
  return { ...platform, functions };
}

function speaksOfAssertions(name: string): boolean {
  return wordsOf(name).some((word) => /^assert(?:s|ion|ed|f)?$/.test(word));
}

/** It does not come back, and is told a file or a text, or nothing. */
function reportsFailures(fn: IrFunction, sites: readonly [IrFunction, CallInstruction][]): boolean {
  const isEnd = fn.blocks.length === 0 ? sites.every(([, i]) => i.noReturn) : !mayReturn(fn);
  return isEnd && sites.every(([, { arguments: given }]) => given.length === 0 || given[0]!.type.kind === 'pointer');
}

/** `my_assert(a == b)`: without a body, always given a comparison, and nothing is done with a result. */
function checksConditions(
  module: IrModule,
  name: string,
  fn: IrFunction,
  sites: readonly [IrFunction, CallInstruction][],
): boolean {
  if (fn.blocks.length > 0 || fn.type.returns.kind !== 'void' || !/^assert/.test(wordsOf(name).at(-1)!)) return false;
  return sites.every(([caller, { arguments: given }]) => {
    const [first, ...rest] = given;
    const isText = (o: Operand): boolean => o.kind === 'global' && module.globals.get(o.name)?.constant === true;
    const areKnown = rest.every((o) => o.type.kind === 'int' || isText(o));
    return first !== undefined && areKnown && isComparison(first, definitionsIn(caller));
  });
}

function isComparison(operand: Operand, definitions: ReadonlyMap<number, Instruction>): boolean {
  const i = operand.kind === 'register' ? definitions.get(operand.index) : undefined;
  if (i?.op === 'zext') return isComparison(i.value, definitions);
  return (
    i?.op === 'icmp' || i?.op === 'fcmp' || (i?.op === 'phi' && operand.type.kind === 'int' && operand.type.bits === 1)
  );
}

function definitionsIn({ blocks }: IrFunction): ReadonlyMap<number, Instruction> {
  const found = new Map<number, Instruction>();
  for (const { instructions } of blocks)
    for (const i of instructions) {
      const result = resultOf(i);
      if (result !== undefined) found.set(result.index, i);
    }
  return found;
}

function mayReturn({ blocks, attributes }: IrFunction): boolean {
  return !attributes.has('noreturn') && blocks.some((b) => b.instructions.at(-1)?.op === 'ret');
}
