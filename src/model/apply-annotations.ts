// Annotations that change what a program does, put into its code: a function annotated `preempt.monitor` closes the
// global mask on entry and restores it before it returns; a handler annotated `preempt.nested` opens the mask that its
// entry closed, as does a handler of AVR with the attribute `interrupt`; a variable annotated `preempt.register` and
// accessed as volatile has no content of its own. After that no analysis and no engine needs to know of them.

import { type Call, type Instruction, unnumbered } from '../ir/instruction.js';
import type { Block, GlobalVariable, IrFunction, IrModule } from '../ir/module.js';
import { numberInstructions } from '../ir/number-instructions.js';
import type { FunctionType, IntType } from '../ir/type.js';
import type { Operand, Register } from '../ir/value.js';
import { annotationsOf, globalOf } from './annotations.js';
import type { Platform } from './platform.js';

/** The module itself when there is nothing to do. */
export function applyAnnotations(module: IrModule, platform: Platform): IrModule {
  const annotations = annotationsOf(module);
  const annotated = (text: string): ReadonlySet<string> =>
    new Set(annotations.filter((a) => a.text === text).map((a) => a.symbol));
  const monitors = annotated('preempt.monitor');
  // Elsewhere a handler never finds the mask closed on its entry.
  const nested = platform.nesting.kind === 'masked' ? annotated('preempt.nested') : new Set<string>();
  const registers = annotated('preempt.register');
  const opening = platform.nesting.kind === 'masked' ? openingHandlers(module) : new Set<string>();
  if (monitors.size + nested.size + opening.size + registers.size === 0) return module;

  const functions = new Map(module.functions);
  for (const fn of module.functions.values()) {
    if (fn.blocks.length === 0) continue;
    if (monitors.has(fn.name)) functions.set(fn.name, masked(fn));
    if (opening.has(fn.name)) functions.set(fn.name, { ...fn, blocks: withFirst(fn, sei(fn)) });
    else if (nested.has(fn.name)) functions.set(fn.name, opened(fn));
  }
  if (!functions.has(setMask)) functions.set(setMask, declaration);
  return numberInstructions({ ...module, functions, globals: withoutContent(module, registers) });
}

/** `ISR_NOBLOCK`: a handler with avr-gcc's attribute `interrupt` begins with `sei`; with `signal` alone it does not. */
function openingHandlers(module: IrModule): ReadonlySet<string> {
  if (!module.triple.startsWith('avr')) return new Set();
  return new Set(
    [...module.functions.values()]
      .filter((fn) => fn.attributes.has('interrupt') || fn.callingConvention === 'avr_intrcc')
      .map((fn) => fn.name),
  );
}

const setMask = 'preempt_set_global_mask';
const i32: IntType = { kind: 'int', bits: 32 };
const setMaskType: FunctionType = { kind: 'function', returns: i32, parameters: [i32], variadic: false };

const declaration: IrFunction = {
  name: setMask,
  sourceName: setMask,
  unit: 0,
  linkage: 'external',
  type: setMaskType,
  addressSpace: 0,
  attributes: new Map(),
  parameters: [{ kind: 'register', index: 0, type: i32 }],
  registerCount: 1,
  blocks: [],
  debug: -1,
  problems: [],
};

function masked(fn: IrFunction): IrFunction {
  const before: Register = { kind: 'register', index: fn.registerCount, type: i32 };
  const unused: Register = { kind: 'register', index: fn.registerCount + 1, type: i32 };
  const blocks = fn.blocks.map((block): Block => {
    const last = block.instructions.at(-1);
    if (last?.op !== 'ret') return block;
    return { ...block, instructions: [...block.instructions.slice(0, -1), call(unused, before, last.debug), last] };
  });
  return atEntry({ ...fn, blocks, registerCount: fn.registerCount + 2 }, before, 1n);
}

function opened(fn: IrFunction): IrFunction {
  const unused: Register = { kind: 'register', index: fn.registerCount, type: i32 };
  return atEntry({ ...fn, registerCount: fn.registerCount + 1 }, unused, 0n);
}

function atEntry(fn: IrFunction, result: Register, value: bigint): IrFunction {
  return { ...fn, blocks: withFirst(fn, call(result, { kind: 'int', type: i32, value }, placeOf(fn))) };
}

function withFirst(fn: IrFunction, added: Instruction): readonly Block[] {
  const [entry, ...others] = fn.blocks as [Block, ...Block[]];
  return [{ ...entry, instructions: [added, ...entry.instructions] }, ...others];
}

function placeOf(fn: IrFunction): number {
  return fn.blocks[0]!.instructions.find((i) => i.debug !== -1)?.debug ?? -1;
}

/** The first instruction of the prologue. */
function sei(fn: IrFunction): Call {
  return {
    op: 'call',
    id: unnumbered,
    callee: { kind: 'assembly', text: 'sei', constraints: '~{memory}', sideEffect: true },
    arguments: [],
    functionType: { kind: 'function', returns: { kind: 'void' }, parameters: [], variadic: false },
    noReturn: false,
    debug: placeOf(fn),
  };
}

function call(result: Register, argument: Operand, debug: number): Call {
  return {
    op: 'call',
    id: unnumbered,
    callee: { kind: 'global', type: { kind: 'pointer', addressSpace: 0 }, name: setMask },
    arguments: [argument],
    functionType: setMaskType,
    noReturn: false,
    debug,
    result,
  };
}

/**
 * Device registers are variables that nothing defines; a variable that is only placed at an address keeps its content.
 */
function withoutContent(module: IrModule, names: ReadonlySet<string>): ReadonlyMap<string, GlobalVariable> {
  if (names.size === 0) return module.globals;
  const devices = volatileGlobals(module, names);
  return new Map(
    [...module.globals].map(([name, global]) => {
      if (!devices.has(name)) return [name, global];
      const { initializer: _, ...rest } = global;
      return [name, rest];
    }),
  );
}

function volatileGlobals(module: IrModule, names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (instruction: Instruction): void => {
    if (!('volatile' in instruction) || !instruction.volatile) return;
    const name = globalOf(instruction.address);
    if (name !== undefined && names.has(name)) found.add(name);
  };
  for (const fn of module.functions.values()) for (const block of fn.blocks) block.instructions.forEach(look);
  return found;
}
