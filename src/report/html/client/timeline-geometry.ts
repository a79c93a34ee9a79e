// Where the lanes of a timeline lie, in pixels.

import type { Lanes } from './lanes.js';

/** Height of the numbers of steps. */
export const AXIS = 22;
const CONTEXT_LANE = 38;
/** Height of a bar. */
export const BAR = 18;
const MASK_LANE = 30;
const VARIABLE_LANE = 36;
/** Height of a bus. */
export const WAVE = 22;
const NARROWEST = 36;
const WIDEST = 72;
/** Of the font of values, 11 px. */
export const CHARACTER = 6.7;

/** Where things are, in pixels. */
export interface Geometry {
  readonly column: number;
  readonly width: number;
  readonly height: number;
  /** Middle of a column. */
  readonly x: (column: number) => number;
  /** Middle of a context's lane. */
  readonly contextY: (name: string) => number;
  readonly maskY: number;
  readonly variableY: (index: number) => number;
}

export function geometryOf(lanes: Lanes, variables: number, count: number, available: number): Geometry {
  const column = Math.max(NARROWEST, Math.min(WIDEST, available / Math.max(1, count)));
  const contextsEnd = AXIS + lanes.contexts.length * CONTEXT_LANE;
  const masksEnd = contextsEnd + (lanes.masks.length > 0 ? MASK_LANE : 0);
  return {
    column,
    width: Math.max(count * column, 1),
    height: masksEnd + variables * VARIABLE_LANE + 6,
    x: (n) => (n + 0.5) * column,
    contextY: (name) => AXIS + (lanes.contexts.findIndex((c) => c.name === name) + 0.5) * CONTEXT_LANE,
    maskY: contextsEnd + MASK_LANE / 2,
    variableY: (index) => masksEnd + (index + 0.5) * VARIABLE_LANE,
  };
}
/** As much of a value as fits. */
export function clipped(text: string, room: number): string {
  const most = Math.floor(room / CHARACTER);
  if (text.length <= most) return text;
  return most < 3 ? '' : `${text.slice(0, most - 1)}…`;
}
