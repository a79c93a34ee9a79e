// Shared memory as locations that every access covers whole or not at all: what ordering encodings relate events on. A
// struct's fields and an array's elements are locations of their own. Objects are cut where accesses begin and end; an
// access that fits no cut makes new ones. Masks, flags and the like are locations too.

import type { Machine } from '../../../machine/machine.js';
import type { ObjectInfo } from '../../../machine/memory/object-info.js';
import { pointer } from '../../../machine/memory/value.js';
import { pieceOffsets } from '../../../machine/stepping/accessed.js';
import type { Region } from '../../../model/program.js';

/** Bytes of an object. */
interface Extent {
  readonly start: number;
  readonly size: number;
}

export interface LocationExtent extends Extent {
  readonly location: number;
}

export interface EventLocation {
  readonly name: string;
  readonly width: number;
  /** Absent: it is no memory. */
  readonly bytes?: Extent & { readonly object: number };
  /** A byte of a device register: accesses to it are ordered, but no read depends on what was written. */
  readonly isRegister?: true;
}

/** The encoding cannot express something of the program. */
export class Inexpressible {
  constructor(readonly why: string) {}
}

/** Objects that need more cuts than this are cut into bytes. */
const MAX_CUTS = 8;

/** Where objects are cut besides where the accesses that are known from the program begin and end. */
export class Cuts {
  private readonly byObject = new Map<number, Set<number>>();

  of(object: number): Iterable<number> {
    return this.byObject.get(object) ?? [];
  }

  add(object: number, { size }: ObjectInfo, places: readonly number[]): void {
    let known = this.byObject.get(object);
    if (known === undefined) this.byObject.set(object, (known = new Set()));
    if (known.size < MAX_CUTS || size > MAX_BOUNDS) for (const place of places) known.add(place);
    else for (let at = 0; at <= size; at++) known.add(at);
  }
}

/** An access covers a location in part: the object has been cut there, and the program is to be unrolled again. */
export class CutAgain {}

/** An object that is cut at more places is too many locations. */
const MAX_BOUNDS = (1 << 16) + 1;

export class Locations {
  readonly all: EventLocation[] = [];
  /** By address. */
  private readonly ofMemory = new Map<number, number>();
  private readonly bounds = new Map<number, readonly number[]>();
  private readonly regions = new Map<number, (Region & { readonly pieces: readonly number[] })[]>();
  /** Objects that others than main access. */
  private readonly ofOthers = new Set<number>();

  constructor(
    machine: Machine,
    private readonly cuts: Cuts,
  ) {
    const { program, image } = machine;
    for (const { instruction: i, regions, context } of program.accesses)
      for (const region of regions) {
        const object = program.objects[region.object]!;
        const number = object.site === undefined ? image.symbols.get(object.symbol) : undefined;
        if (number === undefined) continue;
        if (program.contexts[context]!.kind !== 'main') this.ofOthers.add(number);
        const isPlain = (i.op === 'load' || i.op === 'store') && Number.isFinite(region.size);
        const pieces = isPlain ? pieceOffsets(machine, i, region.size) : [0];
        const known = this.regions.get(number);
        if (known === undefined) this.regions.set(number, [{ ...region, pieces }]);
        else known.push({ ...region, pieces });
      }
  }

  /** A location that is no memory. */
  add(name: string, width: number): number {
    this.all.push({ name, width });
    return this.all.length - 1;
  }

  /** A byte of a device register, by its address. */
  register(address: number, name: string): number {
    let location = this.ofMemory.get(address);
    if (location === undefined) {
      location = this.all.push({ name, width: 1, isRegister: true }) - 1;
      this.ofMemory.set(address, location);
    }
    return location;
  }

  /** The locations that an access covers and others can see. */
  of(object: number, info: ObjectInfo, offset: number, size: number): readonly LocationExtent[] {
    const bounds = this.boundsOf(object, info);
    if (!isBound(bounds, offset) || !isBound(bounds, offset + size)) {
      this.cuts.add(object, info, [offset, offset + size]);
      throw new CutAgain();
    }
    return extentsOf(bounds, offset, offset + size)
      .filter((extent) => isVisible(info, extent))
      .map((extent) => ({ ...extent, location: this.at(object, info, extent) }));
  }

  /** All bytes of an object that others than main access, as they are accessed together; undefined if none does. */
  extents(object: number, info: ObjectInfo): readonly Extent[] | undefined {
    return this.ofOthers.has(object) ? extentsOf(this.boundsOf(object, info), 0, info.size) : undefined;
  }

  private at(object: number, info: ObjectInfo, { start, size }: Extent): number {
    const address = pointer(object, start);
    let location = this.ofMemory.get(address);
    if (location === undefined) {
      location = this.all.length;
      this.ofMemory.set(address, location);
      const name = info.size === size ? info.name : `${info.name}+${start}`;
      this.all.push({ name, width: size * 8, bytes: { object, start, size } });
    }
    return location;
  }

  /** Where accesses begin and end, ascending; its start and its end among them. */
  private boundsOf(object: number, info: ObjectInfo): readonly number[] {
    const known = this.bounds.get(object);
    if (known !== undefined) return known;
    const regions = this.regions.get(object);
    if (regions === undefined) throw new Inexpressible(`${info.name}, which is no global variable`);
    const places = new Set([0, info.size]);
    const mark = (at: number): void => {
      if (at < 0 || at > info.size) return;
      places.add(at);
      if (places.size > MAX_BOUNDS) throw new Inexpressible(`${info.name}, which is too large`);
    };
    for (const { offset, stride, low, high, size, pieces } of regions) {
      const length = Math.min(size, info.size);
      if (!Number.isFinite(size)) for (let at = 0; at <= info.size; at++) mark(at);
      else if (stride === 0) [...pieces.map((p) => offset + p), offset + length].forEach(mark);
      else {
        const first = low + ((((offset - low) % stride) + stride) % stride);
        for (let at = first; at < high && at < info.size; at += stride)
          [...pieces.map((p) => at + p), at + length].forEach(mark);
      }
    }
    for (const at of this.cuts.of(object)) mark(at);
    const bounds = [...places].sort((a, b) => a - b);
    this.bounds.set(object, bounds);
    return bounds;
  }
}

function isBound(bounds: readonly number[], at: number): boolean {
  return at >= bounds.at(-1)! || bounds[boundFrom(bounds, at)] === at;
}

/** Both must be bounds. */
function extentsOf(bounds: readonly number[], from: number, to: number): readonly Extent[] {
  const extents: Extent[] = [];
  for (let n = boundFrom(bounds, from); n + 1 < bounds.length && bounds[n]! < to; n++)
    extents.push({ start: bounds[n]!, size: bounds[n + 1]! - bounds[n]! });
  return extents;
}

/** The number of the first bound that is not before a place. */
function boundFrom(bounds: readonly number[], at: number): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bounds[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isVisible({ visible, constant, visibleBytes }: ObjectInfo, { start, size }: Extent): boolean {
  if (!visible || constant) return false;
  if (visibleBytes === undefined) return true;
  return visibleBytes.some(start, start + size);
}
