// What a step did that others can see: what engines match patterns on, and what replay shows.

import type { InstructionId } from '../ir/instruction.js';
import type { ContextId } from '../model/program.js';
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
      readonly instruction: InstructionId;
      readonly function: string;
    }
  | {
      readonly kind: 'mask';
      readonly context: ContextId;
      readonly text: string;
      readonly instruction: InstructionId;
      readonly function: string;
    }
  | {
      readonly kind: 'call';
      readonly context: ContextId;
      readonly callee: string;
      readonly arguments: readonly Value[];
      readonly instruction: InstructionId;
      readonly function: string;
    }
  /** A model of the environment is used wrongly; it goes on. */
  | {
      readonly kind: 'misuse';
      readonly context: ContextId;
      readonly text: string;
      readonly instruction: InstructionId;
      readonly function: string;
    }
  /** A thread waits before the call: nothing has happened. */
  | {
      readonly kind: 'wait';
      readonly context: ContextId;
      readonly instruction: InstructionId;
      readonly function: string;
    }
  /** Objects that others may access end with the step. */
  | {
      readonly kind: 'free';
      readonly context: ContextId;
      readonly objects: readonly { readonly object: number; readonly name: string }[];
      readonly instruction: InstructionId;
      readonly function: string;
    }
  /** Of ISRs; of threads: another one goes on, and one has ended. */
  | { readonly kind: 'start' | 'end' | 'switch' | 'thread-end'; readonly context: ContextId };
