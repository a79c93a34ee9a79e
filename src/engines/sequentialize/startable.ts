// Which ISRs start in some execution: tried, one by one, by starting each as soon as it may. One that does start does
// so within the bounds; of one that does not, nothing is known.

import { drive, type Scheduler } from '../../execution/drive.js';
import { Machine } from '../../machine/machine.js';
import { STEP } from '../../machine/transition.js';
import type { ContextId, Program } from '../../model/program.js';

const MAX_TRANSITIONS = 20_000;

export function startable(program: Program, arrivals: number): ReadonlySet<ContextId> {
  const found = new Set<ContextId>();
  const machine = new Machine(program, { arrivals, unwind: 8 });
  const isrs = program.contexts.filter((c) => c.kind === 'isr');
  // Alone, and with whatever else has to come first.
  for (const eager of [false, true])
    for (const isr of isrs) {
      if (found.has(isr.id)) continue;
      let left = MAX_TRANSITIONS;
      const scheduler: Scheduler = {
        choose(_state, point, enabled) {
          if (left-- === 0) return undefined;
          const possible = enabled();
          const start = possible.find((t) => t.kind === 'start' && t.isr === isr.id);
          if (start !== undefined) {
            found.add(isr.id);
            return undefined;
          }
          if (eager) {
            const other = possible.find((t) => t.kind === 'start');
            if (other !== undefined) return other;
          }
          if (point.kind === 'undecided') return possible[left % possible.length];
          return possible.find((t) => t === STEP) ?? possible[0];
        },
      };
      drive(
        machine,
        machine.initial(() => 0n),
        scheduler,
      );
    }
  return found;
}
