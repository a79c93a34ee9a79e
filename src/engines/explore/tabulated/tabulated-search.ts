// Breadth-first search over the product of a program's automata: states are packed vectors in an exact set, transitions
// are look-ups. Complete within the bounds, as the search on the machine is, with `exhaustive` and `reduced` alike: what
// is postponed is started where an execution may close a cycle, that is where it comes to a state no younger than its
// own. What is seen is shown by an execution of the machine, which has to see it, too.

import { InternalError } from '../../../base/internal-error.js';
import { LimitReached } from '../../../base/limits.js';
import type { State } from '../../../machine/state.js';
import { breathe, type News } from '../../engine.js';
import { Column } from '../../kernel/column.js';
import { StateSet } from '../../kernel/state-set.js';
import type { SearchOptions } from '../search-options.js';
import { SearchRecord } from '../search-record.js';
import type { Start } from './control.js';
import { Lassos } from './lassos.js';
import { Flag, type Product } from './product.js';
import { type Move, Retrace } from './retrace.js';

/** States between two looks at the clock. */
const BREATH = 2048;
/** A transition of tables costs that part of one of the machine. */
const TRANSITIONS_PER_STEP = 10;
/** Executions that are shown for one sighting. */
const WITNESSES = 8;

/** A sighting: the state before, and what was done there. */
interface Seen {
  readonly before: number;
  readonly move: Move;
}

export class TabulatedSearch extends SearchRecord {
  private readonly states: StateSet;
  /** The state that each was first reached from. */
  private readonly parents = new Column();
  private readonly seen = new Map<string, { readonly witnesses: Seen[]; count: number }>();
  private readonly retrace: Retrace;
  private readonly budget: number;
  private steps = 0;
  private starts = 0;

  constructor(
    options: SearchOptions,
    private readonly product: Product,
  ) {
    super(options);
    this.states = new StateSet(product.length);
    this.retrace = new Retrace(product, options);
    this.budget = (options.limits.transitions ?? Infinity) * TRANSITIONS_PER_STEP;
    this.states.add(product.initial());
    this.parents.push(-1);
  }

