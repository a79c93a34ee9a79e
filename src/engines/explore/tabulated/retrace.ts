// From vectors back to executions: which move leads from one to the next, and what the machine does when it makes a
// sequence of them.

import { InternalError } from '../../../base/internal-error.js';
import { drive, type Point, type Scheduler } from '../../../execution/drive.js';
import { PatternObserver, type Sighting } from '../../../findings/pattern-observer.js';
import type { State } from '../../../machine/state.js';
import { ORDERS, STEP, type Transition } from '../../../machine/transition.js';
import type { ContextId } from '../../../model/program.js';
import type { Trail } from '../schedules.js';
import type { SearchOptions } from '../search-options.js';
import type { Product } from './product.js';
import { Flag } from './product-tables.js';

/** One transition of the product. */
export type ProductMove =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'start'; readonly isr: ContextId };

type Shown = (state: State, sighting: Sighting, trail: Trail | undefined) => void;

export class Retrace {
  constructor(
    private readonly product: Product,
    private readonly options: SearchOptions,
  ) {}

  /** The first move that leads from one vector to another. */
  move(from: Int32Array, to: Int32Array): ProductMove | undefined {
    const { product } = this;
    const after = new Int32Array(product.length);
    const isThere = (): boolean => after.every((value, n) => value === to[n]);
    const top = product.top(from);
    for (let step = top === -1 ? -1 : product.step(from, top); step !== -1; step = product.other.values[step]!) {
      product.follow(from, after, step);
      if ((product.flags.values[step]! & Flag.over) === 0 && isThere()) return { kind: 'step', step };
    }
    for (const start of product.startableIn(from[product.masksAt]!, from[product.stackAt]!).starts) {
      product.begin(from, after, start);
      if (isThere()) return { kind: 'start', isr: start.isr };
    }
    return undefined;
  }

  /** Makes the moves on the machine: `shown` is told what is seen, `arrived` where they lead. */
  execute(
    moves: readonly ProductMove[],
    shown?: Shown,
    arrived?: (state: State, trail: Trail | undefined) => void,
  ): void {
    const { machine } = this.options;
    const state = machine.initial();
    const follower = new Follower(moves, (step) => this.product.made[step]!.descending);
    const patterns = PatternObserver.begin(this.options, (at, sighting) => shown?.(at, sighting, follower.trail));
    const ending = drive(machine, state, follower, [patterns]);
    if (ending.kind === 'failed') patterns.failed(state, ending.failure);
    if (!follower.isDone) throw new InternalError('the machine does not go where tables lead');
    arrived?.(state, follower.trail);
  }
}

/** Makes one move after the other, then stops. */
class Follower implements Scheduler {
  trail: Trail | undefined;
  private next = 0;

  constructor(
    private readonly moves: readonly ProductMove[],
    private readonly isDescending: (step: number) => boolean,
  ) {}

  get isDone(): boolean {
    return this.next === this.moves.length;
  }

  choose(state: State, point: Point): Transition | undefined {
    if (point.kind === 'undecided') {
      const move = this.moves[this.next - 1];
      const descending = move?.kind === 'step' && this.isDescending(move.step);
      this.trail = { kind: 'order', step: state.steps, descending, before: this.trail };
      return ORDERS[descending ? 1 : 0];
    }
    if (state.isStepBegun) return STEP;
    const move = this.moves[this.next];
    if (move === undefined) return undefined;
    this.next++;
    if (move.kind === 'step') return STEP;
    this.trail = { kind: 'start', step: state.steps, isr: move.isr, before: this.trail };
    return { kind: 'start', isr: move.isr };
  }
}
