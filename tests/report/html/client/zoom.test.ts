// What is in sight of a timeline: the accesses of the finding at first, never less than the whole fits, never wider
// than can be read.

import { describe, expect, it } from 'vitest';
import type { ShownEntry, ShownTimeline } from '../../../../src/report/html/client/decode.js';
import { lanesOf } from '../../../../src/report/html/client/lanes.js';
import {
  axisInterval,
  centred,
  columnFor,
  columnOf,
  rangeOfInterest,
} from '../../../../src/report/html/client/zoom.js';
import { shownEntry } from './shown.js';

function timelineOf(entries: readonly Partial<ShownEntry>[]): ShownTimeline {
  return { initial: new Map(), entries: entries.map((e, n) => shownEntry({ step: n, ...e })), length: entries.length };
}

function interest(entries: readonly Partial<ShownEntry>[], kind: 'atomicity' | 'race' | 'assertion') {
  const timeline = timelineOf(entries);
  const accesses = [
    { operation: 'W' as const, context: 'isr' },
    { operation: 'R' as const, context: 'main' },
  ];
  return rangeOfInterest(timeline, lanesOf(timeline, [], { kind, example: 'x', accesses }));
}

describe('what is of interest', () => {
  it('is from the first to the last access of the finding', () => {
    expect(interest([{}, {}, { mark: 1 }, { mark: 2 }, {}, { mark: 3 }, {}], 'atomicity')).toEqual({ from: 2, to: 6 });
  });

  it('has in it where an access was suspended', () => {
    const start = { kind: 'start', context: 'isr', depth: 1, operation: undefined, variable: undefined } as const;
    const inIsr = { context: 'isr', depth: 1 };
    expect(interest([{}, {}, start, inIsr, { ...inIsr, mark: 1 }], 'race')).toEqual({ from: 2, to: 5 });
  });

  it('is from the last interrupt to the failure of an assertion, or the end', () => {
    const start = { kind: 'start', context: 'isr', depth: 1 } as const;
    expect(interest([{}, {}, {}, start, { context: 'isr', depth: 1 }, {}], 'assertion')).toEqual({ from: 2, to: 6 });
    expect(interest([{}, {}], 'assertion')).toEqual({ from: 0, to: 2 });
    expect(interest([], 'assertion')).toEqual({ from: 0, to: 1 });
  });
});

describe('the width of a column', () => {
  const range = { from: 100, to: 110 };

  it('lets the accesses fill the window', () => {
    const column = columnOf({ kind: 'fit' }, range, 2000, 800);
    expect(column).toBeCloseTo(800 / 13);
    const left = centred(range, column, 800);
    expect(left).toBeLessThan(100 * column);
    expect(left + 800).toBeGreaterThan(110 * column);
  });

  it('shows the whole', () => {
    expect(columnOf({ kind: 'whole' }, range, 2000, 800)).toBeCloseTo(0.4);
    expect(columnOf({ kind: 'whole' }, range, 0, 800)).toBeLessThan(200);
  });

  it.each([0.0001, 1e9])('has limits: %d', (column) => {
    const free = columnOf({ kind: 'free', column }, range, 2000, 800);
    expect(free).toBeGreaterThanOrEqual(0.4);
    expect(free).toBeLessThanOrEqual(120);
    expect(columnFor(800 / column, 2000, 800)).toBe(free);
  });
});

it.each([
  [72, 1],
  [30, 1],
  [29, 2],
  [10, 5],
  [3, 10],
  [0.4, 100],
])('at %d pixels each, every %d-th step has its number', (column, interval) => {
  expect(axisInterval(column, 30)).toBe(interval);
});
