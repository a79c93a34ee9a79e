// Breadth-first search over the product of a program's automata: states are packed vectors in an exact set, transitions
// are look-ups. Complete within the bounds, as the search on the machine is, with `exhaustive` and `reduced` alike:
// what is postponed is started where an execution may close a cycle, that is where it comes to a state no younger than
// its own. What is seen is shown by an execution of the machine, which has to see it, too.

import { InternalError } from '../../../base/internal-error.js';
import { LimitReached } from '../../../base/limits.js';
import type { State } from '../../../machine/state.js';
import { breathe, type News } from '../../engine.js';
import { StateSet } from '../../kernel/state-set.js';
import type { SearchOptions } from '../search-options.js';
import { SearchRecord } from '../search-record.js';
import { Lassos } from './lassos.js';
import type { Product } from './product.js';
import { Flag, type Start } from './product-tables.js';
import { type ProductMove, Retrace } from './retrace.js';
import { Unsuited } from './unsuited.js';

/** States between two looks at the clock. */
const BREATH = 2048;
/** A transition of tables costs that part of one of the machine; so many fit into memory, and into a minute. */
const TRANSITIONS_PER_STEP = 10;
const MOST_TRANSITIONS = 30_000_000;
/** States of single contexts, with their access tables, from which on there have to be so many more of the program. */
const MANY_UNITS = 5000;
const UNITS_WORTH = 4;
/** Executions that are shown for one sighting. */
const WITNESSES = 8;
/** Of these executions together: who judges harm has no time for more. */
const MOST_MOVES = 10_000;

/** Where something was seen: the state before, and what was done there. */
interface SeenAt {
  readonly before: number;
  readonly move: ProductMove;
}

/** What was seen so often: the first times; the first, second, fourth, eighth …, from all over the search; the last. */
interface Seen {
  readonly first: SeenAt[];
  readonly spread: SeenAt[];
  last: SeenAt;
  count: number;
}

export class TabulatedSearch extends SearchRecord {
  private readonly states: StateSet;
  private readonly seen = new Map<string, Seen>();
  private readonly retrace: Retrace;
  private readonly budget: number;
  private steps = 0;
  private starts = 0;

  constructor(
    options: SearchOptions,
    private readonly product: Product,
    /** Sightings that need not be shown. */
    private readonly known: ReadonlyMap<string, unknown> = new Map(),
    /** That the machine has done. */
    private readonly workBefore = 0,
  ) {
    super(options);
    this.states = new StateSet(product.length);
    this.retrace = new Retrace(product, options);
    const { transitions } = options.limits;
    this.budget =
      transitions === undefined
        ? Number.POSITIVE_INFINITY
        : Math.min(transitions * TRANSITIONS_PER_STEP, MOST_TRANSITIONS);
    this.states.add(product.initial(), -1);
    this.states.flush();
  }

  *run(): Generator<News, void> {
    const { limits } = this.options;
    try {
      for (let next = 0; next < this.states.count; ) {
        limits.isTurnOver?.(this.workBefore + (this.steps + this.starts) / TRANSITIONS_PER_STEP);
        yield* breathe(limits, () => ({ phase: 'exploring', states: this.states.count, sightings: this.seen.size }));
        next = this.expand(next, next + BREATH);
        this.count();
        const because = limits.isOver() ?? this.exhausted(this.steps + this.starts, this.budget);
        this.checkWorth();
        if (because === undefined) continue;
        this.gaps.set('interrupted', { kind: 'interrupted', because });
        break;
      }
      yield* this.show();
      if (this.options.waits !== undefined && this.unexplored.length === 0) yield* this.judgeLassos();
    } catch (thrown) {
      if (!(thrown instanceof LimitReached)) throw thrown;
      this.gaps.set('interrupted', { kind: 'interrupted', because: thrown.because });
    }
  }

  /** Where nearly every step is a new one for its context, tables only cost. */
  private checkWorth(): void {
    const { count } = this.product.units;
    if (count > MANY_UNITS && UNITS_WORTH * count > this.states.count) throw new Unsuited('few steps that come again');
  }

  private count(): void {
    this.counts.states = this.states.count;
    this.counts.transitions = this.steps;
    this.counts.triggerings = this.starts;
    this.counts.localStates = this.product.locals.count;
    this.counts.localSteps = this.product.steps.all.length;
    this.counts.bytesPerState = Math.round(this.states.bytesPerState);
  }