  *run(): Generator<News, void> {
    const { limits } = this.options;
    try {
      for (let next = 0; next < this.states.count; ) {
        yield* breathe(limits, () => ({ phase: 'exploring', states: this.states.count, sightings: this.seen.size }));
        next = this.expand(next, next + BREATH);
        this.count();
        const because = limits.isOver() ?? this.exhausted(this.steps + this.starts, this.budget);
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

  private count(): void {
    this.counts.states = this.states.count;
    this.counts.transitions = this.steps;
    this.counts.triggerings = this.starts;
    this.counts.localStates = this.product.locals.count;
    this.counts.localSteps = this.product.steps.all.length;
    // With the state that it was first reached from.
    this.counts.bytesPerState = Math.round(this.states.bytesPerState + 4);
  }

  /** Follows all transitions from some states; gives the first that is left. */
  private expand(from: number, to: number): number {
    const { product, states } = this;
    const { masksAt, stackAt, contextsAt, length, control } = product;
    const vector = new Int32Array(length);
    const after = new Int32Array(length);
    let index = from;
    for (; index < to && index < states.count; index++) {
      states.get(index, vector);
      const { top, below } = control.level(vector[stackAt]!);
      const { chosen, postponed } = product.starts(vector, top);
      let closes = false;
      for (const start of chosen) if (this.start(index, vector, after, start)) closes = true;
      let isOver = true;
      for (let step = top === -1 ? -1 : product.step(vector, top); step !== -1; step = product.other.values[step]!) {
        isOver = false;
        this.steps++;
        const flags = product.flags.values[step]!;
        if ((flags & Flag.isSeen) !== 0) this.sees(product.seenIn(step), index, { kind: 'step', step });
        after.set(vector);
        if ((flags & Flag.isAccess) !== 0)
          for (const context of below) {
            const unit = vector[contextsAt + context]!;
            const met = product.foreign(unit, step);
            after[contextsAt + context] = met >> 1;
            if ((met & 1) !== 0) this.sees(product.seenBy(unit, step)!, index, { kind: 'step', step });
          }
        if ((flags & Flag.over) !== 0) {
          this.counts.paths++;
          continue;
        }
        if (product.slot.values[step] !== -1) after[product.slot.values[step]!] = product.contents.values[step]!;
        if ((flags & Flag.isWriteMore) !== 0)
          for (const [slot, contents] of product.made[step]!.writes) after[slot] = contents;
        if (product.masks.values[step] !== -1) after[masksAt] = product.masks.values[step]!;
        after[contextsAt + top] = product.to.values[step]!;
        if ((flags & Flag.ends) !== 0) {
          const left = control.endIn(after[masksAt]!, after[stackAt]!);
          after[masksAt] = left.masks;
          after[stackAt] = left.stack;
        }
        if (this.reach(after, index)) closes = true;
      }
      if (isOver && chosen.length === 0) this.counts.paths++;
      // What is postponed until the end must not be postponed for ever.
      if (closes) for (const start of postponed) this.start(index, vector, after, start);
    }
    return index;
  }

  /** True if it leads to a state that is no younger. */
  private start(index: number, vector: Int32Array, after: Int32Array, { isr, masks, stack }: Start): boolean {
    const { product } = this;
    const { masksAt, stackAt, contextsAt, control } = product;
    this.starts++;
    this.started.add(isr);
    const arrivals = control.arrivals(stack)[isr]!;
    this.isArrivalBoundReached ||= arrivals >= this.options.machine.options.arrivals;
    const step = product.start(vector[contextsAt + isr]!);
    after.set(vector);
    after[masksAt] = masks;
    after[stackAt] = stack;
    after[contextsAt + isr] = product.to.values[step]!;
    if ((product.flags.values[step]! & Flag.ends) !== 0) {
      const left = control.endIn(masks, stack);
      after[masksAt] = left.masks;
      after[stackAt] = left.stack;
    }
    return this.reach(after, index);
  }

  private reach(vector: Int32Array, from: number): boolean {
    const found = this.states.add(vector);
    if (found < 0) return ~found <= from;
    this.parents.push(from);
    return false;
  }

  private sees(keys: readonly string[], before: number, move: Move): void {
    for (const key of keys) {
      const known = this.seen.get(key);
      if (known === undefined) {
        this.seen.set(key, { witnesses: [{ before, move }], count: 1 });
        continue;
      }
      known.count++;
      // The first ones, and of the others a few from all over the search.
      if (known.witnesses.length < WITNESSES) known.witnesses.push({ before, move });
      else if (Number.isInteger(Math.log2(known.count)))
        known.witnesses[WITNESSES / 2 + (Math.log2(known.count) % (WITNESSES / 2))] = { before, move };
    }
  }

  /** The moves that lead to a state, the first first. */
  private movesTo(index: number): readonly Move[] {
    const moves: Move[] = [];
    for (let at = index; this.parents.values[at] !== -1; at = this.parents.values[at]!)
      moves.push(this.moveBetween(this.parents.values[at]!, at));
    return moves.reverse();
  }

  private moveBetween(from: number, to: number): Move {
    const vector = new Int32Array(this.product.length);
    const wanted = new Int32Array(this.product.length);
    this.states.get(from, vector);
    this.states.get(to, wanted);
    const move = this.retrace.move(vector, wanted);
    if (move === undefined) throw new InternalError('a state without the move that led to it');
    return move;
  }

  private *show(): Generator<News, void> {
    for (const [key, { witnesses }] of this.seen) {
      yield* breathe(this.options.limits, () => ({
        phase: 'exploring',
        states: this.states.count,
        sightings: this.hits.size,
      }));
      for (const { before, move } of witnesses)
        this.retrace.execute([...this.movesTo(before), move], (state, sighting, trail) => {
          if (sighting.key === key) this.hit(state, sighting, trail);
        });
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
