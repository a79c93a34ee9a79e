// What a step may read of shared memory is made arbitrary before it: a variable for each location, and for pointers one state for each value.

import type { Memory } from '../../../machine/memory/memory.js';
import { pointer } from '../../../machine/memory/value.js';
import type { PeekedAccess } from '../../../machine/peek.js';
import { offsetsWithin } from '../../../machine/stepping/address.js';
import type { Terms } from '../../../solve/term.js';
import type { Strand } from '../unroll/unroll.js';
import type { EventRecorder } from './event-recorder.js';
import { Inexpressible, type Locations, type Place } from './locations.js';
import { addressTerm, type SharedPointers } from './shared-pointers.js';

/** States for the pointers that one step may read. */
const MAX_STRANDS = 64;

export class SharedReads {
  constructor(
    private readonly terms: Terms,
    private readonly initial: Memory,
    private readonly locations: Locations,
    private readonly pointers: SharedPointers,
    private readonly recorder: EventRecorder,
  ) {}

  /** The states in which the access finds anything that may be there, and the places it may find it in. */
  forget<Start, Ghost>(
    strand: Strand<Start, Ghost>,
    { object, offset, size, arbitrary }: PeekedAccess,
    isPointer: boolean,
  ): { readonly strands: readonly Strand<Start, Ghost>[]; readonly places: readonly Place[] } {
    const info = this.initial.info(object);
    if (info?.visible !== true || info.constant || offset >= info.size) return { strands: [strand], places: [] };
    // A piece of an access at an arbitrary offset may be anywhere, too.
    const covered =
      arbitrary === undefined
        ? this.locations.of(object, info, offset, Math.min(info.size - offset, size))
        : this.locations.of(object, info, 0, info.size);
    const places = covered.filter(this.readable(info.size, arbitrary));
    let strands: readonly Strand<Start, Ghost>[] = [strand];
    for (const place of places) {
      if (isPointer && place.size === (arbitrary?.size ?? size)) {
        this.pointers.isPointer(object, place.start);
        this.pointers.learn(this.initial, object, place.start, place.size);
      }
      strands = strands.flatMap((s) => this.forgetPlace(s, object, place));
      if (strands.length > MAX_STRANDS) throw new Inexpressible(`reads of ${info.name}, which has too many pointers`);
    }
    return { strands, places };
  }

  /** Does an access at an arbitrary offset reach a place at all? */
  private readable(whole: number, arbitrary: PeekedAccess['arbitrary']): (place: Place) => boolean {
    if (arbitrary === undefined || arbitrary.size > whole) return () => true;
    const { first, step, count } = offsetsWithin(this.terms, arbitrary.offset, whole - arbitrary.size);
    const last = first + (count - 1) * step;
    return ({ start, size }) => {
      // The last offset that is not behind the place.
      const at = first + Math.floor((Math.min(last, start + size - 1) - first) / step) * step;
      return at >= first && at + arbitrary.size > start;
    };
  }

  private forgetPlace<Start, Ghost>(
    strand: Strand<Start, Ghost>,
    object: number,
    { location, start, size }: Place,
  ): readonly Strand<Start, Ghost>[] {
    const value = this.recorder.variable(location);
    const pointers = this.pointers.valuesAt(object, start);
    if (pointers === undefined) {
      strand.state.memory.storeTerm(object, start, size, value);
      return [strand];
    }
    const values = [...pointers];
    const addresses = values.map((v) => addressTerm(this.initial, v, size * 8));
    return this.recorder.oneOf(strand.guard(this.terms), value, addresses).map((condition, n) => {
      const copy = strand.copy();
      copy.assume(condition);
      copy.state.memory.storePointer(pointer(object, start), values[n]!);
      return copy;
    });
  }
}
