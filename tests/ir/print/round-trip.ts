// A module as plain data, without what a printed one does not have: debug information, the numbers of blocks, and what
// is known of assembly.

import type { Instruction } from '../../../src/ir/instruction.js';
import type { IrFunction, IrModule } from '../../../src/ir/module.js';

export function plainModule(module: IrModule): unknown {
  const labels = new Map(
    [...module.functions].map(([name, fn]) => [name, new Map(fn.blocks.map((block, n) => [block.name, n]))]),
  );
  const replace = (_: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Map) return [...value];
    if (value instanceof Uint8Array) return [...value];
    if (isKind(value, 'blockaddress'))
      return { ...value, block: labels.get(String(value.function))?.get(String(value.block)) };
    if (isKind(value, 'assembly')) return { ...value, unknown: undefined };
    // What metadata says is not printed.
    return isKind(value, 'metadata') ? { kind: value.kind } : value;
  };
  const { triple, layout, assembly } = module;
  const globals = [...module.globals.values()].map((each) => ({ ...each, unit: 0, debug: 0, sourceName: '' }));
  const aliases = [...module.aliases.values()].map((each) => ({ ...each, unit: 0 }));
  const functions = [...module.functions.values()].map(plainFunction);
  return JSON.parse(JSON.stringify({ triple, layout: layout.text, assembly, globals, aliases, functions }, replace));
}

function plainFunction(fn: IrFunction): object {
  const isReal = (i: Instruction): boolean => i.op !== 'debug-declare' && i.op !== 'debug-value';
  const blocks = fn.blocks.map(({ instructions }) =>
    instructions.filter(isReal).map((i) => ({ ...i, id: 0, debug: 0, isAssembly: undefined })),
  );
  return { ...fn, unit: 0, debug: 0, sourceName: '', blocks };
}

function isKind(value: unknown, kind: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && (value as { readonly kind?: unknown }).kind === kind;
}
