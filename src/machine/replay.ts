// Re-execution of a schedule on the machine, with concrete inputs: what every engine does before it reports anything.
// Either the whole execution, event by event with its values, or the first choice that is not possible and what stands in its way.

import type { Place } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import type { CallSite, Instruction } from '../ir/instruction.js';
import type { Context, Program } from '../model/program.js';
import { calleeName } from './calls.js';
import { Describer } from './describe.js';
import type { Event, Failure, Outcome } from './event.js';
import { StateKeys } from './key.js';
import { Machine } from './machine.js';
import { Causes, type Refusal } from './refusal.js';
import type { Choice, Schedule } from './schedule.js';
import type { Frame, State } from './state.js';

/** One event, in the words of the source. */
export interface Moment {
  readonly event: Event;
  /** Visible steps before it. */
  readonly step: number;
  /** ISRs that are active. */
  readonly depth: number;
  readonly context: Context;
  /** Source name; of starts and ends, the handler's. */
  readonly function: string;
  readonly place: Place | undefined;
  /** Accesses: `uart.rx.buf[3]`. Calls and operations on masks: how they are called, with the arguments. */
  readonly what: string;
  /** Accesses: read or written. Calls: returned. */
  readonly value: string | undefined;
  /** What it did to interrupts: `closes the global mask`. */
  readonly effects: readonly string[];
}

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

/** Visible steps after the last choice, in programs that never end. */
const MAX_STEPS = 10_000;

export function replay(program: Program, schedule: Schedule): Replay {
  return new Replayer(program, schedule).replay();
}

/** Thrown through the machine where it asks for an input. */
class Refused {
  constructor(readonly refusal: Refusal) {}
}

class Replayer {
  private readonly machine: Machine;
  private readonly describer: Describer;
  private readonly moments: Moment[] = [];
  private readonly causes = new Causes();
  private state: State | undefined;
  private readonly keys = new StateKeys();
  private readonly seen = new Set<string>();
  private nextChoice = 0;
  private nextInput = 0;
  private lastChoiceStep = 0;

