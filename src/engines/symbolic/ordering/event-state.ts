// The states of an instance that is unrolled into events, each with what is known of its next step.

import type { PeekedAccess } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import type { Term } from '../../../solve/term.js';
import type { GuardedState } from '../unroll/unroll.js';
import type { LocationExtent } from './locations.js';
import type { MaskComponent } from './mask-components.js';
import type { WholeAccess } from './unrolled.js';

export type EventState = GuardedState<never, PreparedStep | null>;
export type ObjectExtent = LocationExtent & { readonly object: number };

/** An operation on masks: what it reads, with the values, and the state before it. */
export interface PreparedMasks {
  readonly reads: readonly (readonly [MaskComponent, Term])[];
  readonly before: State;
}

/** What is known of the coming step, or of the access that it goes on with. */
export interface PreparedStep {
  readonly masks?: PreparedMasks;
  /** Locations that got values of their own for the step. */
  readonly havocked?: readonly ObjectExtent[];
  /** Of a step that reads and writes the same location: the state before it. */
  readonly before?: State;
  /** Of a memory copy, which is made in pieces: all that it reads and writes. */
  readonly blocks?: readonly PeekedAccess[];
  /** The access that is made in pieces. */
  readonly whole?: WholeAccess;
  /** The step that the atomic section is which it belongs to. */
  readonly section?: number;
}

/** Behind a step, before anything is known of the next one. */
export function isSameProgress(a: PreparedStep | null, b: PreparedStep | null): boolean {
  return a === b || (a?.section === b?.section && a?.whole === b?.whole);
}
