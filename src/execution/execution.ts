// One execution that can be stopped and taken up again, in another process if need be: it is plain data, the program by
// the hash of its contents, what was chosen so far, and what arbitrary data got. Taking it up makes the same
// transitions again; nobody watches that.

import type { Machine, RunOptions } from '../machine/machine.js';
import type { InputSource } from '../machine/memory/memory.js';
import type { State } from '../machine/state.js';
import { STEP, type Transition } from '../machine/transition.js';
import { drive, type Ending, type Observer, type Point, type Scheduler } from './drive.js';

/** JSON keeps it as it is. */
export interface SuspendedExecution {
  /** Hash of the program's contents. */
  readonly program: string;
  /** What was chosen: a number is so many steps. `atOnce`: before the invisible steps that lead to the next point. */
  readonly transitions: readonly (number | (Transition & { readonly atOnce?: true }))[];
  /** What arbitrary data got, in decimal; empty where it is symbolic. */
  readonly inputs: readonly string[];
}

export class Execution {
  private readonly transitions: (number | (Transition & { readonly atOnce?: true }))[] = [];
  private readonly inputs: string[] = [];
  readonly state: State;

  /** `source` gives concrete values for arbitrary data; without one it is symbolic. */
  constructor(
    private readonly machine: Machine,
    source?: InputSource,
  ) {
    this.state = machine.initial(source && this.logged(source));
  }

  /** Undefined where it is an execution of another program. */
  static resume(machine: Machine, suspended: SuspendedExecution, source?: InputSource): Execution | undefined {
    if (suspended.program !== machine.program.hash) return undefined;
    let given = 0;
    const again: InputSource = (...asked) => {
      const known = suspended.inputs[given++];
      return known === undefined ? source!(...asked) : BigInt(known);
    };
    const execution = new Execution(machine, source && again);
    execution.drive(new Recorded(suspended.transitions));
    return execution;
  }

  suspend(): SuspendedExecution {
    return { program: this.machine.program.hash, transitions: [...this.transitions], inputs: [...this.inputs] };
  }

  /** Goes on until it ends or the scheduler stops it. */
  drive(
    scheduler: Scheduler,
    observers: readonly Observer[] = [],
    how: Pick<RunOptions, 'interrupt' | 'watcher'> = {},
  ): Ending {
    const log: Observer = { taking: (_, transition, point) => this.log(transition, point === undefined) };
    return drive(this.machine, this.state, scheduler, [log, ...observers], how);
  }

  private log(transition: Transition, atOnce: boolean): void {
    const last = this.transitions.length - 1;
    const before = this.transitions[last];
    if (transition.kind !== 'step') this.transitions.push(atOnce ? { ...transition, atOnce } : transition);
    else if (typeof before === 'number') this.transitions[last] = before + 1;
    else this.transitions.push(1);
  }

  private logged(source: InputSource): InputSource {
    return (...asked) => {
      const value = source(...asked);
      if (value !== undefined) this.inputs.push(String(value));
      return value;
    };
  }
}

/** Does what was done before, then stops. */
class Recorded implements Scheduler {
  private next = 0;
  private steps = 0;

  constructor(private readonly transitions: SuspendedExecution['transitions']) {}

  early(): Transition | 'stop' | undefined {
    const transition = this.transitions[this.next];
    if (transition === undefined) return 'stop';
    if (typeof transition === 'number' || transition.atOnce !== true) return undefined;
    this.next++;
    return transition;
  }

  choose(state: State, point: Point): Transition | undefined {
    // A step that has asked something is taken up again.
    if (state.isStepBegun && point.kind !== 'undecided') return STEP;
    const transition = this.transitions[this.next];
    if (typeof transition !== 'number') {
      this.next++;
      return transition;
    }
    if (++this.steps === transition) {
      this.next++;
      this.steps = 0;
    }
    return STEP;
  }
}
