// Masks as locations: an ISR's start reads that it is enabled, an operation on masks reads what it depends on and
// writes what it sets. What a step reads is told apart, one state for each value; after it masks are as at the
// beginning, so that states can be joined.

import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import type { Context } from '../../../model/program.js';
import { FALSE, type Term, TRUE } from '../../../solve/term.js';
import type { MemoryEvent } from './event-graph.js';
import type { EventRecorder } from './event-recorder.js';
import type { EventState, PreparedMasks } from './event-state.js';
import { Inexpressible, type Locations } from './locations.js';
import { componentsOf, type MaskComponent, masksRead, masksWritten, setMask } from './mask-components.js';
import type { RegisterContents } from './register-contents.js';

export class MaskEvents {
  /** With their locations. */
  private readonly masks: ReadonlyMap<MaskComponent, number>;

  constructor(
    private readonly machine: Machine,
    private readonly recorder: EventRecorder,
    private readonly registers: RegisterContents,
    locations: Locations,
    initial: State,
  ) {
    this.masks = new Map(
      componentsOf(machine, initial, registers).map((mask) => [mask, locations.add(mask.name, mask.width)]),
    );
  }

  initialValues(step: number): void {
    for (const [mask, location] of this.masks)
      this.recorder.add('W', step, location, TRUE, this.constant(mask, mask.initial));
  }

  start(step: number, isr: Context, runs: Term): void {
    for (const [mask, location] of this.masks) {
      const needed = mask.enables(isr);
      if (needed !== undefined) this.recorder.needs(step, location, runs, (value) => needed(this.machine.terms, value));
      const entry = mask.atEntry(isr);
      if (entry !== undefined) this.recorder.add('W', step, location, runs, this.constant(mask, entry));
    }
  }

  end(step: number, isr: Context, runs: Term): void {
    for (const [mask, location] of this.masks) {
      const exit = mask.atExit(isr);
      if (exit !== undefined) this.recorder.add('W', step, location, runs, this.constant(mask, exit));
    }
  }

  /** Does anything that is ever written let it start? Masks that are never open together are not noticed. */
  mayStart(isr: Context): boolean {
    return [...this.masks].every(([mask, location]) => {
      const needed = mask.enables(isr);
      const isWritten = ({ operation, location: at, value }: MemoryEvent): boolean =>
        operation === 'W' && at === location && needed!(this.machine.terms, value) !== FALSE;
      return needed === undefined || this.recorder.events.some(isWritten);
    });
  }

  /** One state for each value of the masks that the next step reads. */
  split(guarded: EventState): readonly EventState[] {
    let split: readonly { readonly guarded: EventState; readonly reads: PreparedMasks['reads'] }[] = [
      { guarded, reads: [] },
    ];
    for (const mask of masksRead(this.machine, guarded.state, [...this.masks.keys()])) {
      split = split.flatMap(({ guarded: s, reads }) => {
        const value = this.recorder.variable(this.masks.get(mask)!);
        const constants = mask.values.map((v) => this.constant(mask, v));
        const is = this.recorder.oneOf(s.guard(this.machine.terms), value, constants);
        return mask.values.map((v, n) => {
          const copy = s.copy();
          copy.assume(is[n]!);
          setMask(copy.state, mask, v);
          return { guarded: copy, reads: [...reads, [mask, value] as const] };
        });
      });
    }
    return split.map(({ guarded: s, reads }) => {
      const { section } = s.ghost ?? {};
      s.ghost = { masks: { reads, before: s.state.clone() }, ...(section === undefined ? {} : { section }) };
      return s;
    });
  }

  /** The events of a step that was made, with these decisions. */
  record(step: number, guard: Term, state: State, { reads, before }: PreparedMasks, answers: readonly boolean[]): void {
    this.registers.learn(state);
    for (const [mask, value] of reads) this.recorder.add('R', step, this.masks.get(mask)!, guard, value);
    for (const mask of masksWritten(this.machine, before, [...this.masks.keys()], answers)) {
      if (mask.kind !== 'register' && !mask.values.includes(mask.of(state)))
        throw new Inexpressible(`the ${mask.name}, which has unexpected values`);
      this.recorder.add('W', step, this.masks.get(mask)!, guard, this.constant(mask, mask.of(state)));
    }
    this.reset(state);
  }

  /** Whoever depends on them asks: states that differ in nothing else can be joined. */
  reset(state: State): void {
    for (const mask of this.masks.keys()) setMask(state, mask, mask.initial);
  }

  private constant(mask: MaskComponent, value: number): Term {
    return this.machine.terms.constant(mask.width, value);
  }
}
