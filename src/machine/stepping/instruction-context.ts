// What every instruction works with: the program in memory, the values of operands, arbitrary data, frames, and how an
// execution fails.

import { InternalError } from '../../base/internal-error.js';
import type { Alloca, CallInstruction, CallSite, Instruction } from '../../ir/instruction.js';
import type { Type } from '../../ir/type.js';
import type { Operand } from '../../ir/value.js';
import { effectsOfFunction } from '../../model/known-calls.js';
import type { Effect } from '../../model/platform.js';
import type { Context, Program } from '../../model/program.js';
import { type PlatformRegister, registerBytes, registersMet } from '../../model/registers.js';
import { possibleValues } from '../../solve/possible-values.js';
import { Terms } from '../../solve/term.js';
import { AttributedWrites } from '../attributed-writes.js';
import { CodeCoverage } from '../coverage.js';
import { leaveInterrupt } from '../interrupts.js';
import { Image } from '../memory/image.js';
import { SharedRegisters } from '../memory/shared-registers.js';
import { fromBigInt, isConcrete, objectOf, offsetOf, pointer, Symbolic, type Value } from '../memory/value.js';
import { type VisibleBytes, visibleBytes } from '../memory/visible-bytes.js';
import type { Failure, Outcome } from '../outcome.js';
import { OwnFlags } from '../own-flags.js';
import { Frame, type State, type ThreadId } from '../state.js';
import { Arithmetic, Unmodelled } from './arithmetic.js';
import type { StopsAt } from './code.js';
import type { Decider } from './decider.js';

/** Is told what nobody can see from outside. */
export interface Watcher {
  /** Does it want to know what the running context does? While it does, nothing runs compiled. */
  isWatching(state: State): boolean;
  /** An instruction is about to be executed; one that has to ask something first is announced again. */
  executing(state: State, frame: Frame, instruction: Instruction): void;
  returned(state: State, value: Value | undefined): void;
}

/** An execution cannot go on, from wherever in an instruction. */
export class Stop {
  constructor(readonly outcome: Outcome) {}
}

export interface InstructionOptions {
  /** Choices on arbitrary data at one branch of one activation. */
  readonly unwind: number;
  /** Which of them count; absent: all. */
  readonly countsForUnwind?: (frame: Frame) => boolean;
  /** Does a choice at the end of a block still count where the frame stands now? Absent: always. */
  readonly countsStill?: (frame: Frame, block: number) => boolean;
  /** Pointers may depend on data: states are joined. */
  readonly joinsStates?: boolean;
  /** Threads are unrolled one by one, each in states of its own. */
  readonly unrollsThreads?: boolean;
  readonly stopsAt: StopsAt;
}

/** What calls do to threads, as models number them. */
export interface ThreadOperations {
  readonly isByPriority: boolean;
  /** Priorities are set to be looked at. */
  readonly hasPriorities: boolean;
  identities: number;
  numberOf(thread: ThreadId): number;
  setPriority(state: State, number: number, priority: number): void;
  priorityOf(state: State, number: number): number;
  yields(state: State): void;
  sleeps(state: State): void;
}

/** Of a call, what does not depend on the state: it is asked several times at each step. */
export interface DirectCall {
  /** Of the function that it names. */
  readonly name: string | undefined;
  readonly effects: readonly Effect[] | undefined;
  /** Its arguments are what its effects work on; undefined: nobody has looked yet. */
  isFit: boolean | undefined;
}

/** A device register that the pack knows, and where it starts. */
export interface MetRegister {
  readonly register: PlatformRegister;
  readonly start: number;
}

export abstract class InstructionContext {
  abstract readonly threads: ThreadOperations;
  readonly arithmetic: Arithmetic;
  readonly image: Image;
  /** Allocation sites whose objects other contexts may access. */
  readonly visibleSites: ReadonlySet<Instruction>;
  /** Device registers that several contexts use. */
  readonly sharedRegisters: SharedRegisters;
  readonly isrs: readonly Context[];
  readonly ownFlags: OwnFlags;
  readonly attributedWrites: AttributedWrites;
  readonly coverage: CodeCoverage;
  /** Of the run that is under way. */
  protected watching: Watcher | undefined;
  /** The state that an instruction works on: arbitrary data is noted there. */
  protected active: State | undefined;
  private readonly localNames: ReadonlyMap<Instruction, string>;
  private readonly registers = new Map<number, Map<number, readonly MetRegister[]>>();
  readonly directCalls = new Map<CallInstruction, DirectCall>();

