// What every encoding makes of a program: one Boolean for each thing that may happen, the constraints on it, and the
// execution that a model of it describes.

import type { Property } from '../../findings/finding.js';
import type { Outcome } from '../../machine/outcome.js';
import type { ContextId } from '../../model/program.js';
import type { Model } from '../../solve/query.js';
import type { Term } from '../../solve/term.js';
import type { Counterexample } from './counterexample.js';

/**
 * The execution that a model describes; or, where the encoding admits more than there is, conditions that no execution
 * satisfies together.
 */
export type Concretisation =
  | { readonly kind: 'execution'; readonly counterexample: Counterexample }
  | { readonly kind: 'spurious'; readonly core: readonly Term[] };

export interface ReachabilityQuestion {
  /** As the observer of executions names what happens. */
  readonly key: string;
  readonly property: Property | 'undefined-behaviour';
  readonly happens: Term;
  concretise(model: Model): Concretisation;
}

/** What the answers do not cover. */
export interface UncoveredQuestion {
  readonly why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>;
  readonly happens: Term;
  concretise?: ReachabilityQuestion['concretise'];
}

export interface Formula {
  /** What must be asserted before a question about the term is asked, and was not given before. */
  needed(term: Term): readonly Term[];
  readonly questions: readonly ReachabilityQuestion[];
  readonly uncovered: readonly UncoveredQuestion[];
  /** ISRs that start in some execution, as far as the encoding knows. */
  readonly started: ReadonlySet<ContextId>;
  readonly counts: Readonly<Record<string, number>>;
  /** Every model is an execution; one that is none is a bug of ours. */
  readonly isExact: boolean;
}
