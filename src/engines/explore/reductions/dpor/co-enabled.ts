// Could a transition have been made before another one that it depends on? An atomic section that waits for what the
// other has done could not: an unlock and the lock behind it are dependent, but never in the other order. Found out by
// trying the section with what the others wrote taken back. Where that is hard to say, it could.

import type { Machine } from '../../../../machine/machine.js';
import type { Memory } from '../../../../machine/memory/memory.js';
import { PAGE_BYTES } from '../../../../machine/memory/page.js';
import { pointer } from '../../../../machine/memory/value.js';
import type { State, ThreadId } from '../../../../machine/state.js';
import type { Touched } from './step.js';

/** Bytes that a transition wrote, with the state before it. */
export interface Undone {
  readonly touched: readonly Touched[];
  readonly before: State;
}

export class CoEnabled {
  constructor(private readonly machine: Machine) {}

  /**
   * `state`: right before the section of a thread. The last of `undone` comes first in the execution.
   */
  couldGoBefore(state: State, thread: ThreadId, undone: readonly Undone[]): boolean {
    if (this.machine.threads.attemptOf(state, thread) === undefined) return true;
    const copy = state.clone();
    for (const { touched, before } of undone)
      for (const t of touched) if (t.isWrite && !restore(copy.memory, before.memory, t)) return true;
    copy.threads[thread]!.attempt = undefined;
    return this.machine.threads.canStep(copy, thread);
  }
}

function restore(memory: Memory, old: Memory, { object, from, to }: Touched): boolean {
  const entry = object > 0 ? old.entry(object) : undefined;
  if (entry === undefined || memory.entry(object) === undefined) return false;
  for (let at = from; at < to; at++) {
    const page = entry.page(Math.floor(at / PAGE_BYTES));
    if (page === undefined || !page.isConcrete(at % PAGE_BYTES, 1)) return false;
    memory.storeInteger(pointer(object, at), 1, page.bytes[at % PAGE_BYTES]!);
  }
  return true;
}
