// Names for the activations of an execution that are the same wherever they have moved: each counts its own visible
// steps, so that "the ISR starts after 7 steps of this activation" means the same wherever the activation itself has
// moved.

import type { State } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';

/** 0 is main; the n-th start of the witness is n. */
export type ActivationLabel = number;

/** Nobody: main has returned, no ISR runs. */
export const NOBODY: ActivationLabel = -1;

export interface LabelledStart {
  readonly label: ActivationLabel;
  readonly isr: ContextId;
  readonly preempted: ActivationLabel;
  /** Visible steps of what it preempts, made before. */
  readonly at: number;
}

export class ActivationLabels {
  constructor(
    readonly labels: ActivationLabel[] = [0],
    private readonly steps = new Map<ActivationLabel, number>(),
  ) {}

  clone(): ActivationLabels {
    return new ActivationLabels([...this.labels], new Map(this.steps));
  }

  /** Main has made so many steps by itself. */
  resume(steps: number): void {
    this.steps.set(0, steps);
  }

  get running(): ActivationLabel {
    return this.labels[this.labels.length - 1] ?? NOBODY;
  }

  /** Who runs in the middle of a run, where activations may have ended that are still listed here. */
  runningIn(state: State | undefined): ActivationLabel {
    return state === undefined ? 0 : (this.labels[state.activations.length - 1] ?? NOBODY);
  }

  enter(label: ActivationLabel): void {
    this.labels.push(label);
  }

  /** Gives those that have ended, innermost first. */
  settle(state: State): readonly ActivationLabel[] {
    const ended = this.labels.slice(state.activations.length).reverse();
    this.labels.length = Math.min(this.labels.length, state.activations.length);
    return ended;
  }

  stepped(label: ActivationLabel): void {
    this.steps.set(label, this.stepsOf(label) + 1);
  }

  stepsOf(label: ActivationLabel): number {
    return this.steps.get(label) ?? 0;
  }
}
