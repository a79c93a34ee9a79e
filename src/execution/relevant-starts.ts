// Which ISRs are worth starting right before a step of an execution: those that the step depends on, see `Dependence`.

import type { Machine } from '../machine/machine.js';
import type { Peeked } from '../machine/peek.js';
import type { State } from '../machine/state.js';
import type { ContextId } from '../model/program.js';
import { Dependence, type NextStep } from './dependence.js';
import type { ModelObjects } from './model-objects.js';

export class RelevantStarts {
  readonly dependence: Dependence;

  constructor(
    private readonly machine: Machine,
    private readonly objects: ModelObjects,
    private readonly arrivals = machine.options.arrivals,
  ) {
    this.dependence = new Dependence(machine.program, machine.isrs);
  }

  /** Of those that may start; all of them where the execution may end, or nothing is left to do. */
  before(state: State, next: Peeked | undefined, startable: readonly ContextId[]): readonly ContextId[] {
    if (next === undefined || next.mayEnd) return startable;
    const left = this.machine.isrs.filter((isr) => state.arrivals[isr.id]! < this.arrivals).map((isr) => isr.id);
    return this.dependence.relevant(this.nextStep(state, next), startable, left);
  }

  nextStep(state: State, next: Peeked): NextStep {
    const accesses = next.accesses.map((a) => ({
      operation: a.operation,
      objects: this.objects.of(state, a.object),
      offset: a.offset,
      size: a.size,
    }));
    const isAccess = next.kind === 'access';
    if (next.kind === 'mask' || this.objects.isMaskRegister(next))
      return { kind: 'mask', instruction: next.instruction, accesses: isAccess ? accesses : [] };
    if (!isAccess) return { kind: 'independent' };
    return { kind: 'accesses', accesses };
  }
}
