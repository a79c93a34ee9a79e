// Leaves out what nothing mentions of the models that were linked: a program has only the part of a library that it
// uses. The program's own functions and variables all stay.

import { forEachGlobal } from '../mentioned-globals.js';
import type { IrModule } from '../module.js';
import { forEachOperand } from '../operand.js';

/** The module itself where it has no models. */
export function withoutUnusedModels(module: IrModule): IrModule {
  if (!module.units.some((unit) => unit.isModel || unit.isLibrary)) return module;
  const used = new Set<string>();
  const waiting: string[] = [];
  const mention = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    waiting.push(name);
  };
  const isOwn = ({ unit }: { readonly unit: number }): boolean =>
    module.units[unit]?.isModel !== true && module.units[unit]?.isLibrary !== true;
  for (const symbols of [module.globals, module.functions, module.aliases])
    for (const [name, symbol] of symbols) if (isOwn(symbol) || name.startsWith('llvm.')) mention(name);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const target = module.aliases.get(name)?.target ?? module.globals.get(name)?.initializer;
    if (target !== undefined) forEachGlobal(target, mention);
    for (const block of module.functions.get(name)?.blocks ?? [])
      for (const instruction of block.instructions)
        forEachOperand(instruction, (operand) => {
          if (operand.kind !== 'register') forEachGlobal(operand, mention);
        });
  }
  const kept = <T>(symbols: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...symbols].filter(([name]) => used.has(name)));
  return {
    ...module,
    globals: kept(module.globals),
    functions: kept(module.functions),
    aliases: kept(module.aliases),
  };
}
