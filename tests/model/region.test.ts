// Regions against sets of bytes: every address that pointer arithmetic can really reach is in the region, and regions
// that share a byte overlap.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectId, Region } from '../../src/model/program.js';
import {
  type AbstractPointer,
  addConstant,
  addScaled,
  anywhere,
  enterArray,
  exactPointer,
  overlap,
  regionAt,
  UNBOUNDED,
} from '../../src/model/region.js';

const [object, other] = [0 as ObjectId, 1 as ObjectId];

/** The bytes of a region, by its definition. */
function bytesOf(region: Region): Set<number> {
  const bytes = new Set<number>();
  for (let start = region.low; start < region.high; start++) {
    const isStart = region.stride === 0 ? start === region.offset : (start - region.offset) % region.stride === 0;
    if (isStart) for (let n = 0; n < region.size; n++) bytes.add(start + n);
  }
  return bytes;
}

const region: fc.Arbitrary<Region> = fc
  .record({
    offset: fc.nat(40),
    stride: fc.integer({ min: 0, max: 9 }),
    low: fc.nat(30),
    count: fc.integer({ min: 1, max: 30 }),
    size: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ offset, stride, low, count, size }) =>
    stride === 0
      ? { object, offset, stride, low: offset, high: offset + 1, size }
      : { object, offset: offset % stride, stride, low, high: low + count, size },
  );

