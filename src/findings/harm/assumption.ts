// A witness with something assumed that its execution left open.

import type { Witness } from './witness.js';

export interface Assumption {
  /** With the variable at that value. */
  readonly witness: Witness;
  /** `with ticks at 255`; absent where nothing is assumed. */
  readonly text?: string | undefined;
}
