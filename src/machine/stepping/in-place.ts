// One instruction of the machine that changes a device register: what clang makes a load, a computation and a store is
// one step.

import type { AccessInstruction } from '../../ir/instruction.js';
import { isAccess } from '../../ir/instruction-class.js';
import type { Event } from '../event.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import { performAccess } from './access.js';
import type { Decider } from './decider.js';
import { executeLocal } from './execute.js';
import type { InstructionContext } from './instruction-context.js';

/** A visible access, or one piece of it; of a load that belongs to such an instruction, all up to its store. */
export function performWhole(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: AccessInstruction,
  decider: Decider,
  events: Event[],
): Outcome | undefined {
  const store = machine.program.inPlace.get(i);
  if (store === undefined) return performAccess(machine, state, frame, i, decider, events);
  const begin = frame.index;
  try {
    for (let isFirst = true; ; isFirst = false) {
      const { instruction } = frame;
      if (!isFirst) machine.watcher?.executing(state, frame, instruction);
      const outcome = isAccess(instruction)
        ? performAccess(machine, state, frame, instruction, decider, events)
        : executeLocal(machine, state, frame, instruction, decider);
      if (outcome !== undefined || instruction === store) return outcome;
    }
  } catch (thrown) {
    // It is asked something: it begins anew.
    frame.index = begin;
    throw thrown;
  }
}
