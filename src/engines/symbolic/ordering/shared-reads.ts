// What a step may read of shared memory is made arbitrary before it (havoc): a variable for each location, and for
// pointers one state for each value.

import type { Machine } from '../../../machine/machine.js';
import type { Memory } from '../../../machine/memory/memory.js';
import { placeAt } from '../../../machine/memory/pointer-choice.js';
import { pointer } from '../../../machine/memory/value.js';
import { type Peeked, type PeekedAccess, peek } from '../../../machine/peek.js';
import { isVisibleAddress } from '../../../machine/stepping/accessed.js';
import { offsetsWithin } from '../../../machine/stepping/address.js';
import { possibleValues } from '../../../solve/possible-values.js';
import type { AtomicSections } from './atomic-sections.js';
import type { EventRecorder } from './event-recorder.js';
import type { EventState, ObjectExtent } from './event-state.js';
import { Inexpressible, type LocationExtent, type Locations } from './locations.js';
import { addressTerm, type SharedPointers } from './shared-pointers.js';

/** States for the pointers that one step may read. */
const MAX_STATES = 64;

export class SharedReads {
  constructor(
    private readonly machine: Machine,
    private readonly initial: Memory,
    private readonly locations: Locations,
    private readonly pointers: SharedPointers,
    private readonly recorder: EventRecorder,
    private readonly sections: AtomicSections,
  ) {}

  /** The states in which the next step finds anything that may be there. */
  havoc(guarded: EventState, next: Peeked): readonly EventState[] {
    if (next.kind !== 'access') return [guarded];
    const split = this.splitByOffset(guarded, next);
    return split === undefined
      ? this.havocStep(guarded, next)
      : split.flatMap((s) => this.havocStep(s, peek(this.machine, s.state)));
  }

  /** One state for each offset that a read may be at, where these are few: what it does not read is left alone. */
  private splitByOffset(
    guarded: EventState,
    { instruction: i, accesses: [access] }: Peeked,
  ): readonly EventState[] | undefined {
    if (i.op !== 'load' || i.address.kind !== 'register' || access?.arbitrary === undefined) return undefined;
    const { index } = i.address;
    const { terms } = this.machine;
    const { offset, size } = access.arbitrary;
    const places = possibleValues(terms, offset)?.map(
      (value) => [value, placeAt(terms, access.object, value)] as const,
    );
    // What nobody sees at a known offset would be no step any more.
    if (places?.every(([, place]) => isVisibleAddress(guarded.state, place, size)) !== true) return undefined;
    return places.flatMap(([value, place]) => {
      const copy = guarded.copy();
      copy.assume(terms.eq(offset, value));
      copy.state.top().registers[index] = place;
      return copy.isImpossible ? [] : [copy];
    });
  }

  private havocStep(guarded: EventState, next: Peeked): readonly EventState[] {
    if (next.kind !== 'access') return [guarded];
    let states: readonly EventState[] = [guarded];
    const havocked: ObjectExtent[] = [];
    for (const access of next.accesses) {
      if (access.operation === 'W') continue;
      states = states.flatMap((s) => {
        const read = this.havocAccess(s, access, isPointerLoad(next));
        for (const extent of read.extents) havocked.push({ ...extent, object: access.object });
        return read.states;
      });
    }
    for (const s of states) {
      const { whole, section } = s.ghost ?? {};
      s.ghost = {
        havocked,
        ...(whole === undefined ? {} : { whole }),
        ...(section === undefined ? {} : { section }),
        ...(next.accesses.some((a) => a.operation === 'RW') ? { before: s.state.clone() } : {}),
        ...(next.instruction.op === 'call' ? { blocks: next.accesses } : {}),
      };
    }
    return states;
  }

  /** The states in which the access finds anything that may be there, and the locations it may find it in. */
  private havocAccess(
    guarded: EventState,
    { object, offset, size, arbitrary }: PeekedAccess,
    isPointer: boolean,
  ): { readonly states: readonly EventState[]; readonly extents: readonly LocationExtent[] } {
    const info = this.initial.info(object);
    if (info?.visible !== true || info.constant || info.kind === 'device' || offset >= info.size)
      return { states: [guarded], extents: [] };
    // A piece of an access at an arbitrary offset may be anywhere, too.
    const covered =
      arbitrary === undefined
        ? this.locations.of(object, info, offset, Math.min(info.size - offset, size))
        : this.locations.of(object, info, 0, info.size);
    const extents = covered.filter(this.readable(info.size, arbitrary));
    let states: readonly EventState[] = [guarded];
    for (const extent of extents) {
      if (isPointer && extent.size === (arbitrary?.size ?? size)) {
        this.pointers.isPointer(object, extent.start);
        this.pointers.learn(this.initial, object, extent.start, extent.size);
      }
      states = states.flatMap((s) => this.havocLocation(s, object, extent));
      if (states.length > MAX_STATES) throw new Inexpressible(`reads of ${info.name}, which has too many pointers`);
    }
    // What a section has read stays as it is until its end.
    const isKept = ({ start }: LocationExtent): boolean =>
      guarded.ghost?.section !== undefined && this.pointers.valuesAt(object, start) === undefined;
    return { states, extents: extents.filter((extent) => !isKept(extent)) };
  }

  /** Does an access at an arbitrary offset reach a location at all? */
  private readable(whole: number, arbitrary: PeekedAccess['arbitrary']): (extent: LocationExtent) => boolean {
    if (arbitrary === undefined || arbitrary.size > whole) return () => true;
    const { first, step, count } = offsetsWithin(this.machine.terms, arbitrary.offset, whole - arbitrary.size);
    const last = first + (count - 1) * step;
    return ({ start, size }) => {
      // The last offset that is not behind the location.
      const at = first + Math.floor((Math.min(last, start + size - 1) - first) / step) * step;
      return at >= first && at + arbitrary.size > start;
    };
  }

  private havocLocation(
    guarded: EventState,
    object: number,
    { location, start, size }: LocationExtent,
  ): readonly EventState[] {
    const pointers = this.pointers.valuesAt(object, start);
    const section = guarded.ghost?.section;
    if (pointers === undefined && section !== undefined) {
      const known = this.sections.read(section, guarded.state, { location, object, start, size });
      guarded.ghost = { ...guarded.ghost, section: known };
      return [guarded];
    }
    const value = this.recorder.variable(location);
    if (pointers === undefined) {
      guarded.state.memory.storeTerm(object, start, size, value);
      return [guarded];
    }
    const values = [...pointers];
    const addresses = values.map((v) => addressTerm(this.initial, v, size * 8));
    return this.recorder.oneOf(guarded.guard(this.machine.terms), value, addresses).map((condition, n) => {
      const copy = guarded.copy();
      copy.assume(condition);
      copy.state.memory.storePointer(pointer(object, start), values[n]!);
      return copy;
    });
  }
}

function isPointerLoad({ instruction: i }: Peeked): boolean {
  return i.op === 'load' && i.result.type.kind === 'pointer';
}
