// Constructors (`__attribute__((constructor))`, initialisers of C++ globals) run before the entry, in its context: they
// become calls at its very beginning, as start-up code makes them. Guards of C++ local statics become the accesses that
// the run-time library of bare metal makes. After that no analysis and no engine needs to know of them.

import { type Call, type Instruction, type Load, type Store, unnumbered } from '../ir/instruction.js';
import type { Block, IrFunction, IrModule } from '../ir/module.js';
import { numberInstructions } from '../ir/number-instructions.js';
import { mapEach } from '../ir/operand.js';
import type { IntType } from '../ir/type.js';
import type { Operand, Register } from '../ir/value.js';
import { directCallee, functionName } from './known-calls.js';

/** The module itself when there is nothing to do. `entry` is the function that runs first. */
export function runConstructors(module: IrModule, entry: string): IrModule {
  const constructors = listed(module, 'llvm.global_ctors');
  const functions = new Map(module.functions);
  for (const [name, fn] of functions) functions.set(name, withGuards(module, fn));
  const main = functions.get(entry);
  if (main !== undefined && main.blocks.length > 0 && constructors.length > 0) {
    const [first, ...others] = main.blocks as [Block, ...Block[]];
    const calls = constructors.map(callOf);
    const blocks = [{ ...first, instructions: [...calls, ...first.instructions] }, ...others];
    functions.set(entry, { ...main, blocks });
  }
  const isSame = [...functions].every(([name, fn]) => module.functions.get(name) === fn);
  return isSame ? module : numberInstructions({ ...module, functions });
}

/** Functions that are to run when the program ends. */
export function hasDestructors(module: IrModule): boolean {
  return listed(module, 'llvm.global_dtors').length > 0;
}

/** In the order in which they run: by priority, then as the linker found them. */
function listed(module: IrModule, list: string): readonly IrFunction[] {
  const entries = module.globals.get(list)?.initializer;
  if (entries?.kind !== 'aggregate') return [];
  return entries.elements
    .flatMap((entry) => {
      if (entry.kind !== 'aggregate') return [];
      const [priority, called] = entry.elements;
      const fn = called === undefined ? undefined : module.functions.get(functionName(module, called) ?? '');
      return fn === undefined ? [] : [{ fn, priority: priority?.kind === 'int' ? Number(priority.value) : 65535 }];
    })
    .sort((a, b) => a.priority - b.priority)
    .map(({ fn }) => fn);
}

/** Without arguments, and whatever it returns is of no use. */
function callOf(fn: IrFunction): Call {
  const { name, type, addressSpace } = fn;
  return {
    op: 'call',
    id: unnumbered,
    callee: { kind: 'global', type: { kind: 'pointer', addressSpace }, name },
    arguments: [],
    functionType: type,
    noReturn: false,
    debug: -1,
  };
}

const byte: IntType = { kind: 'int', bits: 8 };
const bit: IntType = { kind: 'int', bits: 1 };

/** `acquire` says whether the object is still to be made, by the guard's first byte; `release` sets that. */
function withGuards(module: IrModule, fn: IrFunction): IrFunction {
  let { registerCount } = fn;
  const fresh = (type: IntType): Register => ({ kind: 'register', index: registerCount++, type });
  const blocks = mapEach(fn.blocks, (block) => {
    const instructions = block.instructions.flatMap((i) => (i.op === 'call' ? guarded(module, i, fresh) : [i]));
    const isSame = instructions.every((i, n) => i === block.instructions[n]);
    return isSame ? block : { ...block, instructions };
  });
  return blocks === fn.blocks ? fn : { ...fn, blocks, registerCount };
}

function guarded(module: IrModule, i: Call, fresh: (type: IntType) => Register): readonly Instruction[] {
  const name = directCallee(module, i.callee);
  if (name === undefined || !name.startsWith('__cxa_guard_')) return [i];
  const [address] = i.arguments;
  const hasBody = (module.functions.get(name)?.blocks.length ?? 0) > 0;
  if (hasBody || address?.type.kind !== 'pointer') return [i];
  const common = { id: unnumbered, debug: i.debug };
  const access = { ...common, address, volatile: false, align: 1 } as const;
  if (name === '__cxa_guard_release' && i.result === undefined) {
    const store: Store = { op: 'store', ...access, value: number(byte, 1n), ordering: 'release' };
    return [store];
  }
  // Nothing was made, and nothing says so: the next one tries again.
  if (name === '__cxa_guard_abort' && i.result === undefined) return [];
  if (name !== '__cxa_guard_acquire' || i.result?.type.kind !== 'int') return [i];
  const [state, isOpen] = [fresh(byte), fresh(bit)];
  const load: Load = { op: 'load', ...access, ordering: 'acquire', result: state };
  return [
    load,
    { op: 'icmp', ...common, predicate: 'eq', left: state, right: number(byte, 0n), result: isOpen },
    { op: 'zext', ...common, value: isOpen, flags: 0, result: i.result },
  ];
}

function number(type: IntType, value: bigint): Operand {
  return { kind: 'int', type, value };
}
