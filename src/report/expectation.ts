// What each pattern of an atomicity violation breaks, in words.

import type { Pattern } from '../findings/finding.js';

export const expectation: Readonly<Record<Pattern, string>> = {
  RWR: 'two reads in a row see different values',
  WWR: 'a read does not see what was just written',
  RWW: 'a write in between is overwritten, as if it had not happened',
  WRW: 'an intermediate value is seen',
};

/** Of (R,W,W), where what is written was computed from what was read. */
export const updated = 'a write in between is lost, since what overwrites it was computed before it';
