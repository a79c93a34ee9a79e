// What happened, in the words of the source: each event of an execution with names, values and place, and what it did
// to interrupts, threads and locks. The narrator watches an execution, and remembers which operation last changed the
// mask, the ceiling and each flag, for the question why an ISR cannot start.

import type { Place } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import type { Instruction, InstructionId } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { Event } from '../machine/event.js';
import type { Machine } from '../machine/machine.js';
import type { Frame, State, ThreadId } from '../machine/state.js';
import { calleeName } from '../machine/stepping/callee.js';
import type { Transition } from '../machine/transition.js';
import type { Context, ContextId, Program } from '../model/program.js';
import { Describer } from './describe.js';
import type { Observer } from './drive.js';
import type { ModelCall, NarratedEvent } from './narrated-event.js';
import { isOfModel, ownFrame } from './own-frame.js';
import { Causes } from './refusal.js';
import { threadName } from './thread-name.js';
import { namedWait, waitOf, waitText } from './waiting.js';

/** What is known only before a step is made. */
interface StepBegin {
  readonly step: number;
  readonly depth: number;
  readonly frame: Frame;
  readonly instruction: Instruction;
  readonly called: string | undefined;
  readonly call: ModelCall | undefined;
  readonly interrupts: Interrupts;
  readonly active: readonly ContextId[];
  /** Before it. */
  readonly threads: number;
  readonly held: readonly number[];
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
  private readonly ended = new Set<ThreadId>();
  /** Of locks that somebody has waited for. */
  private readonly lockSizes = new Map<number, number>();
  private readonly hasModels: boolean;

  /** `causes`: what happened to interrupts before anything is recorded. */
  constructor(
    private readonly machine: Machine,
    readonly causes = new Causes(),
  ) {
    this.program = machine.program;
    this.describer = new Describer(machine);
    this.hasModels = this.program.module.units.some((unit) => unit.isModel);
  }

  running(state: State): void {
    this.active = activeIsrs(state);
    if (state.thread.status === 'ended') this.ended.add(state.current);
  }

  ran(state: State): void {
    this.ends(state, this.active);
  }

  taking(state: State, { kind }: Transition): void {
    if (kind === 'step') this.begun = this.begin(state);
    else if (kind === 'switch') this.waits(state, state.current);
  }

  took(state: State, transition: Transition, events: readonly Event[]): void {
    if (transition.kind === 'start') this.start(state, this.program.contexts[transition.isr]!);
    else if (transition.kind === 'step') this.step(state, this.begun!, events);
    else if (transition.kind === 'switch') this.goesOn(state);
  }

  private goesOn(state: State): void {
    const { activations, context } = state.thread;
    const frames = activations.at(-1)?.frames ?? [];
    const own = frames[ownFrame(this.program.module, frames)];
    const place = own && this.placeOf(own.instruction.id);
    this.context(state, 'switch', context, 0, place === undefined ? {} : { place });
  }

  /** Nobody goes on: tells of all who wait, where nobody else is left. */
  stopped(state: State): void {
    const others = state.threads.map((_, n) => n as ThreadId).filter((n) => n !== state.current);
    const living = [state.current, ...others].filter((n) => state.threads[n]!.activations.length > 0);
    if (living.every((n) => waitOf(this.machine, state, n) !== undefined)) for (const n of living) this.waits(state, n);
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
    if (state.thread.status !== 'ended' || this.ended.has(state.current)) return;
    this.ended.add(state.current);
    if (this.machine.threads.areMany) this.context(state, 'thread-end', state.thread.context, 0);
  }

  /** That a thread waits, if it does. */
  private waits(state: State, thread: ThreadId): void {
    const wait = this.isOn ? waitOf(this.machine, state, thread) : undefined;
    if (wait === undefined) return;
    const { activations } = state.threads[thread]!;
    const { context, frames } = activations.at(-1)!;
    const call = this.modelCall(state, frames);
    const frame = frames.at(-1)!;
    const at = call?.at ?? this.callAt(frame);
    const nameOf = (n: ThreadId): string => threadName(this.program, state, n);
    const named = namedWait(wait, nameOf, ({ address, size }) => this.describer.lock(state.memory, address, size));
    this.events.push({
      event: { kind: 'wait', context, instruction: at.instruction, function: at.symbol },
      step: state.steps,
      depth: activations.length - 1,
      context: this.program.contexts[context]!,
      thread: this.threadIn(state, thread),
      function: at.function,
      place: at.place,
      what: call?.at === undefined ? (this.called(state, frame, frame.instruction) ?? '') : call.what,
      value: undefined,
      effects: [waitText(named, activations.length > 1 ? this.program.contexts[context]!.name : nameOf(thread))],
      wait: named,
    });
  }

  private threadIn(state: State, thread: ThreadId = state.current): string | undefined {
    return this.machine.threads.areMany ? threadName(this.program, state, thread) : undefined;
  }

  private modelCall(state: State, frames: readonly Frame[]): ModelCall | undefined {
    const { module } = this.program;
    if (!this.hasModels || !isOfModel(module, frames.at(-1)!.code.fn)) return undefined;
    const own = ownFrame(module, frames);
    const { serial } = frames[own + 1]!;
    if (own < 0) return { serial, what: '', at: undefined };
    const frame = frames[own]!;
    return { serial, what: this.called(state, frame, frame.instruction, true) ?? '', at: this.callAt(frame) };
  }

  private callAt(frame: Frame): NonNullable<ModelCall['at']> {
    const { id } = frame.instruction;
    const { name, sourceName } = frame.code.fn;
    return { instruction: id, symbol: name, function: sourceName, place: this.placeOf(id) };
  }

