// THE semantics: `enabled` lists what may happen next, `take` makes one of these transitions, and `run` makes all steps
// that nobody else can see up to the next point where somebody has a choice. Arbitrary data is symbolic unless the
// state's input source says otherwise. Exact for what it models; anything else is an `unmodelled` outcome with its
// instruction, never a guess.

import { InternalError } from '../base/internal-error.js';
import type { CheckLimits } from '../base/limits.js';
import type { Instruction } from '../ir/instruction.js';
import { isAccess, isCall } from '../ir/instruction-class.js';
import { effectsOfFunction } from '../model/known-calls.js';
import type { Context, ContextId, Program } from '../model/program.js';
import type { Term, Terms } from '../solve/term.js';
import { Acceleration, type Run } from './compile/acceleration.js';
import type { Event } from './event.js';
import { enterInterrupt, type Obstacle, obstacleBeside, obstacleTo, type StartBounds } from './interrupts.js';
import { type InputSource, SharedVariables } from './memory/memory.js';
import type { Outcome, Question } from './outcome.js';
import { type Frame, NO_ANSWERS, State } from './state.js';
import { isVisibleAccess } from './stepping/access.js';
import { Unmodelled } from './stepping/arithmetic.js';
import { arrivalObstacle } from './stepping/arrival-points.js';
import { calleeName } from './stepping/callee.js';
import { isVisibleCall, performCall } from './stepping/calls.js';
import { decideChoice, openChoice } from './stepping/choices.js';
import type { StopsAt } from './stepping/code.js';
import { Decider, Undecided } from './stepping/decider.js';
import { executeLocal } from './stepping/execute.js';
import { performWhole } from './stepping/in-place.js';
import { InstructionContext, Stop, type Watcher } from './stepping/instruction-context.js';
import { endingObjects } from './stepping/object-end.js';
import { addThread, Threads } from './threads.js';
import { ANSWERS, ORDERS, STEP, type Transition } from './transition.js';

export interface MachineOptions extends StartBounds {
  /** Times that a loop may be left or continued by a choice on arbitrary data. */
  readonly unwind: number;
  /** Which choices on arbitrary data count for `unwind`; absent: all. */
  readonly countsForUnwind?: (frame: Frame) => boolean;
  /** Whether those at the end of a block still count where a frame has come to; absent: they do. */
  readonly countsStill?: (frame: Frame, block: number) => boolean;
  /** Pointers may depend on data: states are joined. */
  readonly joinsStates?: boolean;
  /**
   * Threads are unrolled one by one, each in states of its own: who is spawned stands in the state and never runs
   * there, a section that waits ends the path, and wrong use of a model does not.
   */
  readonly unrollsThreads?: boolean;
  /** Executions share variables for arbitrary data. Only where no two of them ever meet in one formula. */
  readonly sharesVariables?: boolean;
  /** Compiled (the default) and interpreted execution give the same states, events and outcomes. */
  readonly execution?: 'compiled' | 'interpreted';
  /** Visits of a function or loop before it is compiled. */
  readonly heat?: number;
  /**
   * `run` also stops where a statement begins, or before these instructions, and a step is made there, counted only if
   * others can see it. Never compiled.
   */
  readonly steps?: 'visible' | StopsAt;
  /** Called every now and then while steps are made. If it throws, the state is of no use any more. */
  readonly checkLimits?: CheckLimits;
}

/** Steps between two looks at the limits. */
const STEPS = 256;

/** How far `run` goes, and who looks on. */
export interface RunOptions {
  /** Asked now and then during long runs: should it come back with `interrupted`? */
  readonly interrupt?: (() => boolean) | undefined;
  readonly watcher?: Watcher | undefined;
  /** It comes back with `interrupted` where paths join, behind the phis; nothing runs compiled. */
  readonly pausesAtJoins?: boolean;
  /** It comes back with `blocked` when fewer activations than this are left. */
  readonly floor?: number;
}

