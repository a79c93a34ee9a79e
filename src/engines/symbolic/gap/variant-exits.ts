// What an instance leaves behind when it ends.

import { PAGE_BYTES } from '../../../machine/memory/page.js';
import type { Pointer } from '../../../machine/memory/value.js';
import type { Merger } from '../../../machine/merge.js';
import type { State } from '../../../machine/state.js';
import { operandsOf } from '../../../solve/substitute.js';
import type { Term, Terms } from '../../../solve/term.js';
import type { FootprintCell } from './footprint-cells.js';
import { type InstanceVariant, isPointed, type Pointed, type VariantExit } from './variant.js';

/** Terms of an instance's outputs up to which they are written down for each gap. */
const SMALL = 500;

/** What it leaves in memory that is not as it was. */
export function changesOf(
  merger: Merger,
  variant: InstanceVariant,
  from: State,
): Pick<VariantExit, 'changes' | 'freed'> {
  const { memory: before } = variant.initial;
  const changes: (FootprintCell & { readonly value: Term | Pointed })[] = [];
  const freed: number[] = [];
  for (const object of [...Array(before.staticCount).keys(), ...before.dynamicObjects()]) {
    const [x, y] = [before.entry(object)!, from.memory.entry(object)];
    if (y === undefined) freed.push(object);
    if (y === undefined || x === y) continue;
    for (const [n, page, original] of y.differing(x)) {
      for (const { start, size } of merger.differences(y.info, original, page, n * PAGE_BYTES)) {
        const cell = page.cells?.get(start - n * PAGE_BYTES);
        const isPointer = cell?.isPointer === true && cell.size === size;
        const value = isPointer ? { pointer: cell.value as Pointer } : from.memory.loadTerm(object, start, size);
        changes.push({ object, start, size, value });
      }
    }
  }
  return { changes, freed };
}

/** Few enough terms to write them down for each gap. */
export function isSmall(terms: Terms, exits: readonly VariantExit[]): boolean {
  const seen = new Set<Term>();
  const stack = exits.flatMap((e) => [e.guard, ...e.changes.flatMap(({ value }) => (isPointed(value) ? [] : [value]))]);
  for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
    if (seen.has(term)) continue;
    seen.add(term);
    if (seen.size > SMALL) return false;
    stack.push(...operandsOf(terms, term));
  }
  return true;
}
