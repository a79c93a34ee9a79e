// No encoding has an ISR that is entered again while it runs: each runs once at a time, and whatever is found so is
// real. That something is missing is said wherever it may be.

import type { Program } from '../../model/program.js';
import { Inexpressible } from './ordering/locations.js';

/** What is not encoded; undefined: nothing. One arrival is none within another. */
export function missingReentry({ contexts }: Program, arrivals: number): string | undefined {
  const isr = arrivals > 1 ? contexts.find((c) => c.kind === 'isr' && c.multiple === true) : undefined;
  return isr && `that ${isr.name} is entered again while it runs`;
}

/** Who preempts whom is the same all the time, here. Throws `Inexpressible`. */
export function refuseGroups({ grouping }: Program): void {
  if (grouping !== undefined) throw new Inexpressible('that priorities of one group do not nest');
}
