// What a thread waits for, as far as models tell: a lock and who holds it, or the end of another thread. For words
// alone; who can run is the machine's.

import type { Lock } from '../machine/attempt.js';
import type { Machine } from '../machine/machine.js';
import { objectOf, offsetOf } from '../machine/memory/value.js';
import type { State, ThreadId } from '../machine/state.js';

export interface ThreadWait {
  readonly lock: Lock | undefined;
  /** Of the lock. */
  readonly holder: ThreadId | undefined;
  /** Whose end it waits for, instead of a lock. */
  readonly joined: ThreadId | undefined;
}

/** The same in names: `worker#2` where several threads run one function. */
export interface NamedWait {
  /** Absent: it waits for something else than a lock. */
  readonly lock?: string;
  readonly heldBy?: string;
  /** The thread whose end it waits for. */
  readonly endOf?: string;
  /** It could go on, and a more urgent thread, which does nothing, keeps it from that. */
  readonly keptOutBy?: string;
}

/** The table of all models, by thread (include/models/environment.h). Who waits for an entry waits for that thread. */
const THREAD_TABLE = 'preempt_threads';

/** Undefined: it does not wait. */
export function waitOf(machine: Machine, state: State, thread: ThreadId): ThreadWait | undefined {
  const attempt = machine.threads.attemptOf(state, thread);
  if (attempt === undefined || attempt.isOpen) return undefined;
  const { awaited: lock } = attempt;
  if (lock === undefined) return { lock, holder: undefined, joined: undefined };
  if (objectOf(lock.address) === machine.image.symbols.get(THREAD_TABLE))
    return {
      lock: undefined,
      holder: undefined,
      joined: machine.threads.threadOf(offsetOf(lock.address) / lock.size),
    };
  const holder = state.threads.findIndex((t) => t.held.includes(lock.address));
  return { lock, holder: holder < 0 ? undefined : (holder as ThreadId), joined: undefined };
}

/** The thread whose end the running one has just waited for, if that is what its last atomic section was about. */
export function joinedThread({ image }: Machine, { awaited, atomicDepth, threads }: State): ThreadId | undefined {
  if (awaited === undefined || atomicDepth > 0) return undefined;
  if (objectOf(awaited.address) !== image.symbols.get(THREAD_TABLE)) return undefined;
  const thread = (offsetOf(awaited.address) / awaited.size) as ThreadId;
  return threads[thread]?.status === 'ended' ? thread : undefined;
}

export function namedWait(
  { lock, holder, joined }: ThreadWait,
  threadName: (thread: ThreadId) => string,
  lockName: (lock: Lock) => string,
): NamedWait {
  return {
    ...(lock === undefined ? {} : { lock: lockName(lock) }),
    ...(holder === undefined ? {} : { heldBy: threadName(holder) }),
    ...(joined === undefined ? {} : { endOf: threadName(joined) }),
  };
}

/** `waits for a, which worker holds`; `name` is who waits. */
export function waitText({ lock, heldBy, endOf, keptOutBy }: NamedWait, name: string): string {
  if (keptOutBy !== undefined) return `does not run, since ${keptOutBy} keeps the processor`;
  if (endOf !== undefined) return `waits for the end of ${endOf}`;
  if (lock === undefined) return 'waits';
  if (heldBy === undefined) return `waits for ${lock}`;
  return `waits for ${lock}, which ${heldBy === name ? 'it holds itself' : `${heldBy} holds`}`;
}
