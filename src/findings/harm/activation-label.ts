// Who is on the stack of an execution: activations have labels that are the same in every re-run, and count their own visible steps, so
// that "the ISR starts after 7 steps of this activation" means the same wherever the activation itself has moved.

import type { State } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';

/** 0 is main; the n-th start of the witness is n. */
export type Label = number;

/** Nobody: main has returned, no ISR runs. */
export const NOBODY: Label = -1;

export interface Start {
  readonly label: Label;
  readonly isr: ContextId;
  readonly preempted: Label;
  /** Visible steps of what it preempts, made before. */
  readonly at: number;
}

export class Cast {
  constructor(
    readonly labels: Label[] = [0],
    private readonly steps = new Map<Label, number>(),
  ) {}

  clone(): Cast {
    return new Cast([...this.labels], new Map(this.steps));
  }

  /** Main has made so many steps by itself. */
  resume(steps: number): void {
    this.steps.set(0, steps);
  }

  get running(): Label {
    return this.labels[this.labels.length - 1] ?? NOBODY;
  }

  /** Who runs in the middle of a run, where activations may have ended that are still listed here. */
  runningIn(state: State | undefined): Label {
    return state === undefined ? 0 : (this.labels[state.activations.length - 1] ?? NOBODY);
  }

  enter(label: Label): void {
    this.labels.push(label);
  }

  /** Gives those that have ended, innermost first. */
  settle(state: State): readonly Label[] {
    const ended = this.labels.slice(state.activations.length).reverse();
    this.labels.length = Math.min(this.labels.length, state.activations.length);
    return ended;
  }

  stepped(label: Label): void {
    this.steps.set(label, this.stepsOf(label) + 1);
  }

  stepsOf(label: Label): number {
    return this.steps.get(label) ?? 0;
  }
}
