// What an ISR may do when it starts, whatever happens meanwhile: by the model, object by object. Says whether an ISR
// that was tried before a transition need not be tried after it.

import type { ModelObjects } from '../../../../execution/model-objects.js';
import type { Machine } from '../../../../machine/machine.js';
import type { State } from '../../../../machine/state.js';
import type { ContextId, ObjectId, Region } from '../../../../model/program.js';
import type { StepFootprint } from './step.js';

export class IsrFootprints {
  private readonly reads: readonly ReadonlySet<ObjectId>[];
  private readonly writes: readonly ReadonlySet<ObjectId>[];
  private readonly isGlobal: readonly boolean[];

  constructor(
    machine: Machine,
    private readonly objects: ModelObjects,
  ) {
    const { footprints, operations, contexts, objects: all, ends } = machine.program;
    const isUnknown = (r: Region): boolean => all[r.object]!.kind === 'unknown';
    this.reads = footprints.map((f) => new Set(f.nestedReads.map((r) => r.object)));
    this.writes = footprints.map((f) => new Set(f.nestedWrites.map((r) => r.object)));
    // Masks of nested ones change with them, and objects end. By priority, whoever is woken keeps others from going on.
    const wakes = machine.threads.isByPriority && operations.some((o) => o.effect.kind === 'block');
    const frees = [...ends.values()].some((by) => [...by].some((c) => contexts[c]!.kind === 'isr'));
    const changes = wakes || frees || operations.some((o) => contexts[o.context]!.kind === 'isr');
    this.isGlobal = footprints.map((f) => changes || [...f.nestedReads, ...f.nestedWrites].some(isUnknown));
  }

  /** May the ISR do something that depends on a transition? */
  dependsOn(isr: ContextId, state: State, { touched, isGlobal }: StepFootprint): boolean {
    if (isGlobal || this.isGlobal[isr] === true) return true;
    return touched.some(({ object, isWrite }) =>
      this.objects.of(state, object).some((id) => this.writes[isr]!.has(id) || (isWrite && this.reads[isr]!.has(id))),
    );
  }
}
