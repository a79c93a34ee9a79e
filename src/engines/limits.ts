// What ends an engine early, and lets the process do something else in between: show progress, notice Ctrl-C.

/** How far an engine has come, for people who wait. */
export interface Progress {
  readonly states: number;
  /** Different sightings so far; several may be one finding. */
  readonly sightings: number;
}

export interface Limits {
  /** A reason ends the engine: what was found so far is reported, everything else is unknown. Asked often. */
  readonly isOver: () => string | undefined;
  /** Should the engine wait for `pause` soon? Asked often. */
  readonly isPauseDue?: () => boolean;
  readonly pause?: (progress: Progress) => Promise<void>;
}
