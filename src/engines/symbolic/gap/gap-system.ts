// What the `gap` encoding is given, and what it makes of a program.

import type { Effect } from '../../../findings/history.js';
import type { Sites } from '../../../findings/sites.js';
import type { Outcome } from '../../../machine/event.js';
import type { State } from '../../../machine/state.js';
import type { Context, ContextId } from '../../../model/program.js';
import type { Term } from '../../../solve/term.js';
import type { Goal } from '../ask/goals.js';
import type { Constraints } from './constraints.js';
import type { Variant, Where } from './variant.js';

export interface Uncovered {
  readonly why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>;
  readonly guard: Term;
  readonly within: Variant | undefined;
}

/** An end of the whole execution. */
export interface Ending {
  readonly guard: Term;
  readonly state: State;
  readonly within: Variant | undefined;
}

export interface GapSystem {
  readonly endings: readonly Ending[];
  readonly constraints: Constraints;
  readonly goals: readonly Goal<Where>[];
  readonly uncovered: readonly Uncovered[];
  readonly started: ReadonlySet<ContextId>;
  readonly counts: Readonly<Record<'gaps' | 'instances' | 'variants' | 'starts', number>>;
}

export interface GapOptions {
  readonly arrivals: number;
  readonly effect: Effect;
  /** Patterns and races are looked for, not just failures. */
  readonly watches: boolean;
  readonly sites: Sites;
  readonly feasible: (conditions: readonly Term[]) => boolean;
  readonly checkLimits: () => void;
  /** Those that may start; all of them, if nothing is said. */
  readonly isrs?: readonly Context[];
  /**
   * States in which different instances have run so far are not joined, and instances are unrolled for each of those sets apart. More of them, but
   * what each of them starts with is often constant then, wherever it starts.
   */
  readonly staysApart?: boolean;
}
