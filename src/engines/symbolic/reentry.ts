// No encoding has an ISR that is entered again while it runs: each runs once at a time, and whatever is found so is
// real. That something is missing is said wherever it may be.

import type { Program } from '../../model/program.js';

/** What is not encoded; undefined: nothing. One arrival is none within another. */
export function missingReentry({ contexts }: Program, arrivals: number): string | undefined {
  const isr = arrivals > 1 ? contexts.find((c) => c.kind === 'isr' && c.multiple === true) : undefined;
  return isr && `that ${isr.name} is entered again while it runs`;
}
