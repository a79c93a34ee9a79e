// Variables of which each thread has its own. They are found by `llvm.threadlocal.address`; older IR, and other
// languages', takes their plain addresses instead: whose is meant is then not known. Where the address is only used to
// load and store at once, no other thread can come to it.

import type { CallInstruction, Instruction } from '../ir/instruction.js';
import { isAccess } from '../ir/instruction-class.js';
import { forEachGlobal } from '../ir/mentioned-globals.js';
import type { IrModule } from '../ir/module.js';
import { forEachOperand, resultOf } from '../ir/operand.js';
import type { Constant, Operand } from '../ir/value.js';

/** Source names of those whose plain address is taken. */
export function directThreadLocals(module: IrModule): readonly string[] {
  const own = new Map([...module.globals.values()].filter((g) => g.threadLocal).map((g) => [g.name, g.sourceName]));
  if (own.size === 0) return [];
  const found = new Set<string>();
  const mentioned = (constant: Constant): void =>
    forEachGlobal(constant, (name) => {
      const target = module.aliases.get(name)?.target;
      if (target !== undefined) mentioned(target);
      else if (own.has(name)) found.add(own.get(name)!);
    });
  for (const { initializer } of module.globals.values()) if (initializer !== undefined) mentioned(initializer);
  for (const { blocks } of module.functions.values())
    for (const { instructions } of blocks)
      for (const i of instructions)
        if (!asksForAddress(i))
          forEachOperand(i, (operand) => {
            if (operand.kind !== 'register') mentioned(operand);
          });
  return [...found];
}

function asksForAddress(i: Instruction): i is CallInstruction {
  return i.op === 'call' && i.callee.kind === 'global' && i.callee.name.startsWith('llvm.threadlocal.address');
}

/** Names of those whose address is never kept: no thread can come to another one's. */
export function unsharedThreadLocals(module: IrModule): ReadonlySet<string> {
  const own = [...module.globals.values()].filter((g) => g.threadLocal).map((g) => g.name);
  if (own.length === 0 || directThreadLocals(module).length > 0) return new Set();
  const kept = new Set<string>();
  for (const { blocks } of module.functions.values()) {
    const instructions = blocks.flatMap((block) => block.instructions);
    /** The variable that a register is an address of. */
    const addresses = new Map<number, string>();
    const variableOf = (operand: Operand): string | undefined =>
      operand.kind === 'register' ? addresses.get(operand.index) : undefined;
    for (const i of instructions) {
      const result = resultOf(i);
      if (asksForAddress(i)) forEachGlobal(i.arguments[0] as Constant, (name) => addresses.set(result!.index, name));
      else if (i.op === 'getelementptr' && variableOf(i.base) !== undefined)
        addresses.set(result!.index, variableOf(i.base)!);
    }
    for (const i of instructions) {
      const used = isAccess(i) ? i.address : i.op === 'getelementptr' ? i.base : undefined;
      forEachOperand(i, (operand) => {
        const name = operand === used ? undefined : variableOf(operand);
        if (name !== undefined) kept.add(name);
      });
      // A value that is stored may be the address itself.
      if (i.op === 'store' && variableOf(i.value) !== undefined) kept.add(variableOf(i.value)!);
    }
  }
  return new Set(own.filter((name) => !kept.has(name)));
}
