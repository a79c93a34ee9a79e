// Threads on one core: who may be switched to, who waits, and what main's return means to the others. A thread waits
// where it stands before an atomic section that would reach preempt_block: the section is tried on a copy, and what it
// has read says when it is worth trying again. Files of models say everything else about threads, in C.

import type { Context } from '../model/program.js';
import type { Event } from './event.js';
import { objectOf, offsetOf, pointer, type Value } from './memory/value.js';
import type { Outcome } from './outcome.js';
import type { Attempt, Frame, Lock, ReadBytes, State, ThreadId } from './state.js';
import { effectsOf } from './stepping/callee.js';
import type { InstructionContext } from './stepping/instruction-context.js';
import { STEP, type Transition } from './transition.js';

/** What it needs of the machine that it is a part of. */
interface Steps extends InstructionContext {
  take(state: State, transition: Transition): Outcome;
  run(state: State): Outcome;
}

/** Another thread, which stands before its first instruction; nobody has switched to it yet. */
export function addThread(
  machine: InstructionContext,
  state: State,
  context: Context,
  /** The function that it begins with. */
  begins: string = context.function,
  parameters: readonly Value[] = [],
): ThreadId {
  const { current } = state;
  const { threadLocals, memory } = machine.image;
  const isMain = state.threads.length === 0;
  const own = isMain ? [] : threadLocals.map((object) => state.memory.allocateInsteadOf(object, memory));
  const thread = (state.threads.push({
    context: context.id,
    activations: [],
    status: 'runnable',
    isBegun: false,
    attempt: undefined,
    own,
    held: [],
  }) - 1) as ThreadId;
  state.current = thread;
  state.activations.push({ context: context.id, frames: [], maskWasOpen: true, ignoredMask: false });
  // They end with the thread.
  machine.pushFrame(state, begins, undefined, parameters).locals.push(...own);
  state.current = thread === 0 ? thread : current;
  return thread;
}

/** Where the current thread has a variable of which each thread has its own. */
export function threadLocalAddress({ image }: InstructionContext, state: State, address: Value): Value {
  const own = typeof address === 'number' ? state.thread.own[image.threadLocals.indexOf(objectOf(address))] : undefined;
  return own === undefined ? address : pointer(own, offsetOf(address as number));
}

/** Visible steps of one atomic section; one that takes more is not known to wait. */
const MAX_STEPS = 1000;

export class Threads {
  /** Somebody waits for others to go on. */
  private readonly mayWait: boolean;
  /** There may be several. */
  readonly areMany: boolean;

  constructor(private readonly machine: Steps) {
    const { operations, contexts } = machine.program;
    this.mayWait = operations.some((o) => o.effect.kind === 'block');
    this.areMany = contexts.some((c) => c.kind === 'thread');
  }

  /**
   * While an ISR is active, or interrupts are kept out by an atomic section or a mask, no other thread runs, unless the
   * one that keeps them out waits or has ended.
   */
  switches(state: State, canStep: boolean): readonly Transition[] {
    const running = state.running === undefined ? undefined : this.machine.program.contexts[state.running.context]!;
    if (running?.kind === 'isr' || state.atomicDepth > 0 || (canStep && !state.maskOpen)) return [];
    return state.threads.flatMap(({ status }, n): Transition[] =>
      n === state.current || status !== 'runnable' || this.waits(state, n as ThreadId)
        ? []
        : [{ kind: 'switch', thread: n as ThreadId }],
    );
  }

  switchTo(state: State, thread: ThreadId): void {
    state.current = thread;
    state.thread.isBegun = true;
    state.blocked = undefined;
  }

  /** Does a thread, or the ISR that runs in it, stand before an atomic section that it cannot go through now? */
  waits(state: State, thread: ThreadId): boolean {
    return this.attemptOf(state, thread)?.isOpen === false;
  }

  /** What is known, or now found out, about the atomic section that a thread stands before. */
  attemptOf(state: State, id: ThreadId): Attempt | undefined {
    if (!this.mayWait || state.atomicDepth > 0) return undefined;
    const thread = state.threads[id]!;
    const frame = thread.activations.at(-1)?.frames.at(-1);
    if (!thread.isBegun || frame === undefined || !this.beginsAtomic(frame)) return undefined;
    return (thread.attempt ??= this.attempt(state, id));
  }

  private beginsAtomic(frame: Frame): boolean {
    const i = frame.code.blocks[frame.block]?.[frame.index];
    return i?.op === 'call' && effectsOf(this.machine, frame, i)?.some((e) => e.kind === 'atomic-begin') === true;
  }

  /** Tries the section; where it depends on arbitrary data, it may be gone through. */
  private attempt(state: State, thread: ThreadId): Attempt {
    const copy = state.clone(refuse);
    copy.current = thread;
    copy.blocked = undefined;
    const reads: ReadBytes[] = [];
    let awaited: Lock | undefined;
    try {
      for (let steps = 0; steps < MAX_STEPS; steps++) {
        const outcome = this.machine.take(copy, STEP);
        awaited = copy.awaited;
        if (outcome.kind === 'ended' && outcome.because === 'waits') return { isOpen: false, reads, awaited };
        if (outcome.kind !== 'stepped' || copy.atomicDepth === 0) break;
        for (const e of outcome.events) if (e.kind === 'access' && e.operation === 'R') reads.push(e);
        if (this.machine.run(copy).kind !== 'visible') break;
      }
    } catch (thrown) {
      if (!(thrown instanceof ArbitraryData)) throw thrown;
    }
    return { isOpen: true, reads, awaited };
  }

  /** A thread that goes round for ever by itself never comes to anything else. */
  idles(state: State): void {
    if (this.areMany && state.activations.length === 1 && state.running?.context === state.thread.context)
      state.thread.status = 'idle';
  }

  /** Behind a step: what was found out about sections may not be true any more. */
  behind(state: State, outcome: Outcome): Outcome {
    if (this.mayWait && outcome.kind === 'stepped') this.forgetAttempts(state, outcome.events);
    // Behind main's return nobody goes on.
    const isOver = this.areMany && state.current === 0 && state.thread.status === 'ended';
    return isOver && outcome.kind === 'blocked' ? { kind: 'ended', because: 'exit' } : outcome;
  }

  private forgetAttempts(state: State, events: readonly Event[]): void {
    for (const [n, thread] of state.threads.entries()) {
      const { attempt: known } = thread;
      if (known === undefined) continue;
      const isOwn = n === state.current && thread.activations.length <= 1;
      if (isOwn || known.reads.some((read) => events.some((e) => writesInto(e, read)))) thread.attempt = undefined;
    }
  }

  /** Would a return be main's, while others may still act? */
  endWithReturn(state: State): boolean {
    return this.areMany && state.current === 0 && state.activations.length === 1 && state.running!.frames.length === 1;
  }
}

class ArbitraryData {}

function refuse(): never {
  throw new ArbitraryData();
}

function writesInto(event: Event, read: ReadBytes): boolean {
  return (
    event.kind === 'access' &&
    event.operation === 'W' &&
    event.object === read.object &&
    event.offset < read.offset + read.size &&
    read.offset < event.offset + event.size
  );
}
