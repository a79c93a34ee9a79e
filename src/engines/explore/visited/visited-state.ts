// States that were compared with all others. Each is open as long as an execution from it goes on: one that comes to an
// open state may have closed a cycle, one that comes to any other has not. Whatever the order in which executions get
// their turn, every cycle is noticed: along it states would have to be done ever earlier. See docs/reductions.md.

export class VisitedState {
  /** Every ISR that may start was started there, since it may be on a cycle. */
  isCycle = false;
  /**
   * The execution that came here, copies of it that were not compared since, and states right after this one that are
   * open.
   */
  private unfinished = 1;
  /** Itself, or a state further on that the execution comes to by itself, without any choice. */
  private ahead: VisitedState = this;

  constructor(
    private readonly before: VisitedState | undefined,
    /** That main had made before. */
    readonly mainSteps: number,
  ) {}

  get isOpen(): boolean {
    return this.unfinished > 0;
  }

  /**
   * An execution comes from here to `next` without any choice. Does it go round then? Each state is left in one such
   * way only, so that cycles are noticed when the last of their edges is known, whoever walks it.
   */
  leadsTo(next: VisitedState): boolean {
    const last = next.last();
    if (last === this) return true;
    this.ahead = last;
    return false;
  }

  /** As far as it is known. */
  private last(): VisitedState {
    let last: VisitedState = this;
    while (last.ahead !== last) {
      last.ahead = last.ahead.ahead;
      last = last.ahead;
    }
    return last;
  }

  /** Another execution goes on from here. */
  hold(): void {
    this.unfinished++;
  }

  /** One that went on from here is over. */
  release(): void {
    let over: VisitedState | undefined = this;
    while (over !== undefined && --over.unfinished === 0) over = over.before;
  }
}
