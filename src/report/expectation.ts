// What each pattern of an atomicity violation breaks, in words.

import type { Pattern } from '../findings/finding.js';

export const expectation: Readonly<Record<Pattern, string>> = {
  RWR: 'two reads in a row see different values',
  WWR: 'a read does not see what was just written',
  RWW: 'a write is based on a value that has changed since it was read',
  WRW: 'an intermediate value is seen',
};
