// What the linker sees of a module: named things with a strength, and where they stand in the source.

import type { Place } from '../../base/diagnostic.js';
import type { Alias, GlobalVariable, IrFunction, IrModule, Linkage } from '../module.js';

export type LinkSymbol = { readonly name: string; readonly module: number } & (
  | { readonly kind: 'variable'; readonly value: GlobalVariable }
  | { readonly kind: 'function'; readonly value: IrFunction }
  | { readonly kind: 'alias'; readonly value: Alias }
);

export function symbolsOf(module: IrModule, position: number): readonly LinkSymbol[] {
  const symbols: LinkSymbol[] = [];
  for (const [name, value] of module.globals) symbols.push({ kind: 'variable', name, module: position, value });
  for (const [name, value] of module.functions) symbols.push({ kind: 'function', name, module: position, value });
  for (const [name, value] of module.aliases) symbols.push({ kind: 'alias', name, module: position, value });
  return symbols;
}

/** Other modules cannot mean it by its name. */
export function isLocal(linkage: Linkage): boolean {
  return linkage === 'internal' || linkage === 'private';
}

/** Of two symbols with one name, the stronger one stays; two of strength `strong` are a conflict. */
export const Strength = { declaration: 0, availableElsewhere: 1, weak: 2, common: 3, strong: 4 } as const;

export function strengthOf(symbol: LinkSymbol): number {
  if (!isDefinition(symbol)) return Strength.declaration;
  switch (symbol.value.linkage) {
    case 'available_externally':
      return Strength.availableElsewhere;
    case 'weak':
    case 'weak_odr':
    case 'linkonce':
    case 'linkonce_odr':
    case 'extern_weak':
      return Strength.weak;
    case 'common':
      return Strength.common;
    default:
      return Strength.strong;
  }
}

function isDefinition(symbol: LinkSymbol): boolean {
  switch (symbol.kind) {
    case 'alias':
      return true;
    case 'variable':
      return symbol.value.initializer !== undefined;
    case 'function':
      return symbol.value.blocks.length > 0 || symbol.value.problems.length > 0;
  }
}

/** From debug information, else the file as a whole. */
export function placeOf(symbol: LinkSymbol, modules: readonly IrModule[]): Place {
  const unit = modules[symbol.module]?.units[symbol.value.unit];
  const known =
    symbol.kind === 'variable'
      ? unit?.debug.globalVariable(symbol.value.debug)?.place
      : symbol.kind === 'function'
        ? unit?.debug.subprogram(symbol.value.debug)?.place
        : undefined;
  return known ?? { file: fileOf(symbol, modules), line: 0, column: 0 };
}

export function fileOf(symbol: LinkSymbol, modules: readonly IrModule[]): string {
  return modules[symbol.module]?.units[symbol.value.unit]?.file ?? '';
}

/**
 * `main.c:12`: the file as the user named it when the symbol stands in it, else (a header) as debug information does.
 */
export function describePlace(symbol: LinkSymbol, modules: readonly IrModule[]): string {
  const place = placeOf(symbol, modules);
  const given = fileOf(symbol, modules).replace(/^(\.\/)+/, '');
  const file = place.file === given || place.file.endsWith(`/${given}`) ? given : place.file;
  return place.line === 0 ? file : `${file}:${place.line}`;
}
