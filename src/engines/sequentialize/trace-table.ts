// What the numbers mean that a translation writes into `preempt_trace` while it runs: how an execution of the
// sequential program becomes one of the original.

import type { InstructionId } from '../../ir/instruction.js';
import type { ContextId } from '../../model/program.js';

export type TraceMark =
  /** The running context makes this step next. */
  | { readonly kind: 'step'; readonly instruction: InstructionId }
  | { readonly kind: 'enter'; readonly isr: ContextId }
  | { readonly kind: 'leave' }
  /** The next arbitrary value is a choice of the translation, none of the program. */
  | { readonly kind: 'choice' }
  /** The access in pieces that comes goes from its first piece up, or from its last one down. */
  | { readonly kind: 'pieces'; readonly descending: boolean }
  /** A thread goes on: numbered from this on. */
  | { readonly kind: 'thread'; readonly thread: number }
  /** An access to the distinguished variable is pending: its thread stops here. */
  | { readonly kind: 'pending'; readonly instruction: InstructionId };

/** Threads are told by number: `THREADS + n`. */
const THREADS = 1_000_000;

export class TraceTable {
  private readonly marks: TraceMark[] = [];
  private readonly codes = new Map<string, number>();

  code(mark: TraceMark): number {
    if (mark.kind === 'thread') return THREADS + mark.thread;
    const key = JSON.stringify(mark);
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const code = this.marks.push(mark);
    this.codes.set(key, code);
    return code;
  }

  mark(code: number): TraceMark | undefined {
    return code >= THREADS ? { kind: 'thread', thread: code - THREADS } : this.marks[code - 1];
  }

  /** Steps that executions of the translation tell of. */
  steps(): ReadonlySet<InstructionId> {
    return new Set(this.marks.flatMap((m) => (m.kind === 'step' || m.kind === 'pending' ? [m.instruction] : [])));
  }

  static readonly threads = THREADS;
}
