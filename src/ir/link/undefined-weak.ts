// What a linker makes of a weak name that nobody defines: its address is null, wherever it is used.

import type { Alias, GlobalVariable, IrFunction, IrModule } from '../module.js';
import { numberInstructions } from '../number-instructions.js';
import { Renamer } from './link-rename.js';

export interface WithoutWeak {
  /** The module itself where it has no such name. */
  readonly module: IrModule;
  /** As the source has them. */
  readonly names: readonly string[];
}

/** `isKnown`: some library has a function of this name, whatever the program defines. */
export function nullUndefinedWeak(module: IrModule, isKnown: (name: string) => boolean): WithoutWeak {
  const isWeak = ({ linkage }: GlobalVariable | IrFunction): boolean => linkage === 'extern_weak';
  const weak = [
    ...[...module.globals.values()].filter((g) => isWeak(g) && g.initializer === undefined),
    ...[...module.functions.values()].filter(
      (fn) => isWeak(fn) && fn.blocks.length === 0 && fn.problems.length === 0 && !isKnown(fn.name),
    ),
  ];
  if (weak.length === 0) return { module, names: [] };
  const nulls = new Set(weak.map((w) => w.name));
  const renamer = new Renamer(new Map(), nulls);
  const globals = new Map<string, GlobalVariable>();
  for (const [name, global] of module.globals) {
    if (nulls.has(name)) continue;
    const { initializer } = global;
    globals.set(name, initializer === undefined ? global : { ...global, initializer: renamer.constant(initializer) });
  }
  const functions = new Map<string, IrFunction>();
  for (const [name, fn] of module.functions)
    if (!nulls.has(name)) functions.set(name, { ...fn, blocks: renamer.body(fn) });
  const aliases = new Map<string, Alias>();
  for (const [name, alias] of module.aliases) aliases.set(name, { ...alias, target: renamer.constant(alias.target) });
  return {
    module: numberInstructions({ ...module, globals, functions, aliases }),
    names: weak.map((w) => w.sourceName).sort(),
  };
}
