// Decides which of several symbols with one name stays, as a linker for ELF does: strong before common before weak
// before declarations, the first among equals; commons merge to the largest. Conflicts and mismatches are reported.

import { type Diagnostic, errorAt, warningAt } from '../../base/diagnostic.js';
import type { DataLayout } from '../layout.js';
import type { IrModule } from '../module.js';
import type { FunctionType, Type } from '../type.js';
import { describePlace, fileOf, type LinkSymbol, placeOf, Strength, strengthOf } from './link-symbol.js';

/** The one of `group` (not empty, in module order) that stays, possibly with facts merged in from the others. */
export function resolve(
  group: readonly LinkSymbol[],
  modules: readonly IrModule[],
  diagnostics: Diagnostic[],
): LinkSymbol {
  const [first, ...others] = group as readonly [LinkSymbol, ...LinkSymbol[]];
  if (others.length === 0) return first;
  let winner = first;
  for (const symbol of others) {
    const isStrong = strengthOf(symbol) === Strength.strong;
    if (isStrong && strengthOf(winner) === Strength.strong) diagnostics.push(conflict(winner, symbol, modules));
    else if (isBetter(symbol, winner)) winner = symbol;
  }
  const layout = (modules[0] as IrModule).layout;
  for (const symbol of group) {
    const reason = symbol === winner ? undefined : mismatch(symbol, winner, layout);
    if (reason === undefined || strengthOf(symbol) === Strength.strong) continue;
    const [here, there] = [describePlace(symbol, modules), describePlace(winner, modules)];
    const message = `'${symbol.name}' is ${reason.here} in ${here}, but ${reason.there} in ${there}`;
    diagnostics.push(warningAt('link-type-mismatch', message, placeOf(symbol, modules)));
    break;
  }
  return merge(winner, group, layout);
}

function conflict(first: LinkSymbol, second: LinkSymbol, modules: readonly IrModule[]): Diagnostic {
  const [one, other] = [describePlace(first, modules), describePlace(second, modules)];
  const message =
    one === other
      ? `'${first.name}' is defined in ${one}, which is part of both ${fileOf(first, modules)} and ${fileOf(second, modules)}`
      : `'${first.name}' is defined twice: in ${one} and in ${other}`;
  return errorAt('link-duplicate-definition', message, placeOf(second, modules));
}

function isBetter(symbol: LinkSymbol, than: LinkSymbol): boolean {
  const [a, b] = [strengthOf(symbol), strengthOf(than)];
  if (a !== b) return a > b;
  return a === Strength.declaration && knowledge(symbol) > knowledge(than);
}

/** How much a declaration tells: a prototype or a complete type, debug information. */
function knowledge(symbol: LinkSymbol): number {
  switch (symbol.kind) {
    case 'alias':
      return 0;
    case 'function':
      return (isUnprototyped(symbol.value.type) ? 0 : 2) + (symbol.value.debug >= 0 ? 1 : 0);
    case 'variable':
      return (isComplete(symbol.value.type) ? 2 : 0) + (symbol.value.debug >= 0 ? 1 : 0);
  }
}

/** Commons take the largest size and alignment; a symbol that some module needs for certain is not `extern_weak`. */
function merge(winner: LinkSymbol, group: readonly LinkSymbol[], layout: DataLayout): LinkSymbol {
  if (winner.value.linkage === 'extern_weak' && strengthOf(winner) === Strength.declaration) {
    const isNeeded = group.some((symbol) => symbol.value.linkage !== 'extern_weak');
    if (!isNeeded || winner.kind === 'alias') return winner;
    if (winner.kind === 'function') return { ...winner, value: { ...winner.value, linkage: 'external' } };
    return { ...winner, value: { ...winner.value, linkage: 'external' } };
  }
  if (winner.kind !== 'variable' || strengthOf(winner) !== Strength.common) return winner;
  let largest = winner;
  let align = winner.value.align;
  for (const symbol of group) {
    if (symbol.kind !== 'variable' || strengthOf(symbol) !== Strength.common) continue;
    align = Math.max(align, symbol.value.align);
    if (layout.allocationSize(symbol.value.type) > layout.allocationSize(largest.value.type)) largest = symbol;
  }
  return { ...largest, value: { ...largest.value, align } };
}

