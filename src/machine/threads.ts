// Threads: who may be switched to, who waits, and what main's return means to the others. A thread waits where it
// stands before an atomic section that would reach preempt_block: the section is tried on a copy, and what it has read
// says when it is worth trying again. Files of models say everything else about threads, in C. Where ISRs run beside
// threads, on other cores or as if they were threads, each has a thread of its own, which begins when it starts.

import type { Context, ContextId } from '../model/program.js';
import { runsIsrsBeside } from '../model/threading.js';
import type { Attempt, Lock, ReadBytes } from './attempt.js';
import type { Event } from './event.js';
import { objectOf, offsetOf, pointer, type Value } from './memory/value.js';
import { OpenSections } from './open-sections.js';
import type { Outcome } from './outcome.js';
import { Scheduling, type Standing } from './scheduling.js';
import { type Frame, NO_ANSWERS, type State, type ThreadId } from './state.js';
import { Unmodelled } from './stepping/arithmetic.js';
import { effectsOf } from './stepping/callee.js';
import type { InstructionContext, ThreadOperations } from './stepping/instruction-context.js';
import { STEP, type Transition } from './transition.js';
import { TriedSections } from './tried-sections.js';

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
  const hasOwnMasks = runsIsrsBeside(machine.program.threading);
  const thread = (state.threads.push({
    context: context.id,
    activations: [],
    status: 'runnable',
    isBegun: false,
    attempt: undefined,
    tried: undefined,
    own,
    held: [],
    priority: context.threadPriority ?? state.threads[current]?.priority ?? 0,
    hasTurn: false,
    isAsleep: false,
    masks: hasOwnMasks ? OPEN : undefined,
  }) - 1) as ThreadId;
  state.current = thread;
  state.activations.push({ context: context.id, frames: [], maskWasOpen: true, ignoredMask: false, sleeps: 0 });
  // They end with the thread.
  machine.pushFrame(state, begins, undefined, parameters).locals.push(...own);
  state.current = thread === 0 ? thread : current;
  return thread;
}

/** Where the current thread has a variable of which each thread has its own. */
export function threadLocalAddress(machine: InstructionContext, state: State, address: Value): Value {
  const { image, program, unrollsThreads } = machine;
  machine.threads.identities++;
  // Which thread an instance of an ISR preempts is not part of its state.
  if (unrollsThreads && program.contexts[state.running!.context]!.kind === 'isr')
    throw new Unmodelled("a thread's own variable in an ISR");
  const own = typeof address === 'number' ? state.thread.own[image.threadLocals.indexOf(objectOf(address))] : undefined;
  return own === undefined ? address : pointer(own, offsetOf(address as number));
}
/** Masks of a core on which nobody has closed one. */
const OPEN = { maskOpen: true, ceiling: 0 } as const;
/** Models have room for so many threads (include/models/environment.h). */
const MOST_THREADS = 32;

const ALWAYS_OPEN: Attempt = { isOpen: true, reads: [], awaited: undefined, spins: false };

/** Visible steps of one atomic section; one that takes more is not known to wait. */
const MAX_STEPS = 1000;

export class Threads implements ThreadOperations {
  /** Somebody waits for others to go on. */
  private readonly mayWait: boolean;
  /** The program starts some. */
  private readonly areStarted: boolean;
  /** There may be several. */
  readonly areMany: boolean;
  readonly isByPriority: boolean;
  readonly hasPriorities: boolean;
  /** ISRs have threads of their own, behind main's and before all that are started. */
  private readonly own: readonly ContextId[];
  /** How often something was asked for that depends on which thread it is, or which one an ISR has preempted. */
  identities = 0;
  private readonly scheduling: Scheduling;
  private readonly openSections: OpenSections;

  constructor(private readonly machine: Steps) {
    const { operations, contexts, threading } = machine.program;
    this.mayWait = operations.some((o) => o.effect.kind === 'block');
    this.areStarted = contexts.some((c) => c.kind === 'thread');
    this.own = runsIsrsBeside(threading) ? contexts.filter((c) => c.kind === 'isr').map((c) => c.id) : [];
    this.areMany = this.areStarted || this.own.length > 0;
    this.isByPriority = threading.scheduler === 'priority';
    this.hasPriorities = this.isByPriority || operations.some((o) => o.effect.kind === 'read-thread-priority');
    this.openSections = new OpenSections(machine);
    this.scheduling = new Scheduling(
      threading,
      (thread) => this.isIsr(thread),
      (state, thread) => this.standingOf(state, thread),
    );
  }

  /** Those of ISRs, which have not started. */
  begin(state: State): void {
    for (const context of this.own)
      state.threads.push({
        context,
        activations: [],
        status: 'ended',
        isBegun: true,
        attempt: undefined,
        tried: undefined,
        own: [],
        held: [],
        priority: 0,
        hasTurn: false,
        isAsleep: false,
        masks: OPEN,
      });
    state.thread.isBegun = true;
    this.scheduling.goesOn(state);
  }

