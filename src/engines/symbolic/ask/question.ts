// What the solver is asked, whatever the encoding: one Boolean for each thing that may happen, and how a model of it becomes a story.

import type { Property } from '../../../findings/finding.js';
import type { Outcome } from '../../../machine/event.js';
import type { ContextId } from '../../../model/program.js';
import type { Model } from '../../../solve/query.js';
import type { Term } from '../../../solve/term.js';
import type { Story } from './counterexample.js';

export interface Question {
  /** As the observer of executions names what happens. */
  readonly key: string;
  readonly property: Property | 'undefined-behaviour';
  readonly happens: Term;
  /** The execution that a model describes; or, where the encoding admits more than there is, conditions that no execution satisfies together. */
  tell(
    model: Model,
  ): { readonly kind: 'story'; readonly story: Story } | { readonly kind: 'none'; readonly core: readonly Term[] };
}

/** What the answers do not cover. */
export interface Uncovered {
  readonly why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>;
  readonly happens: Term;
  tell?: Question['tell'];
}

export interface Formula {
  /** What must be asserted before a question about the term is asked, and was not given before. */
  needed(term: Term): readonly Term[];
  readonly questions: readonly Question[];
  readonly uncovered: readonly Uncovered[];
  /** ISRs that start in some execution, as far as the encoding knows. */
  readonly started: ReadonlySet<ContextId>;
  readonly counts: Readonly<Record<string, number>>;
  /** May a model have no execution? Else that is a bug of ours. */
  readonly isExact: boolean;
}
