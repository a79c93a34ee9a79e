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
import { Flag, type Product } from './product.js';

/** One transition of the product. */
export type Move =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'start'; readonly isr: ContextId };

type Shown = (state: State, sighting: Sighting, trail: Trail | undefined) => void;

export class Retrace {
  constructor(
    private readonly product: Product,
    private readonly options: SearchOptions,
  ) {}

  /** The first move that leads from one vector to another. */
  move(from: Int32Array, to: Int32Array): Move | undefined {
    const { product } = this;
    const top = product.top(from);
    for (let step = top === -1 ? -1 : product.step(from, top); step !== -1; step = product.other.values[step]!) {
      const after = this.after(from, step, top);
      if (after !== undefined && after.every((value, n) => value === to[n])) return { kind: 'step', step };
    }
    const { starts } = product.control.startableIn(from[product.masksAt]!, from[product.stackAt]!);
    for (const { isr, masks, stack } of starts) {
      const after = from.slice();
      const step = product.start(from[product.contextsAt + isr]!);
      after[product.contextsAt + isr] = product.to.values[step]!;
      const left = (product.flags.values[step]! & Flag.ends) !== 0 ? product.control.endIn(masks, stack) : { masks, stack };
      after[product.masksAt] = left.masks;
      after[product.stackAt] = left.stack;
      if (after.every((value, n) => value === to[n])) return { kind: 'start', isr };
    }
    return undefined;
  }

  /** The vector behind a step; undefined where the execution ends with it. */
  after(from: Int32Array, step: number, top: number): Int32Array | undefined {
    const { product } = this;
    const flags = product.flags.values[step]!;
    if ((flags & Flag.over) !== 0) return undefined;
    const after = from.slice();
    const made = product.made[step]!;
    if ((flags & Flag.isAccess) !== 0)
      for (const context of product.control.level(from[product.stackAt]!).below)
        after[product.contextsAt + context] = product.foreign(from[product.contextsAt + context]!, step) >> 1;
    for (const [slot, contents] of made.writes) after[slot] = contents;
    if (made.masks !== -1) after[product.masksAt] = made.masks;
    after[product.contextsAt + top] = product.to.values[step]!;
    if (!made.ends) return after;
    const left = product.control.endIn(after[product.masksAt]!, after[product.stackAt]!);
    after[product.masksAt] = left.masks;
    after[product.stackAt] = left.stack;
    return after;
  }

  /** Makes the moves on the machine: `shown` is told what is seen, `arrived` where they lead. */
  execute(moves: readonly Move[], shown?: Shown, arrived?: (state: State, trail: Trail | undefined) => void): void {
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
    private readonly moves: readonly Move[],
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
