// Which threads may still do something while one goes round in a loop: those that can go on, those that wait, blocked
// or in loops of their own, for what these, the loops themselves or an ISR may write, and those that they may start. An
// over-approximation by what contexts may write, so that nothing is said to wait for ever that may not. That whoever
// can run does so in the end is assumed.

import type { ReadBytes } from '../../machine/attempt.js';
import type { Machine } from '../../machine/machine.js';
import { objectOf, offsetOf, pointer } from '../../machine/memory/value.js';
import type { State, ThreadId } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';
import type { Changers } from './changers.js';
import type { Round } from './round.js';

interface WaitingThread {
  readonly context: ContextId;
  /** What it waits for. */
  readonly reads: readonly ReadBytes[];
}

export interface ThreadTools {
  readonly machine: Machine;
  readonly changers: Changers;
  /** The round that the running thread of a state goes by itself; undefined: none, or something else may end it. */
  readonly roundOf: (state: State) => Round | undefined;
}

/** Contexts of the threads that may run while one goes a round; `isrs` could start. */
export function runningThreads(
  { machine, changers, roundOf }: ThreadTools,
  state: State,
  round: Round,
  isrs: ReadonlySet<ContextId>,
): ReadonlySet<ContextId> {
  const { contexts, operations } = machine.program;
  const found = new Set<ContextId>();
  const waiting: WaitingThread[] = [];
  const writes = [...round.writes];
  for (const [n, { context, status, isBegun }] of state.threads.entries()) {
    if (n === state.current || status !== 'runnable') continue;
    const attempt = machine.threads.attemptOf(state, n as ThreadId);
    const own = attempt === undefined && isBegun ? roundOf(switched(machine, state, n as ThreadId)) : undefined;
    writes.push(...(own?.writes ?? []));
    if (attempt?.isOpen === false) waiting.push({ context, reads: attempt.reads });
    else if (own !== undefined && !own.readsMask) waiting.push({ context, reads: own.reads.map(bytesOf) });
    else found.add(context);
  }
  const isWoken = ({ reads }: WaitingThread): boolean =>
    reads.some(
      (read) =>
        writes.some((write) => meet(write, read)) ||
        changers.writers(state, { byte: pointer(read.object, read.offset), size: read.size }, [...found, ...isrs])
          .size > 0,
    );
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const thread of waiting) if (!found.has(thread.context) && isWoken(thread)) found.add(thread.context);
    if (operations.some((o) => o.effect.kind === 'spawn' && (found.has(o.context) || isrs.has(o.context))))
      for (const c of contexts) if (c.kind === 'thread') found.add(c.id);
  }
  return found;
}

function switched(machine: Machine, state: State, thread: ThreadId): State {
  const copy = state.clone();
  machine.take(copy, { kind: 'switch', thread });
  return copy;
}

function bytesOf({ byte, size }: Round['reads'][number]): ReadBytes {
  return { object: objectOf(byte), offset: offsetOf(byte), size };
}

function meet(a: ReadBytes, b: ReadBytes): boolean {
  return a.object === b.object && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}
