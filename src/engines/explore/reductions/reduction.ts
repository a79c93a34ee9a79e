// A reduction is a policy: which ISRs start right before a step. It is a value: what one has seen of its path is part
// of it, and of the state; `started` and `stepped` give the reduction for the path that goes on. `exhaustive` and
// `reduced` find the same, and remember nothing.

import type { Event } from '../../../machine/event.js';
import type { Peeked } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import type { ContextId } from '../../../model/program.js';
import type { PaperName } from './paper/strategy.js';

export type ReductionName = 'exhaustive' | 'reduced' | DporName | PaperName;
/** With states that were seen before left out, or without comparing any. */
export type DporName = 'dpor' | 'dpor:stateless';

export function isDporName(reduction: string): reduction is DporName {
  return reduction === 'dpor' || reduction === 'dpor:stateless';
}

export abstract class Reduction {
  /**
   * Every state is compared with those seen before, not only those where an ISR may start: states are counted as the
   * papers do.
   */
  readonly comparesAll: boolean = false;
  /** What it does not start before a step it starts before a later one or at the end. */
  readonly postpones: boolean = false;
  /** Of those that may start, the ISRs to start right before `next`, or when nothing is left to do. */
  abstract choose(state: State, next: Peeked | undefined, startable: readonly ContextId[]): readonly ContextId[];

  /** Equal for reductions that choose alike from here on. */
  get key(): string {
    return '';
  }

  /** Is the machine at a state that counts, where ISRs may start? */
  stopsAt(_next: Peeked): boolean {
    return true;
  }

  /** Behind the start of an ISR, which is still to be made. */
  started(_state: State, _isr: ContextId): Reduction {
    return this;
  }

  /** Behind a step. */
  stepped(_state: State, _done: Peeked, _events: readonly Event[]): Reduction {
    return this;
  }
}
