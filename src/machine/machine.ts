// THE semantics: one instruction of the running context at a time. `run` makes all steps that nobody else can see, `step` makes one visible
// step; between them an enabled ISR may start. Arbitrary data is symbolic unless an input source says otherwise.
// Exact for what it models; anything else is an `unmodelled` outcome with its instruction, never a guess.

import { InternalError } from '../base/internal-error.js';
import type { Alloca, CallSite, Instruction } from '../ir/instruction.js';
import { isAccess, isCall } from '../ir/instruction-class.js';
import type { Type } from '../ir/type.js';
import type { Operand } from '../ir/value.js';
import { effectsOfFunction } from '../model/known-calls.js';
import type { Platform } from '../model/platform.js';
import type { Context, ContextId, Program } from '../model/program.js';
import { possibleValues } from '../solve/possible-values.js';
import { Terms } from '../solve/term.js';
import { Acceleration, type Run } from './compile/acceleration.js';
import type { Event, Failure, Outcome } from './event.js';
import { enterInterrupt, leaveInterrupt, type Obstacle, obstacleTo } from './interrupts.js';
import { Image } from './memory/image.js';
import type { InputSource } from './memory/memory.js';
import { fromBigInt, isConcrete, pointer, Symbolic, type Value } from './memory/value.js';
import { visibleBytes } from './memory/visible-bytes.js';
import { Frame, State } from './state.js';
import { isVisibleAccess, performAccess } from './stepping/access.js';
import { Arithmetic, Unmodelled } from './stepping/arithmetic.js';
import { arrivalObstacle } from './stepping/arrival-points.js';
import { calleeName, isVisibleCall, performCall } from './stepping/calls.js';
import { decideChoice, openChoice } from './stepping/choices.js';
import { Decider, Undecided } from './stepping/decider.js';
import { executeLocal } from './stepping/execute.js';

export interface MachineOptions {
  /** Times that each ISR may start; Infinity for no bound. */
  readonly arrivals: number;
  /** Times that a loop may be left or continued by a choice on arbitrary data. */
  readonly unwind: number;
  /** Gives concrete values for arbitrary data: replay. Absent: terms. */
  readonly input?: InputSource;
  /** Compiled (the default) and interpreted execution give the same states, events and outcomes. */
  readonly execution?: 'compiled' | 'interpreted';
  /** Visits of a function or loop before it is compiled. */
  readonly heat?: number;
  /** `run` also stops where a statement begins, and `step` makes its first step there, counted only if others can see it. Never compiled. */
  readonly steps?: 'visible' | 'statements';
  /** Asked now and then during long runs: should `run` come back with `interrupted`? */
  readonly interrupt?: () => boolean;
}

/** Is told what nobody can see from outside. */
export interface Watcher {
  /** Does it want to know what the running context does? While it does, nothing runs compiled. */
  isWatching(state: State): boolean;
  branched(state: State, target: number): void;
  returned(state: State, value: Value | undefined): void;
  /** Private memory was written. */
  wrote(state: State): void;
}

const NOBODY: readonly ContextId[] = [];
const VISIBLE: Outcome = { kind: 'visible' };

/** An execution cannot go on: caught by `run` and `step`. */
export class Stop {
  constructor(readonly outcome: Outcome) {}
}

export class Machine {
  readonly terms: Terms;
  readonly arithmetic: Arithmetic;
  readonly image: Image;
  /** Allocation sites whose objects other contexts may access. */
  readonly visibleSites: ReadonlySet<Instruction>;
  readonly isrs: readonly Context[];
  /** Steps made one by one so far; for the others see `compiledSteps`. */
  interpretedSteps = 0;
  watcher: Watcher | undefined;
  /** `run` comes back with `interrupted` where paths join, behind the phis; nothing runs compiled. */
  pausesAtJoins = false;
  /** Pointers may depend on data: states are joined. */
  mayChoose = false;
  /** Which choices on arbitrary data count for `unwind`. */
  countsForUnwind: (frame: Frame) => boolean = () => true;
  /** `run` comes back with `idle` when fewer activations than this are left. */
  floor = 0;
  private readonly acceleration: Acceleration;
  /** The state that a step works on: arbitrary data is noted there. */
  private active: State | undefined;
  /** The last `step` was one that nobody else can see. */
  private wasLocal = false;
  private readonly localNames: ReadonlyMap<Instruction, string>;
  private readonly registers = new Map<number, Platform['registers'][number] | undefined>();

