// Searches notice a wait when it has gone round for a while. What a reader wants to see is how it comes to the loop,
// and two rounds: the same choices, up to the first state that the round comes back to.

import { inputOf } from '../../execution/checkpoint.js';
import { drive, type Point, type Scheduler } from '../../execution/drive.js';
import type { Choice, Schedule } from '../../execution/schedule.js';
import { ScheduleReader } from '../../execution/schedule-reader.js';
import type { Machine } from '../../machine/machine.js';
import type { State } from '../../machine/state.js';
import type { StateKeys } from '../../machine/state-key.js';
import { ORDERS, STEP, type Transition } from '../../machine/transition.js';

/** `state`: where the schedule stops, in a loop that takes `steps` visible steps for a round. */
export function shortest(
  machine: Machine,
  keys: StateKeys,
  schedule: Schedule,
  state: State,
  steps: number,
): Schedule | undefined {
  const choices = schedule.choices.filter((c) => c.kind !== 'stop');
  if (steps === 0 || choices.length === schedule.choices.length) return undefined;
  const round = roundKeys(machine, keys, state.clone(), steps);
  const reader = new ScheduleReader(machine, choices, {
    limit: state.steps,
    repeats: (reached) => round.has(keys.key(reached)),
  });
  let given = 0;
  const begin = machine.initial((bits) => inputOf(schedule.inputs, given++, bits));
  drive(machine, begin, reader);
  if (reader.stopped?.kind !== 'repeats') return undefined;
  const stop: Choice = { kind: 'stop', at: begin.steps + 2 * steps };
  return { choices: [...choices, stop], inputs: schedule.inputs.slice(0, given) };
}

/** Of all states in which the running context is about to make a visible step. */
function roundKeys(machine: Machine, keys: StateKeys, state: State, steps: number): ReadonlySet<string> {
  const found = new Set<string>();
  const end = state.steps + steps;
  const alone: Scheduler = {
    choose(reached: State, { kind }: Point): Transition | undefined {
      if (kind === 'undecided') return ORDERS[0]!;
      if (reached.steps >= end || kind === 'blocked') return undefined;
      if (!reached.isStepBegun) found.add(keys.key(reached));
      return STEP;
    },
  };
  drive(machine, state, alone);
  return found;
}
