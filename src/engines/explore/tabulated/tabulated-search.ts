// Breadth-first search over the product of a program's automata: states are packed vectors in an exact set, transitions
// are look-ups. Complete within the bounds, as the search on the machine is, with `exhaustive` and `reduced` alike:
// what is postponed is started where an execution may close a cycle, that is where it comes to a state no younger than
// its own. What is seen is shown by an execution of the machine, which has to see it, too.

import { InternalError } from '../../../base/internal-error.js';
import { LimitReached } from '../../../base/limits.js';
import type { State } from '../../../machine/state.js';
import type { ContextId } from '../../../model/program.js';
import { breathe, type News } from '../../engine.js';
import { StateSet } from '../../kernel/state-set.js';
import type { SearchOptions } from '../search-options.js';
import { SearchRecord } from '../search-record.js';
import { CHUNK, type ChunkBuffer, type Segment } from './chunk-buffer.js';
import { expandState, type Successors } from './expand-state.js';
import { Lassos } from './lassos.js';
import type { Product } from './product.js';
import type { Start } from './product-tables.js';
import { type ProductMove, Retrace } from './retrace.js';
import { Unsuited } from './unsuited.js';
import { WorkAhead } from './work-ahead.js';

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
  readonly step: number;
}

/** What was seen so often: the first times; the first, second, fourth, eighth …, from all over the search; the last. */
interface Seen {
  readonly first: SeenAt[];
  readonly spread: SeenAt[];
  last: number;
  lastStep: number;
  count: number;
}

