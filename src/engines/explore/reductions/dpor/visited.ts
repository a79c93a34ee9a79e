// States that were seen, with what sleep set, and what happens behind them: what counts as if it happened again where
// an execution comes to such a state. Transitions of which each knows its objects by numbers that mean the same in all
// states are numbered, and sets of them are bits; the others are told in the roles of their objects.

import { type ObjectRoles, renamed } from './object-roles.js';
import type { SectionReads } from './section-reads.js';
import type { Process, StepFootprint } from './step.js';
import { StepSet } from './step-set.js';

/** A transition that was made somewhere behind a state. */
export interface LaterStep {
  readonly process: Process;
  readonly footprint: StepFootprint;
  /** ISRs that it is part of, the outermost first. */
  readonly within: readonly Process[];
  /** Where it stands before a section that others could make wait, or does wait there. */
  readonly section: number | undefined;
}

const MOST_PROCESSES = 2 ** 20;
const NO_STATES: readonly Visited[] = [];

/**
 * Numbers for what one search has seen, equal ones the same. What sections read besides, as far as it is known, is
 * found out when a step is asked for.
 */
export class LaterSteps {
  private readonly steps: LaterStep[] = [];
  private readonly numbers = new Map<string | number, number>();
  private readonly footprints = new Map<string, number>();
  /** With which version of what sections read a step is whole. */
  private readonly versions: number[] = [];

  constructor(private readonly reads: SectionReads) {}

  of(step: LaterStep): number {
    const { process, footprint, within, section } = step;
    // Of most steps that is all.
    const isShort = within.length === 0 && section === undefined;
    const key = isShort ? this.footprint(footprint) * MOST_PROCESSES + process : this.keyOf(step);
    let number = this.numbers.get(key);
    if (number === undefined) {
      this.numbers.set(key, (number = this.steps.length));
      this.steps.push(step);
    }
    return number;
  }

  get(number: number): LaterStep {
    const step = this.steps[number]!;
    if (step.section === undefined || this.versions[number] === this.reads.version) return step;
    const whole = (this.steps[number] = this.whole(step));
    this.versions[number] = this.reads.version;
    return whole;
  }

  /** With all that its section is known to read. Who asks relies on that. */
  whole(step: LaterStep): LaterStep {
    const { section, footprint } = step;
    if (section === undefined) return step;
    const whole = this.reads.extend(section, footprint);
    this.reads.relyOn(section, whole);
    return whole === footprint ? step : { ...step, footprint: whole };
  }

  keyOf({ process, footprint, within, section }: LaterStep): string {
    const waits = section === undefined ? '' : `w${section}`;
    return `${this.footprint(footprint)} ${process}${waits}${within.length === 0 ? '' : ` ${within.join()}`}`;
  }

  private footprint(footprint: StepFootprint): number {
    if (footprint.number?.by === this) return footprint.number.value;
    const touched = footprint.touched.map((t) => `${t.object}+${t.from}-${t.to}${t.isWrite ? 'w' : ''}`);
    const key = `${footprint.isGlobal} ${[...new Set(touched)].sort().join(' ')}`;
    let value = this.footprints.get(key);
    if (value === undefined) this.footprints.set(key, (value = this.footprints.size));
    footprint.number = { by: this, value };
    return value;
  }
}

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

  /** Numbers of what happens behind one of these states, as far as its objects have the same numbers in all. */
  fixedOf(states: readonly Visited[]): readonly number[] {
    if (states.length === 1) return this.fixed.numbers();
    const all = new StepSet();
    for (const { fixed } of states) all.addAll(fixed);
    return all.numbers();
  }

  step(number: number): LaterStep {
    return this.steps.get(number);
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

  /**
   * All that is known to happen behind it, with numbers of those that have some. Who has which role in another state of
   * a cycle is not known.
   */
  behind(each: (step: LaterStep, number: number | undefined) => void): void {
    const states = this.to.withCycles();
    const numbers = this.to.fixedOf(states);
    for (let n = 0; n < numbers.length; n++) each(this.to.step(numbers[n]!), numbers[n]);
    for (const state of states) {
      if (!state.hasRoles) continue;
      const name = state === this.to ? this.roles.objectOf() : this.roles.anyOf;
      for (const step of state.laterInRoles) each(renamed(step, name), undefined);
    }
  }
}
