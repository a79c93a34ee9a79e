// Could a transition have been made before another one that it depends on? An atomic section that waits for what the
// other has done could not: an unlock and the lock behind it are dependent, but never in the other order. Found out by
// trying the section with what the others wrote taken back.

import type { Attempt } from '../../../../machine/attempt.js';
import type { Machine } from '../../../../machine/machine.js';
import type { Memory } from '../../../../machine/memory/memory.js';
import { PAGE_BYTES } from '../../../../machine/memory/page.js';
import { pointer } from '../../../../machine/memory/value.js';
import type { State, ThreadId } from '../../../../machine/state.js';
import type { Touched } from './step.js';
import { ALWAYS, type TriedBefore, UNSURE } from './world.js';

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
  tryBefore(state: State, thread: ThreadId, undone: readonly Undone[]): TriedBefore {
    const { threads } = this.machine;
    if (threads.attemptOf(state, thread) === undefined) return ALWAYS;
    const copy = state.clone();
    for (const { touched, before } of undone)
      for (const t of touched) if (t.isWrite && !restore(copy.memory, before.memory, t)) return UNSURE;
    copy.threads[thread]!.attempt = undefined;
    const could = threads.canStep(copy, thread) ? 'yes' : 'no';
    return { could, reads: readsOf(threads.attemptOf(copy, thread), copy) };
  }
}

/** Others may have another number in another execution. */
export function readsOf(attempt: Attempt | undefined, { memory }: State): readonly Touched[] {
  return (attempt?.reads ?? []).flatMap(({ object, offset, size }) =>
    object < memory.staticCount ? [{ object, from: offset, to: offset + size, isWrite: false }] : [],
  );
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
