// Runs a recorded execution again with one preemption somewhere else, and notes what the preempted unit does from then on: what could make
// a difference to somebody. Masks do not keep the ISRs of the recording from starting.

import type { Failure } from '../../machine/event.js';
import type { Machine, Watcher } from '../../machine/machine.js';
import type { State } from '../../machine/state.js';
import { objectOf, offsetOf, type Value } from '../../machine/value.js';
import type { ContextId } from '../../model/program.js';
import type { Confirmer } from './confirm.js';
import { isUninitialised, type Preemption, type RecordedActivation, type Recording, stackLength } from './recording.js';

/** Interpreted steps that one run may take after o1. */
const FUEL = 200_000;

/** What one run did, as far as it matters. */
export interface Trace {
  /** The unit's decisions, in order. */
  readonly branches: readonly number[];
  /** Device writes and external calls, in the order of each context. */
  readonly effects: ReadonlyMap<ContextId, readonly string[]>;
  readonly result: string;
  /** How it ended: at the end of the unit, or by a failure, or not within the bound. */
  readonly ending: string;
  readonly isCut: boolean;
  readonly state: State;
}

/** At once: right after the step, before anything else that the activation does. */
export type MovedPreemption = Preemption & { readonly isAtOnce?: boolean };

/** A place in a recorded execution: how far each activation on the stack has come. */
interface Cursor {
  readonly activation: RecordedActivation;
  readonly preemptions: readonly MovedPreemption[];
  steps: number;
  next: number;
  inputs: number;
}

export class Rerun {
  private constructor(
    private readonly confirmer: Confirmer,
    private readonly recording: Recording,
    private readonly stack: Cursor[],
    private readonly uninitialised: Map<string, number>,
    readonly state: State,
  ) {}

  static begin(confirmer: Confirmer, recording: Recording): Rerun {
    const [stack, uninitialised] = [[cursorAt(recording.base)], new Map<string, number>()];
    // Main's arguments are asked for before its first step.
    confirmer.input = (what) => nextInput(recording, stack, uninitialised, what);
    return new Rerun(confirmer, recording, stack, uninitialised, confirmer.machine.initial());
  }

  /** A copy in which the rest of what preempts an activation on the stack is another. */
  with(unit: RecordedActivation, rest: (preemptions: readonly MovedPreemption[]) => readonly MovedPreemption[]): Rerun {
    const stack: Cursor[] = this.stack.map((c) => {
      if (c.activation !== unit) return { ...c };
      return { ...c, preemptions: [...c.preemptions.slice(0, c.next), ...rest(c.preemptions.slice(c.next))] };
    });
    return new Rerun(this.confirmer, this.recording, stack, new Map(this.uninitialised), this.state.clone());
  }

  private get machine(): Machine {
    return this.confirmer.machine;
  }

  private takeOver(): void {
    this.confirmer.input = (what) => nextInput(this.recording, this.stack, this.uninitialised, what);
  }

  /** To right before the given own step of an activation; false when it does not come to that. */
  goTo(activation: RecordedActivation, step: number): boolean {
    this.takeOver();
    for (;;) {
      const outcome = this.machine.run(this.state);
      this.settle();
      const top = this.stack[this.stack.length - 1]!;
      if (outcome.kind === 'iteration') continue;
      if (outcome.kind !== 'visible' && outcome.kind !== 'idle') return false;
      const isThere = top.activation === activation && top.steps === step && outcome.kind === 'visible';
      if (this.startNext(outcome.kind === 'idle')) continue;
      if (isThere) return true;
      if (outcome.kind === 'idle' || this.step() !== undefined) return false;
    }
  }

  /** To the end of the unit, which is on the stack. */
  finish(unit: RecordedActivation, isResult: (state: State) => boolean): Trace {
    this.takeOver();
    const depth = this.stack.findIndex((c) => c.activation === unit);
    const branches: number[] = [];
    const effects = new Map<ContextId, string[]>();
    let result = '';
    const isUnit = (state: State): boolean => stackLength(state) === depth + 1;
    const watcher: Watcher = {
      fuel: FUEL,
      branched: (state, target) => {
        if (isUnit(state)) branches.push(target);
      },
      returned: (state, value) => {
        if (value !== undefined && isUnit(state) && isResult(state)) result += `${this.shown(value)};`;
      },
    };
    const note = (context: ContextId, text: string): void => {
      const list = effects.get(context);
      if (list === undefined) effects.set(context, [text]);
      else list.push(text);
    };
    this.machine.watcher = watcher;
    const end = (ending: string, isCut = false): Trace => {
      this.machine.watcher = undefined;
      return { branches, effects, result, ending, isCut, state: this.state };
    };
    for (;;) {
      this.startAtOnce();
      const outcome = this.machine.run(this.state);
      this.settle();
      if (this.stack.length <= depth) return end('the end');
      switch (outcome.kind) {
        case 'iteration':
          if (isUnit(this.state)) return end('the end');
          continue;
        case 'idle':
          return end('the end');
        case 'visible':
          break;
        case 'failed':
          return end(failureText(outcome.failure));
        case 'ended':
          return end(outcome.because);
        default:
          return end(outcome.kind, true);
      }
      if (watcher.fuel <= 0) return end('not yet', true);
      if (this.startNext(false)) continue;
      watcher.fuel--;
      const ending = this.step(note);
      if (ending !== undefined) return end(ending);
    }
  }

