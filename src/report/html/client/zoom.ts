// How much of a timeline is in sight: the width of a column, and where the window begins. Pure; all in columns and
// pixels.

import type { ShownTimeline } from './decode.js';
import type { Lanes } from './lanes.js';

/** Of a column, in pixels. */
const WIDEST = 120;
/** Few events are not drawn wider than this unasked. */
const COMFORTABLE = 110;
/** Around what is fitted into the window, so that its marks don't touch the edge. */
const MARGIN = 1.5;
export const ZOOM_STEP = 1.4;

/** `fit`: all accesses of the finding; `whole`: the whole execution. Both follow the width of the window. */
export type Zoom =
  | { readonly kind: 'fit' }
  | { readonly kind: 'whole' }
  | { readonly kind: 'free'; readonly column: number };

/** Columns, from the left edge of one to the right edge of another; fractions are allowed. */
export interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

/** What `fit` shows: from the first to the last access of the finding, with where the others were interrupted. */
export function rangeOfInterest({ entries }: ShownTimeline, lanes: Lanes): ColumnRange {
  const marked = entries.flatMap((e, n) => (e.mark === undefined ? [] : [n]));
  const pending = lanes.variables.flatMap((v) => v.pending.map((p) => p.column));
  const last = Math.max(0, entries.length - 1);
  const start = entries.findLastIndex((e) => e.kind === 'start');
  // A failed assertion numbers no access: from the last interrupt to the failure.
  const of = marked.length > 0 ? [...marked, ...pending] : [start < 0 ? last - 10 : start - 1, last];
  return { from: Math.max(0, Math.min(...of)), to: Math.min(last, Math.max(...of)) + 1 };
}

/** The width at which all of it is in sight. */
export function wholeColumn(count: number, available: number): number {
  return Math.min(COMFORTABLE, available / Math.max(1, count));
}

export function columnOf(zoom: Zoom, range: ColumnRange, count: number, available: number): number {
  const whole = wholeColumn(count, available);
  switch (zoom.kind) {
    case 'whole':
      return whole;
    case 'fit':
      return Math.max(whole, Math.min(COMFORTABLE, available / (range.to - range.from + 2 * MARGIN)));
    case 'free':
      return clamp(zoom.column, whole, WIDEST);
  }
}

/** Where the window begins, in pixels, so that a range is in its middle. */
export function centred({ from, to }: ColumnRange, column: number, available: number): number {
  return Math.max(0, ((from + to) / 2) * column - available / 2);
}

/** The window that someone drags an edge of in the overview: its column width. */
export function columnFor(columns: number, count: number, available: number): number {
  return clamp(available / Math.max(1, columns), wholeColumn(count, available), WIDEST);
}

/** Steps between two numbers on the axis, so that they don't touch: 1, 2, 5, 10, … */
export function axisInterval(column: number, widest: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) if (digit * power * column >= widest) return digit * power;
}

export function clamp(n: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, n));
}
