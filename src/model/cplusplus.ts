// What C++ needs beyond C before anything is analysed: functions under the names that people know them by, and the
// operators `new` and `delete`, which are the heap's functions where the program brings none of its own.

import type { Call } from '../ir/instruction.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import { numberInstructions } from '../ir/number-instructions.js';
import { mapEach } from '../ir/operand.js';
import { directCallee } from './known-calls.js';

/** The module itself where nothing is C++. */
export function readCplusplus(module: IrModule): IrModule {
  if (![...module.functions.keys()].some((name) => name.startsWith('_Z'))) return module;
  const functions = new Map(module.functions);
  const called = new Set<string>();
  for (const [name, fn] of functions) {
    const sourceName = name.startsWith('_Z') ? readableName(module, fn) : fn.sourceName;
    const blocks = mapEach(fn.blocks, (block) => {
      const instructions = mapEach(block.instructions, (i) => (i.op === 'call' ? onHeap(module, i, called) : i));
      return instructions === block.instructions ? block : { ...block, instructions };
    });
    if (blocks !== fn.blocks || sourceName !== fn.sourceName) functions.set(name, { ...fn, sourceName, blocks });
  }
  const model = [...functions.values()][0]!;
  for (const name of called) if (!functions.has(name)) functions.set(name, declaration(model, name));
  return numberInstructions({ ...module, functions });
}

/** `_ZN4Ring3putEh` → `Ring::put`; where templates are in the way, what the source calls it. */
function readableName(module: IrModule, fn: IrFunction): string {
  const parts = pathIn(fn.name);
  return parts?.join('::') ?? module.units[fn.unit]?.debug.subprogram(fn.debug)?.name ?? fn.name;
}

function pathIn(mangled: string): readonly string[] | undefined {
  const isNested = /^_ZN[rVK]*/.exec(mangled);
  let at = isNested?.[0].length ?? 2;
  const parts: string[] = [];
  for (;;) {
    const length = /^\d+/.exec(mangled.slice(at))?.[0];
    if (length === undefined) break;
    at += length.length;
    parts.push(mangled.slice(at, at + Number(length)));
    at += Number(length);
    if (isNested === null) return mangled[at] === 'I' ? undefined : parts;
  }
  const [ending] = /^[CD][0-3]/.exec(mangled.slice(at)) ?? [];
  const last = parts.at(-1);
  if (ending !== undefined && last !== undefined) {
    parts.push(ending.startsWith('D') ? `~${last}` : last);
    at += 2;
  }
  return parts.length > 0 && mangled[at] === 'E' ? parts : undefined;
}

const isNew = (name: string): boolean => /^_Zn[wa][jmty](?:RKSt9nothrow_t)?$/.test(name);
const isDelete = (name: string): boolean => /^_Zd[la]Pv[jmty]?(?:RKSt9nothrow_t)?$/.test(name);

function onHeap(module: IrModule, i: Call, called: Set<string>): Call {
  const name = directCallee(module, i.callee);
  if (name === undefined || !/^_Z[nd]/.test(name) || (module.functions.get(name)?.blocks.length ?? 0) > 0) return i;
  const [first] = i.arguments;
  const heap = isNew(name) ? 'malloc' : isDelete(name) ? 'free' : undefined;
  if (heap === undefined || first === undefined || i.callee.kind === 'assembly') return i;
  called.add(heap);
  const functionType = { ...i.functionType, parameters: i.functionType.parameters.slice(0, 1) };
  return { ...i, callee: { kind: 'global', type: i.callee.type, name: heap }, arguments: [first], functionType };
}

function declaration(model: IrFunction, name: string): IrFunction {
  return {
    name,
    sourceName: name,
    unit: 0,
    linkage: 'external',
    type: { kind: 'function', returns: { kind: 'void' }, parameters: [], variadic: false },
    addressSpace: model.addressSpace,
    attributes: new Map(),
    parameters: [],
    registerCount: 0,
    blocks: [],
    debug: -1,
    problems: [],
  };
}
