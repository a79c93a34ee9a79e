// Re-execution of a schedule, with concrete inputs: what every engine does before it reports anything. Either the whole
// execution, event by event with its values, or the first choice that is not possible and what stands in its way.

import type { Place } from '../base/diagnostic.js';
import { hexHash } from '../base/hash.js';
import { InternalError } from '../base/internal-error.js';
import { type CheckLimits, noLimits } from '../base/limits.js';
import { Machine } from '../machine/machine.js';
import type { Failure } from '../machine/outcome.js';
import type { State } from '../machine/state.js';
import { StateKeys } from '../machine/state-key.js';
import type { Program } from '../model/program.js';
import { Checkpoints } from './checkpoint.js';
import { drive, type Ending, type Observer } from './drive.js';
import type { NarratedEvent } from './narrated-event.js';
import { Narrator } from './narration.js';
import { failureAtCall } from './own-frame.js';
import type { Causes, Refusal } from './refusal.js';
import type { Schedule } from './schedule.js';
import { ScheduleReader } from './schedule-reader.js';

export type ReplayEnding =
  /**
   * Nothing is left to do; exit() was called; the schedule says stop; a state comes again without any choice; or it
   * goes on and on.
   */
  | { readonly kind: 'complete'; readonly how: 'end' | 'exit' | 'stop' | 'repeats' | 'limit' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly function: string; readonly place: Place | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unmodelled'; readonly what: string; readonly place: Place | undefined };

export interface Replay {
  readonly events: readonly NarratedEvent[];
  readonly ending: ReplayEnding;
  /** Visible steps that were made. */
  readonly steps: number;
  readonly machine: Machine;
  readonly state: State;
}

/** Sees the state before the first step, and again whenever there are new events. */
type Watch = (machine: Machine, state: State, events: readonly NarratedEvent[]) => void;

/**
 * Sees each value that arbitrary data got, before the instruction that asked for it is done. There is no state yet
 * while main gets its arguments. `offset` tells uninitialised memory: where in its object.
 */
export type Given = (state: State | undefined, what: string, value: bigint, offset: number | undefined) => void;

/** Visible steps after the last choice, and to one at the end, in programs that never end. */
const MAX_STEPS = 10_000;

export interface WholeReplayOptions {
  readonly watch?: Watch;
  readonly given?: Given;
  /** What it throws ends the replay. */
  readonly checkLimits?: CheckLimits;
}

export function replay(program: Program, schedule: Schedule, options: WholeReplayOptions = {}): Replay {
  const { watch, given, checkLimits } = options;
  return new Replayer(new ReplayMachine(program, checkLimits), schedule, { watch, given }).replay();
}

/** One machine for the replays of one program, which share their beginnings. Not for two at a time. */
export class ReplayMachine {
  readonly machine: Machine;
  readonly checkpoints = new Checkpoints<Causes>();

  constructor(program: Program, checkLimits: CheckLimits = noLimits) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.machine = new Machine(program, { arrivals: unlimited, unwind: unlimited, checkLimits });
  }
}

/**
 * The later part of an execution that is known to end as its schedule says: at least so many visible steps before the
 * first choice, if there are so many, and everything after them; `watch` sees that.
 */
export function replayLaterPart(on: ReplayMachine, schedule: Schedule, history: number, watch: Watch): Replay {
  const first = schedule.choices[0]?.at;
  // Where the first choice is at the end, that has to be found first.
  const end =
    typeof first === 'number'
      ? first
      : new Replayer(on, schedule, { unrecorded: Number.POSITIVE_INFINITY }).replay().steps;
  return new Replayer(on, schedule, { watch, unrecorded: end - history }).replay();
}

interface ReplayOptions {
  readonly watch?: Watch | undefined;
  readonly given?: Given | undefined;
  /**
   * Visible steps that are not recorded, and not made if there is a checkpoint behind them; the execution is known to
   * end.
   */
  readonly unrecorded?: number;
}

/** Thrown through the machine where it asks for an input. */
class Refused {
  constructor(readonly refusal: Refusal) {}
}

/**
 * Thrown in the same way: the schedule stops before the next visible step, and gives nothing that is asked for on the
 * way to it.
 */
class Stopped {}

class Replayer implements Observer {
  private readonly machine: Machine;
  private readonly reader: ScheduleReader;
  private readonly narrator: Narrator;
  private state: State | undefined;
  private readonly keys: StateKeys;
  private readonly seen = new Set<string>();
  private nextInput = 0;
  /** Inputs are those of the common beginning so far. */
  private isCommon: boolean;

  constructor(
    private readonly on: ReplayMachine,
    private readonly schedule: Schedule,
    private readonly options: ReplayOptions,
  ) {
    this.machine = on.machine;
    const isKnownToEnd = options.unrecorded !== undefined;
    this.isCommon = isKnownToEnd;
    const limits = isKnownToEnd ? {} : { limit: MAX_STEPS, repeats: (state: State) => this.repeats(state) };
    this.reader = new ScheduleReader(this.machine, schedule.choices, limits);
    this.keys = new StateKeys(this.machine.terms);
    const begin = isKnownToEnd ? on.checkpoints.before(options.unrecorded, schedule.inputs) : undefined;
    this.narrator = new Narrator(this.machine, begin?.extra.clone());
    if (begin === undefined) return;
    this.nextInput = begin.given;
    this.state = begin.state.clone((bits, what, offset) => this.input(bits, what, offset));
  }

  replay(): Replay {
    const { machine, narrator } = this;
    let ending: ReplayEnding;
    try {
      this.state ??= machine.initial((bits, what, offset) => this.input(bits, what, offset));
      ending = this.checked(this.state, this.endOf(this.state, this.driven(this.state)));
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      ending = { kind: 'refused', refusal: thrown.refusal };
    }
    const { events } = narrator;
    return { events, ending, steps: this.state?.steps ?? 0, machine, state: this.state! };
  }

