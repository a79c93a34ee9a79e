// What may be chosen in a state, by process: how each that may go on does so, and how a question may be answered.

import type { Machine } from '../../../../machine/machine.js';
import type { State } from '../../../../machine/state.js';
import { STEP, type Transition } from '../../../../machine/transition.js';
import type { SearchOptions } from '../../search-options.js';
import { isStart, type PathNode } from './node.js';
import { beginsUnseen, isrProcess, type Process, runningProcess } from './step.js';
import type { Turns } from './turns.js';

export class Choices {
  constructor(
    private readonly machine: Machine,
    private readonly feasible: SearchOptions['feasible'],
    private readonly turns: Turns,
  ) {}

  /** A new thread comes to its first visible step at once: nobody sees that, unless it keeps the others out then. */
  optionsIn(state: State): ReadonlyMap<Process, readonly Transition[]> {
    const options = new Map<Process, readonly Transition[]>();
    const enabled = this.machine.enabled(state);
    const begins = this.turns.areKept
      ? undefined
      : enabled.find((t) => t.kind === 'switch' && beginsUnseen(state, t.thread));
    for (const transition of begins === undefined ? enabled : [begins]) {
      if (transition.kind === 'step') options.set(runningProcess(state), [STEP]);
      else if (transition.kind === 'switch')
        options.set(transition.thread, state.threads[transition.thread]!.isBegun ? [transition, STEP] : [transition]);
      else if (transition.kind === 'start') {
        const runs = state.activations.filter((a) => a.context === transition.isr).length;
        options.set(this.machine.threads.ownThread(transition.isr) ?? isrProcess(transition.isr, runs), [transition]);
      }
    }
    return options;
  }

  /** Ways to answer a question that what is known of arbitrary data allows. */
  answersIn(state: State, question: readonly Transition[]): readonly Transition[] {
    const said = state.answers.flatMap((a) => a.says ?? []);
    return question.filter((answer) => {
      const says = answer.kind === 'answer' ? this.machine.saysOf(state.question!, answer.value) : undefined;
      return says === undefined || this.feasible(state.path, [...said, says]);
    });
  }
}

/** Whoever runs goes on, as long as it can: the fewest switches. */
export function firstOf(node: PathNode): Process | undefined {
  const running = runningProcess(node.state);
  const awake = [...node.options.keys()].filter((p) => !node.sleep.has(p));
  return awake.find((p) => p === running) ?? awake.find((p) => !isStart(node, p)) ?? awake[0];
}