  private step(note?: (context: ContextId, text: string) => void): string | undefined {
    const top = this.stack[this.stack.length - 1]!;
    let stepped = this.machine.step(this.state);
    if (stepped.kind === 'undecided')
      stepped = this.machine.step(this.state, [top.activation.descending.has(top.steps)]);
    top.steps++;
    if (stepped.kind === 'failed') return failureText(stepped.failure);
    if (stepped.kind !== 'stepped') return stepped.kind === 'ended' ? stepped.because : stepped.kind;
    for (const event of stepped.events) {
      if (event.kind === 'call')
        note?.(event.context, `${event.callee}(${event.arguments.map((v) => this.shown(v)).join(', ')})`);
      const isDevice = event.kind === 'access' && (event.object === 0 || this.isDevice(event.object));
      if (event.kind === 'access' && event.operation === 'W' && isDevice)
        note?.(event.context, `${this.deviceName(event.object, event.offset)} = ${this.shown(event.value)}`);
    }
    return undefined;
  }

  private deviceName(object: number, offset: number): string {
    if (object !== 0) return this.state.memory.info(object)!.name;
    return this.machine.registerAt(offset)?.name ?? `0x${offset.toString(16)}`;
  }

  private isDevice(object: number): boolean {
    return this.state.memory.info(object)?.kind === 'device';
  }

  /** Starts the ISR that preempts here, if one does. */
  private startNext(isIdle: boolean): boolean {
    const top = this.stack[this.stack.length - 1]!;
    const due = top.preemptions[top.next];
    if (due === undefined || (due.at > top.steps && !isIdle)) return false;
    top.next++;
    if (due.at < top.steps || !this.start(due.by)) return this.startNext(isIdle);
    return true;
  }

  /** The last one first: it waits until the others have ended. */
  private startAtOnce(): void {
    const top = this.stack[this.stack.length - 1]!;
    const due = top.preemptions.slice(top.next).filter((p) => p.isAtOnce === true && p.at === top.steps);
    top.next += due.length;
    for (const { by } of due.reverse()) this.start(by);
  }

  /** False when the ISR is active already. */
  private start(activation: RecordedActivation): boolean {
    if (this.state.activations.some((a) => a.context === activation.context)) return false;
    this.machine.start(this.state, activation.context);
    this.stack.push(cursorAt(activation));
    return true;
  }

  private settle(): void {
    const length = stackLength(this.state);
    if (this.stack.length > length) this.stack.length = length;
  }

  /** Pointers by the object's name: numbers of objects depend on the order of allocation. */
  private shown(value: Value | undefined): string {
    if (Array.isArray(value)) return `{${value.map((v) => this.shown(v)).join(', ')}}`;
    if (typeof value !== 'number' || value < 2 ** 32) return String(value);
    return `${this.state.memory.info(objectOf(value))?.name ?? objectOf(value)}+${offsetOf(value)}`;
  }
}

const failureText = ({ kind, message }: Failure): string => `a failure (${kind}: ${message})`;

function cursorAt(activation: RecordedActivation): Cursor {
  return { activation, preemptions: activation.preemptions, steps: 0, next: 0, inputs: 0 };
}

/** The next arbitrary value; 0 where the recording has none. */
function nextInput(
  recording: Recording,
  stack: readonly Cursor[],
  uninitialised: Map<string, number>,
  what: string,
): bigint {
  if (isUninitialised(what)) {
    const n = uninitialised.get(what) ?? 0;
    uninitialised.set(what, n + 1);
    return recording.uninitialised.get(what)?.[n] ?? 0n;
  }
  const top = stack[stack.length - 1]!;
  return top.activation.inputs[top.inputs++] ?? 0n;
}