  private begin(state: State): StepBegin {
    const frame = state.top();
    const { instruction } = frame;
    const active = activeIsrs(state);
    const called = this.called(state, frame, instruction);
    return {
      step: state.steps,
      depth: active.length,
      frame,
      instruction,
      called,
      call: this.modelCall(state, state.running!.frames),
      interrupts: interruptsOf(state),
      active,
      threads: state.threads.length,
      held: state.thread.held,
    };
  }

  private step(state: State, begin: StepBegin, events: readonly Event[]): void {
    const locks = this.locks(state, begin.held);
    const effects = [
      ...this.effects(state, begin, begin.called ?? this.assignment(state, events)),
      ...state.threads.slice(begin.threads).map((_, n) => {
        return `starts ${threadName(this.program, state, (begin.threads + n) as ThreadId)}`;
      }),
      ...events.flatMap((e) => (e.kind === 'misuse' ? e.text : [])),
      ...Object.entries(locks).map(([lock, holder]) => (holder === null ? `gives ${lock} back` : `takes ${lock}`)),
    ];
    if (this.isOn)
      events.forEach((event, n) => {
        const isLast = n === events.length - 1;
        this.events.push(this.narrated(state, begin, event, isLast ? effects : [], isLast ? locks : {}));
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
    kind: 'start' | 'end' | 'switch' | 'thread-end',
    id: ContextId,
    depth: number,
    more: Partial<Pick<NarratedEvent, 'openedBy' | 'place'>> = {},
  ): void {
    if (!this.isOn) return;
    const context = this.program.contexts[id]!;
    const thread = this.threadIn(state);
    this.events.push({
      event: { kind, context: id },
      step: state.steps,
      depth,
      context,
      thread,
      function: this.sourceName(context.function),
      place: context.place,
      what: kind === 'switch' || kind === 'thread-end' ? (thread ?? context.name) : context.name,
      value: undefined,
      effects: [],
      ...more,
    });
  }

  private narrated(
    state: State,
    begin: StepBegin,
    event: Event,
    effects: readonly string[],
    locks: NonNullable<NarratedEvent['locks']>,
  ): NarratedEvent {
    if (!('instruction' in event)) throw new InternalError('a step starts no context');
    const { memory } = state;
    const isAccess = event.kind === 'access';
    return {
      event,
      step: begin.step,
      depth: begin.depth,
      context: this.program.contexts[event.context]!,
      thread: this.threadIn(state),
      function: this.sourceName(event.function),
      place: this.placeOf(event.instruction),
      what: isAccess
        ? this.describer.bytes(memory, event.object, event.offset, event.size)
        : (begin.called ?? (event.kind === 'free' ? endText(event.objects.map((o) => o.name)) : event.kind)),
      value: isAccess ? this.describer.accessed(memory, event) : this.result(state, begin, event),
      effects,
      ...(Object.keys(locks).length === 0 ? {} : { locks }),
      ...(begin.call === undefined ? {} : { call: begin.call }),
    };
  }

  /** What a function without a body returned. */
  private result(state: State, { frame, instruction: i }: StepBegin, event: Event): string | undefined {
    if (event.kind !== 'call' || i.op !== 'call' || i.result === undefined) return undefined;
    return this.describer.value(state.memory, i.result.type, frame.registers[i.result.index]!);
  }

  /** `enable_isr(2)`; arguments that are arbitrary are not asked for here. */
  private called(state: State, frame: Frame, i: Instruction, isOfModel = false): string | undefined {
    if (!isCall(i)) return undefined;
    if (i.callee.kind === 'assembly') return `asm("${i.callee.text.trim().replace(/\s+/g, ' ')}")`;
    const callee = calleeName(this.machine, frame, i);
    const values = i.arguments.map((a) =>
      a.kind === 'undef' || a.kind === 'metadata'
        ? '?'
        : this.describer.value(
            state.memory,
            a.type,
            this.machine.value(frame, a),
            isOfModel ? { kind: 'lock' } : undefined,
          ),
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

  /** Locks of the running thread that a step took or gave back, with who holds them then. */
  private locks(state: State, before: readonly number[]): NonNullable<NarratedEvent['locks']> {
    if (state.awaited !== undefined) this.lockSizes.set(state.awaited.address, state.awaited.size);
    const { held } = state.thread;
    if (held === before) return {};
    const given = before.filter((lock) => !held.includes(lock));
    const taken = held.filter((lock) => !before.includes(lock));
    const nameOf = (lock: number): string => this.describer.lock(state.memory, lock, this.lockSizes.get(lock));
    const holder = threadName(this.program, state, state.current);
    return Object.fromEntries([...given.map((l) => [nameOf(l), null]), ...taken.map((l) => [nameOf(l), holder])]);
  }

  /** Compares the interrupts before and after a step; remembers what it changed. */
  private effects(state: State, begin: StepBegin, called: string): readonly string[] {
    const { interrupts: before, instruction, step, call } = begin;
    const effects: string[] = [];
    const [what, place] = call?.at === undefined ? [called, this.placeOf(instruction.id)] : [call.what, call.at.place];
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

function endText(names: readonly string[]): string {
  return `${names.join(', ')} ${names.length === 1 ? 'ends' : 'end'}`;
}

/** Outermost first. */
function activeIsrs(state: State): readonly ContextId[] {
  return state.activations.map((a) => a.context).filter((context) => context !== state.thread.context);
}

function interruptsOf({ maskOpen, ceiling, atomicDepth, flags, pended }: State): Interrupts {
  return { maskOpen, ceiling, atomicDepth, flags: flags.slice(), pended: pended.slice() };
}
