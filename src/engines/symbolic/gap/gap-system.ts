// What the `gap` encoding is given, and what it makes of a program.

import type { WriteEffect } from '../../../findings/history.js';
import type { Sites } from '../../../findings/sites.js';
import type { Outcome } from '../../../machine/outcome.js';
import type { State } from '../../../machine/state.js';
import type { Context, ContextId } from '../../../model/program.js';
import type { Term } from '../../../solve/term.js';
import type { Constraints } from './constraints.js';
import type { Goal } from './goals.js';
import type { InstanceVariant } from './variant.js';

export interface UncoveredPath {
  readonly why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>;
  readonly guard: Term;
  readonly within: InstanceVariant | undefined;
}

/** An end of the whole execution. */
export interface ExecutionEnd {
  readonly guard: Term;
  readonly state: State;
  readonly within: InstanceVariant | undefined;
}

export interface GapSystem {
  readonly executionEnds: readonly ExecutionEnd[];
  readonly constraints: Constraints;
  readonly goals: readonly Goal[];
  readonly uncovered: readonly UncoveredPath[];
  readonly started: ReadonlySet<ContextId>;
  /** Some instance of the ISR runs and returns. */
  readonly returns: ReadonlyMap<ContextId, Term>;
  readonly someStart: Term;
  readonly counts: Readonly<Record<'gaps' | 'instances' | 'variants' | 'starts', number>>;
}

export interface GapOptions {
  readonly arrivals: number;
  readonly effect: WriteEffect;
  /** Patterns and races are looked for, not just failures. */
  readonly watches: boolean;
  readonly sites: Sites;
  readonly feasible: (conditions: readonly Term[]) => boolean;
  readonly checkLimits: () => void;
  /** Those that may start; all of them, if nothing is said. */
  readonly isrs?: readonly Context[];
  /**
   * As in Rival and Mauborgne (2007): states in which different instances have run so far are not joined, and instances
   * are unrolled for each of those sets apart. More of them, but what each of them starts with is often constant then,
   * wherever it starts.
   */
  readonly tracePartitioning?: boolean;
}
