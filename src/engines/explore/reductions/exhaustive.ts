// Every ISR before every visible step.

import type { Peeked } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import type { ContextId } from '../../../model/program.js';
import { Reduction } from './reduction.js';

export class Exhaustive extends Reduction {
  choose(_state: State, _next: Peeked | undefined, startable: readonly ContextId[]): readonly ContextId[] {
    return startable;
  }
}
