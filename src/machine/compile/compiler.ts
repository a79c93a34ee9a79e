// Compiled execution: functions and loops that interpretation visits often become JavaScript. Interpretation hands over
// at function entries and loop headers, and goes on wherever compiled code stops: at what others can see, at arbitrary
// data, at whatever is not compiled. Both ways give the same states, events and outcomes; only registers that nobody
// reads any more may differ.

import type { Call, CallInstruction } from '../../ir/instruction.js';
import { isConcrete, type Value } from '../memory/value.js';
import type { Outcome } from '../outcome.js';
import { Frame, type State } from '../state.js';
import type { Code } from '../stepping/code.js';
import type { InstructionContext } from '../stepping/instruction-context.js';
import { numericIntrinsic } from '../stepping/intrinsics.js';
import { NotCompiled } from './constant-text.js';
import { type Exit, type FunctionCode, type LoopCode, RunContext } from './context.js';
import { Emitter } from './emit.js';
import { type Compilation, type Entry, FunctionInfo, type Variant } from './function-info.js';
import { IdleLoops } from './idle.js';
import { runtime } from './runtime.js';

/** Fewer steps than this do not pay for leaving the interpreter. */
const WORTHWHILE = 24;
const MAX_REST = 4096;
const MAX_VARIANTS = 4;
const WIDE_EXITS = 4;
/** The interpreter allows more; far below it compiled code need not ask. */
const MAX_FRAMES = 4000;

export class Compiler implements Compilation {
  /** Steps made by compiled code, or leapt over. */
  steps = 0;
  readonly idle = new IdleLoops();
  private readonly infos = new Map<Code, FunctionInfo>();
  private readonly exits: Exit[] = [];
  private readonly context = new RunContext(this.exits);
  /** What generated code refers to by name. */
  private readonly named: unknown[] = [];
  private readonly names = new Map<unknown, string>();

  constructor(
    private readonly machine: InstructionContext,
    /** Visits of an entry point before it is compiled. */
    private readonly heat: number,
  ) {}

  info(code: Code): FunctionInfo {
    let info = this.infos.get(code);
    if (info === undefined) {
      info = new FunctionInfo(this, this.machine, code, this.infos.size);
      this.infos.set(code, info);
      this.names.set(info, `F${info.number}`);
    }
    return info;
  }

  /**
   * Runs compiled code from here on, with so many steps. Undefined where there is none: the interpreter makes the next
   * step.
   */
  enter(state: State, frame: Frame, fuel: number): 'moved' | 'out of fuel' | Outcome | undefined {
    const info = this.info(frame.code);
    const entry = info.entry(frame.block);
    if (entry.code === 'refused' || ++entry.heat < this.heat) return undefined;
    if (entry.rest > 0) {
      entry.rest--;
      return undefined;
    }
    const depth = state.running!.frames.length;
    // The return from a context's own function is more than a step.
    if (entry.header === undefined && depth === 1) return undefined;
    const code = depth > MAX_FRAMES ? undefined : this.fittingCode(info, entry, frame);
    if (code === undefined) {
      this.disappoint(entry);
      return undefined;
    }
    const { context } = this;
    context.memory = state.memory;
    context.seen = this.machine.coverage.of(state.running!.context);
    context.fuel = fuel;
    context.depth = 0;
    context.hasLeft = false;
    context.spilled.length = 0;
    const outcome =
      entry.header === undefined
        ? this.enterFunction(state, frame, info)
        : this.enterLoop(state, frame, code as LoopCode);
    const made = fuel - context.fuel;
    this.steps += made;
    if (made < WORTHWHILE) this.disappoint(entry);
    else entry.nextRest = 1;
    // Left where it was entered: the interpreter has to make the next step.
    return made === 0 ? undefined : outcome;
  }

  private disappoint(entry: Entry): void {
    // Whoever wants everything compiled at once is testing.
    if (this.heat <= 1) return;
    entry.rest = entry.nextRest;
    entry.nextRest = Math.min(MAX_REST, entry.nextRest * 2);
  }

  /** Code for the values that the frame has. */
  private fittingCode(info: FunctionInfo, entry: Entry, frame: Frame): LoopCode | FunctionCode | undefined {
    const code = this.codeOf(info, entry);
    if (code === undefined) return undefined;
    const unfit = this.unfit(info, entry.loads, frame);
    if (unfit === 'wide') return undefined;
    if (unfit.length === 0) return code;
    const variant = entry.header === undefined ? undefined : this.variantOf(info, entry, unfit);
    if (variant === undefined) return undefined;
    return this.unfit(info, variant.loads, frame).length === 0 ? variant.code : undefined;
  }

  /** Registers that do not hold concrete values; 'wide' if one holds a bigint that the code does not expect. */
  private unfit(info: FunctionInfo, loads: Entry['loads'], frame: Frame): readonly number[] | 'wide' {
    const found: number[] = [];
    for (const { register } of loads) {
      const value = frame.registers[register]!;
      if (typeof value === 'number' || (typeof value === 'bigint' && info.isWide)) continue;
      if (typeof value === 'bigint') {
        this.meetWide(info);
        return 'wide';
      }
      if (!isConcreteAggregate(value)) found.push(register);
    }
    return found;
  }

  private variantOf(info: FunctionInfo, entry: Entry, opaque: readonly number[]): Variant | undefined {
    const key = opaque.join();
    let variant = entry.variants.get(key);
    if (variant === undefined) {
      const isRoom = entry.variants.size < MAX_VARIANTS;
      variant = (isRoom ? this.compile(info, entry.header, opaque) : undefined) ?? 'refused';
      if (isRoom) entry.variants.set(key, variant);
    }
    return variant === 'refused' ? undefined : variant;
  }

