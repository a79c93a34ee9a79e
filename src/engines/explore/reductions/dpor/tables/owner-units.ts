// A thread or an ISR with its unit of work: the local state, and what its access table says. What an access makes of
// the table of whoever makes it, of those that it preempted and of other threads is worked out once, by the observer
// that watches every execution.

import { Histories } from '../../../../../findings/history.js';
import {
  newUnit,
  PatternObserver,
  type Sighting,
  type Unit,
  type Watched,
} from '../../../../../findings/pattern-observer.js';
import type { State } from '../../../../../machine/state.js';
import { STEP } from '../../../../../machine/transition.js';
import type { SearchOptions } from '../../../search-options.js';
import { Numbered } from '../../../tabulated/control.js';
import { UnitKeys } from '../../../visited/unit-key.js';
import type { OwnerStates } from './owner-states.js';
import type { OwnerStep } from './owner-steps.js';

export interface OwnerUnit {
  readonly local: number;
  /** Undefined: it has not begun, or it is over. */
  readonly unit: Unit | undefined;
}

/** What a step makes of a unit; the sightings, by key. */
export interface OwnerUnitStep {
  readonly to: number;
  readonly sightings: readonly string[];
}

/** Only static objects are in tables. */
const nameOf = (object: number): string => String(object);

export class OwnerUnits {
  private readonly known = new Numbered<OwnerUnit>();
  private readonly histories: Histories;
  private readonly keys: UnitKeys;
  private readonly watched: Watched;

  constructor(
    { machine, objects, sites, rules }: SearchOptions,
    private readonly locals: OwnerStates,
  ) {
    this.histories = new Histories(rules.effect);
    this.keys = new UnitKeys(machine.program, objects, rules.unit);
    this.watched = { machine, rules, sites, objects };
  }

  get count(): number {
    return this.known.list.length;
  }

  get(unit: number): OwnerUnit {
    return this.known.list[unit]!;
  }

  /** Of one that begins there, or is not active. */
  begin(local: number): number {
    const { kind } = this.locals.get(local);
    return this.of(local, kind === 'visible' || kind === 'idle' ? newUnit(this.histories) : undefined);
  }

  /** Whoever makes a step. */
  own(number: number, step: OwnerStep): OwnerUnitStep {
    const unit = this.get(number).unit ?? newUnit(this.histories);
    const sightings = new Set<string>();
    const report = (_: State, { key }: Sighting): void => void sightings.add(key);
    const observer = PatternObserver.resume(this.watched, this.histories, [[unit]], 0, report);
    observer.took(step.after, STEP, step.events);
    if (step.isNewUnit) observer.iteration();
    if (step.ending.kind === 'failed') observer.failed(step.after, step.ending.failure);
    if (step.to === -1) return { to: -1, sightings: [...sightings] };
    const isOver = this.locals.get(step.to).kind === 'over';
    return { to: this.of(step.to, isOver ? undefined : observer.units[0]![0]!), sightings: [...sightings] };
  }

  /** Another one: it was preempted by the one who makes the step, or is another thread. */
  foreign(number: number, step: OwnerStep, isPreempted: boolean): OwnerUnitStep {
    const { unit, local } = this.get(number);
    if (unit === undefined) return { to: number, sightings: [] };
    const sightings = new Set<string>();
    const report = (_: State, { key }: Sighting): void => void sightings.add(key);
    const { next: pending, context } = this.locals.get(local);
    const mine = { ...unit, pending };
    const [its, thread] = [newUnit(this.histories), isPreempted ? 0 : 1];
    const stacks = isPreempted ? [[mine, its]] : [[mine], [its]];
    const observer = PatternObserver.resume(this.watched, this.histories, stacks, thread, report);
    const state = step.after.clone();
    const [first] = state.threads;
    state.threads[0] = {
      ...first!,
      activations: [{ context, frames: [], maskWasOpen: true, ignoredMask: false, sleeps: 0 }],
    };
    // What else it does is nobody's business but its own.
    observer.took(
      state,
      STEP,
      step.events.filter((e) => e.kind === 'access'),
    );
    return { to: this.of(local, { ...observer.units[0]![0]!, pending: undefined }), sightings: [...sightings] };
  }

  private of(local: number, unit: Unit | undefined): number {
    const { state } = this.locals.get(local);
    const key = unit === undefined ? '' : this.keys.key(state, unit, state.running, nameOf);
    return this.known.of(`${local} ${unit === undefined ? '' : 'u'}${key}`, () => ({ local, unit }));
  }
}
