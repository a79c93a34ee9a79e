// Nodes of the exploration as text, equal only when nothing that may still be seen tells them apart: the machine's
// state, and of the access tables what a later access of their units can match.

import type { ModelObjects } from '../../../execution/model-objects.js';
import type { PatternObserver, Rules } from '../../../findings/pattern-observer.js';
import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import { StateKeys } from '../../../machine/state-key.js';
import { unreadIn } from '../../../machine/unread-parts.js';
import { UnitKeys } from './unit-key.js';

/**
 * States after which what only devices and unknown functions see is left out as well: up to then, executions that
 * differ in nothing else are told apart, since one may show harm that the other does not.
 */
const COARSE_AFTER = 20_000;

export class NodeKeys {
  private readonly fine: StateKeys;
  private readonly coarse: StateKeys;
  private count = 0;
  private readonly units: UnitKeys;

  constructor(machine: Machine, objects: ModelObjects, unit: Rules['unit']) {
    this.fine = new StateKeys(machine.terms, unreadIn(machine, 'matter'));
    this.coarse = new StateKeys(machine.terms, unreadIn(machine, 'do not matter'));
    this.units = new UnitKeys(machine.program, objects, unit);
  }

  key(state: State, patterns: PatternObserver, also: string): string {
    const isCoarse = ++this.count > COARSE_AFTER;
    const key = (isCoarse ? this.coarse : this.fine).key(state, (name) => {
      const units = patterns.units.map((stack, thread) =>
        stack.map((unit, n) => this.units.key(state, unit, state.threads[thread]?.activations[n], name)).join('\n'),
      );
      return `${units.join('\n\n')}\n${patterns.lockKey}${also}`;
    });
    return isCoarse ? `~${key}` : key;
  }

  /** Of the state whose key was made last: the dynamic objects that it leads to, with their places among them. */
  get places(): ReadonlyMap<number, number> {
    return (this.count > COARSE_AFTER ? this.coarse : this.fine).places();
  }
}
