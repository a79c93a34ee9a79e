// Clocks: one number per step, and the order of two steps as a Boolean over their clocks (TECS 2017 §5.4, `ck`). Steps
// of one instance have increasing clocks, executed or not: every path follows the order in which they are listed, and a
// step that is not executed occurs in no other unguarded constraint, so it can always be given a place. Equal clocks
// are ordered by step number: the order is total, one comparator serves both directions of a pair, and the paper's w →
// w′ ∨ w′ → w holds by itself. In programs with threads the same is said by pairs of steps, or, where context switches
// are bounded, by segments.

import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import type { EventGraph, EventInstance, MemoryEvent } from './event-graph.js';
import { isPairwise, PairwiseOrder } from './pairwise-order.js';
import { SegmentOrder } from './segment-order.js';

export type OrderingEncoding = 'po' | 'precise' | 'threads';

export interface OrderSettings {
  readonly encoding: OrderingEncoding;
  /** At most so many switches from one thread to another; absent: any number. */
  readonly contextSwitches?: number | undefined;
}

/** How the order of two steps of different instances is told; what holds of it comes when all was asked. */
interface StepOrder {
  before(first: number, second: number): Term;
  assertions(): Iterable<Term>;
}

export class Precedence {
  /** By step; none where pairs of steps are ordered. */
  readonly clocks: readonly Term[];
  readonly clockWidth: number;
  /** Program order, and the order of interchangeable instances. */
  readonly assertions: readonly Term[];
  readonly #terms: Terms;
  readonly #graph: EventGraph;
  readonly #initial: number;
  /** Of a step in its instance. */
  readonly #positions: Int32Array;
  /** By instance, those that end before it starts whenever it runs. */
  readonly #earlier: readonly ReadonlySet<number>[];
  readonly #known = new Map<number, Term>();
  readonly #order: StepOrder | undefined;
  readonly #segments: SegmentOrder | undefined;

  constructor(terms: Terms, graph: EventGraph, { encoding, contextSwitches }: OrderSettings) {
    this.#terms = terms;
    this.#graph = graph;
    this.#initial = graph.instances[0]!.steps[0]!;
    this.#positions = new Int32Array(graph.steps.length);
    for (const instance of graph.instances) {
      instance.steps.forEach((step, position) => {
        this.#positions[step] = position;
      });
    }
    this.#earlier = nestsIsrs(graph, encoding) ? endedBefore(graph) : graph.instances.map(() => new Set<number>());
    const hasThreads = graph.instances.some((i) => i.spawned !== undefined);
    if (contextSwitches !== undefined) this.#segments = new SegmentOrder(terms, graph, contextSwitches);
    const isPairs = hasThreads && isPairwise(graph);
    this.#order = this.#segments ?? (isPairs ? this.#pairs() : undefined);
    this.clockWidth = Math.max(1, Math.ceil(Math.log2(graph.steps.length)));
    this.clocks =
      this.#segments?.segments ??
      (isPairs
        ? []
        : graph.steps.map(({ id }) =>
            id === this.#initial ? terms.zero(this.clockWidth) : terms.variable(this.clockWidth, `ck${id}`),
          ));
    this.assertions = [
      ...(this.#order === undefined ? this.#programOrder() : []),
      ...graph.instances.flatMap((instance) => this.#symmetry(instance)),
    ].filter((assertion) => assertion !== TRUE);
  }

  /**
   * Does one step come before another? A constant if that follows from where they stand; of use only if both are
   * executed.
   */
  before(first: number, second: number): Term {
    if (first === second) return FALSE;
    const key = first * this.#graph.steps.length + second;
    let term = this.#known.get(key);
    if (term === undefined) {
      term = this.#always(first, second) ? TRUE : this.#always(second, first) ? FALSE : this.#compare(first, second);
      this.#known.set(key, term);
    }
    return term;
  }

  /** Does it happen within the bound on context switches? */
  isWithin(step: number): Term {
    return this.#segments?.isWithin(step) ?? TRUE;
  }

  /** What holds of orders that were asked about since the last call. */
  closing(): Iterable<Term> {
    return this.#order?.assertions() ?? [];
  }

  #pairs(): PairwiseOrder {
    return new PairwiseOrder(this.#terms, this.#graph, (first, second) => this.#always(first, second));
  }

  /** The same of two events. */
  precedes(first: MemoryEvent, second: MemoryEvent): Term {
    if (first.step !== second.step) return this.before(first.step, second.step);
    const { events } = this.#graph.steps[first.step]!;
    return events.indexOf(first.id) < events.indexOf(second.id) ? TRUE : FALSE;
  }

  #always(first: number, second: number): boolean {
    if (first === this.#initial) return true;
    if (second === this.#initial) return false;
    const from = this.#graph.steps[first]!.instance;
    const to = this.#graph.steps[second]!.instance;
    if (from === to) return this.#positions[first]! < this.#positions[second]!;
    const { spawned } = this.#graph.instances[to]!;
    if (spawned !== undefined) return first === spawned.step || this.#always(first, spawned.step);
    return this.#earlier[to]!.has(from);
  }

  #compare(first: number, second: number): Term {
    if (this.#order !== undefined) return this.#order.before(first, second);
    const a = this.clocks[first]!;
    const b = this.clocks[second]!;
    return first < second ? this.#terms.ule(a, b) : this.#terms.ult(a, b);
  }

  #programOrder(): Term[] {
    const assertions: Term[] = [];
    for (const { steps, spawned } of this.#graph.instances) {
      let previous = spawned?.step ?? this.#initial;
      for (const step of steps) {
        if (step !== this.#initial) assertions.push(this.#terms.ult(this.clocks[previous]!, this.clocks[step]!));
        previous = step;
      }
    }
    return assertions;
  }

  #symmetry({ id, runs, steps, after }: EventInstance): Term[] {
    if (after === undefined) return [];
    const other = this.#graph.instances[after]!;
    const last = this.#earlier[id]!.has(after) ? other.steps.at(-1)! : other.steps[0]!;
    return [this.#terms.implies(runs, other.runs), this.#terms.implies(runs, this.#compare(last, steps[0]!))];
  }
}

/** Is it part of the encoding that ISRs run to their end before what they preempt goes on? */
export function nestsIsrs({ instances }: EventGraph, encoding: OrderingEncoding): boolean {
  return encoding !== 'threads' || instances.some((i) => i.spawned !== undefined);
}

/** Instances of one level never overlap, so of two interchangeable ones the first has ended when the second starts. */
function endedBefore({ instances }: EventGraph): Set<number>[] {
  const all: Set<number>[] = instances.map(() => new Set());
  for (const { id, level } of instances) {
    let after = instances[id]!.after;
    while (after !== undefined && instances[after]!.level === level && !all[id]!.has(after)) {
      all[id]!.add(after);
      after = instances[after]!.after;
    }
  }
  return all;
}
