// What the outside sees of one execution from o1 to the end of the unit: device writes and calls of unknown functions
// by everyone, return values, how it ended, and the memory then. Which way a branch went is no effect by itself.

import type { Place } from '../../base/diagnostic.js';
import type { Describer } from '../../execution/describe.js';
import type { CallInstruction, InstructionId } from '../../ir/instruction.js';
import { instructionPlace } from '../../ir/instruction-place.js';
import type { IrFunction } from '../../ir/module.js';
import { forEachOperand } from '../../ir/operand.js';
import type { Register } from '../../ir/value.js';
import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import type { Memory } from '../../machine/memory/memory.js';
import { objectOf, offsetOf, pointer, type Value } from '../../machine/memory/value.js';
import type { Failure } from '../../machine/outcome.js';
import type { State } from '../../machine/state.js';
import type { Watcher } from '../../machine/stepping/instruction-context.js';
import { latchesOf } from '../../model/latches.js';
import type { ActivationLabel } from './activation-label.js';
import { waitLoops } from './wait-loops.js';

/** Something seen: `subject` and `says` make a sentence, `PORTB` and `is set to 0x01`. */
export interface Seen {
  readonly subject: string;
  readonly says: string;
  /** The sentence when it does not happen: `is not written`. */
  readonly absent: string;
  /** Of effects: the loop that it is made in, where that waits for somebody. */
  readonly waits?: number;
}

export type UnitEnd =
  | { readonly kind: 'over' | 'exit' }
  /**
   * It goes on for ever, in a loop that changes memory or that does not. `round`: who does, and how many effects it had
   * before the last round; absent where there are none in it.
   */
  | { readonly kind: 'stuck'; readonly isStable: boolean; readonly round?: LastRound }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly place: Place | undefined }
  /** What comes then is the same in all executions that are compared. */
  | { readonly kind: 'met' }
  /** What comes then was not seen. `at`: the unit computes for itself after so many visible steps. */
  | { readonly kind: 'open'; readonly at?: number };

interface LastRound {
  readonly label: ActivationLabel;
  readonly begin: number;
}

export interface Observed {
  readonly effects: ReadonlyMap<ActivationLabel, readonly Seen[]>;
  /** By call. */
  readonly returns: ReadonlyMap<number, Seen>;
  readonly end: UnitEnd;
  readonly memory: Memory;
  /** What the register holds that is taken for a latch: `0x20`. */
  readonly latch?: { readonly name: string; readonly value: string };
  /** Name of the unit's context. */
  readonly unit: string;
}

/** Instructions of the unit behind which nobody looks any more at what calls return. */
const MAX_WATCHED = 1 << 14;

export class OutcomeRecorder implements Watcher {
  private readonly effects = new Map<ActivationLabel, Seen[]>();
  private readonly returns = new Map<number, Seen>();
  private watched = 0;
  /** Steps that the machine had compiled and run when compiled code of the unit was let go on. */
  private computed: number | undefined;
  /** The unit is over: what its calls return does not matter any more. */
  private isClosed = false;

  constructor(
    private readonly machine: Machine,
    private readonly describer: Describer,
    private readonly state: State,
    /** The unit's place on the stack. */
    private readonly depth: number,
    private readonly calls: readonly number[],
    /** Is told of compiled steps that were made while it mattered what calls return. */
    private readonly lookedAt: (steps: number) => void,
  ) {}

  /**
   * Compiled code tells nobody that a call returns which it was entered at the beginning of. All others that are looked
   * at were made by the interpreter, and return there.
   */
  isWatching(): boolean {
    if (!this.isOpen()) return false;
    const { frames } = this.state.activations[this.depth]!;
    const frame = frames[frames.length - 1]!;
    if (frame.block === 0 && this.calls.includes(frame.serial)) return true;
    this.computed = this.machine.compiledSteps;
    return false;
  }

  /** Does it still matter what calls return? */
  private isOpen(): boolean {
    this.countCompiled();
    if (this.isClosed || this.watched >= MAX_WATCHED || this.state.activations.length - 1 !== this.depth) return false;
    return this.state.activations[this.depth]!.frames.some((f) => this.calls.includes(f.serial));
  }

  private countCompiled(): void {
    if (this.computed === undefined) return;
    const made = this.machine.compiledSteps - this.computed;
    this.lookedAt(Math.min(made, MAX_WATCHED - this.watched));
    this.watched += made;
    this.computed = undefined;
  }

