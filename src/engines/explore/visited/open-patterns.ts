// What a later access could still complete a pattern with, once nobody preempts any more: entries of a unit's access
// table for which code that is still to come reads or writes as the pattern needs it. By control flow, as in `Future`,
// so that nothing is left out that may come.

import type { ModelObjects } from '../../../execution/model-objects.js';
import { completed, type History } from '../../../findings/history.js';
import type { Rules, Unit } from '../../../findings/pattern-observer.js';
import { objectOf } from '../../../machine/memory/value.js';
import type { Activation, State } from '../../../machine/state.js';
import type { Program } from '../../../model/program.js';
import { Future } from './future.js';

export class OpenPatterns {
  private readonly reads: Future;
  private readonly writes: Future;

  constructor(
    program: Program,
    private readonly objects: ModelObjects,
    unit: Rules['unit'],
  ) {
    this.reads = new Future(program, unit, 'R');
    this.writes = new Future(program, unit, 'W');
  }

  /** May the unit complete one where its activation stands? */
  areIn(state: State, { table }: Unit, activation: Activation): boolean {
    for (const [byte, history] of table.interruptedBytes()) {
      const objects = this.objects.of(state, objectOf(byte));
      if (isCompletedBy(history, 'R') && this.reads.mayAccess(activation, objects)) return true;
      if (isCompletedBy(history, 'W') && this.writes.mayAccess(activation, objects)) return true;
    }
    return false;
  }
}

function isCompletedBy(history: History, operation: 'R' | 'W'): boolean {
  for (const _ of completed(history, operation === 'W')) return true;
  return false;
}
