// A state of the machine: memory, stacks, masks, arrival counters and the path condition. Plain data with cheap copies;
// everything that a later step depends on is here and nothing else is.

import type { CallSite } from '../ir/instruction.js';
import type { ContextId } from '../model/program.js';
import { type Term, TRUE } from '../solve/term.js';
import type { Memory } from './memory/memory.js';
import type { Value } from './memory/value.js';
import type { Code } from './stepping/code.js';

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
}

let owners = 0;

export class State {
  owner = ++owners;
  /** The base context first, then the ISRs that preempted it, innermost last. */
  activations: Activation[] = [];
  /** By context id. */
  flags: boolean[] = [];
  arrivals: number[] = [];
  pended: boolean[] = [];
  maskOpen = true;
  /** Interrupts of this priority and below are kept out; 0: none. */
  ceiling = 0;
  atomicDepth = 0;
  /** Contents of the device registers that a pack gives a memory, by address. */
  registers = new Map<number, number>();
  /** What arbitrary data is known to satisfy. */
  path: readonly Term[] = [];
  /** Visible steps so far. */
  steps = 0;
  /** Visible steps at the last iteration that was announced. */
  announced = -1;
  /** Calls so far. */
  calls = 0;
  /** The base context has returned: its frame is gone, its objects live. */
  ended = false;

  constructor(readonly memory: Memory) {}

  clone(): State {
    const copy = new State(this.memory.clone());
    this.owner = ++owners;
    copy.activations = this.activations.map((a) => ({
      context: a.context,
      frames: a.frames.slice(),
      maskWasOpen: a.maskWasOpen,
    }));
    copy.flags = this.flags.slice();
    copy.arrivals = this.arrivals.slice();
    copy.pended = this.pended.slice();
    copy.maskOpen = this.maskOpen;
    copy.ceiling = this.ceiling;
    copy.atomicDepth = this.atomicDepth;
    copy.registers = new Map(this.registers);
    copy.path = this.path;
    copy.steps = this.steps;
    copy.announced = this.announced;
    copy.calls = this.calls;
    copy.ended = this.ended;
    return copy;
  }

  /** The activation that runs; undefined when the base context has returned and no ISR runs. */
  get running(): Activation | undefined {
    return this.activations[this.activations.length - 1];
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
    if (condition !== TRUE) this.path = [...this.path, condition];
  }
}