const NOTHING: RunOptions = {};
const VISIBLE: Outcome = { kind: 'visible' };
const ONLY_STEP: readonly Transition[] = [STEP];

export class Machine extends InstructionContext {
  /** Steps made one by one so far; for the others see `compiledSteps`. */
  interpretedSteps = 0;
  private visibleSteps = 0;
  private readonly acceleration: Acceleration;
  private readonly starts: readonly Transition[];
  readonly threads: Threads;
  /** The step that is under way is one that nobody else can see. */
  private isLocal = false;

  constructor(
    program: Program,
    readonly options: MachineOptions,
    terms?: Terms,
  ) {
    super(program, { ...options, stopsAt: options.steps === 'visible' ? undefined : options.steps }, terms);
    this.acceleration = new Acceleration(this, options);
    this.starts = program.contexts.map((c) => ({ kind: 'start', isr: c.id }));
    this.threads = new Threads(this);
  }

  get compiledSteps(): number {
    return this.acceleration.compiler?.steps ?? 0;
  }

  /** `source` gives concrete values for arbitrary data; without one it is symbolic. */
  initial(source?: InputSource): State {
    const { contexts, platform } = this.program;
    const variables = this.options.sharesVariables === true ? new SharedVariables() : undefined;
    const state = new State(this.image.memory.clone(source, variables));
    this.active = state;
    state.flags = contexts.map((c) => c.initially?.enabled ?? false);
    state.arrivals = contexts.map(() => 0);
    state.pended = contexts.map(() => false);
    state.maskOpen = platform.globalMask !== 'closed';
    addThread(this, state, contexts[0]!);
    this.threads.begin(state);
    return state;
  }

  /** What may happen next, in a state that `run` has brought to a point where there is a choice. */
  enabled(state: State): readonly Transition[] {
    const { question } = state;
    if (question !== undefined) return question.kind === 'condition' ? ANSWERS : ORDERS;
    if (state.isStepBegun) return ONLY_STEP;
    const canStep = state.running !== undefined && state.blocked === undefined && this.threads.mayStep(state);
    let enabled: Transition[] | undefined;
    const { isrs } = this;
    for (let n = 0; n < isrs.length; n++)
      if (this.mayStart(state, isrs[n]!)) (enabled ??= canStep ? [STEP] : []).push(this.starts[isrs[n]!.id]!);
    if (state.threads.length > 1)
      return [...(enabled ?? (canStep ? ONLY_STEP : [])), ...this.threads.switches(state, canStep)];
    return enabled ?? (canStep ? ONLY_STEP : []);
  }

  /** Makes a transition. Its outcome is `stepped` unless it is a step that says otherwise. */
  take(state: State, transition: Transition, watcher?: Watcher): Outcome {
    switch (transition.kind) {
      case 'step':
        this.watching = watcher;
        if (++this.visibleSteps % STEPS === 0) this.options.checkLimits?.();
        if (this.threads.wakesToSpin(state, state.current)) return this.wake(state);
        this.threads.stepping(state);
        return this.threads.behind(state, this.step(state));
      case 'start':
        return { kind: 'stepped', events: [this.start(state, transition.isr, transition.ignoresMask)] };
      case 'switch':
        this.threads.switchTo(state, transition.thread);
        break;
      case 'answer':
        this.answer(state, transition.value);
        break;
      case 'order':
        this.answer(state, transition.descending);
        break;
    }
    return { kind: 'stepped', events: [] };
  }

  private wake(state: State): Outcome {
    this.threads.stepping(state);
    state.steps++;
    return { kind: 'stepped', events: [] };
  }

  /** The ISRs that may start now. */
  startable(state: State): readonly ContextId[] {
    return this.isrs.filter((isr) => this.mayStart(state, isr)).map((isr) => isr.id);
  }

