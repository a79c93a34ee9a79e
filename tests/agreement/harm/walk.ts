// One execution with concrete data, by nothing but the machine's run and take. Activations have names that stay the
// same when a preemption is moved: the number of the start. Each counts its own visible steps.

import type { Event } from '../../../src/machine/event.js';
import type { Machine } from '../../../src/machine/machine.js';
import type { Outcome } from '../../../src/machine/outcome.js';
import type { State } from '../../../src/machine/state.js';
import type { Watcher } from '../../../src/machine/stepping/instruction-context.js';
import { ORDERS, STEP } from '../../../src/machine/transition.js';
import type { ContextId } from '../../../src/model/program.js';
import type { AccessEvent, Step } from '../executions.js';

/** 0 is main, n the n-th ISR that starts. */
export type Label = number;

/** An ISR starts when what it preempts has made so many steps. */
export interface Start {
  readonly label: Label;
  readonly isr: ContextId;
  readonly preempted: Label;
  readonly at: number;
}

export interface WalkedStep extends Step {
  /** Steps that the activation had made before the instruction that this is, or is a piece of. */
  readonly begun: number;
  readonly ownStep: number;
  /** Calls that it is made in, outermost first. */
  readonly calls: readonly number[];
  readonly events: readonly Event[];
  /** Was this the last piece? */
  readonly isWhole: boolean;
}

export interface Choices {
  /** What is arbitrary. */
  readonly input: (label: Label, what: string, bits: number) => bigint;
  readonly isDescending: (label: Label, ownStep: number, state: State) => boolean;
}

/** Nobody: main has returned. */
export const NOBODY: Label = -1;

export class Walk {
  readonly state: State;
  readonly labels: Label[] = [0];
  readonly ended = new Set<Label>();
  readonly steps: WalkedStep[] = [];
  private readonly own = new Map<Label, number>();
  private readonly iterations = new Map<Label, number>();
  /** Where an access in pieces has begun. */
  private readonly begun = new Map<Label, number>();

  constructor(
    private readonly machine: Machine,
    private readonly choices: Choices,
    private readonly watcher?: Watcher,
  ) {
    const asking = (): Label => this.labels[this.state.activations.length - 1] ?? NOBODY;
    this.state = machine.initial((bits, what) => BigInt.asUintN(bits, choices.input(asking(), what, bits)));
  }

  get running(): Label {
    return this.labels.at(-1) ?? NOBODY;
  }

  stepsOf(label: Label): number {
    return this.own.get(label) ?? 0;
  }

  run(): Outcome {
    const outcome = this.machine.run(this.state, { watcher: this.watcher });
    const left = this.state.activations.length;
    for (const label of this.labels.splice(left)) this.ended.add(label);
    if (outcome.kind === 'iteration') this.iterations.set(this.running, (this.iterations.get(this.running) ?? 0) + 1);
    return outcome;
  }

  start(isr: ContextId, label: Label, ignoresMask: boolean): void {
    this.machine.take(this.state, { kind: 'start', isr, ...(ignoresMask ? { ignoresMask } : {}) });
    this.labels.push(label);
  }

  /** The step of whoever runs; or what came of it instead. */
  step(): WalkedStep | Outcome {
    const { state, running: label } = this;
    const ownStep = this.stepsOf(label);
    const frames = state.running!.frames.map((f) => f.serial);
    const isPiece = state.running!.frames.at(-1)!.pending !== undefined;
    const begun = isPiece ? this.begun.get(label)! : ownStep;
    let outcome = this.machine.take(state, STEP, this.watcher);
    while (outcome.kind === 'undecided') {
      this.machine.take(state, ORDERS[this.choices.isDescending(label, ownStep, state) ? 1 : 0]!);
      outcome = this.machine.take(state, STEP, this.watcher);
    }
    if (outcome.kind !== 'stepped') return outcome;
    this.own.set(label, ownStep + 1);
    this.begun.set(label, begun);
    const top = state.activations[this.labels.length - 1]?.frames.at(-1);
    const accesses = outcome.events.filter((e): e is AccessEvent => e.kind === 'access');
    const step: WalkedStep = {
      activation: label,
      stack: [...this.labels],
      iteration: this.iterations.get(label) ?? 0,
      call: frames.at(-1)!,
      accesses,
      objects: accesses.map((a) => state.memory.info(a.object)!),
      whole: undefined,
      begun,
      ownStep,
      calls: frames,
      events: outcome.events,
      isWhole: top?.pending === undefined,
    };
    this.steps.push(step);
    return step;
  }
}