  constructor(
    readonly program: Program,
    private readonly limits: InstructionOptions,
    readonly terms: Terms = new Terms(),
  ) {
    this.arithmetic = new Arithmetic(terms);
    const globals = new Map<string, VisibleBytes | undefined>();
    const sites = new Set<Instruction>();
    for (const id of new Set(program.shared.map((v) => v.object))) {
      const object = program.objects[id]!;
      if (object.kind === 'device') continue;
      if (object.site !== undefined) sites.add(object.site);
      else globals.set(object.symbol, visibleBytes(program, id));
    }
    this.visibleSites = sites;
    this.localNames = new Map(
      program.objects.flatMap((o) => (o.kind === 'local' && o.site !== undefined ? [[o.site, o.name] as const] : [])),
    );
    this.image = new Image(program, terms, this.arithmetic, globals, limits.stopsAt);
    this.sharedRegisters = new SharedRegisters(program, this.image.symbols);
    this.coverage = new CodeCoverage(program, this.image.codes);
    this.isrs = program.contexts.filter((c) => c.kind === 'isr');
    this.ownFlags = new OwnFlags(program, this.image.symbols);
    this.attributedWrites = new AttributedWrites(program);
  }

  /** Are there objects that others may access, and that end before the program does? */
  get hasPassingObjects(): boolean {
    return this.visibleSites.size > 0 || this.image.threadLocals.length > 0;
  }

  /** The bound on choices on arbitrary data. */
  get unwind(): number {
    return this.limits.unwind;
  }

  get joinsStates(): boolean {
    return this.limits.joinsStates === true;
  }

  get unrollsThreads(): boolean {
    return this.limits.unrollsThreads === true;
  }

  get watcher(): Watcher | undefined {
    return this.watching;
  }

  /** The value of an operand in a frame. */
  value(frame: Frame, operand: Operand): Value {
    if (operand.kind === 'register') return frame.registers[operand.index]!;
    if (operand.kind === 'undef') return this.arbitrary(operand.type, 'undefined');
    return this.image.constant(operand);
  }

  /** Arbitrary data of a type: a term, or what the state's input source gives. */
  arbitrary(type: Type, what: string): Value {
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
    const i = site as CallInstruction;
    if (i.op === 'invoke') caller.jump(i.normal);
    else caller.index++;
    return undefined;
  }

  private endActivation(state: State, frame: Frame): Outcome | undefined {
    // What a section has done is told when it ends.
    if (this.unrollsThreads && state.atomicDepth > 0)
      throw new Unmodelled('the end of a thread inside of an atomic section');
    const activation = state.activations.pop()!;
    if (this.program.contexts[activation.context]!.kind !== 'isr') {
      // Bare metal: main's frame stays alive after its return; ISRs may still use its objects.
      if (state.current !== 0) for (const object of frame.locals) state.memory.free(object);
      state.thread.status = 'ended';
      // A section that nobody is in any more keeps nobody out.
      state.atomicDepth = 0;
      return { kind: 'blocked', reason: 'returned' };
    }
    for (const object of frame.locals) state.memory.free(object);
    leaveInterrupt(this.program, state, activation);
    if (state.thread.context !== activation.context) return undefined;
    // It ran in a thread of its own.
    state.thread.status = 'ended';
    return { kind: 'blocked', reason: 'returned' };
  }

  /** A function without a body that neither the platform nor Preempt knows. */
  isExternal(name: string): boolean {
    const code = this.image.codes.get(name);
    return (
      (code === undefined || code.blocks.length === 0) && effectsOfFunction(this.program.platform, name) === undefined
    );
  }

  /** The device register that the pack knows at an absolute address, or where the linker has placed it. */
  registerAt(address: number): PlatformRegister | undefined {
    return this.registersMet(address, 1)[0]?.register;
  }

  /** All of them under the bytes of an access. */
  registersMet(address: number, bytes: number): readonly MetRegister[] {
    let ofSize = this.registers.get(bytes);
    if (ofSize === undefined) this.registers.set(bytes, (ofSize = new Map()));
    let found = ofSize.get(address);
    if (found === undefined) {
      const start = pointer(objectOf(address), 0);
      const placed = this.ownFlags.placed.get(start);
      if (objectOf(address) === 0)
        found = registersMet(this.program.platform, address, bytes).map((r) => ({ register: r, start: r.address }));
      else if (placed === undefined || offsetOf(address) >= registerBytes(placed)) found = [];
      else found = [{ register: placed, start }];
      ofSize.set(address, found);
    }
    return found;
  }

  failure(kind: Failure['kind'], message: string, frame: Frame, instruction: Instruction): Outcome {
    return { kind: 'failed', failure: { kind, message, instruction: instruction.id, function: frame.code.fn.name } };
  }

  /** Ends the execution with an outcome. */
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

  /** Counts choices on arbitrary data at one branch of one activation: loops on such data end at the bound. */
  exceedsUnwinding(frame: Frame): boolean {
    if (this.limits.countsForUnwind?.(frame) === false) return false;
    frame.choices ??= new Map();
    const count = (frame.choices.get(frame.block) ?? 0) + 1;
    if (count > this.limits.unwind) return true;
    frame.choices.set(frame.block, count);
    return false;
  }

  /** Choices of loops that a jump has left may count no longer. */
  forgetChoices(frame: Frame): void {
    const { countsStill } = this.limits;
    if (frame.choices === undefined || countsStill === undefined) return;
    for (const block of frame.choices.keys()) if (!countsStill(frame, block)) frame.choices.delete(block);
  }
}
