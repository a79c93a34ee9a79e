// Functions by the names that a person gives, and, where there is none, names that may have been meant.

import type { IrFunction, IrModule } from '../ir/module.js';

/** ` (did you mean f?)`; without a name, what there is. */
export function nearby(module: IrModule, wanted: string | undefined): string {
  const names = [...module.functions.values()].filter((fn) => fn.blocks.length > 0).map((fn) => fn.sourceName);
  const close =
    wanted === undefined
      ? names.slice(0, 6)
      : names
          .filter((n) => distance(n.toLowerCase(), wanted.toLowerCase()) <= Math.max(2, wanted.length / 4))
          .slice(0, 3);
  if (close.length === 0) return '';
  return wanted === undefined
    ? ` (there are: ${close.join(', ')}${names.length > close.length ? ', …' : ''})`
    : ` (did you mean ${close.join(' or ')}?)`;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}

/** A function with a body, by its name in the module or in the source. */
export function lookUp(module: IrModule, name: string): IrFunction | undefined {
  const exact = module.functions.get(name);
  if (exact !== undefined && exact.blocks.length > 0) return exact;
  return [...module.functions.values()].find((fn) => fn.sourceName === name && fn.blocks.length > 0);
}
