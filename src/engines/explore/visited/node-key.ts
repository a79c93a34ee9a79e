// Nodes of the exploration as text, equal only when nothing that may still be seen tells them apart: the machine's
// state, and of the access tables what a later access of their units can match.

import type { ModelObjects } from '../../../execution/model-objects.js';
import { ChunkNames } from '../../../findings/access-table.js';
import type { PatternObserver, Rules, Unit } from '../../../findings/pattern-observer.js';
import type { Machine } from '../../../machine/machine.js';
import { objectOf, offsetOf } from '../../../machine/memory/value.js';
import type { Activation, State } from '../../../machine/state.js';
import { StateKeys } from '../../../machine/state-key.js';
import { unreadIn } from '../../../machine/unread-parts.js';
import { Future } from './future.js';

/**
 * States after which what only devices and unknown functions see is left out as well: up to then, executions that
 * differ in nothing else are told apart, since one may show harm that the other does not.
 */
const COARSE_AFTER = 20_000;

export class NodeKeys {
  private readonly fine: StateKeys;
  private readonly coarse: StateKeys;
  private count = 0;
  private readonly chunks = new ChunkNames();
  private readonly future: Future;

  constructor(
    machine: Machine,
    private readonly objects: ModelObjects,
    unit: Rules['unit'],
  ) {
    this.fine = new StateKeys(machine.terms, unreadIn(machine, 'matter'));
    this.coarse = new StateKeys(machine.terms, unreadIn(machine, 'do not matter'));
    this.future = new Future(machine.program, unit);
  }

  key(state: State, patterns: PatternObserver, also: string): string {
    const isCoarse = ++this.count > COARSE_AFTER;
    const key = (isCoarse ? this.coarse : this.fine).key(state, (name) => {
      const units = patterns.units.map((stack, thread) =>
        stack.map((unit, n) => this.unit(state, unit, state.threads[thread]?.activations[n], name)).join('\n'),
      );
      return `${units.join('\n\n')}\n${also}`;
    });
    return isCoarse ? `~${key}` : key;
  }

  /** Of the state whose key was made last: the dynamic objects that it leads to, with their places among them. */
  get places(): ReadonlyMap<number, number> {
    return (this.count > COARSE_AFTER ? this.coarse : this.fine).places();
  }

  private unit(
    state: State,
    { table, torn }: Unit,
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
    return `${parts.sort().join(' ')}|${torn.done ? 'd' : ''}${torn.rest ? 'r' : ''}`;
  }
}