  /** Follows all transitions from some states; gives the first that is left. */
  private expand(from: number, end: number): number {
    const { product, states } = this;
    const { flags, other, length } = product;
    const vector = new Int32Array(length);
    const after = new Int32Array(length);
    let index = from;
    for (; index < end; index++) {
      // Those that wait are next.
      if (index === states.count) states.flush();
      if (index === states.count) break;
      states.get(index, vector);
      const top = product.top(vector);
      const chosen = product.starts(vector, top);
      for (let n = 0; n < chosen.length; n++) this.start(index, vector, after, chosen[n]!);
      let step = top === -1 ? -1 : product.step(vector, top);
      if (step === -1 && chosen.length === 0) this.counts.paths++;
      for (; step !== -1; step = other.values[step]!) {
        this.steps++;
        // Nobody needs the vector behind the last one.
        const behind = other.values[step] === -1 ? vector : after;
        if (product.follow(vector, behind, step)) {
          states.get(index, vector);
          this.sees(product.seenBelow(vector, step), index, { kind: 'step', step });
          product.follow(vector, behind, step);
        }
        if ((flags.values[step]! & Flag.isSeen) !== 0) this.sees(product.seenIn(step), index, { kind: 'step', step });
        if ((flags.values[step]! & Flag.over) === 0) states.add(behind, index);
        else this.counts.paths++;
      }
    }
    states.flush();
    this.startPostponed(vector, after);
    return index;
  }

  /** What is postponed until the end must not be postponed for ever. */
  private startPostponed(vector: Int32Array, after: Int32Array): void {
    const { product, states } = this;
    const { closing } = states;
    if (!product.postpones) return void (closing.length = 0);
    const done = new Set<number>();
    while (closing.length > 0) {
      const sources = closing.values.slice(0, closing.length);
      closing.length = 0;
      for (const index of sources) {
        if (done.has(index)) continue;
        done.add(index);
        states.get(index, vector);
        for (const start of product.postponed(vector, product.top(vector))) this.start(index, vector, after, start);
      }
      states.flush();
    }
  }

  private start(index: number, vector: Int32Array, after: Int32Array, start: Start): void {
    this.starts++;
    this.started.add(start.isr);
    if (start.isLast) this.isArrivalBoundReached = true;
    this.product.begin(vector, after, start);
    this.states.add(after, index);
  }

  private sees(keys: readonly string[], before: number, move: ProductMove): void {
    for (const key of keys) {
      let known = this.seen.get(key);
      if (known === undefined)
        this.seen.set(key, (known = { first: [], spread: [], last: { before, move }, count: 0 }));
      const power = Math.log2(++known.count);
      if (known.count <= WITNESSES) known.first.push({ before, move });
      known.last = { before, move };
      if (!Number.isInteger(power)) continue;
      known.spread[power < WITNESSES ? power : WITNESSES / 2 + (power % (WITNESSES / 2))] = { before, move };
    }
  }

  /** The moves that lead to a state, the first first. */
  private movesTo(index: number): readonly ProductMove[] {
    const moves: ProductMove[] = [];
    for (let at = index; this.states.parents[at] !== -1; at = this.states.parents[at]!)
      moves.push(this.moveBetween(this.states.parents[at]!, at));
    return moves.reverse();
  }

  private depthOf(index: number): number {
    let depth = 0;
    for (let at = index; at !== -1; at = this.states.parents[at]!) depth++;
    return depth;
  }

  private moveBetween(from: number, to: number): ProductMove {
    const vector = new Int32Array(this.product.length);
    const wanted = new Int32Array(this.product.length);
    this.states.get(from, vector);
    this.states.get(to, wanted);
    const move = this.retrace.move(vector, wanted);
    if (move === undefined) throw new InternalError('a state without the move that led to it');
    return move;
  }

  private *show(): Generator<News, void> {
    for (const [key, { first, spread, last }] of this.seen) {
      if (this.known.has(key)) continue;
      const witnesses = [...new Set([first[0]!, last, ...spread, ...first])].slice(0, WITNESSES);
      yield* breathe(this.options.limits, () => ({
        phase: 'exploring',
        states: this.states.count,
        sightings: this.hits.size,
      }));
      let moves = 0;
      for (const { before, move } of witnesses) {
        // The first is shown in any case.
        moves += this.depthOf(before);
        if (this.hits.has(key) && moves > MOST_MOVES) continue;
        this.retrace.execute([...this.movesTo(before), move], (state, sighting, trail) => {
          if (sighting.key === key) this.hit(state, sighting, trail);
        });
      }
      if (!this.hits.has(key)) throw new InternalError(`the machine does not see what tables show: ${key}`);
    }
  }

  /** Rounds that the context which runs makes by itself, for ever. */
  private *judgeLassos(): Generator<News, void> {
    const lassos = new Lassos(this.product, this.states, this.options.limits);
    for (const index of lassos.find()) {
      yield* breathe(this.options.limits, () => ({
        phase: 'exploring',
        states: this.states.count,
        sightings: this.hits.size,
      }));
      this.retrace.execute(this.movesTo(index), undefined, (state: State, trail) => {
        this.goesRoundFor([state]);
        this.goesRound(state, trail);
      });
    }
  }
}
