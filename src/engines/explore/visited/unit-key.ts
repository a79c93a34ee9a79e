// A unit of work as text, equal only when no later access of the unit can tell what it was preempted by apart: entries
// of its access table that nothing can match any more are left out.

import type { ModelObjects } from '../../../execution/model-objects.js';
import { ChunkNames } from '../../../findings/access-table.js';
import type { Rules, Unit } from '../../../findings/pattern-observer.js';
import { objectOf, offsetOf } from '../../../machine/memory/value.js';
import type { Activation, State } from '../../../machine/state.js';
import type { Program } from '../../../model/program.js';
import { Future } from './future.js';

export class UnitKeys {
  private readonly chunks = new ChunkNames();
  private readonly future: Future;

  constructor(
    program: Program,
    private readonly objects: ModelObjects,
    unit: Rules['unit'],
  ) {
    this.future = new Future(program, unit);
  }

  /**
   * `activation`: where the unit stands; undefined: it is over. `name` of an object; undefined: nothing leads to it.
   */
  key(
    state: State,
    { table, torn, blocks }: Unit,
    activation: Activation | undefined,
    name: (object: number) => string | undefined,
  ): string {
    const parts: string[] = [];
    // The base context has returned: its unit is over.
    if (activation === undefined) return '';
    let last = -1;
    let shown: string | undefined;
    for (const [byte, contents] of table.contents(this.chunks)) {
      const object = objectOf(byte);
      if (object !== last) {
        last = object;
        shown = this.future.mayAccess(activation, this.objects.of(state, object)) ? name(object) : undefined;
      }
      if (shown !== undefined) parts.push(`${shown}+${offsetOf(byte)}:${contents}`);
    }
    const open = blocks.key((byte) => {
      const object = name(objectOf(byte));
      return object && `${object}+${offsetOf(byte)}`;
    });
    return `${parts.sort().join(' ')}|${torn.done ? 'd' : ''}${torn.rest ? 'r' : ''}${open}`;
  }
}