  private mayStart(state: State, isr: Context): boolean {
    const mayBeOff = this.program.threading.interruptsAsThreads;
    return (mayBeOff || state.flags[isr.id] === true) && this.obstacle(state, isr) === undefined;
  }

  /** What keeps an ISR from starting now; undefined if nothing does. */
  obstacle(state: State, isr: Context, bounds: StartBounds = this.options): Obstacle | undefined {
    const elsewhere = isr.startsAt === undefined ? undefined : arrivalObstacle(this, state, isr);
    const own = this.threads.ownThread(isr.id);
    if (elsewhere !== undefined) return elsewhere;
    return own === undefined
      ? obstacleTo(this.program, state, isr, bounds)
      : obstacleBeside(this.program, state, isr, state.threads[own]!, bounds);
  }

  private start(state: State, isr: ContextId, ignoresMask = false): Event {
    this.active = state;
    this.noteArrival(state, isr);
    // Without a bound nobody counts: states that differ in nothing else are one.
    if (Number.isFinite(this.options.arrivals)) state.arrivals[isr]!++;
    state.answers = NO_ANSWERS;
    state.blocked = undefined;
    const own = this.threads.ownThread(isr);
    if (own !== undefined) {
      this.threads.moveTo(state, own);
      state.thread.status = 'runnable';
    }
    enterInterrupt(this.program, state, isr, ignoresMask);
    const context = this.program.contexts[isr]!;
    this.pushFrame(state, context.entry ?? context.function, undefined, []);
    return { kind: 'start', context: isr };
  }

  /** An ISR that starts at a call does not start there again before the call is made. */
  noteArrival(state: State, isr: ContextId): void {
    const context = this.program.contexts[isr]!;
    if (context.startsAt !== undefined && arrivalObstacle(this, state, context) === undefined)
      state.top().arrived = true;
  }

  private answer(state: State, value: boolean): void {
    const { question } = state;
    if (question === undefined) throw new InternalError('an answer to no question');
    state.answers = [...state.answers, { value, says: this.saysOf(question, value) }];
    state.question = undefined;
  }

  /** What is known of arbitrary data once a question is answered. */
  saysOf(question: Question, value: boolean): Term | undefined {
    if (question.kind !== 'condition') return undefined;
    return value ? question.condition : this.terms.not(question.condition);
  }

  /** Makes invisible steps up to the next point where there is a choice. */
  run(state: State, how: RunOptions = NOTHING): Outcome {
    if (state.isStepBegun) return VISIBLE;
    if (this.image.problems.length > 0) return this.unmodelledStart(state);
    this.watching = how.watcher;
    state.question = undefined;
    state.blocked = undefined;
    const outcome = this.runOn(state, how);
    if (outcome.kind === 'blocked') {
      state.blocked = outcome.reason;
      if (outcome.reason === 'endless-loop') this.threads.idles(state);
    }
    this.watching = undefined;
    return outcome;
  }

  private runOn(state: State, { interrupt, pausesAtJoins = false, floor = 0 }: RunOptions): Outcome {
    let decider = new Decider(this.terms, state.answers);
    let run: Run | undefined;
    for (let isFirst = true; ; isFirst = false) {
      if (state.running === undefined || state.activations.length < floor)
        return { kind: 'blocked', reason: 'returned' };
      const frame = state.top();
      if (frame.index === 0) this.coverage.reach(state.running.context, frame.code, frame.block);
      if (pausesAtJoins && !isFirst && frame.index === frame.code.joins[frame.block]) return { kind: 'interrupted' };
      // Answers are for the interpreter.
      const isEntry =
        !pausesAtJoins &&
        frame.index === frame.code.entries[frame.block] &&
        frame.pending === undefined &&
        !(isFirst && state.answers.length > 0);
      if (isEntry) {
        run ??= this.acceleration.begin(interrupt, this.options.checkLimits);
        const arrived = run.arrive(state, frame);
        if (arrived === 'moved' || (arrived?.kind === 'iteration' && this.isSilent(state))) continue;
        if (arrived !== undefined) return arrived;
      }
      if (++this.interpretedSteps % STEPS === 0) this.options.checkLimits?.();
      const instruction = frame.code.blocks[frame.block]![frame.index];
      if (instruction === undefined) throw new InternalError(`no instruction in ${frame.code.fn.name}`);
      const outcome = this.guarded(state, frame, instruction, decider, undefined);
      // Others may still act before the end, or the failure, that this instruction would be: it is a step of its own,
      // with the same answers. They hold from now on: who acted in between must not find it asking anew.
      if (outcome?.kind === 'ended' || outcome?.kind === 'failed') {
        decider.commit(state);
        return VISIBLE;
      }
      if (outcome?.kind === 'undecided') return outcome;
      if (decider.wasAsked) {
        state.answers = NO_ANSWERS;
        decider = new Decider(this.terms, NO_ANSWERS);
      }
      if (outcome !== undefined && !(outcome.kind === 'iteration' && this.isSilent(state))) return outcome;
    }
  }