describe('overlap', () => {
  it('never misses a common byte', () => {
    fc.assert(
      fc.property(region, region, (a, b) => {
        const bytes = bytesOf(b);
        if ([...bytesOf(a)].some((byte) => bytes.has(byte))) expect(overlap(a, b)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('is exact for exact regions', () => {
    const exact = region.map((r) => ({ ...r, stride: 0, low: r.offset, high: r.offset + 1 }));
    fc.assert(
      fc.property(exact, exact, (a, b) => {
        const bytes = bytesOf(b);
        expect(overlap(a, b)).toBe([...bytesOf(a)].some((byte) => bytes.has(byte)));
      }),
    );
  });

  it('is exact for two fields of all records of an array', () => {
    const fields = fc
      .record({ stride: fc.integer({ min: 1, max: 12 }), count: fc.integer({ min: 1, max: 6 }) })
      .chain(({ stride, count }) => {
        const field = fc
          .record({ offset: fc.nat(stride - 1), size: fc.integer({ min: 1, max: 4 }) })
          .map(({ offset, size }) => ({
            object,
            offset,
            stride,
            low: offset,
            high: offset + (count - 1) * stride + 1,
            size: Math.min(size, stride - offset),
          }));
        return fc.tuple(field, field);
      });
    fc.assert(
      fc.property(fields, ([a, b]) => {
        const bytes = bytesOf(b);
        expect(overlap(a, b)).toBe([...bytesOf(a)].some((byte) => bytes.has(byte)));
      }),
      { numRuns: 2000 },
    );
  });

  it('is symmetric, and false for different objects', () => {
    fc.assert(
      fc.property(region, region, (a, b) => {
        expect(overlap(a, b)).toBe(overlap(b, a));
        expect(overlap(a, { ...b, object: other })).toBe(false);
      }),
    );
  });

  it('knows that an unknown length reaches everything behind it, and nothing before', () => {
    const open: Region = { object, offset: 8, stride: 0, low: 8, high: 9, size: Number.POSITIVE_INFINITY };
    const at = (offset: number): Region => ({ object, offset, stride: 0, low: offset, high: offset + 1, size: 4 });
    expect([overlap(open, at(4)), overlap(open, at(5)), overlap(open, at(1000))]).toEqual([false, true, true]);
  });
});

/** One step of pointer arithmetic: what the analysis knows of it, and what one execution does. */
type Step =
  | { readonly kind: 'constant'; readonly bytes: number }
  | {
      readonly kind: 'index';
      readonly scale: number;
      readonly count: number;
      readonly index: number;
      readonly isArray: boolean;
    }
  | { readonly kind: 'enter'; readonly length: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('constant' as const), bytes: fc.integer({ min: -16, max: 16 }) }),
  fc.record({
    kind: fc.constant('index' as const),
    scale: fc.integer({ min: 1, max: 12 }),
    count: fc.integer({ min: 1, max: 6 }),
    index: fc.integer({ min: -6, max: 6 }),
    isArray: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('enter' as const), length: fc.integer({ min: 1, max: 24 }) }),
);

const objectSize = 64;

interface State {
  readonly pointer: AbstractPointer;
  readonly address: number;
  /** The array that unscaled indices must stay in, by the rules of C. */
  readonly extent: readonly [low: number, high: number];
}

/** Undefined where the execution would leave the array or the object, which is the program's error. */
function follow(state: State, s: Step): State | undefined {
  const inside = (address: number, [low, high]: readonly [number, number]): boolean => address >= low && address < high;
  const whole = [0, objectSize] as const;
  switch (s.kind) {
    case 'constant': {
      const address = state.address + s.bytes;
      // Back to the containing record from an exact place is allowed; from somewhere in an array, only inside it.
      if (!inside(address, state.pointer.stride === 0 ? whole : state.extent)) return undefined;
      return {
        pointer: addConstant(state.pointer, s.bytes, objectSize),
        address,
        extent: inside(address, state.extent) || address === state.extent[1] ? state.extent : whole,
      };
    }
    case 'enter': {
      const extent = [state.address, Math.min(objectSize, state.address + s.length)] as const;
      return {
        pointer: enterArray(state.pointer, 0, s.length),
        address: state.address,
        extent: state.pointer.stride === 0 ? extent : state.extent,
      };
    }
    case 'index': {
      const array = s.scale * s.count;
      const address = state.address + s.index * s.scale;
      const bounds = s.isArray ? ([state.address, Math.min(objectSize, state.address + array)] as const) : state.extent;
      if (!inside(address, bounds)) return undefined;
      return {
        pointer: addScaled(state.pointer, s.scale, s.isArray ? array : undefined, objectSize),
        address,
        extent: bounds,
      };
    }
  }
}

describe('pointer arithmetic', () => {
  it('never loses the address that an execution has', () => {
    fc.assert(
      fc.property(
        fc.nat(objectSize - 1),
        fc.array(step, { maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        (start, steps, size) => {
          let state: State = {
            pointer: exactPointer(object, start, objectSize),
            address: start,
            extent: [0, objectSize],
          };
          for (const s of steps) {
            const next = follow(state, s);
            if (next === undefined) return;
            state = next;
          }
          if (state.address + size > state.extent[1]) return;
          const bytes = bytesOf(regionAt(state.pointer, size, objectSize));
          for (let n = 0; n < size; n++)
            expect(bytes, `${JSON.stringify(state)}, byte ${n}`).toContain(state.address + n);
        },
      ),
      { numRuns: 20000 },
    );
  });

  it('stays exact over constants', () => {
    const pointer = addConstant(addConstant(exactPointer(other, 0, 16), 12, 16), -4, 16);
    expect(regionAt(pointer, 4, 16)).toEqual({ object: other, offset: 8, stride: 0, low: 8, high: 9, size: 4 });
  });

  it('keeps the fields of an array of records apart', () => {
    const records = addScaled(exactPointer(object, 0, 48), 12, 48, 48);
    const first = regionAt(records, 4, 48);
    const second = regionAt(addConstant(records, 4, 48), 4, 48);
    expect(overlap(first, second)).toBe(false);
    expect([...bytesOf(second)]).toEqual([4, 5, 6, 7, 16, 17, 18, 19, 28, 29, 30, 31, 40, 41, 42, 43]);
  });

  it('keeps an index inside the array that it was applied to', () => {
    const buffer = addScaled(exactPointer(object, 4, 32), 1, 16, 32);
    const after: Region = { object, offset: 20, stride: 0, low: 20, high: 21, size: 4 };
    expect(overlap(regionAt(buffer, 1, 32), after)).toBe(false);
  });

  it('reaches the whole object from anywhere in it', () => {
    expect(bytesOf(regionAt(anywhere(object, 12), 1, 12)).size).toBe(12);
    expect(regionAt(anywhere(object, undefined), 1, undefined).high).toBe(UNBOUNDED);
  });
});