  /** The thread that an ISR runs in, beside all others; undefined: it runs in the one that it preempts. */
  ownThread(isr: ContextId): ThreadId | undefined {
    const at = this.own.indexOf(isr);
    return at < 0 ? undefined : ((at + 1) as ThreadId);
  }

  isIsr(thread: ThreadId): boolean {
    return thread > 0 && thread <= this.own.length;
  }

  /** What models call a thread: 0 is main, then those that were started; ISRs as threads come from the other end. */
  numberOf(thread: ThreadId): number {
    this.identities++;
    if (!this.isIsr(thread)) return thread === 0 ? 0 : thread - this.own.length;
    return this.machine.program.threading.interruptsAsThreads ? MOST_THREADS - thread : 0;
  }

  threadOf(number: number): ThreadId {
    return (number === 0 ? 0 : number + this.own.length) as ThreadId;
  }

  /** May the thread that runs make its next step? If it can at all, and nobody comes first. */
  mayStep(state: State): boolean {
    if (!this.canStep(state, state.current)) return false;
    if (!this.isByPriority || state.threads.length === 1 || this.isAlone(state)) return true;
    return this.scheduling.mayGoOn(state).includes(state.current);
  }

  /** Does it keep the processor, and does nothing with it? */
  isBusy(state: State, thread: ThreadId): boolean {
    const { status, isAsleep } = state.threads[thread]!;
    return status === 'idle' || (status === 'runnable' && !isAsleep && this.standingOf(state, thread) === 'spins');
  }

  /** Could a thread make a step, if nobody came first? */
  canStep(state: State, thread: ThreadId): boolean {
    return !this.waits(state, thread) || this.wakesToSpin(state, thread);
  }

  /** It wakes up to a section that it spins for: that is a step, though nothing else happens. */
  wakesToSpin(state: State, thread: ThreadId): boolean {
    return state.threads[thread]!.isAsleep && this.standingOf(state, thread) === 'spins';
  }

  /**
   * Nobody else runs, whatever its priority: in an atomic section; and on one core while an ISR is active, or a mask is
   * closed by one who can go on.
   */
  private isAlone(state: State): boolean {
    if (state.atomicDepth > 0) return true;
    if (this.own.length > 0 || state.thread.masks !== undefined) return false;
    return this.isInInterrupt(state) || !state.maskOpen;
  }

  private isInInterrupt({ running }: State): boolean {
    return running !== undefined && this.machine.program.contexts[running.context]!.kind === 'isr';
  }

  switches(state: State, canStep: boolean): readonly Transition[] {
    if (this.isAlone(state) && (canStep || state.atomicDepth > 0 || this.isInInterrupt(state))) return [];
    return this.scheduling
      .mayGoOn(state)
      .filter((thread) => thread !== state.current)
      .map((thread) => ({ kind: 'switch', thread }));
  }

  switchTo(state: State, thread: ThreadId): void {
    this.scheduling.leaves(state);
    this.moveTo(state, thread);
    state.thread.isBegun = true;
    this.scheduling.goesOn(state);
  }

  /** Another thread is the current one. */
  moveTo(state: State, thread: ThreadId): void {
    const { current, maskOpen, ceiling } = state;
    state.blocked = undefined;
    // They were for the instruction that the other one stands before.
    state.answers = NO_ANSWERS;
    if (thread === current) return;
    state.current = thread;
    if (state.threads[current]!.masks === undefined) return;
    state.threads[current]!.masks = { maskOpen, ceiling };
    Object.assign(state, state.thread.masks);
  }

  /** The thread that runs is about to make a step of its own. */
  stepping(state: State): void {
    if (!this.isByPriority || this.isInInterrupt(state)) return;
    state.thread.isAsleep = false;
    this.scheduling.goesOn(state);
  }

  yields(state: State): void {
    if (!this.isInInterrupt(state)) this.scheduling.yields(state.thread);
  }

  sleeps(state: State): void {
    if (!this.isInInterrupt(state)) this.scheduling.sleeps(state.thread);
  }

  setPriority(state: State, number: number, priority: number): void {
    const thread = state.threads[this.threadOf(number)];
    if (thread !== undefined) this.scheduling.setPriority(thread, priority);
  }

  priorityOf(state: State, number: number): number {
    return state.threads[this.threadOf(number)]?.priority ?? 0;
  }

  /** By priority: who may go on now, if an ISR that is active were over. */
  contenders(state: State): readonly ThreadId[] | undefined {
    return this.isByPriority ? this.scheduling.mayGoOn(state) : undefined;
  }