  /** Does the running context stand where a loop begins that it never leaves, whatever else changes in it? */
  isIdle(state: State): boolean {
    const frames = state.running?.frames;
    const frame = frames?.[frames.length - 1];
    return frame !== undefined && this.acceleration.isIdle(state, frame);
  }

  private hasBody(frame: Frame, i: Instruction): boolean {
    if (i.op !== 'call' || i.callee.kind === 'assembly') return false;
    const isKnown = i.callee.kind !== 'register' || typeof frame.registers[i.callee.index] === 'number';
    const name = isKnown ? calleeName(this, frame, i) : undefined;
    const code = name === undefined ? undefined : this.image.codes.get(name);
    return (
      code !== undefined && code.blocks.length > 0 && effectsOfFunction(this.program.platform, name!) === undefined
    );
  }

  /**
   * Has nothing visible happened since the last iteration that was announced? Then a new unit is no news, and the loop
   * may be idle.
   */
  private isSilent(state: State): boolean {
    if (state.announced === state.steps) return true;
    state.announced = state.steps;
    return false;
  }

  /** Makes the visible step that `run` stopped at. */
  private step(state: State): Outcome {
    const decider = new Decider(this.terms, state.answers);
    const frame = state.top();
    const { instruction } = frame;
    const events: Event[] = [];
    this.isLocal = false;
    const outcome = this.guarded(state, frame, instruction, decider, events);
    state.isStepBegun = outcome?.kind === 'undecided';
    if (outcome?.kind === 'undecided') return outcome;
    state.answers = NO_ANSWERS;
    if (this.isLocal && (outcome === undefined || outcome.kind === 'blocked')) return { kind: 'stepped', events };
    if (outcome?.kind === 'ended' || outcome?.kind === 'failed') decider.commit(state);
    // A thread's last return, with which objects end that others see, is a step like any other.
    if (outcome !== undefined && !(outcome.kind === 'blocked' && events.length > 0)) return outcome;
    // An access at an arbitrary offset may turn out to be one that nobody sees.
    if (events.length > 0 || instruction.op === 'ret') state.steps++;
    return { kind: 'stepped', events };
  }

  /** Does the next instruction do nothing that others can see? `run` stands before it only where it is told to. */
  isLocalStep(state: State): boolean {
    const { frames } = state.running!;
    const frame = frames[frames.length - 1]!;
    return frame.pending === undefined && !this.isVisible(state, frame, frame.instruction);
  }