export class TabulatedSearch extends SearchRecord implements Successors {
  private readonly states: StateSet;
  private readonly seen = new Map<string, Seen>();
  /** The same by numbers of the product. */
  private readonly seenBelow: (readonly Seen[])[] = [];
  private readonly seenIn: (readonly Seen[])[] = [];
  private readonly retrace: Retrace;
  private readonly workAhead: WorkAhead | undefined;
  private readonly budget: number;
  private stepCount = 0;
  private startCount = 0;
  private readonly vector: Int32Array;
  private readonly after: Int32Array;

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
    const { searchThreads } = options;
    this.workAhead = searchThreads === undefined ? undefined : new WorkAhead(product, this.states, searchThreads);
    this.vector = new Int32Array(product.length);
    this.after = new Int32Array(product.length);
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
        limits.isTurnOver?.(this.workBefore + (this.stepCount + this.startCount) / TRANSITIONS_PER_STEP);
        yield* breathe(limits, () => ({ phase: 'exploring', states: this.states.count, sightings: this.seen.size }));
        next = this.expandNext(next);
        this.count();
        const because = limits.isOver() ?? this.exhausted(this.stepCount + this.startCount, this.budget);
        this.checkWorth();
        if (because === undefined) continue;
        this.gaps.set('interrupted', { kind: 'interrupted', because });
        break;
      }
      this.workAhead?.close();
      yield* this.show();
      if (this.options.waits !== undefined && this.unexplored.length === 0) yield* this.judgeLassos();
    } catch (thrown) {
      if (!(thrown instanceof LimitReached)) throw thrown;
      this.gaps.set('interrupted', { kind: 'interrupted', because: thrown.because });
    } finally {
      this.workAhead?.close();
    }
  }

  /** Where nearly every step is a new one for its context, tables only cost. */
  private checkWorth(): void {
    const { count } = this.product.units;
    if (count > MANY_UNITS && UNITS_WORTH * count > this.states.count) throw new Unsuited('few steps that come again');
  }

  private count(): void {
    this.counts.states = this.states.count;
    this.counts.transitions = this.stepCount;
    this.counts.triggerings = this.startCount;
    this.counts.localStates = this.product.locals.count;
    this.counts.localSteps = this.product.steps.all.length;
    this.counts.bytesPerState = Math.round(this.states.bytesPerState);
  }

  /** A chunk of states, which others may have expanded already; gives the first that is left. */
  private expandNext(next: number): number {
    const ahead = this.workAhead?.take(next);
    const end = ahead === undefined ? this.expand(next, next + CHUNK) : this.accept(next, ahead);
    this.workAhead?.proceed(end);
    return end;
  }

  /** Everything is done in the order in which it would be without anybody else. */
  private accept(start: number, buffer: ChunkBuffer): number {
    const { states } = this;
    const { packing } = states;
    for (let id = 0; id < this.product.contexts; id++) if (buffer.hasStarted(id)) this.started.add(id as ContextId);
    if (buffer.isLastStart) this.isArrivalBoundReached = true;
    let last: Segment = { candidates: 0, sightings: 0, steps: 0, starts: 0, ends: 0, missed: -1 };
    let next = buffer.end;
    for (const segment of buffer.read(packing.words)) {
      states.addPacked(buffer, last.candidates, segment.candidates);
      for (let n = last.sightings; n < segment.sightings; n++) {
        const { from, step, below } = buffer.sighting(n);
        if (below === -1) this.sees(from, step);
        else this.seesBelow(from, step, below);
      }
      this.stepCount += segment.steps - last.steps;
      this.startCount += segment.starts - last.starts;
      this.counts.paths += segment.ends - last.ends;
      last = segment;
      if (segment.missed === -1) break;
      this.expandOne(segment.missed);
      states.flush();
      // Packed otherwise, what comes next means something else.
      if (states.packing === packing) continue;
      next = segment.missed + 1;
      break;
    }
    return this.expand(next, start + CHUNK);
  }

  /** Follows all transitions from some states; gives the first that is left. */
  private expand(from: number, end: number): number {
    let index = from;
    for (; index < end; index++) {
      // Those that wait are next.
      if (index === this.states.count) this.states.flush();
      if (index === this.states.count) break;
      this.expandOne(index);
    }
    this.states.flush();
    this.startPostponed();
    return index;
  }

  private expandOne(index: number): void {
    this.states.get(index, this.vector);
    expandState(this.product, index, this.vector, this.after, this);
  }

  /** What is postponed until the end must not be postponed for ever. */
  private startPostponed(): void {
    const { product, states, vector, after } = this;
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
        for (const start of product.postponed(vector, product.top(vector))) {
          this.starts(index, start);
          product.begin(vector, after, start);
          this.reaches(after, index);
        }
      }
      states.flush();
    }
  }

  starts(_: number, { isr, isLast }: Start): void {
    this.startCount++;
    this.started.add(isr);
    if (isLast) this.isArrivalBoundReached = true;
  }

  steps(): void {
    this.stepCount++;
  }

  ends(): void {
    this.counts.paths++;
  }

  reaches(vector: Int32Array, from: number): void {
    this.states.add(vector, from);
  }

  seesBelow(before: number, step: number, seen: number): void {
    const known = (this.seenBelow[seen] ??= this.product.seenBelow(seen).map((key) => this.seenAs(key)));
    for (let n = 0; n < known.length; n++) note(known[n]!, before, step);
  }

  sees(before: number, step: number): void {
    const known = (this.seenIn[step] ??= this.product.seenIn(step).map((key) => this.seenAs(key)));
    for (let n = 0; n < known.length; n++) note(known[n]!, before, step);
  }

  private seenAs(key: string): Seen {
    let known = this.seen.get(key);
    if (known === undefined) this.seen.set(key, (known = { first: [], spread: [], last: 0, lastStep: 0, count: 0 }));
    return known;
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
    for (const [key, { first, spread, last, lastStep }] of this.seen) {
      if (this.known.has(key)) continue;
      const [earliest, ...others] = first;
      const witnesses = [earliest!, { before: last, step: lastStep }, ...spread, ...others].slice(0, WITNESSES);
      yield* breathe(this.options.limits, () => ({
        phase: 'exploring',
        states: this.states.count,
        sightings: this.hits.size,
      }));
      let moves = 0;
      for (const { before, step } of witnesses) {
        // The first is shown in any case.
        moves += this.depthOf(before);
        if (this.hits.has(key) && moves > MOST_MOVES) continue;
        this.retrace.execute([...this.movesTo(before), { kind: 'step', step }], (state, sighting, trail) => {
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

function note(seen: Seen, before: number, step: number): void {
  const count = ++seen.count;
  seen.last = before;
  seen.lastStep = step;
  const isPower = (count & (count - 1)) === 0;
  if (!isPower && count > WITNESSES) return;
  const at = { before, step };
  if (count <= WITNESSES) seen.first.push(at);
  const power = 31 - Math.clz32(count);
  if (isPower) seen.spread[power < WITNESSES ? power : WITNESSES / 2 + (power % (WITNESSES / 2))] = at;
}
