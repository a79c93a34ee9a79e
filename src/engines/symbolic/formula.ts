// What every encoding makes of a program: one Boolean for each thing that may happen, the constraints on it, and the
// execution that a model of it describes.

import type { Property } from '../../findings/finding.js';
import type { Failure, Outcome } from '../../machine/outcome.js';
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
  /** Of what fails: how, in one of the executions, and in whose. */
  readonly failed?: FailedRun;
  concretise(model: Model): Concretisation;
}

export interface FailedRun {
  readonly failure: Failure;
  readonly context: ContextId;
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
  /** What is likely to be impossible, and answers many questions if it is. */
  readonly lemmas?: readonly Term[];
  /**
   * Some run of the context comes to its end, or to where the formula ends; TRUE where the encoding cannot say.
   * Of main, that the whole execution does.
   */
  returns(context: ContextId): Term;
  /** ISRs that start in some execution, as far as the encoding knows. */
  readonly started: ReadonlySet<ContextId>;
  /** That one of them starts at all. */
  readonly someStart: Term;
  readonly counts: Readonly<Record<string, number>>;
  /** Every model is an execution; one that is none is a bug of ours. */
  readonly isExact: boolean;
}
