// Re-execution of a schedule on the machine, with concrete inputs: what every engine does before it reports anything.
// Either the whole execution, event by event with its values, or the first choice that is not possible and what stands in its way.

import { createHash } from 'node:crypto';
import type { Place } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import type { Failure, Outcome } from '../machine/event.js';
import type { Machine } from '../machine/machine.js';
import type { State } from '../machine/state.js';
import { StateKeys } from '../machine/state-key.js';
import type { Context, Program } from '../model/program.js';
import { type Milestone, Milestones } from './milestones.js';
import { activeIsrs, type Moment, Recorder } from './narration.js';
import type { Refusal } from './refusal.js';
import type { Choice, Schedule } from './schedule.js';

export type Ending =
  /** Nothing is left to do; exit() was called; the schedule says stop; a state comes again without any choice; or it goes on and on. */
  | { readonly kind: 'complete'; readonly how: 'end' | 'exit' | 'stop' | 'repeats' | 'limit' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly function: string; readonly place: Place | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unmodelled'; readonly what: string; readonly place: Place | undefined };

export interface Replay {
  readonly moments: readonly Moment[];
  readonly ending: Ending;
  /** Visible steps that were made. */
  readonly steps: number;
  readonly machine: Machine;
  readonly state: State;
}

/** Visible steps after the last choice, and to one at the end, in programs that never end. */
const MAX_STEPS = 10_000;

/**
 * `watch` sees the state before the first step, and again whenever there are new moments; `given` each value that arbitrary data got,
 * before the instruction that asked for it is done.
 */
export function replay(program: Program, schedule: Schedule, watch?: Watch, given?: Given): Replay {
  const sees = { ...(watch === undefined ? {} : { watch }), ...(given === undefined ? {} : { given }) };
  return new Replayer(new Milestones(program), schedule, sees).replay();
}

export type Watch = (machine: Machine, state: State, moments: readonly Moment[]) => void;

/** There is no state yet while main gets its arguments. `offset` tells uninitialised memory: where in its object. */
export type Given = (state: State | undefined, what: string, value: bigint, offset: number | undefined) => void;

/**
 * The later part of an execution that is known to end as its schedule says: at least so many visible steps before the first choice, if there
 * are so many, and everything after them; `watch` sees that. Replays that share milestones share their beginnings.
 */
export function replayLaterPart(milestones: Milestones, schedule: Schedule, history: number, watch: Watch): Replay {
  const first = schedule.choices[0]?.at;
  // Where the first choice is at the end, that has to be found first.
  const end =
    typeof first === 'number'
      ? first
      : new Replayer(milestones, schedule, { unrecorded: Number.POSITIVE_INFINITY }).replay().steps;
  return new Replayer(milestones, schedule, { watch, unrecorded: end - history }).replay();
}

interface ReplayOptions {
  readonly watch?: Watch;
  readonly given?: Given;
  /** Visible steps that are not recorded, and not made if there is a milestone behind them; the execution is known to end. */
  readonly unrecorded?: number;
}

/** Thrown through the machine where it asks for an input. */
class Refused {
  constructor(readonly refusal: Refusal) {}
}

/** Thrown in the same way: the schedule stops before the next visible step, and gives nothing that is asked for on the way to it. */
class Stopped {}

class Replayer {
  private readonly machine: Machine;
  private readonly recorder: Recorder;
  private readonly begin: Milestone | undefined;
  private state: State | undefined;
  private readonly keys: StateKeys;
  private readonly seen = new Set<string>();
  private nextChoice = 0;
  private nextInput: number;
  private lastChoiceStep = 0;

  constructor(
    private readonly milestones: Milestones,
    private readonly schedule: Schedule,
    private readonly options: ReplayOptions,
  ) {
    this.machine = milestones.machine;
    milestones.input = (bits, what, offset) => this.input(bits, what, offset);
    const { unrecorded } = options;
    this.begin = unrecorded === undefined ? undefined : milestones.before(unrecorded, schedule.inputs);
    this.nextInput = this.begin?.given ?? 0;
    this.keys = new StateKeys(this.machine.terms);
    this.recorder = new Recorder(this.machine, this.begin?.causes.clone());
  }

  replay(): Replay {
    let ending: Ending | undefined;
    try {
      this.state = this.begin?.state.clone() ?? this.machine.initial();
      while (ending === undefined) {
        this.keepMilestone(this.state);
        this.record(this.state);
        ending = this.isOverLimit(this.state) ? { kind: 'complete', how: 'limit' } : this.advance(this.state);
        if (this.recorder.isOn) this.options.watch?.(this.machine, this.state, this.recorder.moments);
      }
      ending = this.checked(this.state, ending);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      ending = { kind: 'refused', refusal: thrown.refusal };
    }
    return {
      moments: this.recorder.moments,
      ending,
      steps: this.state?.steps ?? 0,
      machine: this.machine,
      state: this.state!,
    };
  }

  private record(state: State): void {
    if (this.recorder.isOn || state.steps < (this.options.unrecorded ?? 0)) return;
    this.recorder.isOn = true;
    this.options.watch?.(this.machine, state, this.recorder.moments);
  }

  private keepMilestone(state: State): void {
    if (!this.isKnownToEnd || this.nextChoice > 0 || !this.milestones.isDue(state.steps)) return;
    if (state.running?.frames.at(-1)?.pending !== undefined) return;
    const milestone = { state: state.clone(), causes: this.recorder.causes.clone(), given: this.nextInput };
    this.milestones.keep(milestone, this.schedule.inputs);
  }

  /** To a choice at a certain step it may be far. */
  private isOverLimit(state: State): boolean {
    if (this.isKnownToEnd) return false;
    const next = this.choice?.at;
    return state.steps > (typeof next === 'number' ? next : this.lastChoiceStep) + MAX_STEPS;
  }

  private get isKnownToEnd(): boolean {
    return this.options.unrecorded !== undefined;
  }

  private get choice(): Choice | undefined {
    return this.schedule.choices[this.nextChoice];
  }

  /** To the next visible point, and one choice or step there; the ending, if it is one. */
  private advance(state: State): Ending | undefined {
    const outcome = this.run(state);
    const { choice } = this;
    if (choice !== undefined && choice.at !== 'end' && choice.at < state.steps)
      refuse({ kind: 'out-of-order', choice, steps: state.steps });
    const isDue =
      choice !== undefined && (choice.at === state.steps || (choice.at === 'end' && outcome.kind === 'idle'));
    if (isDue && choice.kind === 'stop') {
      this.nextChoice++;
      return { kind: 'complete', how: 'stop' };
    }
    if (outcome.kind !== 'visible' && outcome.kind !== 'idle') return this.endOf(state, outcome);
    if (isDue && choice.kind === 'start') return this.start(state, choice.isr);
    if (!this.isKnownToEnd && choice === undefined && outcome.kind === 'visible' && this.repeats(state))
      return { kind: 'complete', how: 'repeats' };
    return outcome.kind === 'idle' ? { kind: 'complete', how: 'end' } : this.step(state);
  }

  /** Nothing else is chosen: an equal state goes on in the same way. */
  private repeats(state: State): boolean {
    // Digests, since the keys of large states are long.
    const key = createHash('sha256')
      .update(`${this.nextInput} ${this.keys.key(state)}`)
      .digest('base64');
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }

  private run(state: State): Outcome {
    const before = activeIsrs(state);
    let outcome: Outcome = { kind: 'iteration' };
    try {
      while (outcome.kind === 'iteration') outcome = this.machine.run(state);
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
    }
    this.recorder.ends(state, before);
    return outcome;
  }

  private start(state: State, name: string): undefined {
    const isr = this.isrNamed(name);
    const obstacle = this.machine.obstacle(state, isr);
    if (obstacle !== undefined) {
      const cause = this.recorder.causes.of(obstacle, isr, this.machine.program);
      const { steps: step, ceiling } = state;
      refuse({ kind: 'cannot-start', isr, step, place: this.recorder.placeIn(state), obstacle, cause, ceiling });
    }
    this.machine.start(state, isr.id);
    this.recorder.start(state, isr);
    this.taken(state);
  }

  private step(state: State): Ending | undefined {
    const { choice } = this;
    const isDescending = choice?.kind === 'descending' && choice.at === state.steps;
    const begin = this.recorder.begin(state);
    let outcome = this.machine.step(state);
    if (outcome.kind === 'undecided' && outcome.decision.kind === 'descending') {
      outcome = this.machine.step(state, [isDescending]);
      if (isDescending) this.taken(state);
    } else if (isDescending) {
      const place = this.recorder.placeOf(begin.frame.code.fn.name, begin.instruction);
      refuse({ kind: 'indivisible', step: begin.step, place });
    }
    if (outcome.kind !== 'stepped') return this.endOf(state, outcome);
    this.recorder.step(state, begin, outcome.events);
    return undefined;
  }

  private taken(state: State): void {
    this.nextChoice++;
    this.lastChoiceStep = state.steps;
  }

  private endOf(state: State, outcome: Outcome): Ending {
    const { recorder } = this;
    switch (outcome.kind) {
      case 'failed': {
        const { failure } = outcome;
        return {
          kind: 'failed',
          failure,
          function: recorder.sourceName(failure.function),
          place: recorder.placeOf(failure.function, failure.instruction),
        };
      }
      case 'ended':
        if (outcome.because === 'assumption')
          refuse({ kind: 'assumption', step: state.steps, place: recorder.placeIn(state) });
        return { kind: 'complete', how: 'exit' };
      case 'unmodelled':
        return {
          kind: 'unmodelled',
          what: outcome.what,
          place: recorder.placeOf(outcome.function, outcome.instruction),
        };
      default:
        throw new InternalError(`replay met ${outcome.kind} with all inputs given`);
    }
  }

  /** Everything that the schedule says must have happened. */
  private checked(state: State, ending: Ending): Ending {
    if (ending.kind === 'unmodelled' || ending.kind === 'refused') return ending;
    const { choice } = this;
    if (choice !== undefined) {
      const place = ending.kind === 'failed' ? ending.place : undefined;
      refuse({ kind: 'never-reached', choice, steps: state.steps, because: reasonOf(ending), place });
    }
    const given = this.schedule.inputs.length;
    if (this.nextInput < given) refuse({ kind: 'too-many-values', given, used: this.nextInput });
    return ending;
  }

  private input(bits: number, what: string, offset: number | undefined): bigint {
    const value = this.schedule.inputs[this.nextInput++];
    const place = this.state === undefined ? undefined : this.recorder.placeIn(this.state);
    if (value === undefined) {
      if (this.choice?.kind === 'stop' && this.choice.at === this.state?.steps) throw new Stopped();
      return refuse({
        kind: 'too-few-values',
        given: this.schedule.inputs.length,
        bits,
        input: what,
        step: this.state?.steps ?? 0,
        place,
      });
    }
    const fits = value < 2n ** BigInt(bits) && value >= -(2n ** BigInt(bits - 1));
    if (!fits) refuse({ kind: 'value-too-wide', position: this.nextInput, value, bits, input: what, place });
    const chosen = BigInt.asUintN(bits, value);
    this.options.given?.(this.state, what, chosen, offset);
    return chosen;
  }

  private isrNamed(name: string): Context {
    const { isrs } = this.machine;
    const named = isrs.filter((isr) => isr.name === name);
    const found = named.length === 1 ? named[0] : isrs.find((isr) => isr.function === name);
    return found ?? refuse({ kind: 'unknown-isr', name, known: isrs.map((isr) => isr.name) });
  }
}

function reasonOf(ending: Extract<Ending, { kind: 'complete' | 'failed' }>): 'end' | 'exit' | 'failure' | 'limit' {
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
