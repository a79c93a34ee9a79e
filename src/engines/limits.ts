// What ends an engine early, and lets the process do something else in between: show progress, notice Ctrl-C.

/** How far an engine has come, for people who wait. */
export interface Progress {
  readonly phase: 'exploring' | 'encoding' | 'asking the solver' | 'replaying' | 'trying fixes';
  /** Explored so far. */
  readonly states: number;
  /** Different sightings so far; several may be one finding. */
  readonly sightings: number;
  /**
   * Where it is known how much there is to do: questions that are settled, findings that were replayed and judged; and
   * of how many.
   */
  readonly done?: number;
  readonly of?: number;
}

export interface Limits {
  /** That a search may make; the same on every machine. Absent: any number. */
  readonly transitions?: number;
  /** A reason ends the engine: what was found so far is reported, everything else is unknown. Asked often. */
  readonly isOver: () => string | undefined;
  /** Of a search that has to leave some time: what was found is judged as long as this says nothing. */
  readonly isJudgingOver?: () => string | undefined;
  /**
   * A little later: what was found by then is not replayed and explained any more. Absent: that may take what it takes.
   */
  readonly isLate?: () => string | undefined;
  /** Until `isOver` says that the time is over; absent: not known. */
  readonly secondsLeft?: () => number;
  /** Should the engine wait for `pause` soon? Asked often. */
  readonly isPauseDue?: () => boolean;
  /**
   * The same by work and not by the clock: asked with what was done so far, in transitions of the machine, by an engine
   * that counts it and can pause at any of them. It then pauses at the same one on every computer.
   */
  readonly isTurnOver?: (work: number) => boolean;
  readonly pause?: (progress: Progress) => Promise<void>;
}

/** Work in pieces that is not worth a pause, done at once. */
export function finish<T>(pieces: Iterator<unknown, T>): T {
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
  }
}