  /** By priority: who could go on, and is kept from it by those that are more urgent. */
  keptOut(state: State): readonly ThreadId[] {
    const contenders = this.contenders(state);
    if (contenders === undefined) return [];
    return state.threads.flatMap(({ status }, n) => {
      const thread = n as ThreadId;
      return status === 'runnable' && this.canStep(state, thread) && !contenders.includes(thread) ? [thread] : [];
    });
  }

  private standingOf(state: State, thread: ThreadId): Standing {
    const attempt = this.attemptOf(state, thread);
    return attempt === undefined || attempt.isOpen ? 'open' : attempt.spins ? 'spins' : 'waits';
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
    // Its end may wait for nobody, so that whatever it reads it can be gone through.
    if (thread.attempt === undefined && this.openSections.isOpenFrom(frame, frame.index + 1))
      return (thread.attempt = ALWAYS_OPEN);
    return (thread.attempt ??= this.knownAttempt(state, id));
  }

  /** Others have written what it reads, but perhaps the same as before. */
  private knownAttempt(state: State, id: ThreadId): Attempt {
    // Sections may ask for those.
    if (this.hasPriorities) return this.attempt(state, id);
    const tried = (state.threads[id]!.tried ??= new TriedSections());
    const known = tried.known(state.memory);
    if (known !== undefined) return known;
    const attempt = this.attempt(state, id);
    tried.add(state.memory, attempt);
    return attempt;
  }

  /** Does what runs stand before a section that others could make wait? */
  standsBeforeSection({ running, atomicDepth }: State): boolean {
    const frame = running?.frames.at(-1);
    return this.mayWait && atomicDepth === 0 && frame !== undefined && this.beginsAtomic(frame);
  }

  private beginsAtomic(frame: Frame): boolean {
    const i = frame.code.blocks[frame.block]?.[frame.index];
    return i?.op === 'call' && effectsOf(this.machine, frame, i)?.some((e) => e.kind === 'atomic-begin') === true;
  }

  /** Tries the section; where it depends on arbitrary data, it may be gone through. */
  private attempt(state: State, thread: ThreadId): Attempt {
    const copy = state.clone(refuse);
    this.moveTo(copy, thread);
    copy.thread.isAsleep = false;
    const reads: ReadBytes[] = [];
    const depth = copy.running!.frames.length;
    let awaited: Lock | undefined;
    try {
      for (let steps = 0; steps < MAX_STEPS; steps++) {
        const outcome = this.machine.take(copy, STEP);
        awaited = copy.awaited;
        if (outcome.kind === 'ended' && outcome.because === 'waits')
          return { isOpen: false, reads, awaited, spins: outcome.spins === true };
        if (outcome.kind !== 'stepped' || copy.atomicDepth === 0) break;
        for (const e of outcome.events) if (e.kind === 'access' && e.operation === 'R') reads.push(e);
        if (this.machine.run(copy).kind !== 'visible' || this.isOpenFromNow(copy, depth)) break;
      }
    } catch (thrown) {
      if (!(thrown instanceof ArbitraryData)) throw thrown;
    }
    return { isOpen: true, reads, awaited, spins: false };
  }

  /** `depth`: of the function that the section began in. */
  private isOpenFromNow({ running, atomicDepth }: State, depth: number): boolean {
    const frames = running?.frames ?? [];
    const frame = frames[frames.length - 1];
    return (
      atomicDepth === 1 &&
      frames.length === depth &&
      frame!.pending === undefined &&
      this.openSections.isOpenFrom(frame!, frame!.index)
    );
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
    const isOver = this.areStarted && state.current === 0 && state.thread.status === 'ended';
    return isOver && outcome.kind === 'blocked' ? { kind: 'ended', because: 'exit' } : outcome;
  }

  private forgetAttempts(state: State, events: readonly Event[]): void {
    // Of what it has written where nobody else sees it, no event tells.
    state.thread.attempt = undefined;
    state.thread.tried = undefined;
    const writes = events.filter((e) => e.kind === 'free' || (e.kind === 'access' && e.operation === 'W'));
    if (writes.length === 0) return;
    for (const thread of state.threads) {
      const isWritten = thread.attempt?.reads.some((read) => writes.some((e) => writesInto(e, read)));
      if (isWritten === true) thread.attempt = undefined;
    }
  }

  /** Would a return be main's, while others may still act? */
  endWithReturn(state: State): boolean {
    return (
      this.areStarted && state.current === 0 && state.activations.length === 1 && state.running!.frames.length === 1
    );
  }
}

class ArbitraryData {}

function refuse(): never {
  throw new ArbitraryData();
}

/** What is gone cannot be read as it was. */
function writesInto(event: Event, read: ReadBytes): boolean {
  if (event.kind === 'free') return event.objects.some(({ object }) => object === read.object);
  return (
    event.kind === 'access' &&
    event.operation === 'W' &&
    event.object === read.object &&
    event.offset < read.offset + read.size &&
    read.offset < event.offset + event.size
  );
}
