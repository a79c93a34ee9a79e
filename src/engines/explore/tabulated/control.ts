// Who may start, in numbers: masks and flags are one small number, the stack of activations with the arrivals so far is
// another. What the machine says about a pair of them is asked once, and is in the product's tables then.

import { enterInterrupt, leaveInterrupt } from '../../../machine/interrupts.js';
import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import { type ContextId, MAIN } from '../../../model/program.js';
import type { StackLevels, Start, Startable } from './product-tables.js';
import { Unsuited } from './unsuited.js';

export class Control {
  private readonly masks = new Numbered<State>();
  /** Masks that were asked for last: mostly they are again. */
  private last: number | undefined;
  private readonly stacks = new Numbered<State>();
  private readonly levels: StackLevels[] = [];
  private readonly sets = new Numbered<ContextId[]>();

  constructor(private readonly machine: Machine) {}

  /** Of the masks, flags and pended bits of a state. */
  masksOf(state: State): number {
    const { last } = this;
    if (last !== undefined && haveSameMasks(state, this.masks.list[last]!)) return last;
    const { flags, pended, maskOpen, ceiling, atomicDepth, registers } = state;
    const latches = [...registers].sort(([a], [b]) => a - b).join(' ');
    const key = `${flags.map(Number).join('')} ${pended.map(Number).join('')} ${maskOpen} ${ceiling} ${atomicDepth} ${latches}`;
    return (this.last = this.masks.of(key, () => copyOf(state)));
  }

  /** Gives a state these masks, flags and pended bits. */
  setMasks(state: State, masks: number): void {
    const from = this.masks.list[masks]!;
    if (haveSameMasks(state, from)) return;
    state.flags = from.flags.slice();
    state.pended = from.pended.slice();
    state.maskOpen = from.maskOpen;
    state.ceiling = from.ceiling;
    state.atomicDepth = from.atomicDepth;
    state.registers = from.registers.clone();
  }

  stackOf(state: State): number {
    const stack = state.activations.map((a) => `${a.context}${a.maskWasOpen ? '' : '-'}`).join(',');
    return this.stacks.of(`${state.arrivals.join(',')} ${stack}`, () => {
      const contexts = state.activations.map((a) => a.context);
      if (new Set(contexts).size < contexts.length) throw new Unsuited('an ISR that is entered again');
      this.levels.push({ top: contexts.at(-1) ?? -1, below: contexts.slice(0, -1) });
      return copyOf(state);
    });
  }

  level(stack: number): StackLevels {
    return this.levels[stack]!;
  }

  /** All ISRs that may start now. */
  startableIn(masks: number, stack: number): Startable {
    const state = this.pair(masks, stack);
    const isrs = this.machine.startable(state);
    const left = this.machine.isrs.filter((isr) => state.arrivals[isr.id]! < this.machine.options.arrivals);
    const set = this.sets.of(`${isrs.join()} ${left.map((c) => c.id).join()}`, () => [...isrs]);
    const starts = isrs.map((isr) => {
      const after = this.pair(masks, stack);
      if (Number.isFinite(this.machine.options.arrivals)) after.arrivals[isr]!++;
      enterInterrupt(this.machine.program, after, isr, false);
      const isLast = after.arrivals[isr]! >= this.machine.options.arrivals;
      return { isr, masks: this.masksOf(after), stack: this.stackOf(after), isLast };
    });
    return { starts, set };
  }

  /** The innermost activation ends. */
  endIn(masks: number, stack: number): Pick<Start, 'masks' | 'stack'> {
    const state = this.pair(masks, stack);
    const ending = state.activations.pop()!;
    if (ending.context !== MAIN) leaveInterrupt(this.machine.program, state, ending);
    return { masks: this.masksOf(state), stack: this.stackOf(state) };
  }

  /** A state with nothing but these masks and this stack. */
  pair(masks: number, stack: number): State {
    const state = this.stacks.list[stack]!.clone();
    this.setMasks(state, masks);
    return state;
  }
}

function haveSameMasks(a: State, b: State): boolean {
  if (a.maskOpen !== b.maskOpen || a.ceiling !== b.ceiling || a.atomicDepth !== b.atomicDepth) return false;
  for (let n = 0; n < a.flags.length; n++) if (a.flags[n] !== b.flags[n] || a.pended[n] !== b.pended[n]) return false;
  return a.registers.size === 0 && b.registers.size === 0;
}

/** Without frames: nobody runs it. */
function copyOf(state: State): State {
  const copy = state.clone();
  for (const { frames } of copy.activations) frames.length = 0;
  return copy;
}

/** Things with equal keys have one number. */
export class Numbered<T> {
  readonly list: T[] = [];
  private readonly numbers = new Map<string, number>();

  of(key: string, make: () => T): number {
    let number = this.numbers.get(key);
    if (number === undefined) {
      this.numbers.set(key, (number = this.list.length));
      this.list.push(make());
    }
    return number;
  }
}
