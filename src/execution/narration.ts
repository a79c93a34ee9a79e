// What happened, in the words of the source: each event of an execution with names, values and place, and what it did
// to interrupts. The narrator watches an execution, and remembers which operation last changed the mask, the ceiling
// and each flag, for the question why an ISR cannot start.

import type { Place } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import type { Instruction, InstructionId } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { Event } from '../machine/event.js';
import type { Machine } from '../machine/machine.js';
import type { Frame, State } from '../machine/state.js';
import { calleeName } from '../machine/stepping/callee.js';
import type { Transition } from '../machine/transition.js';
import { type Context, type ContextId, MAIN, type Program } from '../model/program.js';
import { Describer } from './describe.js';
import type { Observer } from './drive.js';
import { type Cause, Causes } from './refusal.js';

/** One event, in the words of the source. */
export interface NarratedEvent {
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
  /** Of starts: what last opened each thing that could have kept the ISR out. */
  readonly openedBy?: readonly Cause[];
}

/** What is known only before a step is made. */
interface StepBegin {
  readonly step: number;
  readonly depth: number;
  readonly frame: Frame;
  readonly instruction: Instruction;
  readonly called: string | undefined;
  readonly interrupts: Interrupts;
  readonly active: readonly ContextId[];
}

type Interrupts = Pick<State, 'maskOpen' | 'ceiling' | 'atomicDepth' | 'flags' | 'pended'>;

export class Narrator implements Observer {
  readonly events: NarratedEvent[] = [];
  /** What happens to interrupts is remembered in any case. */
  isOn = false;
  private readonly program: Program;
  private readonly describer: Describer;
  private active: readonly ContextId[] = [];
  private begun: StepBegin | undefined;

  /** `causes`: what happened to interrupts before anything is recorded. */
  constructor(
    private readonly machine: Machine,
    readonly causes = new Causes(),
  ) {
    this.program = machine.program;
    this.describer = new Describer(machine);
  }

  running(state: State): void {
    this.active = activeIsrs(state);
  }

  ran(state: State): void {
    this.ends(state, this.active);
  }

  taking(state: State, { kind }: Transition): void {
    if (kind === 'step') this.begun = this.begin(state);
  }

  took(state: State, transition: Transition, events: readonly Event[]): void {
    if (transition.kind === 'start') this.start(state, this.program.contexts[transition.isr]!);
    else if (transition.kind === 'step') this.step(state, this.begun!, events);
  }

  /** The last step that was begun, and where. */
  get lastStep(): { readonly step: number; readonly place: Place | undefined } | undefined {
    const { begun } = this;
    return begun && { step: begun.step, place: this.placeOf(begun.instruction.id) };
  }

  private start(state: State, isr: Context): void {
    const openedBy = this.causes.letting(isr, this.program);
    this.causes.enter(this.program, isr);
    this.context(state, 'start', isr.id, activeIsrs(state).length, { openedBy });
  }

  /** ISRs that were active before and are not any more, innermost first. */
  private ends(state: State, before: readonly ContextId[]): void {
    const left = activeIsrs(state).length;
    for (let depth = before.length; depth > left; depth--) {
      this.context(state, 'end', before[depth - 1]!, depth);
      this.causes.leave(this.program);
    }
  }

  private begin(state: State): StepBegin {
    const frame = state.top();
    const { instruction } = frame;
    const active = activeIsrs(state);
    const called = this.called(state, frame, instruction);
    const interrupts = interruptsOf(state);
    return { step: state.steps, depth: active.length, frame, instruction, called, interrupts, active };
  }

  private step(state: State, begin: StepBegin, events: readonly Event[]): void {
    const effects = this.effects(state, begin, begin.called ?? this.assignment(state, events));
    if (this.isOn)
      events.forEach((event, n) => {
        this.events.push(this.narrated(state, begin, event, n === events.length - 1 ? effects : []));
      });
    this.ends(state, begin.active);
  }

  sourceName(fn: string): string {
    return this.program.module.functions.get(fn)?.sourceName ?? fn;
  }

  placeOf(instruction: InstructionId): Place | undefined {
    return instructionPlace(this.program.module, instruction);
  }

  /** Of the instruction that is next. */
  placeIn(state: State): Place | undefined {
    const frame = state.running?.frames.at(-1);
    const i = frame?.code.blocks[frame.block]?.[frame.index];
    return i === undefined ? undefined : this.placeOf(i.id);
  }

