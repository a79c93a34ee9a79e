// OccurrencePoint two accesses to one object meet.

import type { PeekedAccess } from '../../../machine/peek.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import type { GuardedAccess } from './symbolic-tables.js';

export interface Overlap {
  /** Offsets in the object; `to` is behind the last. */
  readonly from: number;
  readonly to: number;
  readonly condition: Term;
}

/** The common bytes of two accesses to one object; at an arbitrary offset, each way in which they may overlap. */
export function overlaps(terms: Terms, mine: PeekedAccess, other: GuardedAccess): readonly Overlap[] {
  const common = (offset: number, size: number) => ({
    from: Math.max(offset, other.offset),
    to: Math.min(offset + size, other.offset + other.size),
  });
  if (mine.arbitrary === undefined) {
    const { from, to } = common(mine.offset, mine.size);
    return from < to ? [{ from, to, condition: TRUE }] : [];
  }
  const { offset, size } = mine.arbitrary;
  const found: Overlap[] = [];
  for (let at = Math.max(0, other.offset - size + 1); at < other.offset + other.size; at++) {
    const condition = terms.eq(offset, terms.constant(terms.width(offset), at));
    if (condition !== FALSE) found.push({ ...common(at, size), condition });
  }
  return found;
}
