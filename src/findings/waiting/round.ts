// One round of a loop that the running context goes by itself: what it reads, which of its reads decide about each
// branch, and who could have come in between. The context is walked on a copy of the state, instruction by
// instruction, until it comes back to where it was; a first time so that what one round hands on to the next is known.
// Exact for this round. A round that needs an answer which is not forced, asks for arbitrary data or ends is none.

import { drive, type Observer, type Point, type Scheduler } from '../../execution/drive.js';
import type { Instruction, Terminator } from '../../ir/instruction.js';
import { isCall } from '../../ir/instruction-class.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import type { Operand } from '../../ir/value.js';
import type { ReadBytes } from '../../machine/attempt.js';
import type { Event } from '../../machine/event.js';
import { obstacleTo } from '../../machine/interrupts.js';
import type { Machine } from '../../machine/machine.js';
import { isConcrete, objectOf, offsetOf, pointer } from '../../machine/memory/value.js';
import type { Frame, State } from '../../machine/state.js';
import type { StateKeys } from '../../machine/state-key.js';
import { blockOperation, calleeName } from '../../machine/stepping/callee.js';
import type { Code } from '../../machine/stepping/code.js';
import type { Watcher } from '../../machine/stepping/instruction-context.js';
import { ORDERS, STEP, type Transition } from '../../machine/transition.js';
import { effectsOfFunction } from '../../model/known-calls.js';
import type { ContextId } from '../../model/program.js';
import type { Term } from '../../solve/term.js';

export interface RoundRead {
  readonly instruction: Instruction;
  readonly function: string;
  /** Address of the first byte. */
  readonly byte: number;
  readonly size: number;
}

/** A branch that the round takes, in the function whose loop it goes round. */
export interface RoundBranch {
  readonly block: number;
  readonly terminator: Terminator;
  /** What decides it. */
  readonly reads: ReadonlySet<RoundRead>;
  /** It also depends on what was computed before the loop. */
  readonly isOlder: boolean;
}

export interface Round {
  /** The function that the loop is in, and its blocks that were visited. */
  readonly code: Code;
  readonly blocks: ReadonlySet<number>;
  readonly branches: readonly RoundBranch[];
  /** In the order of execution, each place once. */
  readonly reads: readonly RoundRead[];
  /** Bytes that it writes. */
  readonly writes: readonly ReadBytes[];
  /** It reads a mask. */
  readonly readsMask: boolean;
  /** ISRs that could start in it, if they had arrivals left. */
  readonly startable: ReadonlySet<ContextId>;
  /** Visible steps. */
  readonly steps: number;
}

/** `changing`: somebody outside of the program may end it at any time. `long`: it was not walked to its end. */
export type Walked = Round | 'changing' | 'long' | 'none';

/** Instructions of one round. */
const MAX_LENGTH = 100_000;

export interface RoundTools {
  readonly machine: Machine;
  readonly keys: StateKeys;
  /** Can these conditions hold together? Absent where all data is concrete. */
  readonly feasible?: ((path: readonly Term[], decided: readonly Term[]) => boolean) | undefined;
}

export function walkRound(tools: RoundTools, state: State): Walked {
  return new Walk(tools, state.clone()).run();
}

/** What a value depends on: reads of the round, and what is older than the round. */
interface Origin {
  readonly reads: ReadonlySet<RoundRead>;
  readonly isOlder: boolean;
}

const CONSTANT: Origin = { reads: new Set(), isOlder: false };
const OLDER: Origin = { reads: new Set(), isOlder: true };

interface Position {
  readonly code: Code;
  readonly block: number;
  readonly index: number;
  readonly frames: number;
  readonly activations: number;
}

class Walk implements Scheduler, Observer, Watcher {
  private readonly start: Position;
  private readonly key: string;
  /** The machine knows that the loop goes on for ever, though something in it changes. */
  private readonly isIdle: boolean;
  private ending: 'back' | Exclude<Walked, Round> | undefined;
  private length = 0;
  private isAtStart = true;
  /** By call and register. */
  private readonly registers = new Map<number, Map<number, Origin>>();
  /** By call: what its branches depended on. */
  private readonly control = new Map<number, Origin>();
  private readonly startable = new Set<ContextId>();
  /** All so far, and those of this round in their order. */
  private readonly known = new Map<string, RoundRead>();
  private reads = new Set<RoundRead>();
  private readonly writes = new Map<string, ReadBytes>();
  private branches: { depth: number; block: number; terminator: Terminator; origin: Origin }[] = [];
  private blocks = new Map<number, Set<number>>();
  private depth = Number.POSITIVE_INFINITY;
  private code: Code | undefined;
  private readsMask = false;
  private previous: Instruction | undefined;

  constructor(
    private readonly tools: RoundTools,
    private readonly state: State,
  ) {
    this.start = positionOf(state);
    this.key = tools.keys.key(state);
    this.isIdle = state.blocked === 'endless-loop' && tools.machine.isIdle(state);
  }

