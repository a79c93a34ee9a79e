// Where one execution is compared with the states seen before. Where an ISR starts, behind each fork and at some rounds
// of an endless loop: there executions meet again. Elsewhere only now and then, at distances that double, for keys of
// states take longer than steps. A cycle need not meet such a distance: so for a while the execution is looked at again
// whenever it comes by the place where it was compared last, as Brent's algorithm would at every step.

import type { State } from '../../../machine/state.js';
import type { Code } from '../../../machine/stepping/code.js';

/** Steps without a choice after which a state is compared; then twice as many, and so on. */
const PATIENCE = 256;
/** The same where a round of an endless loop begins. */
const ROUND_PATIENCE = 16;
/** Steps for each look at the place. */
const STEPS_PER_LOOK = 512;

interface Position {
  readonly code: Code;
  readonly block: number;
  readonly index: number;
  readonly frames: number;
  readonly activations: number;
}

export class ComparePolicy {
  /** Steps since the state was last compared, and how many to wait. */
  private unseen = 0;
  private patience = PATIENCE;
  private place: Position | undefined;
  private looks = 0;
  private roundPatience = ROUND_PATIENCE;
  /** To be compared at the next step that is not in the middle of an access. */
  private isDue = false;

  /** An ISR starts here. */
  start(): void {
    this.unseen = 0;
    this.patience = PATIENCE;
    this.looks = 0;
    this.roundPatience = ROUND_PATIENCE;
    this.isDue = false;
  }

  /** Something undecided was decided: the other ways may lead to the same state. */
  fork(): void {
    this.isDue = true;
  }

  /** A round of an endless loop begins. */
  round(): void {
    if (this.unseen < this.roundPatience) return;
    this.roundPatience *= 2;
    this.isDue = true;
  }

  /**
   * Before a step at which nothing starts. `look`: an earlier state may come again, this one need not be remembered.
   */
  next(state: State): 'compare' | 'look' | undefined {
    const frame = state.running?.frames.at(-1);
    // The orders of a torn access meet when all pieces are done.
    if (this.isDue && frame?.pending === undefined) {
      this.isDue = false;
      return 'compare';
    }
    if (++this.unseen >= this.patience) {
      this.unseen = 0;
      this.patience *= 2;
      this.looks = this.patience / STEPS_PER_LOOK;
      this.place = frame && {
        code: frame.code,
        block: frame.block,
        index: frame.index,
        frames: state.running!.frames.length,
        activations: state.activations.length,
      };
      return 'compare';
    }
    if (this.looks === 0 || !this.isThere(state)) return undefined;
    this.looks--;
    return 'look';
  }

  clone(): ComparePolicy {
    const copy = new ComparePolicy();
    copy.unseen = this.unseen;
    copy.patience = this.patience;
    copy.place = this.place;
    copy.looks = this.looks;
    copy.roundPatience = this.roundPatience;
    copy.isDue = this.isDue;
    return copy;
  }

  private isThere(state: State): boolean {
    const { place } = this;
    const frames = state.running?.frames;
    const top = frames?.at(-1);
    return (
      place !== undefined &&
      top !== undefined &&
      top.code === place.code &&
      top.block === place.block &&
      top.index === place.index &&
      frames!.length === place.frames &&
      state.activations.length === place.activations
    );
  }
}
