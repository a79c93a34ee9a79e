// Where the lanes of a timeline lie, in pixels.

import type { ShownEntry } from './decode.js';
import type { Lanes } from './lanes.js';

/** Height of the numbers of steps. */
export const AXIS = 22;
const CONTEXT_LANE = 34;
/** Height of a bar. */
export const BAR = 18;
const MASK_LANE = 26;
const LOCK_LANE = 24;
const VARIABLE_LANE = 32;
/** Height of a bus. */
export const WAVE = 22;
/** Of the font of values, 11 px. */
export const CHARACTER = 6.7;

/** Where things are, in pixels. */
export interface Geometry {
  readonly column: number;
  readonly width: number;
  readonly height: number;
  /** Middle of a column. */
  readonly x: (column: number) => number;
  /** Middle of a context's lane, by the lane's name. */
  readonly contextY: (name: string) => number;
  /** Middle of the lane that an entry belongs to. */
  readonly entryY: (entry: ShownEntry) => number;
  readonly maskY: number;
  readonly lockY: (index: number) => number;
  readonly variableY: (index: number) => number;
}

export function geometryOf(lanes: Lanes, variables: number, count: number, column: number): Geometry {
  const rows = new Map(lanes.contexts.map((c, n) => [c.name, n]));
  const contextsEnd = AXIS + lanes.contexts.length * CONTEXT_LANE;
  const masksEnd = contextsEnd + (lanes.masks.length > 0 ? MASK_LANE : 0);
  const locksEnd = masksEnd + lanes.locks.length * LOCK_LANE;
  const contextY = (name: string): number => AXIS + ((rows.get(name) ?? -1) + 0.5) * CONTEXT_LANE;
  return {
    column,
    width: Math.max(count * column, 1),
    height: locksEnd + variables * VARIABLE_LANE + 6,
    x: (n) => (n + 0.5) * column,
    contextY,
    entryY: (entry) => contextY(lanes.laneOf(entry)),
    maskY: contextsEnd + MASK_LANE / 2,
    lockY: (index) => masksEnd + (index + 0.5) * LOCK_LANE,
    variableY: (index) => locksEnd + (index + 0.5) * VARIABLE_LANE,
  };
}

/** Letters stand in the marks of accesses from this width of a column on; below it marks are bars. */
export const LETTERS = 18;
/** From here on each event has a dot on the bar of its context. */
export const DOTS = 9;

/** Of columns in order, those that are so many pixels apart; all that matter are among them. */
export function apart(
  columns: readonly number[],
  g: Geometry,
  pixels: number,
  matters: (n: number) => boolean,
): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return columns.filter((n) => {
    if (!matters(n) && g.x(n) - last < pixels) return false;
    last = g.x(n);
    return true;
  });
}

/** As much of a value as fits. */
export function clipped(text: string, room: number): string {
  const most = Math.floor(room / CHARACTER);
  if (text.length <= most) return text;
  return most < 3 ? '' : `${text.slice(0, most - 1)}…`;
}
