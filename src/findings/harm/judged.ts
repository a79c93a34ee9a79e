// What was found out about the harm of a finding.

import type { Witness } from './witness.js';

/**
 * `isUpdate`: what o3 writes was computed from what o1 read. `latched`: where it is about a register that is a latch,
 * the execution that was judged, with what the register held.
 */
export type Harm = { readonly isUpdate?: boolean; readonly latched?: Witness } & (
  | { readonly kind: 'harmful' /** What no other order gives. */; readonly difference: string }
  | { readonly kind: 'not-shown'; readonly because: string; readonly isUnjudged?: true }
);
