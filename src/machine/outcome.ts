// How far the machine came: what stopped it, and what it needs to be told before it goes on.

import type { InstructionId } from '../ir/instruction.js';
import type { Term } from '../solve/term.js';
import type { Event } from './event.js';

/**
 * What the machine cannot decide by itself: whether a condition on arbitrary data holds; whether the pieces of an
 * access go downwards.
 */
export type Question = { readonly kind: 'condition'; readonly condition: Term } | { readonly kind: 'descending' };

/**
 * Why a context cannot go on by itself: it has returned, and its objects live; or it goes round for ever in a loop that
 * nobody notices.
 */
export type BlockReason = 'returned' | 'endless-loop';

export type Failure = {
  readonly kind: 'assertion' | 'invalid-access' | 'division-by-zero' | 'undefined-behaviour';
  readonly message: string;
  readonly instruction: InstructionId;
  readonly function: string;
  /** It is the program's call of a model that is wrong. */
  readonly isMisuse?: true;
};

export type Outcome =
  /** The next instruction is a visible step; nothing invisible is left to do before it. */
  | { readonly kind: 'visible' }
  /** A visible step was made. */
  | { readonly kind: 'stepped'; readonly events: readonly Event[] }
  /** Nothing was changed: with an answer to the state's question it goes on. */
  | { readonly kind: 'undecided'; readonly question: Question }
  /** An iteration of the running context's outermost endless loop begins: a new unit of work. */
  | { readonly kind: 'iteration' }
  /** The running context cannot go on by itself. */
  | { readonly kind: 'blocked'; readonly reason: BlockReason }
  /**
   * The execution ends here: exit, abort, an assumption that does not hold, or an atomic section that waits: it has not
   * happened, and the executions in which others go on first are other ones.
   */
  | { readonly kind: 'ended'; readonly because: 'exit' | 'assumption' | 'waits'; readonly spins?: true }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The run was asked to stop; calling `run` again goes on. */
  | { readonly kind: 'interrupted' }
  /** A loop on arbitrary data went round more often than the bound allows; or what else goes on beyond it. */
  | { readonly kind: 'bounded'; readonly what?: string }
  | {
      readonly kind: 'unmodelled';
      readonly what: string;
      readonly instruction: InstructionId;
      readonly function: string;
    };
