// What a step did that others can see: what engines match patterns on, and what replay shows.

import type { Instruction } from '../ir/instruction.js';
import type { ContextId } from '../model/program.js';
import type { Term } from '../solve/term.js';
import type { Value } from './memory/value.js';

export type Event =
  | {
      readonly kind: 'access';
      readonly context: ContextId;
      readonly operation: 'R' | 'W';
      readonly object: number;
      readonly offset: number;
      readonly size: number;
      readonly value: Value;
      readonly instruction: Instruction;
      readonly function: string;
    }
  | {
      readonly kind: 'mask';
      readonly context: ContextId;
      readonly text: string;
      readonly instruction: Instruction;
      readonly function: string;
    }
  | {
      readonly kind: 'call';
      readonly context: ContextId;
      readonly callee: string;
      readonly arguments: readonly Value[];
      readonly instruction: Instruction;
      readonly function: string;
    }
  | { readonly kind: 'start' | 'end'; readonly context: ContextId };

/** What the machine cannot decide by itself: the caller answers, once for each alternative that it wants to follow. */
export type Decision = { readonly kind: 'condition'; readonly condition: Term } | { readonly kind: 'descending' };

export type Failure = {
  readonly kind: 'assertion' | 'invalid-access' | 'division-by-zero' | 'undefined-behaviour';
  readonly message: string;
  readonly instruction: Instruction;
  readonly function: string;
};

export type Outcome =
  /** The next instruction is a visible step; nothing invisible is left to do before it. Answers that were given belong to the step then. */
  | { readonly kind: 'visible'; readonly keepsAnswers?: true }
  /** A visible step was made. */
  | { readonly kind: 'stepped'; readonly events: readonly Event[] }
  /** Nothing was changed: the same call with one more answer goes on. */
  | { readonly kind: 'undecided'; readonly decision: Decision }
  /** An iteration of the running context's outermost endless loop begins: a new unit of work. */
  | { readonly kind: 'iteration' }
  /** The running context has nothing left to do: it returned, or loops for ever without any effect. */
  | { readonly kind: 'idle' }
  /** The execution ends here: exit, abort, or an assumption that does not hold. */
  | { readonly kind: 'ended'; readonly because: 'exit' | 'assumption' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The run was asked to stop; calling `run` again goes on. */
  | { readonly kind: 'interrupted' }
  /** A loop on arbitrary data went round more often than the bound allows. */
  | { readonly kind: 'bounded' }
  | {
      readonly kind: 'unmodelled';
      readonly what: string;
      readonly instruction: Instruction;
      readonly function: string;
    };
