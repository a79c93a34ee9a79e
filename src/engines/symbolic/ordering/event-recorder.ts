// Collects the steps and events of all instances while they are unrolled, and what must hold of values that are read.

import type { Term, Terms } from '../../../solve/term.js';
import type { EventInstance, MemoryEvent } from './event-graph.js';
import type { Locations } from './locations.js';

export class EventRecorder {
  readonly steps: {
    readonly id: number;
    readonly instance: number;
    readonly guard: Term;
    readonly events: number[];
  }[] = [];
  readonly events: MemoryEvent[] = [];
  readonly assertions: Term[] = [];

  constructor(
    private readonly terms: Terms,
    private readonly locations: Locations,
  ) {}

  /** The next step of an instance. */
  step(instance: Pick<EventInstance, 'id'> & { readonly steps: number[] }, guard: Term): number {
    const id = this.steps.length;
    this.steps.push({ id, instance: instance.id, guard, events: [] });
    instance.steps.push(id);
    return id;
  }

  add(operation: 'R' | 'W', step: number, location: number, guard: Term, value: Term): void {
    const id = this.events.length;
    this.events.push({ id, step, operation, location, guard, value });
    this.steps[step]!.events.push(id);
  }

  /** A read that comes before all other events of its step. */
  addFirst(step: number, location: number, guard: Term, value: Term): void {
    const id = this.events.length;
    this.events.push({ id, step, operation: 'R', location, guard, value });
    this.steps[step]!.events.unshift(id);
  }

  /** A read whose value must satisfy something if it happens. */
  needs(step: number, location: number, guard: Term, needed: (value: Term) => Term): void {
    const value = this.variable(location);
    this.add('R', step, location, guard, value);
    this.assertions.push(this.terms.implies(guard, needed(value)));
  }

  /** What is read is one of few values: a condition for each. */
  oneOf(guard: Term, value: Term, constants: readonly Term[]): readonly Term[] {
    const is = constants.map((constant) => this.terms.eq(value, constant));
    this.assertions.push(this.terms.implies(guard, this.terms.any(is)));
    return is;
  }

  /** What a read of the location will give. */
  variable(location: number): Term {
    const { name, width } = this.locations.all[location]!;
    return this.terms.variable(width, name);
  }
}
