// Where a unit keeps a handler out, does something and lets it in again, the door was opened on purpose: two accesses
// on both sides of it do not belong together just by being made by one call, or by the later one reading what the
// earlier one wrote. A value that is carried over from one side to the other still relates them, and so does a write
// behind a read of the same call: it may lose what came in between. A unit that sleeps lets in whoever wakes it, too:
// what it reads then is what the handler has made of what it wrote before. docs/findings.md, harm

import type { Machine } from '../../machine/machine.js';
import type { State } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';

/** Was the ISR that came in between kept out of o1, and of o3, by masks, flags or a ceiling? */
export interface KeptOutOf {
  readonly first: boolean;
  readonly third: boolean;
  /** Has the unit waited for an interrupt between the two? */
  readonly slept: boolean;
  /** Has it left a loop between the two that waits for what this ISR writes? */
  readonly waited: boolean;
}

/** What is on both sides of the preemption. */
interface Around {
  readonly o1: { readonly operation: 'R' | 'W' };
  readonly o3: { readonly operation: 'R' | 'W' };
}

/** Would a mask, its flag or the ceiling keep the ISR out now, however often it has arrived? */
export function isKeptOut(machine: Machine, state: State, isr: ContextId): boolean {
  const obstacle = machine.obstacle(state, machine.program.contexts[isr]!, { arrivals: Number.POSITIVE_INFINITY });
  switch (obstacle?.kind) {
    case 'mask':
    case 'flag':
    case 'ceiling':
    case 'atomic':
      return true;
    default:
      return false;
  }
}

/**
 * What was written under a mask may be seen and changed once the mask is open, and what is read under a mask is read
 * anew. Two reads have to be under a mask both: of one that is not, nothing says what it is meant to see; a sleep
 * between them may be what the first one should have prevented. A loop that waits for this very ISR misses nothing:
 * what was written before it is for the ISR, and what is read behind it is what the ISR has made of it.
 */
export function isLetIn({ o1, o3 }: Around, { first, third, slept, waited }: KeptOutOf): boolean {
  if (o1.operation === 'R') return o3.operation === 'R' && ((first && third) || waited);
  return first || waited || (o3.operation === 'R' && (third || slept));
}
