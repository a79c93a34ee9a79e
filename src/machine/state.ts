// A state of the machine: memory, threads with their stacks, masks, arrival counters and the path condition. Plain data
// with cheap copies; everything that a later transition depends on is here and nothing else is.

import type { Id } from '../base/id.js';
import { SharedMap } from '../base/shared-map.js';
import type { CallSite, Instruction } from '../ir/instruction.js';
import type { ContextId } from '../model/program.js';
import { type Term, TRUE } from '../solve/term.js';
import type { Attempt, Lock } from './attempt.js';
import type { InputSource, Memory } from './memory/memory.js';
import type { Value } from './memory/value.js';
import type { BlockReason, Question } from './outcome.js';
import type { Code } from './stepping/code.js';
import type { TriedSections } from './tried-sections.js';

/** What `StateKeys` remembers of a frame. */
export interface WrittenFrame {
  readonly by: object;
  readonly isTop: boolean;
  text(numbering: { number(object: number): string }): string;
}

export class Frame {
  block = 0;
  index = 0;
  /** The block that control came from, for phis. */
  previous = -1;
  /** Objects that die with the frame. */
  locals: number[] = [];
  /** The object that holds the variable arguments, 0 if there are none. */
  variadic = 0;
  /** An access that is done in part. */
  pending: Pieces | undefined;
  /** The call that is next is an arrival point, and its ISR has started there. */
  arrived = false;
  /** Counts the calls of the execution, so that two calls of one function differ. */
  serial = 0;
  /** Times that each block was left by a choice on arbitrary data, for --unwind. */
  choices: Map<number, number> | undefined;
  /** As it stands in keys of states, once nobody changes it any more. */
  written: WrittenFrame | undefined;

  constructor(
    readonly code: Code,
    public registers: Value[],
    /** The call to return to; undefined for the entry of a context. */
    readonly site: CallSite | undefined,
    public owner: number,
  ) {}

  clone(owner: number): Frame {
    const copy = new Frame(this.code, this.registers.slice(), this.site, owner);
    copy.block = this.block;
    copy.index = this.index;
    copy.previous = this.previous;
    copy.locals = this.locals.slice();
    copy.variadic = this.variadic;
    copy.serial = this.serial;
    copy.pending = this.pending;
    copy.arrived = this.arrived;
    copy.choices = this.choices === undefined ? undefined : new Map(this.choices);
    return copy;
  }

  get instruction(): Instruction {
    return this.code.blocks[this.block]![this.index]!;
  }

  jump(target: number): void {
    this.previous = this.block;
    this.block = target;
    this.index = 0;
  }
}

/** A wide or unaligned access, or a memory copy, done piece by piece. */
export interface Pieces {
  /** Start offsets, in the order in which they are accessed. */
  readonly order: readonly number[];
  readonly done: number;
  readonly size: number;
  /** Loads: what the pieces gave so far, by offset. */
  readonly read: ReadonlyMap<number, Value>;
}

export interface Activation {
  readonly context: ContextId;
  readonly frames: Frame[];
  /** The global mask at entry, for platforms that restore it. */
  readonly maskWasOpen: boolean;
  /** It was started although the mask was closed: its end closes the mask again. */
  readonly ignoredMask: boolean;
  /** Times that it has waited for an interrupt: nothing depends on it, and states are equal without it. */
  sleeps: number;
}

export type ThreadId = Id<'thread'>;

export interface Thread {
  /** Its own. */
  readonly context: ContextId;
  /** The thread's own context first, then the ISRs that preempted it, innermost last. */
  readonly activations: Activation[];
  status: ThreadStatus;
  /** It has made its first steps, and stands before one that others can see. */
  isBegun: boolean;
  /** What was found out about the atomic section that it stands before; undefined: nothing, or it may have changed. */
  attempt: Attempt | undefined;
  /** All that was found out about it, as long as it stands there. */
  tried: TriedSections | undefined;
  /** Its own of the variables of which each thread has one, in the order of the image; main's are the globals. */
  readonly own: readonly number[];
  /** Addresses of the locks that it has taken, as models tell it, for reports alone. */
  held: readonly number[];
  /** For the scheduler `priority`: higher is more urgent. */
  priority: number;
  /**
   * By priority without time slices: it runs, or it was preempted by one that is more urgent, and goes on before its
   * equals.
   */
  hasTurn: boolean;
  /** By priority: it goes on at any time, and until then keeps nobody out. */
  isAsleep: boolean;
  /** Where each core has masks of its own: those of the core that it was last on; of the current one, the state's. */
  masks: Masks | undefined;
}

export interface Masks {
  readonly maskOpen: boolean;
  readonly ceiling: number;
}

/**
 * `ended`: its own context has returned, but its objects live, and ISRs may still start. `idle`: it goes round for ever
 * in a loop that nobody notices, and that nothing ends.
 */
export type ThreadStatus = 'runnable' | 'idle' | 'ended';

/** To what one instruction cannot decide by itself; `says`: the condition that holds then, if it is about data. */
export interface Answer {
  readonly value: boolean;
  readonly says: Term | undefined;
}

