// States that were seen, with what sleep set, and what happens behind them: what counts as if it happened again where
// an execution comes to such a state. Numbered transitions are bits; the others are told in the roles of their objects.

import type { LaterStep, LaterSteps } from './later-steps.js';
import { type ObjectRoles, renamed } from './object-roles.js';
import type { Process } from './step.js';
import { StepSet } from './step-set.js';

const NO_STATES: readonly Visited[] = [];

export class Visited {
  /** It is on the path. */
  isOpen = true;
  private readonly fixed = new StepSet();
  /** In roles of objects. Most states have none: there are as many of these as states, so none is made in advance. */
  private inRoles: Map<string, LaterStep> | undefined;
  private backTo: Set<Visited> | undefined;

  constructor(
    private readonly steps: LaterSteps,
    public sleep: readonly Process[],
    /** While it is on the path: where. */
    public at = 0,
  ) {}

  /** With what is known by now: numbers of objects that change are those of the execution at hand. */
  whole(step: LaterStep): LaterStep {
    return this.steps.whole(step);
  }

  /** `areFixed`: its objects have the same numbers in all states. */
  add(step: LaterStep, areFixed: boolean): void {
    if (areFixed) this.fixed.add(this.steps.of(step));
    else (this.inRoles ??= new Map()).set(this.steps.keyOf(step), step);
  }

  addFixed(other: Visited): void {
    this.fixed.addAll(other.fixed);
  }

  get hasRoles(): boolean {
    return this.inRoles !== undefined;
  }

  get laterInRoles(): Iterable<LaterStep> {
    return this.inRoles?.values() ?? [];
  }

  /** States that were on the path when an execution came back to them from here. */
  get cycles(): Iterable<Visited> {
    return this.backTo ?? NO_STATES;
  }

  comesBackTo(state: Visited): void {
    (this.backTo ??= new Set()).add(state);
  }

  /** What happens behind one of these states, as far as it is numbered. */
  fixedOf(states: readonly Visited[]): StepSet {
    if (states.length === 1) return this.fixed;
    const all = new StepSet();
    for (const { fixed } of states) all.addAll(fixed);
    return all;
  }

  /** With all that it comes back to. */
  withCycles(): readonly Visited[] {
    if (this.backTo === undefined) return [this];
    const states = new Set<Visited>([this]);
    for (const state of states) for (const next of state.cycles) states.add(next);
    return [...states];
  }
}

/** By what a world tells states apart by: numbers from 0 on, or texts. */
export class VisitedStates {
  private readonly byNumber: Visited[] = [];
  private readonly byText = new Map<string, Visited>();

  get(key: string | number): Visited | undefined {
    return typeof key === 'number' ? this.byNumber[key] : this.byText.get(key);
  }

  set(key: string | number, visited: Visited): void {
    if (typeof key === 'number') this.byNumber[key] = visited;
    else this.byText.set(key, visited);
  }

  clear(): void {
    this.byNumber.length = 0;
    this.byText.clear();
  }
}

/** A visited state as the execution at hand goes through it, with its own numbers for objects. */
export class Visit {
  constructor(
    readonly to: Visited,
    private readonly roles: ObjectRoles,
  ) {}

  add(step: LaterStep): void {
    if (this.roles.areFixed(step.footprint)) return this.to.add(step, true);
    const mine = this.roles.rolesIn(this.to.whole(step));
    this.to.add(mine, this.roles.areFixed(mine.footprint));
  }

  /** What happens behind a later visit of the execution happens behind this one, too. */
  include({ to, roles }: Visit): void {
    if (to === this.to) return;
    this.to.addFixed(to);
    const objectOf = to.hasRoles ? roles.objectOf() : (role: number) => role;
    for (const step of to.laterInRoles) this.add(renamed(step, objectOf));
    for (const state of to.cycles) if (state !== this.to) this.to.comesBackTo(state);
  }

  /** What is known to happen behind it, as far as it is numbered. */
  numberedBehind(): StepSet {
    return this.to.fixedOf(this.to.withCycles());
  }

  /** The rest of it. Who has which role in another state of a cycle is not known. */
  othersBehind(each: (step: LaterStep) => void): void {
    for (const state of this.to.withCycles()) {
      if (!state.hasRoles) continue;
      const name = state === this.to ? this.roles.objectOf() : this.roles.anyOf;
      for (const step of state.laterInRoles) each(renamed(step, name));
    }
  }
}
