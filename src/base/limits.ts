// What ends a stage early. A stage that takes long is given `checkLimits` and calls it every now and then: between two
// functions, after some hundred constraints. It throws `LimitReached` when the time or the memory is used up; whoever
// began the stage catches that.

/** Thrown by `checkLimits`. */
export class LimitReached {
  constructor(
    /** `the time limit of 60 s was reached`. */
    readonly because: string,
  ) {}
}

export type CheckLimits = () => void;

export const noLimits: CheckLimits = () => {};

/** `isOver` gives the reason. */
export function limitCheck(isOver: () => string | undefined): CheckLimits {
  return () => {
    const because = isOver();
    if (because !== undefined) throw new LimitReached(because);
  };
}

/** Asks at every n-th call only, where a piece of work is smaller than the question. */
export function everyNth(n: number, checkLimits: CheckLimits): CheckLimits {
  let calls = 0;
  return () => {
    if (++calls % n === 0) checkLimits();
  };
}