  constructor(
    private readonly program: Program,
    private readonly schedule: Schedule,
  ) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.machine = new Machine(program, { arrivals: unlimited, unwind: unlimited, input: (bits, what) => this.input(bits, what) });
    this.describer = new Describer(this.machine);
  }

  replay(): Replay {
    let ending: Ending | undefined;
    try {
      this.state = this.machine.initial();
      while (ending === undefined) ending = this.isOverLimit(this.state) ? { kind: 'complete', how: 'limit' } : this.advance(this.state);
      ending = this.checked(this.state, ending);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      ending = { kind: 'refused', refusal: thrown.refusal };
    }
    return { moments: this.moments, ending, steps: this.state?.steps ?? 0, machine: this.machine, state: this.state! };
  }

  private isOverLimit(state: State): boolean {
    return state.steps > this.lastChoiceStep + MAX_STEPS;
  }

  private get choice(): Choice | undefined {
    return this.schedule.choices[this.nextChoice];
  }

  /** To the next visible point, and one choice or step there; the ending, if it is one. */
  private advance(state: State): Ending | undefined {
    const outcome = this.run(state);
    const { choice } = this;
    if (choice !== undefined && choice.at !== 'end' && choice.at < state.steps) refuse({ kind: 'out-of-order', choice, steps: state.steps });
    const isDue = choice !== undefined && (choice.at === state.steps || (choice.at === 'end' && outcome.kind === 'idle'));
    if (isDue && choice.kind === 'stop') {
      this.nextChoice++;
      return { kind: 'complete', how: 'stop' };
    }
    if (outcome.kind !== 'visible' && outcome.kind !== 'idle') return this.endOf(state, outcome);
    if (isDue && choice.kind === 'start') return this.start(state, choice.isr);
    if (choice === undefined && outcome.kind === 'visible' && this.repeats(state)) return { kind: 'complete', how: 'repeats' };
    return outcome.kind === 'idle' ? { kind: 'complete', how: 'end' } : this.step(state);
  }

  /** Nothing else is chosen: an equal state goes on in the same way. */
  private repeats(state: State): boolean {
    const key = `${this.nextInput} ${this.keys.key(state)}`;
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }

  private run(state: State): Outcome {
    const before = [...state.activations];
    const deepest = depthOf(state);
    let outcome = this.machine.run(state);
    while (outcome.kind === 'iteration') outcome = this.machine.run(state);
    const ended = before.slice(state.activations.length).filter((a) => a.context !== 0);
    ended.reverse().forEach((activation, n) => {
      this.noteContext(state, 'end', activation.context, deepest - n);
      this.causes.leave(this.program);
    });
    return outcome;
  }

  private start(state: State, name: string): undefined {
    const isr = this.isrNamed(name);
    const obstacle = this.machine.obstacle(state, isr);
    if (obstacle !== undefined) {
      const cause = this.causes.of(obstacle, isr, this.program);
      refuse({ kind: 'cannot-start', isr, step: state.steps, place: this.placeOfNext(state), obstacle, cause, ceiling: state.ceiling });
    }
    this.machine.start(state, isr.id);
    this.causes.enter(this.program, isr);
    this.noteContext(state, 'start', isr.id, depthOf(state));
    this.taken(state);
  }

  private step(state: State): Ending | undefined {
    const frame = state.top();
    const instruction = frame.code.blocks[frame.block]![frame.index]!;
    const { choice } = this;
    const isDescending = choice?.kind === 'descending' && choice.at === state.steps;
    const before = { step: state.steps, depth: depthOf(state), interrupts: interruptsOf(state), called: this.called(state, frame, instruction) };
    let outcome = this.machine.step(state);
    if (outcome.kind === 'undecided' && outcome.decision.kind === 'descending') {
      outcome = this.machine.step(state, [isDescending]);
      if (isDescending) this.taken(state);
    } else if (isDescending) refuse({ kind: 'indivisible', step: before.step, place: this.placeOf(frame.code.fn.name, instruction) });
    if (outcome.kind !== 'stepped') return this.endOf(state, outcome);
    const effects = this.noteEffects(state, before.interrupts, instruction, frame, before.called ?? this.assignment(state, outcome.events));
    outcome.events.forEach((event, n) => {
      this.noteStep(state, frame, event, before, n === outcome.events.length - 1 ? effects : []);
    });
    return undefined;
  }

  private taken(state: State): void {
    this.nextChoice++;
    this.lastChoiceStep = state.steps;
  }

  private endOf(state: State, outcome: Outcome): Ending {
    const next = this.placeOfNext(state);
    switch (outcome.kind) {
      case 'failed': {
        const { failure } = outcome;
        return { kind: 'failed', failure, function: this.sourceName(failure.function), place: this.placeOf(failure.function, failure.instruction) };
      }
      case 'ended':
        if (outcome.because === 'assumption') refuse({ kind: 'assumption', step: state.steps, place: next });
        return { kind: 'complete', how: 'exit' };
      case 'unmodelled':
        return { kind: 'unmodelled', what: outcome.what, place: this.placeOf(outcome.function, outcome.instruction) };
      default:
        throw new InternalError(`replay met ${outcome.kind} with all inputs given`);
    }
  }

  /** Everything that the schedule says must have happened. */
  private checked(state: State, ending: Ending): Ending {
    if (ending.kind === 'unmodelled' || ending.kind === 'refused') return ending;
    const { choice } = this;
    if (choice !== undefined) {
      const because = ending.kind === 'failed' ? 'failure' : ending.how === 'exit' ? 'exit' : ending.how === 'limit' || ending.how === 'repeats' ? 'limit' : 'end';
      refuse({ kind: 'never-reached', choice, steps: state.steps, because, place: ending.kind === 'failed' ? ending.place : undefined });
    }
    const given = this.schedule.inputs.length;
    if (this.nextInput < given) refuse({ kind: 'too-many-values', given, used: this.nextInput });
    return ending;
  }

  private input(bits: number, what: string): bigint {
    const value = this.schedule.inputs[this.nextInput++];
    const place = this.state === undefined ? undefined : this.placeOfNext(this.state);
    if (value === undefined) {
      return refuse({ kind: 'too-few-values', given: this.schedule.inputs.length, bits, input: what, step: this.state?.steps ?? 0, place });
    }
    const fits = value < 2n ** BigInt(bits) && value >= -(2n ** BigInt(bits - 1));
    if (!fits) refuse({ kind: 'value-too-wide', position: this.nextInput, value, bits, input: what, place });
    return BigInt.asUintN(bits, value);
  }

  private isrNamed(name: string): Context {
    const { isrs } = this.machine;
    const named = isrs.filter((isr) => isr.name === name);
    const found = named.length === 1 ? named[0] : isrs.find((isr) => isr.function === name);
    return found ?? refuse({ kind: 'unknown-isr', name, known: isrs.map((isr) => isr.name) });
  }

  private noteContext(state: State, kind: 'start' | 'end', isr: number, depth: number): void {
    const context = this.program.contexts[isr]!;
    const event: Event = { kind, context: isr };
    this.moments.push({ event, step: state.steps, depth, context, function: this.sourceName(context.function), place: context.place, what: context.name, value: undefined, effects: [] });
  }

  private noteStep(state: State, frame: Frame, event: Event, before: { readonly step: number; readonly depth: number; readonly called: string | undefined }, effects: readonly string[]): void {
    if (!('instruction' in event)) throw new InternalError('a step starts no context');
    const { memory } = state;
    const i = event.instruction;
    const isAccess = event.kind === 'access';
    const result = event.kind === 'call' && i.op === 'call' && i.result !== undefined ? this.describer.value(memory, i.result.type, frame.registers[i.result.index]!) : undefined;
    this.moments.push({
      event,
      step: before.step,
      depth: before.depth,
      context: this.program.contexts[event.context]!,
      function: this.sourceName(event.function),
      place: this.placeOf(event.function, i),
      what: isAccess ? this.describer.bytes(memory, event.object, event.offset, event.size) : (before.called ?? event.kind),
      value: isAccess ? this.describer.accessed(memory, event) : result,
      effects,
    });
  }

  /** `enable_isr(2)`; arguments that are arbitrary are not asked for here. */
  private called(state: State, frame: Frame, i: Instruction): string | undefined {
    if (i.op !== 'call' && i.op !== 'invoke' && i.op !== 'callbr') return undefined;
    const site: CallSite = i;
    if (site.callee.kind === 'assembly') return `asm("${site.callee.text.trim().replace(/\s+/g, ' ')}")`;
    const callee = calleeName(this.machine, frame, i);
    const values = site.arguments.map((a) => (a.kind === 'undef' || a.kind === 'metadata' ? '?' : this.describer.value(state.memory, a.type, this.machine.value(frame, a))));
    return `${callee === undefined ? 'a function' : this.sourceName(callee)}(${values.join(', ')})`;
  }

  /** `UCSR0B = 0x20`: a write to a device register that has an effect on interrupts. */
  private assignment(state: State, events: readonly Event[]): string {
    const write = events.find((e) => e.kind === 'access');
    if (write === undefined) return '';
    return `${this.describer.bytes(state.memory, write.object, write.offset, write.size)} = ${this.describer.accessed(state.memory, write)}`;
  }

  /** Compares the interrupts before and after a step; remembers what it changed. */
  private noteEffects(state: State, before: Interrupts, i: Instruction, frame: Frame, called: string): readonly string[] {
    const after = interruptsOf(state);
    const effects: string[] = [];
    const place = this.placeOf(frame.code.fn.name, i);
    const changed = (thing: string, text: string): void => {
      effects.push(text);
      this.causes.note(thing, { kind: 'operation', what: called, step: state.steps - 1, place });
    };
    if (before.maskOpen !== after.maskOpen) changed('mask', after.maskOpen ? 'opens the global mask' : 'closes the global mask');
    if (before.ceiling !== after.ceiling) changed('ceiling', after.ceiling === 0 ? 'removes the ceiling' : `sets the ceiling to ${after.ceiling}`);
    if (before.atomicDepth !== after.atomicDepth) {
      if (after.atomicDepth === 0) effects.push('ends the atomic section');
      else if (before.atomicDepth === 0) changed('atomic', 'begins an atomic section');
    }
    for (const isr of this.machine.isrs) {
      if (before.flags[isr.id] !== after.flags[isr.id]) changed(`flag ${isr.id}`, `${after.flags[isr.id] ? 'enables' : 'disables'} ${isr.name}`);
      if (before.pended[isr.id] !== after.pended[isr.id]) effects.push(`${after.pended[isr.id] ? 'pends' : 'unpends'} ${isr.name}`);
    }
    return effects;
  }

  private sourceName(fn: string): string {
    return this.program.module.functions.get(fn)?.sourceName ?? fn;
  }

  private placeOf(fn: string, i: Instruction): Place | undefined {
    const unit = this.program.module.functions.get(fn)?.unit;
    return unit === undefined ? undefined : this.program.module.units[unit]?.debug.location(i.debug)?.place;
  }

  private placeOfNext(state: State): Place | undefined {
    const frame = state.running?.frames.at(-1);
    const i = frame?.code.blocks[frame.block]?.[frame.index];
    return frame === undefined || i === undefined ? undefined : this.placeOf(frame.code.fn.name, i);
  }
}

type Interrupts = Pick<State, 'maskOpen' | 'ceiling' | 'atomicDepth' | 'flags' | 'pended'>;

function interruptsOf(state: State): Interrupts {
  return { maskOpen: state.maskOpen, ceiling: state.ceiling, atomicDepth: state.atomicDepth, flags: state.flags.slice(), pended: state.pended.slice() };
}

function depthOf(state: State): number {
  return state.activations.filter((a) => a.context !== 0).length;
}

function refuse(refusal: Refusal): never {
  throw new Refused(refusal);
}