  /** Makes a visible step, which tells its events; without `events`, a step only if nobody else can see it. */
  private guarded(
    state: State,
    frame: Frame,
    instruction: Instruction,
    decider: Decider,
    events: Event[] | undefined,
  ): Outcome | undefined {
    this.active = state;
    const { inputs } = state.memory;
    try {
      const outcome =
        events === undefined
          ? this.unlessVisible(state, frame, instruction, decider)
          : this.perform(state, frame, instruction, decider, events);
      if (outcome === undefined || goesOn(outcome)) decider.commit(state);
      else if (events === undefined) state.memory.forgetInputs(inputs);
      return outcome;
    } catch (thrown) {
      if (thrown instanceof Undecided) {
        state.memory.forgetInputs(inputs);
        state.question = thrown.question;
        return { kind: 'undecided', question: thrown.question };
      }
      if (thrown instanceof Stop) {
        if (goesOn(thrown.outcome)) decider.commit(state);
        else if (events === undefined) state.memory.forgetInputs(inputs);
        return thrown.outcome;
      }
      if (thrown instanceof Unmodelled)
        return { kind: 'unmodelled', what: thrown.message, instruction: instruction.id, function: frame.code.fn.name };
      throw thrown;
    }
  }

  private unlessVisible(state: State, frame: Frame, i: Instruction, decider: Decider): Outcome | undefined {
    const choice = this.options.joinsStates === true ? openChoice(frame, i, () => this.hasBody(frame, i)) : -1;
    if (choice >= 0) return void decideChoice(frame, choice, decider);
    if (frame.pending !== undefined || this.isVisible(state, frame, i) || frame.code.stops?.has(i) === true)
      return VISIBLE;
    this.watching?.executing(state, frame, i);
    return executeLocal(this, state, frame, i, decider);
  }

  private perform(state: State, frame: Frame, i: Instruction, decider: Decider, events: Event[]): Outcome | undefined {
    this.isLocal = frame.code.stops !== undefined && this.isLocalStep(state);
    this.watching?.executing(state, frame, i);
    if (this.isLocal) return executeLocal(this, state, frame, i, decider);
    const ending = endingObjects(this, state, frame, i);
    if (ending.length > 0) {
      const objects = ending.map((object) => ({ object, name: state.memory.info(object)!.name }));
      const place = { context: state.running!.context, instruction: i.id, function: frame.code.fn.name };
      events.push({ kind: 'free', ...place, objects });
    }
    if (isCall(i)) return performCall(this, state, frame, i, decider, events);
    if (isAccess(i)) return performWhole(this, state, frame, i, decider, events);
    return executeLocal(this, state, frame, i, decider);
  }

  private isVisible(state: State, frame: Frame, i: Instruction): boolean {
    // By name, though there are `isAccess` and `isCall`: this is asked at every step, and to read `op` once is faster.
    switch (i.op) {
      case 'load':
      case 'store':
      case 'atomicrmw':
      case 'cmpxchg':
        return isVisibleAccess(this, state, frame, i);
      case 'call':
      case 'invoke':
      case 'callbr':
        return isVisibleCall(this, state, frame, i);
      case 'ret':
        return (
          this.closesMask(state) || this.threads.endWithReturn(state) || endingObjects(this, state, frame, i).length > 0
        );
      default:
        return false;
    }
  }

  /** Would a return leave a handler that opened the mask, and restore it to closed? Others may start before that. */
  private closesMask(state: State): boolean {
    const { nesting } = this.program.platform;
    const { frames, maskWasOpen } = state.running!;
    return (
      nesting.kind === 'masked' && nesting.exit === 'restore' && frames.length === 1 && !maskWasOpen && state.maskOpen
    );
  }

  private unmodelledStart(state: State): Outcome {
    const frame = state.running?.frames[0];
    if (frame === undefined) throw new InternalError('no context to blame');
    return {
      kind: 'unmodelled',
      what: this.image.problems.join('; '),
      instruction: frame.code.blocks[0]![0]!.id,
      function: frame.code.fn.name,
    };
  }
}

/**
 * Was the instruction done? For `run`, an end or a failure is still to come: the step that it is needs the answers
 * again.
 */
function goesOn(outcome: Outcome): boolean {
  return outcome.kind !== 'visible' && outcome.kind !== 'ended' && outcome.kind !== 'failed';
}
