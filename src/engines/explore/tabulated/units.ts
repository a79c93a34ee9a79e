// A context with its unit of work: the local state, and what its access table says. What an access makes of the table
// of whoever makes it, and of those that it preempted, is worked out once by the observer that watches every execution.

import type { ModelObjects } from '../../../execution/model-objects.js';
import { Histories } from '../../../findings/history.js';
import {
  newUnit,
  PatternObserver,
  type Rules,
  type Sighting,
  type Unit,
  type Watched,
} from '../../../findings/pattern-observer.js';
import type { Sites } from '../../../findings/sites.js';
import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import { STEP } from '../../../machine/transition.js';
import { UnitKeys } from '../visited/unit-key.js';
import { Numbered } from './control.js';
import type { LocalStates } from './local-states.js';
import type { LocalStep } from './local-steps.js';

export interface UnitState {
  readonly local: number;
  /** Undefined: the context is not active, or nobody asks for patterns. */
  readonly unit: Unit | undefined;
}

/** What a step makes of a unit; the sightings, by key. */
export interface UnitStep {
  readonly to: number;
  readonly sightings: readonly string[];
}

const NOTHING: readonly string[] = [];

/** Only static objects are in tables. */
const nameOf = (object: number): string => String(object);

export class Units {
  private readonly known = new Numbered<UnitState>();
  private readonly histories: Histories;
  private readonly keys: UnitKeys;
  private readonly watched: Watched;

  constructor(
    machine: Machine,
    private readonly locals: LocalStates,
    objects: ModelObjects,
    sites: Sites,
    rules: Rules,
    /** Patterns and races are asked for. */
    private readonly arePatterns: boolean,
  ) {
    this.histories = new Histories(rules.effect);
    this.keys = new UnitKeys(machine.program, objects, rules.unit);
    this.watched = { machine, rules, sites, objects };
  }

  get count(): number {
    return this.known.list.length;
  }

  get(unit: number): UnitState {
    return this.known.list[unit]!;
  }

  /** Of a context that begins there, or is not active. */
  begin(local: number): number {
    const isActive = this.locals.get(local).kind !== 'inactive';
    return this.of(local, this.arePatterns && isActive ? newUnit(this.histories) : undefined);
  }

  /** Whoever makes a step. */
  own(number: number, step: LocalStep): UnitStep {
    const { unit } = this.get(number);
    if (unit === undefined && step.ending.kind !== 'failed')
      return { to: step.to === -1 ? -1 : this.of(step.to, undefined), sightings: NOTHING };
    const sightings = new Set<string>();
    const report = (_: State, { key }: Sighting): void => void sightings.add(key);
    const units = unit === undefined ? [newUnit(this.histories)] : [unit];
    const observer = PatternObserver.resume(this.watched, this.histories, [units], 0, report);
    if (unit !== undefined) observer.took(step.after, STEP, step.events);
    if (step.isNewUnit) observer.iteration();
    if (step.ending.kind === 'failed') observer.failed(step.after, step.ending.failure);
    const after = step.ends || unit === undefined ? undefined : observer.units[0]![0]!;
    return { to: step.to === -1 ? -1 : this.of(step.to, after), sightings: [...sightings] };
  }

  /** Whoever was preempted by the context that makes it. */
  foreign(number: number, step: LocalStep): UnitStep {
    const { unit, local } = this.get(number);
    if (unit === undefined) return { to: number, sightings: [] };
    const sightings = new Set<string>();
    const report = (_: State, { key }: Sighting): void => void sightings.add(key);
    const { next: pending, context } = this.locals.get(local);
    const units = [{ ...unit, pending }, newUnit(this.histories)];
    const observer = PatternObserver.resume(this.watched, this.histories, [units], 0, report);
    const state = step.after.clone();
    const { activations } = state;
    activations[0] = { ...activations[0]!, context };
    observer.took(state, STEP, step.events);
    return { to: this.of(local, { ...observer.units[0]![0]!, pending: undefined }), sightings: [...sightings] };
  }

  private of(local: number, unit: Unit | undefined): number {
    if (unit === undefined) return this.known.of(`${local}`, () => ({ local, unit }));
    const { state } = this.locals.get(local);
    const key = this.keys.key(state, unit, state.running, nameOf);
    return this.known.of(`${local} ${key}`, () => ({ local, unit }));
  }
}
