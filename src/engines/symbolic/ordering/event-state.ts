// The states of an instance that is unrolled into events, each with what is known of its next step.

import type { InstructionId } from '../../../ir/instruction.js';
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
  /** The atomic section that it belongs to. */
  readonly section?: SectionProgress;
}

/** An atomic section, which is one step. What it reads of a location is the same on all of its paths. */
export interface AtomicSection {
  readonly step: number;
  readonly guard: Term;
  /** What it begins with. */
  readonly begin: InstructionId | undefined;
  /** By location. */
  readonly read: Map<number, Term>;
}

/** A state inside of a section. */
export interface SectionProgress {
  readonly section: AtomicSection;
  /** Locations whose contents are in its memory, since it has read or written them. */
  readonly held: ReadonlyMap<number, ObjectExtent>;
  readonly written: ReadonlySet<number>;
}
