// What each pattern of an atomicity violation breaks, in words.

import type { AtomicBlock, Pattern } from '../findings/finding.js';

export const expectation: Readonly<Record<Pattern, string>> = {
  RWR: 'two reads in a row see different values',
  WWR: 'a read does not see what was just written',
  RWW: 'a write in between is overwritten, as if it had not happened',
  WRW: 'an intermediate value is seen',
};

/** Of (R,W,W), where what is written was computed from what was read. */
export const updated = 'a write in between is lost, since what overwrites it was computed before it';

/** Of a block that is meant to be atomic: what another context did in the middle of it. */
export function blockRule({ name, mistake }: AtomicBlock): string {
  switch (mistake) {
    case 'write':
      return `what "${name}" reads is written by another in the middle of it`;
    case 'read':
      return `what "${name}" writes is read by another in the middle of it`;
    case 'dual-write':
      return `what "${name}" writes is written by another in the middle of it`;
  }
}
