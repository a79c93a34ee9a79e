// What the outside sees of one execution from o1 to the end of the unit: the unit's branches, device writes and calls
// of unknown functions by everyone, return values, how it ended, and the memory then. Branches are recorded up to
// stuttering: going round a waiting loop once more changes nothing and leaves no trace.

import type { Place } from '../../base/diagnostic.js';
import type { Describer } from '../../execution/describe.js';
import type { CallInstruction, InstructionId } from '../../ir/instruction.js';
import { instructionPlace } from '../../ir/instruction-place.js';
import type { Event } from '../../machine/event.js';
import { livingIn } from '../../machine/liveness.js';
import type { Machine } from '../../machine/machine.js';
import type { Memory } from '../../machine/memory/memory.js';
import type { Value } from '../../machine/memory/value.js';
import type { Failure } from '../../machine/outcome.js';
import type { Frame, State } from '../../machine/state.js';
import type { Code } from '../../machine/stepping/code.js';
import type { Watcher } from '../../machine/stepping/instruction-context.js';
import type { ActivationLabel } from './activation-label.js';

/** Something seen: `subject` and `says` make a sentence, `PORTB` and `is set to 0x01`. */
export interface Seen {
  readonly subject: string;
  readonly says: string;
  /** The sentence when it does not happen: `is not written`. */
  readonly absent: string;
}

export interface Branch {
  /** Equal for the same way out of the same branch; effects stand between branches with an identity of their own. */
  readonly id: string;
  readonly isEffect: boolean;
  readonly seen: () => Seen;
}

export type UnitEnd =
  | { readonly kind: 'over' | 'exit' }
  /** It goes on for ever, in a loop that changes memory or that does not. */
  | { readonly kind: 'stuck'; readonly isStable: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly place: Place | undefined }
  /** What comes then is the same in all executions that are compared. */
  | { readonly kind: 'met' }
  /** What comes then was not seen. `at`: the unit computes for itself after so many visible steps. */
  | { readonly kind: 'open'; readonly at?: number };

export interface Observed {
  readonly branches: readonly Branch[];
  /** Later branches were not recorded. */
  readonly areBranchesCut: boolean;
  readonly effects: ReadonlyMap<ActivationLabel, readonly Seen[]>;
  /** By call. */
  readonly returns: ReadonlyMap<number, Seen>;
  readonly end: UnitEnd;
  readonly memory: Memory;
  /** Name of the unit's context. */
  readonly unit: string;
}

/** Branches of one execution: the rest runs compiled. */
const MAX_BRANCHES = 256;

export class OutcomeRecorder implements Watcher {
  private readonly branches: Branch[] = [];
  /** Later branches are not recorded: there were too many. */
  private isFull = false;
  /** The unit is over. */
  private isClosed = false;
  private readonly effects = new Map<ActivationLabel, Seen[]>();
  private readonly returns = new Map<number, Seen>();
  /** Branches before each point of the unit that was passed since it last changed anything. */
  private readonly passed = new Map<string, number>();
  private count = 0;

  constructor(
    private readonly machine: Machine,
    private readonly describer: Describer,
    private readonly state: State,
    /** The unit's place on the stack. */
    private readonly depth: number,
    private readonly unit: ActivationLabel,
    private readonly calls: readonly number[],
  ) {}

  isWatching(): boolean {
    return !this.isOff && this.isUnit();
  }

  /** The unit is over: nothing of its inside matters any more. */
  close(): void {
    this.isClosed = true;
  }

  private get isOff(): boolean {
    return this.isFull || this.isClosed;
  }

  branched(state: State, target: number): void {
    if (!this.isWatching()) return;
    const { code, block } = state.top();
    const id = `${code.object}.${block}.${target}`;
    this.branches.push({ id, isEffect: false, seen: () => this.branchOf(code, block, target) });
    if (++this.count >= MAX_BRANCHES) this.isFull = true;
  }

  returned(state: State, result: Value | undefined): void {
    const frame = state.top();
    if (result === undefined || !this.isWatching() || !this.calls.includes(frame.serial)) return;
    const { fn } = frame.code;
    const text = this.describer.value(this.state.memory, fn.type.returns, result);
    this.returns.set(frame.serial, { subject: fn.sourceName, says: `returns ${text}`, absent: 'does not return' });
  }

  wrote(): void {
    if (this.isWatching()) this.passed.clear();
  }

  /** The unit is about to make a visible step: was it here before, and has it done nothing since? */
  pass(): void {
    if (this.isOff) return;
    const { frames } = this.state.activations[this.depth]!;
    const point = frames.map((frame, n) => this.pointOf(frame, n === frames.length - 1)).join('|');
    const before = this.passed.get(point);
    if (before === undefined) this.passed.set(point, this.branches.length);
    else this.branches.length = before;
  }

  event(label: ActivationLabel, event: Event): void {
    const effect = this.effectOf(event);
    if (label === this.unit && (effect !== undefined || (event.kind === 'access' && event.operation === 'W')))
      this.passed.clear();
    if (effect === undefined) return;
    const list = this.effects.get(label);
    if (list === undefined) this.effects.set(label, [effect]);
    else list.push(effect);
    if (label === this.unit && !this.isOff)
      this.branches.push({ id: `${effect.subject} ${effect.says}`, isEffect: true, seen: () => effect });
  }

  observed(end: UnitEnd, unit: string): Observed {
    const { branches, isFull: areBranchesCut, effects, returns } = this;
    return {
      branches: [...branches],
      areBranchesCut,
      effects: new Map([...effects].map(([label, list]) => [label, [...list]])),
      returns: new Map(returns),
      end,
      memory: this.state.memory,
      unit,
    };
  }

  placeOf(instruction: InstructionId): Place | undefined {
    return instructionPlace(this.machine.program.module, instruction);
  }

  private isUnit(): boolean {
    return this.state.activations.length - 1 === this.depth;
  }

  private effectOf(event: Event): Seen | undefined {
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
    return {
      subject: this.describer.bytes(memory, event.object, event.offset, event.size),
      says: `is set to ${this.describer.accessed(memory, event)}`,
      absent: 'is not written',
    };
  }

  private branchOf(code: Code, block: number, target: number): Seen {
    const branch = code.blocks[block]!.at(-1)!;
    const place = this.placeOf(branch.id);
    const where = place === undefined ? `in ${code.fn.sourceName}` : `in line ${place.line}`;
    const absent = 'is not reached';
    if (branch.op === 'condbr')
      return { subject: `the condition ${where}`, says: `is ${target === branch.whenTrue}`, absent };
    const places = (code.blocks[target] ?? []).map(({ id }) => this.placeOf(id));
    const line = places.find((p) => p !== undefined)?.line;
    return {
      subject: `the switch ${where}`,
      says: `goes to ${line === undefined ? `block ${target}` : `line ${line}`}`,
      absent,
    };
  }

  private pointOf(frame: Frame, isTop: boolean): string {
    const { code, block, index, registers, pending } = frame;
    const live = livingIn(frame, isTop).map((register) => String(registers[register]));
    return `${code.object}.${block}.${index}.${pending?.done ?? ''}:${live.join()}`;
  }
}