  constructor(
    readonly program: Program,
    readonly options: MachineOptions,
    terms: Terms = new Terms(),
  ) {
    this.terms = terms;
    this.arithmetic = new Arithmetic(terms);
    const globals = new Map<string, Uint8Array | undefined>();
    const sites = new Set<Instruction>();
    for (const id of new Set(program.shared.map((v) => v.object))) {
      const object = program.objects[id]!;
      if (object.site !== undefined) sites.add(object.site);
      else globals.set(object.symbol, visibleBytes(program, id));
    }
    this.visibleSites = sites;
    this.localNames = new Map(
      program.objects.flatMap((o) => (o.kind === 'local' && o.site !== undefined ? [[o.site, o.name] as const] : [])),
    );
    this.image = new Image(program, terms, this.arithmetic, globals, options.input, options.steps === 'statements');
    this.isrs = program.contexts.filter((c) => c.kind === 'isr');
    this.acceleration = new Acceleration(this);
  }

  get compiledSteps(): number {
    return this.acceleration.compiler?.steps ?? 0;
  }

  initial(): State {
    const state = new State(this.image.memory.clone());
    this.active = state;
    state.flags = this.program.contexts.map((c) => c.initially?.enabled ?? false);
    state.arrivals = this.program.contexts.map(() => 0);
    state.pended = this.program.contexts.map(() => false);
    state.maskOpen = this.program.platform.globalMask !== 'closed';
    state.activations.push({ context: 0, frames: [], maskWasOpen: true });
    this.pushFrame(state, this.program.contexts[0]!.function, undefined, []);
    return state;
  }

  /** The ISRs that may start now. */
  startable(state: State): readonly ContextId[] {
    let found: ContextId[] | undefined;
    for (const isr of this.isrs) {
      if (state.flags[isr.id] !== true || this.obstacle(state, isr) !== undefined) continue;
      if (found === undefined) found = [isr.id];
      else found.push(isr.id);
    }
    return found ?? NOBODY;
  }

  /** What keeps an ISR from starting now; undefined if nothing does. */
  obstacle(state: State, isr: Context): Obstacle | undefined {
    const elsewhere = isr.startsAt === undefined ? undefined : arrivalObstacle(this, state, isr);
    return elsewhere ?? obstacleTo(this.program, state, isr, this.options.arrivals);
  }

  start(state: State, isr: ContextId): Event {
    this.active = state;
    this.noteArrival(state, isr);
    // Without a bound nobody counts: states that differ in nothing else are one.
    if (Number.isFinite(this.options.arrivals)) state.arrivals[isr]!++;
    const { maskWasOpen } = enterInterrupt(this.program, state, isr);
    state.activations.push({ context: isr, frames: [], maskWasOpen });
    this.pushFrame(state, this.program.contexts[isr]!.function, undefined, []);
    return { kind: 'start', context: isr };
  }

  /** An ISR that starts at a call does not start there again before the call is made. */
  noteArrival(state: State, isr: ContextId): void {
    const context = this.program.contexts[isr]!;
    if (context.startsAt !== undefined && arrivalObstacle(this, state, context) === undefined)
      state.top().arrived = true;
  }