  executing(): void {
    this.watched++;
  }

  close(): void {
    this.isClosed = true;
  }

  returned(state: State, result: Value | undefined): void {
    const frame = state.top();
    if (result === undefined || !this.isOpen() || !this.calls.includes(frame.serial)) return;
    // What somebody does with it is seen anyway; what nobody looks at stands for what another caller would get.
    const caller = state.running!.frames.at(-2);
    if (caller !== undefined && isUsed(caller.code.fn, frame.site?.result)) return;
    const { fn } = frame.code;
    const text = this.describer.value(this.state.memory, fn.type.returns, result);
    this.returns.set(frame.serial, { subject: fn.sourceName, says: `returns ${text}`, absent: 'does not return' });
  }

  event(label: ActivationLabel, event: Event): void {
    const effect = this.effectOf(event);
    if (effect === undefined) return;
    const list = this.effects.get(label);
    if (list === undefined) this.effects.set(label, [effect]);
    else list.push(effect);
  }

  countOf(label: ActivationLabel): number {
    return this.effects.get(label)?.length ?? 0;
  }

  observed(end: UnitEnd, unit: string): Observed {
    this.countCompiled();
    const { effects, returns } = this;
    const latch = this.latch();
    return {
      effects: new Map([...effects].map(([label, list]) => [label, [...list]])),
      returns: new Map(returns),
      end,
      memory: this.state.memory,
      ...(latch === undefined ? {} : { latch }),
      unit,
    };
  }

  private latch(): Observed['latch'] {
    const { latches, memory } = this.state;
    const [first] = latches?.keys() ?? [];
    if (latches === undefined || first === undefined) return undefined;
    const bytes = [...latches.values()].reverse().map((b) => b.toString(16).padStart(2, '0'));
    const name = this.describer.bytes(memory, objectOf(first), offsetOf(first), latches.size);
    return { name, value: `0x${bytes.join('')}` };
  }

  placeOf(instruction: InstructionId): Place | undefined {
    return instructionPlace(this.machine.program.module, instruction);
  }

  private effectOf(event: Event): Seen | undefined {
    const seen = this.seenOf(event);
    if (seen === undefined || !('instruction' in event)) return seen;
    const { program } = this.machine;
    const waits = waitLoops(program).loopOf.get(program.module.instructions[event.instruction]!);
    return waits === undefined ? seen : { ...seen, waits };
  }

  /**
   * Who writes back a latch means the bits that it changes; the others are those of whoever wrote before. What comes of
   * it is what the latch holds in the end.
   */
  private isWrittenBack({ object, offset, instruction }: Extract<Event, { kind: 'access' }>): boolean {
    if (this.state.latches?.has(pointer(object, offset)) !== true) return false;
    const { program } = this.machine;
    return latchesOf(program).writesBack.has(program.module.instructions[instruction]!);
  }

  private seenOf(event: Event): Seen | undefined {
    const { memory } = this.state;
    if (event.kind === 'call') {
      const { arguments: operands } = this.machine.program.module.instructions[event.instruction] as CallInstruction;
      const values = event.arguments.map((v, n) => this.describer.value(memory, operands[n]!.type, v));
      const says = `is called with (${values.join(', ')})`;
      return { subject: event.callee, says, absent: 'is not called' };
    }
    if (event.kind !== 'access' || event.operation !== 'W') return undefined;
    const isAbsolute = event.object === 0;
    if (!isAbsolute && memory.info(event.object)?.kind !== 'device') return undefined;
    if (isAbsolute && this.machine.registerAt(event.offset)?.kind === 'mask') return undefined;
    if (this.isWrittenBack(event)) return undefined;
    return {
      subject: this.describer.bytes(memory, event.object, event.offset, event.size),
      says: `is set to ${this.describer.accessed(memory, event)}`,
      absent: 'is not written',
    };
  }
}

function isUsed(fn: IrFunction, result: Register | undefined): boolean {
  if (result === undefined) return false;
  let isFound = false;
  for (const { instructions } of fn.blocks)
    for (const i of instructions)
      forEachOperand(i, (operand) => {
        isFound ||= operand.kind === 'register' && operand.index === result.index;
      });
  return isFound;
}
