// Who mentions which function: direct calls, and addresses taken by code or by initialisers.

import { type CheckLimits, noLimits } from '../base/limits.js';
import type { Instruction } from '../ir/instruction.js';
import type { IrModule } from '../ir/module.js';
import { forEachOperand } from '../ir/operand.js';
import type { Constant, Operand } from '../ir/value.js';
import { functionName } from './known-calls.js';

export interface References {
  /** Functions called by name somewhere. */
  readonly called: ReadonlySet<string>;
  /** The calls that name a function. */
  readonly callsOf: ReadonlyMap<string, readonly Instruction[]>;
  /** Functions whose address is used other than to call it. */
  readonly addressTaken: ReadonlySet<string>;
  /** Globals declared here and defined nowhere, with volatile accesses: device registers, by docs/assumptions.md. */
  readonly registers: ReadonlySet<string>;
  /** The function that contains an instruction. */
  readonly container: ReadonlyMap<Instruction, string>;
}

export function collectReferences(module: IrModule, checkLimits: CheckLimits = noLimits): References {
  const callsOf = new Map<string, Instruction[]>();
  const addressTaken = new Set<string>();
  const container = new Map<Instruction, string>();
  const registers = new Set<string>();
  for (const fn of module.functions.values()) {
    checkLimits();
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if ('volatile' in instruction && instruction.volatile) {
          const global = module.globals.get(rootOf(instruction.address) ?? '');
          if (global !== undefined && global.initializer === undefined) registers.add(global.name);
        }
        if ('callee' in instruction) container.set(instruction, fn.name);
        const callee =
          'callee' in instruction && instruction.callee.kind !== 'assembly' ? instruction.callee : undefined;
        const direct = callee === undefined ? undefined : functionName(module, callee);
        const calls = direct === undefined ? undefined : callsOf.get(direct);
        if (calls !== undefined) calls.push(instruction);
        else if (direct !== undefined) callsOf.set(direct, [instruction]);
        forEachOperand(instruction, (operand) => {
          if (operand !== callee && operand.kind !== 'register') mentionedFunctions(module, operand, addressTaken);
        });
      }
    }
  }
  for (const global of module.globals.values()) {
    checkLimits();
    if (global.initializer !== undefined && !global.name.startsWith('llvm.'))
      mentionedFunctions(module, global.initializer, addressTaken);
  }
  return { called: new Set(callsOf.keys()), callsOf, addressTaken, registers, container };
}

/** The global that a constant address lies in. */
function rootOf(address: Operand): string | undefined {
  let current = address;
  while (current.kind === 'expression') {
    if ('base' in current) current = current.base;
    else if ('value' in current) current = current.value;
    else return undefined;
  }
  return current.kind === 'global' ? current.name : undefined;
}

function mentionedFunctions(module: IrModule, constant: Constant, into: Set<string>): void {
  const stack: Constant[] = [constant];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const name = functionName(module, next);
    if (name !== undefined) into.add(name);
    else if (next.kind === 'aggregate') {
      // One by one: a table may have more elements than a call may have arguments.
      for (const element of next.elements) stack.push(element);
    } else if (next.kind === 'expression') {
      if ('value' in next) stack.push(next.value);
      else if ('base' in next) stack.push(next.base);
      else if ('left' in next) stack.push(next.left, next.right);
      else stack.push(...next.operands);
    }
  }
}