  /** Makes invisible steps up to the next visible one. Answers are for the instruction that was undecided last. */
  run(state: State, answers: readonly boolean[] = []): Outcome {
    if (this.image.problems.length > 0) return this.unmodelledStart(state);
    let decider = new Decider(this.terms, answers);
    let run: Run | undefined;
    for (let isFirst = true; ; isFirst = false) {
      if (state.running === undefined || state.activations.length < this.floor) return { kind: 'idle' };
      const frame = state.top();
      if (this.pausesAtJoins && !isFirst && frame.index === frame.code.joins[frame.block])
        return { kind: 'interrupted' };
      // Answers are for the interpreter.
      const isEntry =
        !this.pausesAtJoins &&
        frame.index === frame.code.entries[frame.block] &&
        frame.pending === undefined &&
        !(isFirst && answers.length > 0);
      if (isEntry) {
        run ??= this.acceleration.begin();
        const arrived = run.arrive(state, frame);
        if (arrived === 'moved' || (arrived?.kind === 'iteration' && this.isSilent(state))) continue;
        if (arrived !== undefined) return arrived;
      }
      this.interpretedSteps++;
      const instruction = frame.code.blocks[frame.block]![frame.index];
      if (instruction === undefined) throw new InternalError(`no instruction in ${frame.code.fn.name}`);
      const outcome = this.guarded(state, frame, instruction, decider, undefined);
      // Others may still act before the end, or the failure, that this instruction would be: it is a step of its own.
      if (outcome?.kind === 'ended' || outcome?.kind === 'failed')
        return decider.wasAsked ? { kind: 'visible', keepsAnswers: true } : { kind: 'visible' };
      if (outcome !== undefined && !(outcome.kind === 'iteration' && this.isSilent(state))) return outcome;
      if (decider.wasAsked) decider = new Decider(this.terms, []);
    }
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

  /** Has nothing visible happened since the last iteration that was announced? Then a new unit is no news, and the loop may be idle. */
  private isSilent(state: State): boolean {
    if (state.announced === state.steps) return true;
    state.announced = state.steps;
    return false;
  }

  /** Makes the visible step that `run` stopped at. */
  step(state: State, answers: readonly boolean[] = []): Outcome {
    const decider = new Decider(this.terms, answers);
    const frame = state.top();
    const instruction = frame.code.blocks[frame.block]![frame.index]!;
    const events: Event[] = [];
    this.wasLocal = false;
    const outcome = this.guarded(state, frame, instruction, decider, events);
    if (this.wasLocal && (outcome === undefined || outcome.kind === 'idle')) return { kind: 'stepped', events };
    if (outcome?.kind === 'ended' || outcome?.kind === 'failed') decider.commit(state);
    if (outcome !== undefined) return outcome;
    // An access at an arbitrary offset may turn out to be one that nobody sees.
    if (events.length > 0 || instruction.op === 'ret') state.steps++;
    return { kind: 'stepped', events };
  }

  /** Does the next instruction do nothing that others can see? `run` stands before it only where a statement begins. */
  isLocalStep(state: State): boolean {
    const { frames } = state.running!;
    const frame = frames[frames.length - 1]!;
    const instruction = frame.code.blocks[frame.block]![frame.index]!;
    return frame.pending === undefined && !this.isVisible(state, frame, instruction);
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
      return outcome;
    } catch (thrown) {
      if (thrown instanceof Undecided) {
        state.memory.forgetInputs(inputs);
        return { kind: 'undecided', decision: thrown.decision };
      }
      if (thrown instanceof Stop) {
        if (goesOn(thrown.outcome)) decider.commit(state);
        return thrown.outcome;
      }
      if (thrown instanceof Unmodelled)
        return { kind: 'unmodelled', what: thrown.message, instruction, function: frame.code.fn.name };
      throw thrown;
    }
  }

  private unlessVisible(state: State, frame: Frame, i: Instruction, decider: Decider): Outcome | undefined {
    const choice = this.mayChoose ? openChoice(frame, i, () => this.hasBody(frame, i)) : -1;
    if (choice >= 0) return void decideChoice(frame, choice, decider);
    if (frame.pending !== undefined || this.isVisible(state, frame, i) || frame.code.statements?.has(i) === true)
      return VISIBLE;
    return executeLocal(this, state, frame, i, decider);
  }

