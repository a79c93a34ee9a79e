// A program as symbolic events, and what the questions need to know of them: accesses, what goes wrong, how each
// instance ends.

import type { SiteId } from '../../../findings/history.js';
import type { Input } from '../../../machine/memory/memory.js';
import type { Failure, Outcome } from '../../../machine/outcome.js';
import type { State } from '../../../machine/state.js';
import type { Context, ContextId } from '../../../model/program.js';
import type { Term } from '../../../solve/term.js';
import type { GuardedTrace } from '../unroll/trace.js';
import type { EventGraph, EventInstance } from './event-graph.js';

export type EventTrace = GuardedTrace<never>;

/** An access that is made in pieces. */
export interface WholeAccess {
  readonly offset: number;
  readonly size: number;
}

/** An access as findings need it. */
export interface OrderedAccess {
  readonly step: number;
  readonly site: SiteId;
  readonly operation: 'R' | 'W';
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  readonly guard: Term;
  /**
   * What it is to others as long as it is to come: an atomic operation counts as a write, whether it will write or not.
   */
  readonly coming: { readonly operation: 'R' | 'W'; readonly site: SiteId };
  readonly variable: (offset: number, size: number) => string;
  /** Which unit of work of the instance. */
  readonly unit: number;
  /** The same for all pieces of one access. */
  readonly whole?: WholeAccess;
  /** Of an atomic section: nobody sees it coming. */
  readonly isInSection: boolean;
}

/** A model is used wrongly; the execution goes on. */
export interface Misuse {
  readonly step: number;
  readonly guard: Term;
  readonly failure: Failure;
  readonly site: SiteId;
}

/** What goes wrong at a step; `guard` says when. */
export interface Abort {
  readonly step: number;
  readonly guard: Term;
  readonly what:
    | { readonly kind: 'failure'; readonly failure: Failure; readonly site: SiteId; readonly context: ContextId }
    | { readonly kind: 'uncovered'; readonly why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }> };
}

/** How an instance may end, normally or not. */
export interface InstanceEnd {
  readonly guard: Term;
  readonly trace: EventTrace | undefined;
  readonly state: State;
}

export interface UnrolledInstance extends EventInstance {
  readonly context: Context;
  readonly ends: readonly InstanceEnd[];
  readonly accesses: readonly OrderedAccess[];
}

export interface FinalStep {
  readonly step: number;
  readonly guard: Term;
  readonly because: 'exit' | 'assumption' | 'abort' | 'stops';
}

export interface Unrolled {
  readonly graph: EventGraph;
  readonly instances: readonly UnrolledInstance[];
  readonly aborts: readonly Abort[];
  readonly misuses: readonly Misuse[];
  /** Steps that are atomic sections which may wait. */
  readonly waits: ReadonlySet<number>;
  /** Steps with which the execution ends: what comes after them in the order does not happen. */
  readonly finalSteps: readonly FinalStep[];
  readonly assertions: readonly Term[];
  /** Arbitrary data that is in memory from the beginning. */
  readonly inputs: readonly Input[];
  readonly started: ReadonlySet<ContextId>;
}
