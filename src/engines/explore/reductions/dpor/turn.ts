// One transition of one process, driven: it begins as it is told, goes through the atomic section that it has begun,
// and stops where somebody has a choice, or something has to be answered.

import type { Observer, Point, Scheduler } from '../../../../execution/drive.js';
import type { Event } from '../../../../machine/event.js';
import type { State } from '../../../../machine/state.js';
import { STEP, type Transition } from '../../../../machine/transition.js';
import type { Program } from '../../../../model/program.js';
import type { Trail } from '../../schedules.js';
import { type Touched, touchedBy } from './step.js';

export class Turn implements Scheduler, Observer {
  /** What is asked. */
  question: readonly Transition[] | undefined;

  constructor(
    private readonly program: Program,
    private readonly begin: Transition[],
    /** What it has accessed so far. */
    private readonly touched: Touched[],
    public trail: Trail | undefined,
  ) {}

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    if (point.kind === 'undecided') {
      this.question = enabled();
      return undefined;
    }
    const next = this.begin.shift();
    if (next !== undefined) return next.kind === 'step' && point.kind === 'blocked' ? undefined : next;
    return point.kind === 'visible' && (state.atomicDepth > 0 || state.isStepBegun) ? STEP : undefined;
  }

  taking({ steps: step }: State, transition: Transition): void {
    const before = this.trail;
    if (transition.kind === 'start') this.trail = { kind: 'start', step, isr: transition.isr, before };
    else if (transition.kind === 'switch') this.trail = { kind: 'switch', step, thread: transition.thread, before };
  }

  took(_state: State, _transition: Transition, events: readonly Event[]): void {
    this.touched.push(...touchedBy(this.program, events));
  }
}
