// Atomic sections as single steps: all that happens in one shares a clock, so nobody comes in between; of each location
// a section is at most one read, at its beginning, and one write, at its end. A section that
// would wait has not happened: what it has read is such that it did not have to (an assumption), or its instance stops
// before it for good. Nothing is lost by that: every execution goes on until something is seen, and whoever waits then
// has stopped. Which sections may wait is found out by unrolling.

import type { InstructionId } from '../../../ir/instruction.js';
import type { Event } from '../../../machine/event.js';
import type { State } from '../../../machine/state.js';
import type { Term, Terms } from '../../../solve/term.js';
import type { StepTaken } from '../unroll/unroll.js';
import type { EventRecorder } from './event-recorder.js';
import type { EventState, ObjectExtent, PreparedStep, SectionProgress } from './event-state.js';
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
  private readonly steps = new Set<number>();
  /** Those that may wait. */
  readonly waitingSteps = new Set<number>();

  constructor(
    private readonly terms: Terms,
    private readonly recorder: EventRecorder,
    private readonly waiting: WaitingSections,
  ) {}

  isSection(step: number): boolean {
    return this.steps.has(step);
  }

  /** The section that a step which was just made belongs to, if it is part of one. */
  of(
    guarded: EventState,
    instance: Sectioned,
    events: readonly Event[],
    { step: counted }: StepTaken<never>,
  ): SectionProgress | undefined {
    const known = guarded.ghost?.section;
    if (known !== undefined || guarded.state.atomicDepth === 0) return known;
    const begin = events.find((e) => e.kind === 'mask')?.instruction;
    const mayWait = begin !== undefined && this.waiting.has(begin);
    if (mayWait) this.mayStop(guarded, instance, counted?.before);
    const guard = guarded.guard(this.terms);
    const step = this.recorder.step(instance, guard);
    this.steps.add(step);
    if (mayWait) this.waitingSteps.add(step);
    return { section: { step, guard, begin, read: new Map() }, held: new Map(), written: new Set() };
  }

  private mayStop(guarded: EventState, instance: Sectioned, before: EventState['trace']): void {
    const goesOn = this.terms.variable(1, 'goes on');
    const stops = this.terms.and(guarded.guard(this.terms), this.terms.not(goesOn));
    instance.stops.push(stops);
    instance.ends.push({ guard: stops, trace: before, state: guarded.state.clone() });
    guarded.assume(goesOn);
  }

  /** The section would wait here: it is not gone into with what it has read. */
  waits(guarded: EventState): void {
    const { begin } = guarded.ghost!.section!.section;
    if (begin !== undefined) this.waiting.learn(begin);
    this.recorder.assertions.push(this.terms.not(guarded.guard(this.terms)));
  }

  /** Puts what a location holds when the section begins into the memory of a state, unless something is there. */
  read({ section, held, written }: SectionProgress, { memory }: State, extent: ObjectExtent): SectionProgress {
    const { location, object, start, size } = extent;
    if (held.has(location)) return { section, held, written };
    let value = section.read.get(location);
    if (value === undefined) {
      value = this.recorder.variable(location);
      section.read.set(location, value);
      this.recorder.addFirst(section.step, location, section.guard, value);
    }
    memory.storeTerm(object, start, size, value);
    return { section, held: new Map([...held, [location, extent]]), written };
  }

  wrote({ section, held, written }: SectionProgress, extent: ObjectExtent): SectionProgress {
    const { location } = extent;
    return { section, held: new Map([...held, [location, extent]]), written: new Set([...written, location]) };
  }

  /** The section has ended: others see what it has written last. Gives what its memory holds no longer. */
  leave({ section, held, written }: SectionProgress, { memory }: State, guard: Term): readonly ObjectExtent[] {
    for (const location of written) {
      const { object, start, size } = held.get(location)!;
      this.recorder.add('W', section.step, location, guard, memory.loadTerm(object, start, size));
    }
    return [...held.values()];
  }

  /** Two states of one section: what only one has read or written is as it was at the beginning for the other. */
  meet(a: EventState, b: EventState): void {
    const [x, y] = [a.ghost?.section, b.ghost?.section];
    if (x === undefined || y === undefined || x.section !== y.section || x.held === y.held) return;
    const knows = (guarded: EventState, mine: SectionProgress, other: SectionProgress): void => {
      let known = mine;
      for (const extent of other.held.values()) known = this.read(known, guarded.state, extent);
      guarded.ghost = { ...guarded.ghost, section: known };
    };
    knows(a, x, y);
    knows(b, y, x);
  }
}

/** Of two states behind a step, before anything is known of the next one; undefined: they are to stay apart. */
export function joinedProgress(a: PreparedStep | null, b: PreparedStep | null): PreparedStep | null | undefined {
  const [x, y] = [a?.section, b?.section];
  if (x?.section !== y?.section || a?.whole !== b?.whole) return undefined;
  if (x === undefined || y === undefined || x === y) return a;
  return { ...a, section: { ...x, written: new Set([...x.written, ...y.written]) } };
}