  private enterLoop(state: State, frame: Frame, code: LoopCode): 'moved' | 'out of fuel' {
    const { context } = this;
    context.calls = state.calls;
    const exit = this.exits[code(context, frame.registers, frame.previous)]!;
    state.calls = context.calls;
    frame.block = exit.block;
    frame.index = exit.index;
    frame.previous = context.previous;
    return this.rebuild(state, exit);
  }

  private enterFunction(state: State, frame: Frame, info: FunctionInfo): 'moved' | 'out of fuel' | Outcome {
    const { context } = this;
    const { fn } = info.code;
    // The call itself is counted already.
    context.calls = state.calls - 1;
    const result = info.run(context, ...fn.parameters.map((p) => frame.registers[p.index]!));
    state.calls = context.calls;
    if (!context.hasLeft)
      return this.machine.popFrame(state, fn.type.returns.kind === 'void' ? undefined : result) ?? 'moved';
    const own = context.spilled.pop()!;
    const exit = this.exits[own.exit]!;
    frame.registers = own.registers;
    frame.locals.push(...own.locals);
    frame.block = exit.block;
    frame.index = exit.index;
    frame.previous = own.previous;
    return this.rebuild(state, exit);
  }

  /** Gives the calls that were left their frames. */
  private rebuild(state: State, root: Exit): 'moved' | 'out of fuel' {
    const { spilled } = this.context;
    const { frames } = state.running!;
    let at = root;
    for (let n = spilled.length - 1; n >= 0; n--) {
      const call = spilled[n]!;
      const site = at.code.blocks[at.block]![at.index] as CallInstruction;
      at = this.exits[call.exit]!;
      const frame = new Frame(at.code, call.registers, site, state.owner);
      frame.serial = call.serial;
      frame.locals = [...call.locals];
      frame.block = at.block;
      frame.index = at.index;
      frame.previous = call.previous;
      frames.push(frame);
    }
    if (at.reason === 'wide') this.meetWide(this.info(at.code));
    return at.reason === 'fuel' ? 'out of fuel' : 'moved';
  }

  /** A function that keeps meeting large 64-bit integers is compiled again for them. */
  private meetWide(info: FunctionInfo): void {
    if (info.isWide || ++info.wideExits < WIDE_EXITS) return;
    info.isWide = true;
    info.run = this.firstCall(info);
    for (const entry of info.entries.values()) {
      if (entry.code !== 'refused') entry.code = 'none';
      entry.variants.clear();
    }
  }

  private codeOf(info: FunctionInfo, entry: Entry): LoopCode | FunctionCode | undefined {
    if (entry.code === 'refused') return undefined;
    if (entry.code !== 'none') return entry.code;
    const compiled = this.compile(info, entry.header, []);
    entry.code = compiled?.code ?? 'refused';
    entry.loads = compiled?.loads ?? [];
    if (entry.header === undefined && compiled !== undefined) info.run = compiled.code as FunctionCode;
    return compiled?.code;
  }

  private compile(info: FunctionInfo, header: number | undefined, opaque: readonly number[]): Variant | undefined {
    try {
      const { source, loads } = new Emitter(
        info,
        this.idle,
        header,
        (exit) => this.exits.push(exit) - 1,
        opaque,
      ).emit();
      return { code: this.instantiate(source), loads };
    } catch (thrown) {
      if (thrown instanceof NotCompiled) return undefined;
      throw thrown;
    }
  }

  firstCall(info: FunctionInfo): FunctionCode {
    return (context, ...values) => {
      if (this.codeOf(info, info.entry(0)) === undefined) info.run = this.leftAtOnce(info);
      return info.run(context, ...values);
    };
  }

  private leftAtOnce(info: FunctionInfo): FunctionCode {
    const exit = this.exits.push({ code: info.code, block: 0, index: 0, reason: 'interpreter' }) - 1;
    return (context, ...values) => {
      const registers = context.leave(exit, -1, context.calls++, []);
      info.code.fn.parameters.forEach((p, n) => {
        registers[p.index] = values[n]!;
      });
      return 0;
    };
  }

  name(value: unknown): string {
    let name = this.names.get(value);
    if (name === undefined) {
      name = `K${this.named.push(value) - 1}`;
      this.names.set(value, name);
    }
    return name;
  }

  intrinsic(call: Call, name: string): string {
    const types = call.arguments.map((a) => a.type);
    const type = call.result!.type;
    return this.name((values: readonly Value[]): Value | undefined =>
      numericIntrinsic(this.machine.arithmetic, name, type, types, values),
    );
  }

  private instantiate(source: string): FunctionCode | LoopCode {
    const parameters = new Map<string, unknown>(Object.entries(runtime));
    for (const [name, letter, number] of source.matchAll(/\b([FK])(\d+)\b/g)) {
      parameters.set(name, letter === 'K' ? this.named[Number(number)] : this.byNumber(Number(number)));
    }
    return new Function(...parameters.keys(), `'use strict';\n${source}`)(...parameters.values()) as
      | FunctionCode
      | LoopCode;
  }

  private byNumber(number: number): FunctionInfo {
    for (const info of this.infos.values()) if (info.number === number) return info;
    throw new NotCompiled();
  }
}

function isConcreteAggregate(value: Value): boolean {
  return isConcrete(value) || (Array.isArray(value) && value.every(isConcreteAggregate));
}
