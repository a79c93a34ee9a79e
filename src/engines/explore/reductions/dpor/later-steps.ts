// What transitions are made behind states: those of which each knows its objects by numbers that mean the same in all
// states are numbered, so that sets of them are bits. What sections read besides, as far as it is known, is found out
// when a step is asked for.

import { ABSENT, PairTable } from '../../../kernel/pair-table.js';
import { slotOf } from './clock.js';
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

/** All those of one process. */
export interface StepsOfProcess {
  readonly process: Process;
  readonly slot: number;
  readonly steps: StepSet;
}

/** Of what one search has seen, equal ones have the same number. */
export class LaterSteps {
  readonly byProcess: StepsOfProcess[] = [];
  private readonly steps: LaterStep[] = [];
  /** By footprint and process; by all there is to tell. */
  private readonly short = new PairTable();
  private readonly numbers = new Map<string, number>();
  private readonly footprints = new Map<string, number>();
  /** With which version of what sections read a step is whole. */
  private readonly versions: number[] = [];

  constructor(private readonly reads: SectionReads) {}

  of(step: LaterStep): number {
    const { process, footprint, within, section } = step;
    // Of most steps that is all.
    if (within.length === 0 && section === undefined) {
      const value = this.footprint(footprint);
      const known = this.short.get(value, process);
      if (known !== ABSENT) return known;
      const number = this.push(step);
      this.short.add(value, process, number);
      return number;
    }
    const key = this.keyOf(step);
    let number = this.numbers.get(key);
    if (number === undefined) this.numbers.set(key, (number = this.push(step)));
    return number;
  }

  private push(step: LaterStep): number {
    const number = this.steps.length;
    this.steps.push(step);
    this.ofProcess(step.process).add(number);
    return number;
  }

  private ofProcess(process: Process): StepSet {
    let known = this.byProcess.find((p) => p.process === process);
    if (known === undefined) this.byProcess.push((known = { process, slot: slotOf(process), steps: new StepSet() }));
    return known.steps;
  }

  get count(): number {
    return this.steps.length;
  }

  /** Another one whenever more is known of what steps touch. */
  get version(): number {
    return this.reads.version;
  }

  /** Which of them depend on a transition, as bits; all that there are by now have one. */
  dependentOn(footprint: StepFootprint): Int32Array {
    let known = footprint.dependents;
    if (known?.by !== this || known.version !== this.version)
      known = footprint.dependents = { by: this, version: this.version, count: 0, steps: new Int32Array(0) };
    const { count } = this;
    if (known.count === count) return known.steps;
    if (32 * known.steps.length < count) {
      const longer = new Int32Array((count >>> 5) + 8);
      longer.set(known.steps);
      known.steps = longer;
    }
    for (let n = known.count; n < count; n++)
      if (footprint.dependsOn(this.get(n).footprint)) known.steps[n >>> 5]! |= 1 << (n & 31);
    known.count = count;
    return known.steps;
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
