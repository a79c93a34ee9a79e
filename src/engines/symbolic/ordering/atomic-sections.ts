// Atomic sections as single steps: all that happens in one shares a clock, so nobody comes in between. A section that
// would wait has not happened: what it has read is such that it did not have to (an assumption), or its instance stops
// before it for good. Nothing is lost by that: every execution goes on until something is seen, and whoever waits then
// has stopped. Which sections may wait is found out by unrolling.

import type { Event } from '../../../machine/event.js';
import type { InstructionId } from '../../../ir/instruction.js';
import type { Term, Terms } from '../../../solve/term.js';
import type { StepTaken } from '../unroll/unroll.js';
import type { EventRecorder } from './event-recorder.js';
import type { EventState } from './event-state.js';
import type { InstanceEnd } from './unrolled.js';

/** Beginnings of sections that were seen to wait. */
export class WaitingSections {
  private readonly known = new Set<InstructionId>();
  private hasChanged = false;

  /** Was one learned since the last call? Then what was unrolled before did not know all. */
  takeChanged(): boolean {
    const { hasChanged } = this;
    this.hasChanged = false;
    return hasChanged;
  }

  has(begin: InstructionId): boolean {
    return this.known.has(begin);
  }

  learn(begin: InstructionId): void {
    if (this.known.has(begin)) return;
    this.known.add(begin);
    this.hasChanged = true;
  }
}

/** An instance that has sections. */
interface Sectioned {
  readonly id: number;
  readonly steps: number[];
  readonly ends: InstanceEnd[];
  /** That it stops before a section. */
  readonly stops: Term[];
}

export class AtomicSections {
  /** What they begin with, by step. */
  private readonly begins = new Map<number, InstructionId | undefined>();

  constructor(
    private readonly terms: Terms,
    private readonly recorder: EventRecorder,
    private readonly waiting: WaitingSections,
  ) {}

  /** The step of the section that a step which was just made belongs to, if it is part of one. */
  stepOf(
    guarded: EventState,
    instance: Sectioned,
    events: readonly Event[],
    { step: counted }: StepTaken<never>,
  ): number | undefined {
    const { section } = guarded.ghost ?? {};
    if (section !== undefined || guarded.state.atomicDepth === 0) return section;
    const begin = events.find((e) => e.kind === 'mask')?.instruction;
    if (begin !== undefined && this.waiting.has(begin)) this.mayStop(guarded, instance, counted?.before);
    const step = this.recorder.step(instance, guarded.guard(this.terms));
    this.begins.set(step, begin);
    return step;
  }

  private mayStop(guarded: EventState, instance: Sectioned, before: EventState['trace']): void {
    const goesOn = this.terms.variable(1, 'goes on');
    const stops = this.terms.and(guarded.guard(this.terms), this.terms.not(goesOn));
    instance.stops.push(stops);
    instance.ends.push({ guard: stops, trace: before, state: guarded.state.clone() });
    guarded.assume(goesOn);
  }

  isSection(step: number): boolean {
    return this.begins.has(step);
  }

  /** The section would wait here: it is not gone into with what it has read. */
  waits(guarded: EventState): void {
    const begin = this.begins.get(guarded.ghost!.section!);
    if (begin !== undefined) this.waiting.learn(begin);
    this.recorder.assertions.push(this.terms.not(guarded.guard(this.terms)));
  }
}
