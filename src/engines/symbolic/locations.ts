// Shared memory as locations that every access covers whole or not at all: what ordering encodings relate events on. A struct's fields and an
// array's elements are locations of their own. Masks, flags and the like are locations too.

import { pieceOffsets } from '../../machine/access.js';
import type { Machine } from '../../machine/machine.js';
import type { ObjectInfo } from '../../machine/memory.js';
import type { Program, Region } from '../../model/program.js';

export interface Place {
  readonly location: number;
  readonly start: number;
  readonly size: number;
}

/** The encoding cannot express something of the program. */
export class Inexpressible {
  constructor(readonly why: string) {}
}

/** Objects larger than this are too many locations. */
const MAX_BYTES = 1 << 16;

export class Locations {
  readonly all: { readonly name: string; readonly width: number }[] = [];
  private readonly byName = new Map<string, number>();
  private readonly bounds = new Map<number, Uint8Array>();
  private readonly regions = new Map<number, (Region & { readonly pieces: readonly number[] })[]>();

  constructor(machine: Machine) {
    const { program, image } = machine;
    for (const { instruction: i, regions } of program.accesses)
      for (const region of regions) {
        const object = program.objects[region.object]!;
        const number = object.site === undefined ? image.symbols.get(object.symbol) : undefined;
        if (number === undefined) continue;
        const isPlain = (i.op === 'load' || i.op === 'store') && Number.isFinite(region.size);
        const pieces = isPlain ? pieceOffsets(machine, i, region.size) : [0];
        const known = this.regions.get(number);
        if (known === undefined) this.regions.set(number, [{ ...region, pieces }]);
        else known.push({ ...region, pieces });
      }
  }

  /** The locations that an access covers. */
  of(object: number, info: ObjectInfo, offset: number, size: number): readonly Place[] {
    const bounds = this.boundsOf(object, info);
    if (!isBound(bounds, offset) || !isBound(bounds, offset + size))
      throw new Inexpressible(`accesses to parts of ${info.name} that overlap in several ways`);
    const places: Place[] = [];
    for (let start = offset; start < offset + size; ) {
      let end = start + 1;
      while (end < offset + size && !isBound(bounds, end)) end++;
      const name = info.size === end - start ? info.name : `${info.name}+${start}`;
      places.push({ location: this.named(name, (end - start) * 8), start, size: end - start });
      start = end;
    }
    return places;
  }

  named(name: string, width: number): number {
    let location = this.byName.get(name);
    if (location === undefined) {
      location = this.all.length;
      this.byName.set(name, location);
      this.all.push({ name, width });
    }
    return location;
  }

  /** By byte: does an access begin or end there? */
  private boundsOf(object: number, info: ObjectInfo): Uint8Array {
    let bounds = this.bounds.get(object);
    if (bounds !== undefined) return bounds;
    const regions = this.regions.get(object);
    if (regions === undefined || info.size > MAX_BYTES)
      throw new Inexpressible(
        `${info.name}, which ${regions === undefined ? 'is no global variable' : 'is too large'}`,
      );
    bounds = new Uint8Array(info.size + 1);
    for (const { offset, stride, low, high, size, pieces } of regions) {
      const mark = (at: number): void => {
        if (at >= 0 && at <= info.size) bounds![at] = 1;
      };
      const length = Math.min(size, info.size);
      if (!Number.isFinite(size)) bounds.fill(1);
      else if (stride === 0) [...pieces.map((p) => offset + p), offset + length].forEach(mark);
      else {
        const first = low + ((((offset - low) % stride) + stride) % stride);
        for (let at = first; at < high && at < info.size; at += stride)
          [...pieces.map((p) => at + p), at + length].forEach(mark);
      }
    }
    this.bounds.set(object, bounds);
    return bounds;
  }
}

function isBound(bounds: Uint8Array, at: number): boolean {
  return at === 0 || at >= bounds.length - 1 || bounds[at] === 1;
}

/** What an ISR keeps to itself from one arrival to the next. */
export function privateState(program: Program): readonly string[] {
  const names = new Set<string>();
  for (const object of program.objects) {
    if (object.site !== undefined || object.constant || object.kind !== 'global') continue;
    const accesses = program.accesses.filter((a) => a.regions.some((r) => r.object === object.id));
    const contexts = new Set(accesses.map((a) => a.context));
    const [only] = contexts;
    if (
      contexts.size === 1 &&
      program.contexts[only!]!.kind === 'isr' &&
      accesses.some((a) => a.operation !== 'R') &&
      accesses.some((a) => a.operation !== 'W')
    )
      names.add(object.name);
  }
  return [...names];
}