export interface SettledConditions {
  readonly conditions: readonly Term[];
  readonly before: SettledConditions | undefined;
}

export const NO_ANSWERS: readonly Answer[] = [];

let owners = 0;

export class State {
  owner = ++owners;
  threads: Thread[] = [];
  /** The thread that runs, or that the running ISRs have preempted. */
  current = 0 as ThreadId;
  /** What the next instruction of the running context has been told so far; it begins anew with one more answer. */
  answers: readonly Answer[] = NO_ANSWERS;
  /** What it asks. */
  question: Question | undefined;
  /** It is a step that has begun: nobody comes between it and the answers to its questions. */
  isStepBegun = false;
  /** Why the running context cannot go on by itself, as far as it was found out. */
  blocked: BlockReason | undefined;
  /** By context id. */
  flags: boolean[] = [];
  arrivals: number[] = [];
  pended: boolean[] = [];
  maskOpen = true;
  /** Interrupts of this priority and below are kept out; 0: none. */
  ceiling = 0;
  atomicDepth = 0;
  /** The lock that the atomic section which runs may have to wait for, as models tell it, for reports alone. */
  awaited: Lock | undefined;
  /** Contents of the device registers that a pack gives a memory, by address. */
  registers = new SharedMap<number, number>();
  /** Bytes of device registers that are taken for latches, by address, with what they hold; for reruns alone. */
  latches: Map<number, number> | undefined;
  /** What arbitrary data is known to satisfy, as far as anything may still depend on it. */
  path: readonly Term[] = [];
  /** What it satisfies besides: the last first. */
  settled: SettledConditions | undefined;
  /** Visible steps so far. */
  steps = 0;
  /** Visible steps at the last iteration that was announced. */
  announced = -1;
  /** Calls so far. */
  calls = 0;

  constructor(readonly memory: Memory) {}

  /**
   * Both go on independently. `source`: where the copy gets arbitrary data from, if not from where the original does.
   */
  clone(source?: InputSource): State {
    const copy = new State(this.memory.clone(source));
    this.owner = ++owners;
    copy.threads = this.threads.map((t) => ({
      context: t.context,
      activations: t.activations.map((a) => ({
        context: a.context,
        frames: a.frames.slice(),
        maskWasOpen: a.maskWasOpen,
        ignoredMask: a.ignoredMask,
        sleeps: a.sleeps,
      })),
      status: t.status,
      isBegun: t.isBegun,
      attempt: t.attempt,
      tried: t.tried,
      own: t.own,
      held: t.held,
      priority: t.priority,
      hasTurn: t.hasTurn,
      isAsleep: t.isAsleep,
      masks: t.masks,
    }));
    copy.current = this.current;
    copy.answers = this.answers;
    copy.question = this.question;
    copy.isStepBegun = this.isStepBegun;
    copy.blocked = this.blocked;
    copy.flags = this.flags.slice();
    copy.arrivals = this.arrivals.slice();
    copy.pended = this.pended.slice();
    copy.maskOpen = this.maskOpen;
    copy.ceiling = this.ceiling;
    copy.atomicDepth = this.atomicDepth;
    copy.awaited = this.awaited;
    copy.registers = this.registers.clone();
    copy.latches = this.latches === undefined ? undefined : new Map(this.latches);
    copy.path = this.path;
    copy.settled = this.settled;
    copy.steps = this.steps;
    copy.announced = this.announced;
    copy.calls = this.calls;
    return copy;
  }

  get thread(): Thread {
    return this.threads[this.current]!;
  }

  /** Of the current thread. */
  get activations(): Activation[] {
    return this.threads[this.current]!.activations;
  }

  /** The activation that runs; undefined when the current thread has returned and no ISR runs. */
  get running(): Activation | undefined {
    const { activations } = this.threads[this.current]!;
    return activations[activations.length - 1];
  }

  /** The innermost frame, safe to change. */
  top(): Frame {
    const frames = this.running!.frames;
    const frame = frames[frames.length - 1]!;
    if (frame.owner === this.owner) return frame;
    const copy = frame.clone(this.owner);
    frames[frames.length - 1] = copy;
    return copy;
  }

  assume(condition: Term): void {
    if (condition !== TRUE && !this.path.includes(condition)) this.path = [...this.path, condition];
  }

  /**
   * From here on, only these conditions matter: whatever satisfies them and is decided later, the other variables of
   * the path so far have values that satisfy all of it.
   */
  settle(left: readonly Term[]): void {
    if (left === this.path) return;
    const kept = new Set(left);
    this.settled = { conditions: this.path.filter((c) => !kept.has(c)), before: this.settled };
    this.path = left;
  }

  /** All that arbitrary data of this execution satisfies. */
  wholePath(): readonly Term[] {
    const parts: Term[] = [];
    for (let s = this.settled; s !== undefined; s = s.before) for (const c of s.conditions) parts.push(c);
    return [...parts, ...this.path];
  }
}
