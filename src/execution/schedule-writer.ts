// Writes down what is chosen in an execution, as a schedule says it: steps go without saying.

import type { State } from '../machine/state.js';
import type { Transition } from '../machine/transition.js';
import type { Program } from '../model/program.js';
import type { Observer } from './drive.js';
import { type Choice, scheduledName } from './schedule.js';

export class ScheduleWriter implements Observer {
  readonly choices: Choice[] = [];

  constructor(private readonly program: Program) {}

  taking({ steps: at }: State, transition: Transition): void {
    if (transition.kind === 'start')
      this.choices.push({ kind: 'start', at, isr: scheduledName(this.program, transition.isr) });
    else if (transition.kind === 'switch') this.choices.push({ kind: 'switch', at, thread: transition.thread });
    else if (transition.kind === 'order' && transition.descending) this.choices.push({ kind: 'descending', at });
  }
}
