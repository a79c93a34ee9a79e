// A scheduler that does what a schedule says, and nothing else: replay, the confirmation of findings and
// counterexamples follow one. Where the schedule cannot be followed the execution stops, and `stopped` tells why.

import type { Obstacle } from '../machine/interrupts.js';
import type { Machine } from '../machine/machine.js';
import type { State } from '../machine/state.js';
import { ORDERS, STEP, type Transition } from '../machine/transition.js';
import type { Context } from '../model/program.js';
import type { Point, Scheduler } from './drive.js';
import { type Choice, scheduledName } from './schedule.js';

/** Why a schedule cannot be followed. */
export type Deviation =
  | { readonly kind: 'unknown-isr'; readonly name: string }
  | { readonly kind: 'cannot-start'; readonly isr: Context; readonly obstacle: Obstacle }
  | { readonly kind: 'cannot-switch'; readonly thread: number }
  | { readonly kind: 'out-of-order'; readonly choice: Choice }
  /** The last step was to go from its last piece down, and has none. */
  | { readonly kind: 'indivisible' };

export type StopReason = Deviation | { readonly kind: 'stop' | 'end' | 'limit' | 'repeats' };

export interface ReaderOptions {
  /** Visible steps after the last choice, and to one at the end. */
  readonly limit?: number;
  /** Nothing else is chosen: does the execution come to a state again? */
  readonly repeats?: (state: State) => boolean;
}

export class ScheduleReader implements Scheduler {
  stopped: StopReason | undefined;
  private next = 0;
  private lastChoice = 0;
  private lastStep = -1;

  constructor(
    private readonly machine: Machine,
    private readonly choices: readonly Choice[],
    private readonly options: ReaderOptions = {},
  ) {}

  /** The choice that comes next. */
  get choice(): Choice | undefined {
    return this.choices[this.next];
  }

  /** How many were made. */
  get made(): number {
    return this.next;
  }

  /** The schedule says that the execution stops here. */
  isStopDue(state: State): boolean {
    return this.choice?.kind === 'stop' && this.choice.at === state.steps;
  }

  early(state: State): 'stop' | undefined {
    const at = this.choice?.at;
    // To a choice at a certain step it may be far.
    const from = typeof at === 'number' ? at : this.lastChoice;
    if (state.steps <= from + (this.options.limit ?? Number.POSITIVE_INFINITY)) return undefined;
    this.stopped = { kind: 'limit' };
    return 'stop';
  }

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    const { choice } = this;
    if (point.kind === 'undecided') {
      const isDescending = choice?.kind === 'descending' && choice.at === state.steps;
      if (isDescending) this.taken(state);
      return ORDERS[isDescending ? 1 : 0]!;
    }
    if (state.isStepBegun) return STEP;
    const deviation = this.missed(state);
    if (deviation !== undefined) return this.stop(deviation);
    const isDue = choice?.at === state.steps || (choice?.at === 'end' && point.kind === 'blocked');
    if (isDue && choice.kind === 'stop') {
      this.taken(state);
      return this.stop({ kind: 'stop' });
    }
    if (isDue && choice.kind === 'start') return this.start(state, choice.isr);
    if (isDue && choice.kind === 'switch') return this.switch(state, choice.thread, enabled());
    if (point.kind === 'blocked' || !this.machine.threads.mayStep(state)) {
      // Somebody else goes on, the first who can.
      const other = enabled().find((t) => t.kind === 'switch');
      return other ?? this.stop({ kind: 'end' });
    }
    if (choice === undefined && this.options.repeats?.(state) === true) return this.stop({ kind: 'repeats' });
    this.lastStep = state.steps;
    return STEP;
  }

  /** The choice that comes next is for an earlier point, or for a step that could not be made as it says. */
  missed(state: State): Deviation | undefined {
    const { choice } = this;
    if (choice === undefined || choice.at === 'end') return undefined;
    if (choice.kind === 'descending' && choice.at === this.lastStep) return { kind: 'indivisible' };
    return choice.at < state.steps ? { kind: 'out-of-order', choice } : undefined;
  }

  private start(state: State, name: string): Transition | undefined {
    const isr = this.isrNamed(name);
    if (isr === undefined) return this.stop({ kind: 'unknown-isr', name });
    const obstacle = this.machine.obstacle(state, isr);
    if (obstacle !== undefined) return this.stop({ kind: 'cannot-start', isr, obstacle });
    this.taken(state);
    return { kind: 'start', isr: isr.id };
  }

  private switch(state: State, thread: number, enabled: readonly Transition[]): Transition | undefined {
    const found = enabled.find((t) => t.kind === 'switch' && t.thread === thread);
    if (found === undefined) return this.stop({ kind: 'cannot-switch', thread });
    this.taken(state);
    return found;
  }

  private isrNamed(name: string): Context | undefined {
    const { isrs, program } = this.machine;
    return isrs.find((isr) => scheduledName(program, isr.id) === name) ?? isrs.find((isr) => isr.function === name);
  }

  private taken(state: State): void {
    this.next++;
    this.lastChoice = state.steps;
  }

  private stop(reason: StopReason): undefined {
    this.stopped = reason;
  }
}
