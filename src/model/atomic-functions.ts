// Functions that are atomic as a whole: what SV-COMP says of names that begin with `__VERIFIER_atomic_`. Their bodies
// become atomic sections, begun at the entry and ended before each return, so that no analysis and no engine needs to
// know of them.

import { type Call, unnumbered } from '../ir/instruction.js';
import type { Block, IrFunction, IrModule } from '../ir/module.js';
import { numberInstructions } from '../ir/number-instructions.js';
import type { FunctionType } from '../ir/type.js';

const prefix = '__VERIFIER_atomic_';
const begin = 'preempt_atomic_begin';
const end = 'preempt_atomic_end';

/** The module itself where there are none. */
export function withAtomicFunctions(module: IrModule): IrModule {
  const atomic = [...module.functions].filter(([, fn]) => isAtomic(fn));
  if (atomic.length === 0) return module;
  const functions = new Map(module.functions);
  const model = atomic[0]![1];
  for (const name of [begin, end]) if (!functions.has(name)) functions.set(name, declaration(name, model));
  for (const [name, fn] of atomic) functions.set(name, asSection(fn));
  return numberInstructions({ ...module, functions });
}

/** A body of `__VERIFIER_atomic_begin` itself means nothing: its name does. */
function isAtomic({ sourceName, blocks }: IrFunction): boolean {
  return sourceName.startsWith(prefix) && blocks.length > 0 && !/^(?:begin|end)$/.test(sourceName.slice(prefix.length));
}

function asSection(fn: IrFunction): IrFunction {
  const blocks = fn.blocks.map((block, n): Block => {
    const { instructions } = block;
    const last = instructions.at(-1)!;
    const first = n === 0 ? [call(begin, fn, instructions.find((i) => i.debug !== -1)?.debug ?? -1)] : [];
    if (last.op !== 'ret') return n === 0 ? { ...block, instructions: [...first, ...instructions] } : block;
    return { ...block, instructions: [...first, ...instructions.slice(0, -1), call(end, fn, last.debug), last] };
  });
  return { ...fn, blocks };
}

const nothing: FunctionType = { kind: 'function', returns: { kind: 'void' }, parameters: [], variadic: false };

function call(name: string, { addressSpace }: IrFunction, debug: number): Call {
  return {
    op: 'call',
    id: unnumbered,
    callee: { kind: 'global', type: { kind: 'pointer', addressSpace }, name },
    arguments: [],
    functionType: nothing,
    noReturn: false,
    debug,
  };
}

function declaration(name: string, { unit, addressSpace }: IrFunction): IrFunction {
  return {
    name,
    sourceName: name,
    unit,
    linkage: 'external',
    type: nothing,
    addressSpace,
    attributes: new Map(),
    parameters: [],
    registerCount: 0,
    blocks: [],
    debug: -1,
    problems: [],
  };
}
