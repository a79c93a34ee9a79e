// Which code of which ISR has run: one byte for each block of the functions that an ISR may call, apart for each
// context. Blocks count as reached when a context stands before their first instruction; compiled code and leaps note
// the same. On machines that join states, what is reached by unrolling is an over-approximation.

import type { ContextId, Program } from '../model/program.js';
import type { Code } from './stepping/code.js';

export class CodeCoverage {
  private readonly seen: Uint8Array[] = [];
  /** By function: the ISRs that may call it. */
  private readonly callers = new Map<string, ContextId[]>();
  private readonly size: number;

  constructor(program: Program, codes: ReadonlyMap<string, Code>) {
    const isrs = program.contexts.filter((c) => c.kind === 'isr');
    for (const { id } of isrs)
      for (const fn of program.callGraph.reachable(id)) this.callers.set(fn, [...(this.callers.get(fn) ?? []), id]);
    let size = 0;
    for (const code of codes.values()) size = Math.max(size, code.firstBlock + code.blocks.length);
    this.size = size;
  }

  /** Is there an ISR that may get to the block and has not yet? Else nothing need be noted of it ever again. */
  isOpen(code: Code, block: number): boolean {
    return this.callers.get(code.fn.name)?.some((isr) => !this.hasReached(isr, code, block)) === true;
  }

  /** By `Code.firstBlock` and block: whoever writes a one there has reached it. */
  of(context: ContextId): Uint8Array {
    return (this.seen[context] ??= new Uint8Array(this.size));
  }

  reach(context: ContextId, code: Code, block: number): void {
    (this.seen[context] ?? this.of(context))[code.firstBlock + block] = 1;
  }

  hasReached(context: ContextId, code: Code, block: number): boolean {
    return this.seen[context]?.[code.firstBlock + block] === 1;
  }
}