  private context(
    state: State,
    kind: 'start' | 'end',
    isr: ContextId,
    depth: number,
    more: Pick<NarratedEvent, 'openedBy'> = {},
  ): void {
    if (!this.isOn) return;
    const context = this.program.contexts[isr]!;
    this.events.push({
      event: { kind, context: isr },
      step: state.steps,
      depth,
      context,
      function: this.sourceName(context.function),
      place: context.place,
      what: context.name,
      value: undefined,
      effects: [],
      ...more,
    });
  }

  private narrated(state: State, begin: StepBegin, event: Event, effects: readonly string[]): NarratedEvent {
    if (!('instruction' in event)) throw new InternalError('a step starts no context');
    const { memory } = state;
    const isAccess = event.kind === 'access';
    return {
      event,
      step: begin.step,
      depth: begin.depth,
      context: this.program.contexts[event.context]!,
      function: this.sourceName(event.function),
      place: this.placeOf(event.instruction),
      what: isAccess
        ? this.describer.bytes(memory, event.object, event.offset, event.size)
        : (begin.called ?? event.kind),
      value: isAccess ? this.describer.accessed(memory, event) : this.result(state, begin, event),
      effects,
    };
  }

  /** What a function without a body returned. */
  private result(state: State, { frame, instruction: i }: StepBegin, event: Event): string | undefined {
    if (event.kind !== 'call' || i.op !== 'call' || i.result === undefined) return undefined;
    return this.describer.value(state.memory, i.result.type, frame.registers[i.result.index]!);
  }

  /** `enable_isr(2)`; arguments that are arbitrary are not asked for here. */
  private called(state: State, frame: Frame, i: Instruction): string | undefined {
    if (!isCall(i)) return undefined;
    if (i.callee.kind === 'assembly') return `asm("${i.callee.text.trim().replace(/\s+/g, ' ')}")`;
    const callee = calleeName(this.machine, frame, i);
    const values = i.arguments.map((a) =>
      a.kind === 'undef' || a.kind === 'metadata'
        ? '?'
        : this.describer.value(state.memory, a.type, this.machine.value(frame, a)),
    );
    return `${callee === undefined ? 'a function' : this.sourceName(callee)}(${values.join(', ')})`;
  }

  /** `UCSR0B = 0x20`: a write to a device register that has an effect on interrupts. */
  private assignment(state: State, events: readonly Event[]): string {
    const write = events.find((e) => e.kind === 'access');
    if (write === undefined) return '';
    const register = this.describer.bytes(state.memory, write.object, write.offset, write.size);
    return `${register} = ${this.describer.accessed(state.memory, write)}`;
  }

  /** Compares the interrupts before and after a step; remembers what it changed. */
  private effects(state: State, { interrupts: before, instruction, step }: StepBegin, what: string): readonly string[] {
    const effects: string[] = [];
    const place = this.placeOf(instruction.id);
    const changed = (thing: string, text: string): void => {
      effects.push(text);
      this.causes.note(thing, { kind: 'operation', what, step, place });
    };
    if (before.maskOpen !== state.maskOpen)
      changed('mask', state.maskOpen ? 'opens the global mask' : 'closes the global mask');
    if (before.ceiling !== state.ceiling)
      changed('ceiling', state.ceiling === 0 ? 'removes the ceiling' : `sets the ceiling to ${state.ceiling}`);
    if (before.atomicDepth === 0 && state.atomicDepth > 0) changed('atomic', 'begins an atomic section');
    if (before.atomicDepth > 0 && state.atomicDepth === 0) effects.push('ends the atomic section');
    for (const { id, name } of this.machine.isrs) {
      if (before.flags[id] !== state.flags[id])
        changed(`flag ${id}`, `${state.flags[id] ? 'enables' : 'disables'} ${name}`);
      if (before.pended[id] !== state.pended[id]) effects.push(`${state.pended[id] ? 'pends' : 'unpends'} ${name}`);
    }
    return effects;
  }
}

/** Outermost first. */
function activeIsrs(state: State): readonly ContextId[] {
  return state.activations.map((a) => a.context).filter((context) => context !== MAIN);
}

function interruptsOf({ maskOpen, ceiling, atomicDepth, flags, pended }: State): Interrupts {
  return { maskOpen, ceiling, atomicDepth, flags: flags.slice(), pended: pended.slice() };
}
