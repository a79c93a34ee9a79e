// Which comparisons depend on a value, and by how much each of them misses: by so much more or less, the value would
// turn the comparison. A torn read does harm only near such a place, and the execution at hand is seldom there.

import type { Instruction } from '../../ir/instruction.js';
import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import { isConcrete, toUnsigned } from '../../machine/memory/value.js';
import type { Frame, State } from '../../machine/state.js';
import type { Follower } from './rerun.js';
import { ValueDependence } from './value-dependence.js';

/** So many different distances are kept. */
const MAX_DISTANCES = 8;

export class Comparisons implements Follower {
  private readonly dependence: ValueDependence;
  private readonly found = new Set<bigint>();

  constructor(
    private readonly machine: Machine,
    lookedAt: (steps: number) => void,
  ) {
    this.dependence = new ValueDependence(machine, lookedAt);
  }

  /** What to add to the value, in the order in which the comparisons were made. */
  get distances(): readonly bigint[] {
    return [...this.found];
  }

  isWatching(state: State): boolean {
    return this.found.size < MAX_DISTANCES && this.dependence.isConcerned(state);
  }

  began(frame: Frame, access: Extract<Event, { kind: 'access' }>): void {
    this.dependence.began(frame, access);
  }

  arrived(): void {
    this.dependence.arrived();
  }

  returned(): void {}

  executing(state: State, frame: Frame, i: Instruction): void {
    this.dependence.executing(state, frame, i);
    if (i.op !== 'icmp' || !this.dependence.dependsLast || i.left.type.kind !== 'int') return;
    const [left, right] = [this.machine.value(frame, i.left), this.machine.value(frame, i.right)];
    if (!isConcrete(left) || !isConcrete(right)) return;
    const { bits } = i.left.type;
    const distance = BigInt(toUnsigned(bits, right)) - BigInt(toUnsigned(bits, left));
    // Which side depends on it is no matter: it is looked for in both directions.
    this.found.add(distance).add(-distance);
  }
}