  run(): Walked {
    const first = this.once();
    if (first !== 'back') return first;
    this.reads = new Set();
    this.branches = [];
    this.blocks = new Map();
    const { steps } = this.state;
    const second = this.once();
    if (second !== 'back') return second;
    const { depth } = this;
    return {
      code: this.code!,
      blocks: this.blocks.get(depth) ?? new Set(),
      branches: this.branches
        .filter((b) => b.depth === depth)
        .map(({ block, terminator, origin }) => ({ block, terminator, ...origin })),
      reads: [...this.reads],
      writes: [...this.writes.values()],
      readsMask: this.readsMask,
      startable: this.startable,
      steps: this.state.steps - steps,
    };
  }

  private once(): 'back' | Exclude<Walked, Round> {
    this.ending = undefined;
    this.isAtStart = true;
    this.length = 0;
    for (;;) {
      const { kind } = drive(this.tools.machine, this.state, this, [this], { watcher: this, pausesAtJoins: true });
      if (this.ending !== undefined) return this.ending;
      if (kind !== 'interrupted') return 'none';
      if (this.isBack(this.state)) return 'back';
      if (this.length > MAX_LENGTH) return 'long';
    }
  }

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    if (this.ending !== undefined) return undefined;
    if (point.kind === 'blocked') return this.end('none');
    if (point.kind === 'undecided') return this.answer(state, enabled());
    if (state.isStepBegun) return STEP;
    if (this.isBack(state)) return this.end('back');
    if (this.length > MAX_LENGTH) return this.end('long');
    this.noteStartable(state);
    return STEP;
  }

  took(_state: State, _transition: Transition, events: readonly Event[]): void {
    for (const e of events)
      if (e.kind === 'access' && e.operation === 'W') this.writes.set(`${e.object} ${e.offset} ${e.size}`, e);
  }

  private end(how: 'back' | Exclude<Walked, Round>): undefined {
    this.ending = how;
  }

  /** The order of pieces does not matter to who goes round alone; what data decides must be decided already. */
  private answer(state: State, answers: readonly Transition[]): Transition | undefined {
    if (state.question!.kind !== 'condition') return ORDERS[0]!;
    const { machine, feasible } = this.tools;
    const said = state.answers.flatMap((a) => a.says ?? []);
    const possible = answers.filter((answer) => {
      const says = answer.kind === 'answer' ? machine.saysOf(state.question!, answer.value) : undefined;
      return says === undefined || feasible === undefined || feasible(state.path, [...said, says]);
    });
    return possible.length === 1 ? possible[0] : this.end('changing');
  }

  private isBack(state: State): boolean {
    if (this.isAtStart) {
      this.isAtStart = false;
      this.noteStartable(state);
      if (this.length === 0) return false;
    }
    const { start } = this;
    const top = state.running?.frames.at(-1);
    const isThere =
      top !== undefined &&
      top.code === start.code &&
      top.block === start.block &&
      top.index === start.index &&
      state.running!.frames.length === start.frames &&
      state.activations.length === start.activations;
    return isThere && (this.isIdle || this.tools.keys.key(state) === this.key);
  }

  private noteStartable(state: State): void {
    const { machine } = this.tools;
    const bounds = { arrivals: Number.POSITIVE_INFINITY, reentry: Number.POSITIVE_INFINITY };
    for (const isr of machine.isrs) {
      if (this.startable.has(isr.id)) continue;
      const isElsewhere = isr.startsAt !== undefined && machine.obstacle(state, isr)?.kind === 'elsewhere';
      if (!isElsewhere && obstacleTo(machine.program, state, isr, bounds) === undefined) this.startable.add(isr.id);
    }
  }

  isWatching(): boolean {
    return true;
  }

  returned(): void {}

  executing(state: State, frame: Frame, i: Instruction): void {
    this.length++;
    const { frames } = state.running!;
    const depth = frames.length;
    if (depth < this.depth) {
      this.depth = depth;
      this.code = frame.code;
    }
    const visited = this.blocks.get(depth);
    if (visited === undefined) this.blocks.set(depth, new Set([frame.block]));
    else visited.add(frame.block);
    // Pieces of one access, and an instruction that asks again, are one.
    if (i.op === 'load' && frame.pending !== undefined && this.previous === i) return;
    this.previous = i;
    const result = resultOf(i);
    switch (i.op) {
      case 'condbr':
      case 'switch':
      case 'indirectbr': {
        const origin = this.operands(frame, i);
        this.branches.push({ depth, block: frame.block, terminator: i, origin });
        this.control.set(frame.serial, both(this.control.get(frame.serial) ?? CONSTANT, origin));
        return;
      }
      case 'load':
      case 'atomicrmw':
      case 'cmpxchg': {
        const size = this.tools.machine.program.module.layout.storeSize(
          i.op === 'load' ? i.result.type : i.op === 'atomicrmw' ? i.value.type : i.replacement.type,
        );
        // What is in memory is what is waited for, whatever it was computed from.
        this.define(frame, result!.index, this.readAt(frame, i, i.address, size));
        return;
      }
      case 'phi': {
        const chosen = i.incoming.find((each) => each.block === frame.previous);
        const origin = chosen === undefined ? OLDER : this.operand(frame, chosen.value);
        this.define(frame, i.result.index, both(origin, this.control.get(frame.serial) ?? CONSTANT));
        return;
      }
      case 'ret': {
        const caller = frames[frames.length - 2];
        const site = frame.site;
        if (caller === undefined || site?.result === undefined) return;
        const value = 'value' in i && i.value !== undefined ? this.operand(frame, i.value) : CONSTANT;
        this.define(caller, site.result.index, both(value, this.control.get(frame.serial) ?? CONSTANT));
        return;
      }
    }
    if (isCall(i)) return this.call(state, frame, i);
    if (result !== undefined) this.define(frame, result.index, this.operands(frame, i));
  }

  private call(state: State, frame: Frame, i: Extract<Instruction, { callee: unknown }>): void {
    const { machine } = this.tools;
    if (i.result !== undefined) this.define(frame, i.result.index, this.operands(frame, i));
    if (i.callee.kind === 'assembly') return;
    const name = calleeName(machine, frame, i);
    if (name === undefined) return;
    const effects = effectsOfFunction(machine.program.platform, name);
    if (effects !== undefined) {
      if (effects.some((e) => e.kind === 'nondet')) this.changes();
      if (effects.some((e) => e.kind.startsWith('read-'))) this.readsMask = true;
      return;
    }
    const block = blockOperation(name, i);
    if (block === 'copy') {
      const length = machine.value(frame, i.arguments[2]!);
      this.readAt(frame, i, i.arguments[1]!, isConcrete(length) ? Number(length) : 1);
      return;
    }
    if (block !== undefined || name.startsWith('llvm.')) return;
    if (machine.isExternal(name)) return this.changes();
    const code = machine.image.codes.get(name)!;
    // Its frame gets the next number.
    code.fn.parameters.forEach((parameter, n) => {
      const given = i.arguments[n];
      if (given !== undefined) this.set(state.calls, parameter.index, this.operand(frame, given));
    });
  }

  private changes(): void {
    this.ending ??= 'changing';
  }

  /** The bytes are read. */
  private readAt(frame: Frame, instruction: Instruction, operand: Operand, size: number): Origin {
    const { machine } = this.tools;
    const address = machine.value(frame, operand);
    // An arbitrary place: nobody knows who writes there.
    if (typeof address !== 'number') {
      this.changes();
      return OLDER;
    }
    const object = objectOf(address);
    const info = this.state.memory.info(object);
    if (object === 0 || info?.kind === 'device') {
      if (object === 0 && machine.registerAt(offsetOf(address))?.kind === 'mask') this.readsMask = true;
      else this.changes();
      return CONSTANT;
    }
    if (info?.constant === true) return CONSTANT;
    const byte = pointer(object, offsetOf(address));
    const key = `${instruction.id} ${byte}`;
    let read = this.known.get(key);
    if (read === undefined) this.known.set(key, (read = { instruction, function: frame.code.fn.name, byte, size }));
    this.reads.add(read);
    return { reads: new Set([read]), isOlder: false };
  }

  private operands(frame: Frame, i: Instruction): Origin {
    let origin = CONSTANT;
    forEachOperand(i, (operand) => {
      origin = both(origin, this.operand(frame, operand));
    });
    return origin;
  }

  private operand(frame: Frame, operand: Operand): Origin {
    if (operand.kind !== 'register') return CONSTANT;
    return this.registers.get(frame.serial)?.get(operand.index) ?? OLDER;
  }

  private define(frame: Frame, register: number, origin: Origin): void {
    this.set(frame.serial, register, origin);
  }

  private set(serial: number, register: number, origin: Origin): void {
    const known = this.registers.get(serial);
    if (known === undefined) this.registers.set(serial, new Map([[register, origin]]));
    else known.set(register, origin);
  }
}

function positionOf(state: State): Position {
  const frames = state.running?.frames ?? [];
  const top = frames.at(-1)!;
  const { code, block, index } = top;
  return { code, block, index, frames: frames.length, activations: state.activations.length };
}

function both(a: Origin, b: Origin): Origin {
  if (b.reads.size === 0 && (a.isOlder || !b.isOlder)) return a;
  if (a.reads.size === 0 && (b.isOlder || !a.isOlder)) return b;
  return { reads: new Set([...a.reads, ...b.reads]), isOlder: a.isOlder || b.isOlder };
}
