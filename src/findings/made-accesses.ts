// Which of the accesses that an execution made are those of a sighting at its end. Sites alone don't tell: a wide
// variable is accessed in pieces, a copy or a loop accesses many bytes, and only some of these accesses have a byte
// in common.

import { objectOf, offsetOf } from '../machine/memory/value.js';
import type { Match } from './access-table.js';
import type { SteppedAccess } from './atomic-block.js';
import type { Sighting } from './pattern-observer.js';
import type { MadeAccess } from './shared-prefix.js';
import type { Sites } from './sites.js';

/** `isPart`: the last piece so far of an access that is interrupted half-way. */
export interface SightedAccess {
  readonly made: MadeAccess;
  readonly isPart: boolean;
}

/** In the order of the report; undefined: it was not made. The last step of `history` completed the sighting. */
export function sightedAccesses(
  sighting: Sighting,
  history: readonly MadeAccess[],
  sites: Sites,
): readonly (SightedAccess | undefined)[] {
  if (sighting.kind === 'failure' || sighting.kind === 'blocked') return [];
  if (sighting.kind === 'deadlock')
    return sighting.wait.sites.map((site) => whole(history.findLast((a) => a.site === site)));
  if (sighting.kind === 'block') {
    const { first, second, third } = sighting.match;
    return [first, second, third].map((access) => whole(madeIn(access, history)));
  }
  if (sighting.kind === 'atomicity') return tripleIn(sighting.match, history, sites).map(whole);
  const second = history.findLast((a) => a.site === sighting.second);
  if (sighting.kind === 'race') return [whole(second), undefined];
  const made = history.findLast((a) => a.site === sighting.first && second !== undefined && isAside(second, a));
  return [whole(second), made && { made, isPart: true }];
}

/** Of a block: how (2) came to be after (1), if that was another access. */
export function entryOf(sighting: Sighting, history: readonly MadeAccess[]): MadeAccess | undefined {
  if (sighting.kind !== 'block' || sighting.match.entry === sighting.match.second) return undefined;
  return madeIn(sighting.match.entry, history);
}

function madeIn({ site, step }: SteppedAccess, history: readonly MadeAccess[]): MadeAccess | undefined {
  return history.find((a) => a.site === site && a.step === step);
}

function whole(made: MadeAccess | undefined): SightedAccess | undefined {
  return made && { made, isPart: false };
}

/**
 * On the byte that completed the pattern: o1 is the unit's own access before o3, o2 one of what preempted it in
 * between.
 */
function tripleIn(
  { o1, o2, o3, byte }: Match,
  history: readonly MadeAccess[],
  sites: Sites,
): readonly (MadeAccess | undefined)[] {
  const [object, at] = [objectOf(byte), offsetOf(byte)];
  const accesses = history.filter((a) => a.object === object && a.offset <= at && at < a.offset + a.size);
  const third = accesses.findLastIndex((a) => a.site === o3);
  const last = accesses[third];
  const isOwn = (a: MadeAccess): boolean => a.thread === last?.thread && a.depth === last.depth;
  const first = accesses.findLastIndex((a, n) => n < third && a.site === o1 && isOwn(a));
  const between = accesses
    .slice(first + 1, third)
    .filter((a) => a.site === o2 && last !== undefined && isAside(a, last));
  // A write is the last one, a read saw o1's value and is the first.
  const second = sites.all[o2]?.operation === 'W' ? between.at(-1) : between[0];
  return [accesses[first], second, accesses[third]];
}

/** Is it by another thread, or by what preempted the other one? */
function isAside(a: MadeAccess, other: MadeAccess): boolean {
  return a.thread !== other.thread || a.depth > other.depth;
}