  private perform(state: State, frame: Frame, i: Instruction, decider: Decider, events: Event[]): Outcome | undefined {
    this.wasLocal = frame.code.statements !== undefined && this.isLocalStep(state);
    if (this.wasLocal) return executeLocal(this, state, frame, i, decider);
    if (isCall(i)) return performCall(this, state, frame, i, decider, events);
    if (isAccess(i)) return performAccess(this, state, frame, i, decider, events);
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
        return this.closesMask(state);
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

  /** The value of an operand in a frame. */
  value(frame: Frame, operand: Operand): Value {
    if (operand.kind === 'register') return frame.registers[operand.index]!;
    if (operand.kind === 'undef') return this.arbitrary(operand.type, 'undefined', frame);
    return this.image.constant(operand);
  }

  /** Arbitrary data of a type: a term, or what the input source gives. */
  arbitrary(type: Type, what: string, _frame?: Frame): Value {
    switch (type.kind) {
      case 'int':
      case 'float': {
        const bits = type.kind === 'int' ? type.bits : this.program.module.layout.storeSize(type) * 8;
        return this.arithmetic.value(type, this.active!.memory.fresh(bits, what));
      }
      case 'pointer': {
        // A number that nobody knows: it can be compared and copied; going through it is unmodelled.
        const bits = this.program.target.pointerBytes * 8;
        const term = this.active!.memory.fresh(bits, what);
        return this.terms.isConstant(term)
          ? this.active!.memory.resolve(this.terms.wideValue(term))
          : new Symbolic(term);
      }
      case 'array':
      case 'vector':
        return Array.from({ length: type.length }, () => this.arbitrary(type.element, what));
      case 'struct':
        return (type.fields ?? []).map((field) => this.arbitrary(field, what));
      default:
        throw new Unmodelled(`an arbitrary ${type.kind}`);
    }
  }

  pushFrame(state: State, name: string, site: CallSite | undefined, values: readonly Value[]): Frame {
    const code = this.image.codes.get(name)!;
    const registers: Value[] = new Array(code.fn.registerCount).fill(0);
    code.fn.parameters.forEach((p, n) => {
      // Entries of contexts get no arguments: main's argc is arbitrary, its argv and an ISR's frame pointer are null.
      registers[p.index] =
        values[n] ??
        (p.type.kind === 'pointer' ? 0 : this.arbitrary(p.type, `parameter ${n} of ${code.fn.sourceName}`));
    });
    const frame = new Frame(code, registers, site, state.owner);
    frame.serial = state.calls++;
    state.running!.frames.push(frame);
    return frame;
  }

  /** A function without a body that neither the platform nor Preempt knows. */
  isExternal(name: string): boolean {
    const code = this.image.codes.get(name);
    return (
      (code === undefined || code.blocks.length === 0) && effectsOfFunction(this.program.platform, name) === undefined
    );
  }

  /** The device register at an absolute address that the pack knows. */
  registerAt(address: number): Platform['registers'][number] | undefined {
    let found = this.registers.get(address);
    if (found === undefined && !this.registers.has(address)) {
      found = this.program.platform.registers.find((r) => {
        const length = r.kind === 'write-one' ? 4 * r.words : r.kind === 'priority' ? r.count : 1;
        return address >= r.address && address < r.address + length;
      });
      this.registers.set(address, found);
    }
    return found;
  }

  /** Ends the innermost frame; the last frame of an activation ends the activation. */
  popFrame(state: State, result: Value | undefined): Outcome | undefined {
    const activation = state.running!;
    const frame = activation.frames.pop()!;
    if (activation.frames.length === 0) return this.endActivation(state, frame);
    for (const object of frame.locals) state.memory.free(object);
    if (frame.variadic !== 0) state.memory.free(frame.variadic);
    const caller = state.top();
    const site = frame.site!;
    if (site.result !== undefined && result !== undefined) caller.registers[site.result.index] = result;
    const i = site as CallSite & Instruction;
    if (i.op === 'invoke') jump(caller, i.normal);
    else caller.index++;
    return undefined;
  }

  private endActivation(state: State, frame: Frame): Outcome | undefined {
    const activation = state.activations.pop()!;
    if (activation.context === 0) {
      // Bare metal: main's frame stays alive after its return; ISRs may still use its objects.
      state.ended = true;
      return { kind: 'idle' };
    }
    for (const object of frame.locals) state.memory.free(object);
    leaveInterrupt(this.program, state, activation.maskWasOpen);
    return undefined;
  }

  failure(kind: Failure['kind'], message: string, frame: Frame, instruction: Instruction): Outcome {
    return { kind: 'failed', failure: { kind, message, instruction, function: frame.code.fn.name } };
  }

  private unmodelledStart(state: State): Outcome {
    const frame = state.running?.frames[0];
    if (frame === undefined) throw new InternalError('no context to blame');
    return {
      kind: 'unmodelled',
      what: this.image.problems.join('; '),
      instruction: frame.code.blocks[0]![0]!,
      function: frame.code.fn.name,
    };
  }

  /** Ends the execution with an outcome, from wherever in an instruction. */
  stop(outcome: Outcome): never {
    throw new Stop(outcome);
  }

  /** A private object that lives as long as the frame. */
  scratch(state: State, frame: Frame, size: number): number {
    const object = state.memory.allocate(
      { kind: 'local', name: 'a copy in progress', size, visible: false, constant: false },
      false,
    );
    frame.locals.push(object);
    return pointer(object, 0);
  }

  localName(frame: Pick<Frame, 'code'>, alloca: Alloca): string {
    return this.localNames.get(alloca) ?? `a local of ${frame.code.fn.sourceName}`;
  }

  /** A number that is needed as such: one of the few that a term can be is decided on. */
  concrete(value: Value, what: string, decider: Decider): number | bigint {
    if (isConcrete(value)) return value;
    const values = value instanceof Symbolic ? possibleValues(this.terms, value.term) : undefined;
    if (values === undefined) throw new Unmodelled(what);
    const { term } = value as Symbolic;
    const chosen = values.find((v, n) => n === values.length - 1 || decider.decide(this.terms.eq(term, v)))!;
    return fromBigInt(this.terms.width(term), this.terms.wideValue(chosen));
  }

  /** A condition as a decision. */
  decide(value: Value, decider: Decider): boolean {
    if (isConcrete(value)) return value !== 0;
    if (value instanceof Symbolic) return decider.decide(value.term);
    throw new InternalError('a condition is a number');
  }
}

/** Was the instruction done? For `run`, an end or a failure is still to come: the step that it is needs the answers again. */
function goesOn(outcome: Outcome): boolean {
  return outcome.kind !== 'visible' && outcome.kind !== 'ended' && outcome.kind !== 'failed';
}

export function jump(frame: Frame, target: number): void {
  frame.previous = frame.block;
  frame.block = target;
  frame.index = 0;
}