interface Mismatch {
  readonly here: string;
  readonly there: string;
}

/** How a symbol contradicts the one that stays, in a way that matters to a program that uses both. */
function mismatch(symbol: LinkSymbol, winner: LinkSymbol, layout: DataLayout): Mismatch | undefined {
  if (symbol.kind === 'alias' || winner.kind === 'alias') return undefined;
  if (symbol.kind === 'function') {
    if (winner.kind !== 'function') return { here: 'a function', there: 'a variable' };
    if (sameSignature(symbol.value.type, winner.value.type)) return undefined;
    return { here: `'${signature(symbol.value.type)}'`, there: `'${signature(winner.value.type)}'` };
  }
  if (winner.kind !== 'variable') return { here: 'a variable', there: 'a function' };
  if (strengthOf(symbol) === Strength.common && strengthOf(winner) === Strength.common) return undefined;
  if (!isComplete(symbol.value.type) || !isComplete(winner.value.type)) return undefined;
  const [size, kept] = [layout.allocationSize(symbol.value.type), layout.allocationSize(winner.value.type)];
  return size === kept ? undefined : { here: `${size} bytes`, there: `${kept} bytes` };
}

/** `void f()`, which says nothing about parameters; clang writes it as variadic without fixed ones. */
function isUnprototyped(type: FunctionType): boolean {
  return type.variadic && type.parameters.length === 0;
}

function sameSignature(a: FunctionType, b: FunctionType): boolean {
  if (!sameShape(a.returns, b.returns)) return false;
  if (isUnprototyped(a) || isUnprototyped(b)) return true;
  return a.variadic === b.variadic && sameShapes(a.parameters, b.parameters);
}

/** Equal but for the names of structs, which two modules may number differently. */
function sameShape(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'void':
      return b.kind === 'void';
    case 'int':
      return b.kind === 'int' && a.bits === b.bits;
    case 'float':
      return b.kind === 'float' && a.format === b.format;
    case 'pointer':
      return b.kind === 'pointer' && a.addressSpace === b.addressSpace;
    case 'array':
      return b.kind === 'array' && a.length === b.length && sameShape(a.element, b.element);
    case 'vector':
      return (
        b.kind === 'vector' && a.length === b.length && a.scalable === b.scalable && sameShape(a.element, b.element)
      );
    case 'struct':
      if (b.kind !== 'struct') return false;
      if (a.fields === undefined || b.fields === undefined) return true;
      return a.packed === b.packed && sameShapes(a.fields, b.fields);
    case 'function':
      return b.kind === 'function' && sameSignature(a, b);
    default:
      return b.kind === a.kind && b.text === a.text;
  }
}

function sameShapes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, i) => sameShape(type, b[i] as Type));
}

/** False for `extern int a[];` and `extern struct unknown s;`. */
function isComplete(type: Type): boolean {
  if (type.kind === 'array') return type.length > 0 && isComplete(type.element);
  return (
    type.kind !== 'struct' || (type.fields?.every((field) => field.kind === 'array' || isComplete(field)) ?? false)
  );
}

/** As in LLVM, without names: `i32 (ptr, i8)`. */
function signature({ returns, parameters, variadic }: FunctionType): string {
  const list = [...parameters.map(brief), ...(variadic ? ['...'] : [])];
  return `${brief(returns)} (${list.join(', ')})`;
}

function brief(type: Type): string {
  switch (type.kind) {
    case 'int':
      return `i${type.bits}`;
    case 'float':
      return type.format;
    case 'pointer':
      return 'ptr';
    case 'struct':
      return type.name ?? 'struct';
    default:
      return type.kind;
  }
}
