// ISRs start only before steps that depend on them. Keeps every finding of the exhaustive search (docs/reductions.md).

import type { RelevantStarts } from '../../../execution/relevant-starts.js';
import type { Peeked } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import type { ContextId } from '../../../model/program.js';
import { Reduction } from './reduction.js';

export class Reduced extends Reduction {
  override readonly postpones = true;

  constructor(private readonly relevant: RelevantStarts) {
    super();
  }

  choose(state: State, next: Peeked | undefined, startable: readonly ContextId[]): readonly ContextId[] {
    return this.relevant.before(state, next, startable);
  }
}
