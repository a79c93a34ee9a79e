// Who runs and who may start, as small numbers: masks and flags are one, the current thread with the ISRs that have
// preempted it and the arrivals so far another. What the machine says about a pair of them is asked once.

import { enterInterrupt, leaveInterrupt } from '../../../../../machine/interrupts.js';
import type { Machine } from '../../../../../machine/machine.js';
import type { State, ThreadId } from '../../../../../machine/state.js';
import type { ContextId } from '../../../../../model/program.js';
import { ABSENT, PairTable } from '../../../../kernel/pair-table.js';
import { Numbered } from '../../../tabulated/control.js';
import { Unsuited } from '../../../tabulated/unsuited.js';
import { changesMasks, isrProcess, type Process } from '../step.js';

export interface Stack {
  readonly current: ThreadId;
  /** Those that have preempted it, the outermost first. */
  readonly isrs: readonly ContextId[];
  /** Whose step is next. */
  readonly running: Process;
  /** With nothing but these ISRs. */
  readonly state: State;
}

export interface IsrStart {
  readonly isr: ContextId;
  readonly process: Process;
  readonly masks: number;
  readonly stack: number;
}

export class ThreadControl {
  private readonly masks = new Numbered<State>();
  private readonly stacks = new Numbered<Stack>();
  private readonly startable = new PairTable();
  private readonly starts: (readonly IsrStart[])[] = [];
  private readonly left = new PairTable();
  private readonly leaving: (readonly [masks: number, stack: number])[] = [];
  private readonly switched = new PairTable();
  private readonly changed = new PairTable();
  private readonly nothing: State;

  constructor(private readonly machine: Machine) {
    const state = machine.initial();
    state.activations.length = 0;
    state.threads.length = 1;
    this.nothing = state;
    // Local states are kept with these: their number is 0.
    this.masksOf(state);
  }

  /** Of the masks, flags and pended bits of a state. */
  masksOf({ flags, pended, maskOpen, ceiling, registers }: State): number {
    const latches = [...registers].sort(([a], [b]) => a - b).join(' ');
    const key = `${flags.map(Number).join('')} ${pended.map(Number).join('')} ${maskOpen} ${ceiling} ${latches}`;
    return this.masks.of(key, () => {
      const copy = this.nothing.clone();
      Object.assign(copy, { flags: flags.slice(), pended: pended.slice(), maskOpen, ceiling });
      copy.registers = registers.clone();
      return copy;
    });
  }

  setMasks(state: State, masks: number): void {
    const from = this.masks.list[masks]!;
    state.flags = from.flags.slice();
    state.pended = from.pended.slice();
    state.maskOpen = from.maskOpen;
    state.ceiling = from.ceiling;
    state.registers = from.registers.clone();
  }

  isMaskOpen(masks: number): boolean {
    return this.masks.list[masks]!.maskOpen;
  }

  /** Has a step changed who may start, or that others may run? */
  changesMasks(before: number, after: number): boolean {
    if (before === after) return false;
    let known = this.changed.get(before, after);
    if (known === ABSENT) {
      known = changesMasks(this.masks.list[before]!, this.masks.list[after]!) ? 1 : 0;
      this.changed.add(before, after, known);
    }
    return known === 1;
  }

  first(): number {
    return this.stackOf(0 as ThreadId, this.nothing);
  }

  stack(stack: number): Stack {
    return this.stacks.list[stack]!;
  }

  private stackOf(current: ThreadId, state: State): number {
    const isrs = state.activations.map((a) => a.context);
    const shown = state.activations.map((a) => `${a.context}${a.maskWasOpen ? '' : '-'}`).join();
    return this.stacks.of(`${current} ${shown} ${state.arrivals.join()}`, () => {
      if (new Set(isrs).size < isrs.length) throw new Unsuited('an ISR that is entered again');
      const running = isrs.length === 0 ? current : isrProcess(isrs.at(-1)!, 0);
      return { current, isrs, running, state: state.clone() };
    });
  }

  switchTo(stack: number, thread: ThreadId): number {
    let known = this.switched.get(stack, thread);
    if (known === ABSENT) {
      known = this.stackOf(thread, this.stack(stack).state);
      this.switched.add(stack, thread, known);
    }
    return known;
  }

  /** All ISRs that may start now. */
  startsIn(masks: number, stack: number): readonly IsrStart[] {
    const known = this.startable.get(masks, stack);
    if (known !== ABSENT) return this.starts[known]!;
    const state = this.pair(masks, stack);
    const found = this.machine.startable(state).map((isr) => {
      const after = this.pair(masks, stack);
      if (Number.isFinite(this.machine.options.arrivals)) after.arrivals[isr]!++;
      enterInterrupt(this.machine.program, after, isr, false);
      const next = this.stackOf(this.stack(stack).current, after);
      return { isr, process: isrProcess(isr, 0), masks: this.masksOf(after), stack: next };
    });
    this.startable.add(masks, stack, this.starts.length);
    this.starts.push(found);
    return found;
  }

  /** The innermost ISR returns. */
  leave(masks: number, stack: number): readonly [masks: number, stack: number] {
    const known = this.left.get(masks, stack);
    if (known !== ABSENT) return this.leaving[known]!;
    const state = this.pair(masks, stack);
    leaveInterrupt(this.machine.program, state, state.activations.pop()!);
    const found = [this.masksOf(state), this.stackOf(this.stack(stack).current, state)] as const;
    this.left.add(masks, stack, this.leaving.length);
    this.leaving.push(found);
    return found;
  }

  /** A state with nothing but these masks and these ISRs. */
  pair(masks: number, stack: number): State {
    const state = this.stack(stack).state.clone();
    this.setMasks(state, masks);
    return state;
  }
}