  private driven(state: State): Ending {
    let ending: Ending;
    try {
      ending = drive(this.machine, state, this.reader, [this.narrator, this]);
      if (ending.kind === 'stopped') this.narrator.stopped(state);
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
      this.narrator.ran(state);
      ending = { kind: 'stopped' };
    }
    this.look(state);
    return ending;
  }

  running(state: State): void {
    if (this.isCommon && this.reader.made === 0)
      this.on.checkpoints.offer(state, this.nextInput, () => this.narrator.causes.clone());
    if (this.narrator.isOn || state.steps < (this.options.unrecorded ?? 0)) return;
    this.narrator.isOn = true;
    this.look(state);
  }

  took(state: State): void {
    this.look(state);
  }

  private look(state: State): void {
    if (this.narrator.isOn) this.options.watch?.(this.machine, state, this.narrator.events);
  }

  /** Nothing else is chosen: an equal state goes on in the same way. */
  private repeats(state: State): boolean {
    // Digests, since the keys of large states are long.
    const key = hexHash(`${this.nextInput} ${this.keys.key(state)}`);
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }

  private endOf(state: State, ending: Ending): ReplayEnding {
    const { narrator, reader } = this;
    if (reader.isStopDue(state)) return { kind: 'complete', how: 'stop' };
    switch (ending.kind) {
      case 'stopped':
        return this.stopped(state);
      case 'failed': {
        const failure = failureAtCall(this.machine.program, state, ending.failure);
        return {
          kind: 'failed',
          failure,
          function: narrator.sourceName(failure.function),
          place: narrator.placeOf(failure.instruction),
        };
      }
      case 'ended':
        if (ending.because === 'assumption')
          refuse({ kind: 'assumption', step: state.steps, place: narrator.placeIn(state) });
        return { kind: 'complete', how: 'exit' };
      case 'unmodelled':
        return { kind: 'unmodelled', what: ending.what, place: narrator.placeOf(ending.instruction) };
      default:
        throw new InternalError(`replay met ${ending.kind} with all inputs given`);
    }
  }

  private stopped(state: State): ReplayEnding {
    const { narrator, reader, machine } = this;
    const reason = reader.stopped ?? { kind: 'stop' };
    const { steps } = state;
    switch (reason.kind) {
      case 'unknown-isr':
        return refuse({ kind: 'unknown-isr', name: reason.name, known: machine.isrs.map((isr) => isr.name) });
      case 'cannot-start': {
        const { isr, obstacle } = reason;
        const cause = narrator.causes.of(obstacle, isr, machine.program);
        const place = narrator.placeIn(state);
        return refuse({ kind: 'cannot-start', isr, step: steps, place, obstacle, cause, ceiling: state.ceiling });
      }
      case 'cannot-switch':
        return refuse({ kind: 'cannot-switch', thread: reason.thread, step: steps, place: narrator.placeIn(state) });
      case 'out-of-order':
        return refuse({ kind: 'out-of-order', choice: reason.choice, steps });
      case 'indivisible':
        return refuse({ kind: 'indivisible', ...narrator.lastStep! });
      default:
        return { kind: 'complete', how: reason.kind };
    }
  }

  /** Everything that the schedule says must have happened. */
  private checked(state: State, ending: ReplayEnding): ReplayEnding {
    if (ending.kind === 'unmodelled' || ending.kind === 'refused') return ending;
    const { choice } = this.reader;
    if (choice !== undefined && !this.reader.isStopDue(state)) {
      if (this.reader.missed(state)?.kind === 'indivisible')
        refuse({ kind: 'indivisible', ...this.narrator.lastStep! });
      const place = ending.kind === 'failed' ? ending.place : undefined;
      refuse({ kind: 'never-reached', choice, steps: state.steps, because: reasonOf(ending), place });
    }
    const given = this.schedule.inputs.length;
    if (this.nextInput < given) refuse({ kind: 'too-many-values', given, used: this.nextInput });
    return ending;
  }

  private input(bits: number, what: string, offset: number | undefined): bigint {
    const { state } = this;
    const value = this.schedule.inputs[this.nextInput++];
    const place = state === undefined ? undefined : this.narrator.placeIn(state);
    if (value === undefined) {
      if (state !== undefined && this.reader.isStopDue(state)) throw new Stopped();
      const given = this.schedule.inputs.length;
      return refuse({ kind: 'too-few-values', given, bits, input: what, step: state?.steps ?? 0, place });
    }
    const fits = value < 2n ** BigInt(bits) && value >= -(2n ** BigInt(bits - 1));
    if (!fits) refuse({ kind: 'value-too-wide', position: this.nextInput, value, bits, input: what, place });
    const chosen = BigInt.asUintN(bits, value);
    if (this.isCommon && this.reader.made === 0)
      this.isCommon = this.on.checkpoints.isCommon(this.nextInput - 1, { bits, what, value: chosen });
    this.options.given?.(state, what, chosen, offset);
    return chosen;
  }
}

function reasonOf(
  ending: Extract<ReplayEnding, { kind: 'complete' | 'failed' }>,
): 'end' | 'exit' | 'failure' | 'limit' {
  if (ending.kind === 'failed') return 'failure';
  switch (ending.how) {
    case 'exit':
      return 'exit';
    case 'limit':
    case 'repeats':
      return 'limit';
    case 'end':
    case 'stop':
      return 'end';
  }
}

function refuse(refusal: Refusal): never {
  throw new Refused(refusal);
}
