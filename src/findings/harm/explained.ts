// A difference between an execution and both of those that it is compared with, in one sentence.

import type { Difference } from './difference.js';

/** `x ends as 1; with the preemption before line 5 or after line 7 it ends as 2`. */
export function explained(
  before: readonly Difference[],
  after: readonly Difference[],
  first: string,
  last: string,
  who = 'the preemption',
): string {
  const common = before.flatMap((b) => {
    const a = after.find((d) => d.subject === b.subject && d.original === b.original);
    return a === undefined ? [] : [{ ...b, after: a.other }];
  })[0];
  if (common === undefined) {
    const [b, a] = [before[0]!, after[0]!];
    return [
      `${b.subject} ${b.original}, but with ${who} before ${first} it ${b.other}`,
      `${a.subject} ${a.original}, but with ${who} after ${last} it ${a.other}`,
    ].join('; ');
  }
  const { subject, original, other } = common;
  const either = first === last ? `before or after ${first}` : `before ${first} or after ${last}`;
  return other === common.after
    ? `${subject} ${original}; with ${who} ${either} it ${other}`
    : `${subject} ${original}; with ${who} before ${first} it ${other}, after ${last} it ${common.after}`;
}
