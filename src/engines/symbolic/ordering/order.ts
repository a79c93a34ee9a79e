// The formula PORD of the TECS 2017 paper, §5.4, over guarded symbolic events. `po`: Algorithms 1–3, exact with one ISR
// instance (the theorem of §5.5), else an over-approximation; `precise`: nested-isr over all locations, exact;
// `threads`: no nested-isr at all, or, where there are threads, `precise` for ISRs and any order of threads, exact. One
// deviation: line 5 of Algorithm 3 leaves out writes by the reader's own instance, which would let a read miss a write
// that program order puts before it. Constraints that hold by the places of the events alone are not made.

import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import type { EventGraph, EventInstance, MemoryEvent } from './event-graph.js';
import { nestsIsrs, type OrderingEncoding, type OrderSettings, Precedence } from './precedence.js';

/** The read takes its value from the write. Implies that both are executed. */
export interface ReadFrom {
  readonly write: number;
  readonly read: number;
  readonly chosen: Term;
}

/**
 * Two writes of different instances to one location, whose order is open. `before` means something only if both are
 * executed.
 */
export interface WriteOrder {
  readonly first: number;
  readonly second: number;
  readonly before: Term;
}

export interface OrderingCounts {
  readonly steps: number;
  readonly events: number;
  readonly clockWidth: number;
  readonly selectors: number;
  readonly writeOrders: number;
  /** Assertions by the relation that they state. An edge of fr that ni strengthens counts as ni. */
  readonly assertions: { readonly po: number; readonly rf: number; readonly fr: number; readonly ni: number };
}

export interface EventOrdering {
  readonly encoding: OrderingEncoding;
  /** Every model is an execution. */
  readonly isExact: boolean;
  readonly assertions: readonly Term[];
  /** What holds besides of the orders that were asked about so far, and was not given before. */
  closing(): Iterable<Term>;
  /** Does a step happen within the bound on context switches? */
  isWithin(step: number): Term;
  /** By step. Steps are ordered by clock, those with equal clocks by number. None: the order is told by pairs. */
  readonly clocks: readonly Term[];
  readonly readFrom: readonly ReadFrom[];
  readonly writeOrders: readonly WriteOrder[];
  readonly counts: OrderingCounts;
  /** Of two steps; of use only if both are executed. */
  before(first: number, second: number): Term;
  /** Of two events, also of one step. */
  precedes(first: number, second: number): Term;
}

/** `checkLimits` is called now and then, and may throw. */
export function order(
  terms: Terms,
  graph: EventGraph,
  encoding: OrderingEncoding,
  checkLimits: () => void = () => {},
  contextSwitches?: number,
): EventOrdering {
  return new Builder(terms, graph, { encoding, contextSwitches }, checkLimits).build();
}

interface LocationAccesses {
  readonly reads: readonly MemoryEvent[];
  readonly writes: readonly MemoryEvent[];
}

class Builder {
  readonly #terms: Terms;
  readonly #graph: EventGraph;
  readonly #encoding: OrderingEncoding;
  readonly #checkLimits: () => void;
  readonly #precedence: Precedence;
  readonly #assertions: Set<Term>;
  readonly #readFrom: ReadFrom[] = [];
  readonly #writeOrders: WriteOrder[] = [];
  readonly #counts = { po: 0, rf: 0, fr: 0, ni: 0 };

  constructor(terms: Terms, graph: EventGraph, settings: OrderSettings, checkLimits: () => void) {
    const { encoding } = settings;
    this.#terms = terms;
    this.#graph = graph;
    this.#encoding = encoding;
    this.#checkLimits = checkLimits;
    this.#precedence = new Precedence(terms, graph, settings);
    this.#assertions = new Set(this.#precedence.assertions);
    this.#counts.po = this.#assertions.size;
  }

  build(): EventOrdering {
    const graph = this.#graph;
    const precedence = this.#precedence;
    for (const location of accesses(graph)) {
      this.#serialiseWrites(location);
      for (const read of location.reads) {
        const hiding = this.#hidingWrite(read, location.writes);
        this.#fromRead(read, this.#readsFrom(read, hiding, location), hiding, location);
      }
    }
    const isExact = this.#encoding !== 'po' && nestsIsrs(graph, this.#encoding);
    if (isExact) this.#nestPrecisely();
    return {
      encoding: this.#encoding,
      isExact,
      assertions: [...this.#assertions],
      clocks: precedence.clocks,
      readFrom: this.#readFrom,
      writeOrders: this.#writeOrders,
      counts: {
        steps: graph.steps.length,
        events: graph.events.length,
        clockWidth: precedence.clockWidth,
        selectors: this.#readFrom.length,
        writeOrders: this.#writeOrders.length,
        assertions: this.#counts,
      },
      closing: () => precedence.closing(),
      isWithin: (step) => precedence.isWithin(step),
      before: (first, second) => precedence.before(first, second),
      precedes: (first, second) => precedence.precedes(graph.events[first]!, graph.events[second]!),
    };
  }

  /** Algorithm 1. The order of two writes is total already; what remains is nested-isr. */
  #serialiseWrites({ writes }: LocationAccesses): void {
    writes.forEach((second, index) => {
      this.#checkLimits();
      for (let i = 0; i < index; i++) {
        const first = writes[i]!;
        if (this.#instance(first) === this.#instance(second) || this.#exclusive(first, second)) continue;
        const before = this.#precedence.precedes(first, second);
        if (before !== TRUE && before !== FALSE) {
          this.#writeOrders.push({ first: first.id, second: second.id, before });
        }
        this.#nest(first, second);
        this.#nest(second, first);
      }
    });
  }

  /** Algorithm 2. */
  #readsFrom(read: MemoryEvent, hiding: MemoryEvent | undefined, { writes }: LocationAccesses): readonly ReadFrom[] {
    const candidates = writes.filter(
      (write) =>
        this.#precedence.precedes(write, read) !== FALSE &&
        !this.#exclusive(write, read) &&
        (hiding === undefined || this.#precedence.precedes(write, hiding) !== TRUE),
    );
    const selectors = candidates.map((write) => ({
      write: write.id,
      read: read.id,
      chosen: candidates.length === 1 ? read.guard : this.#terms.variable(1, `rf${write.id}_${read.id}`),
    }));
    candidates.forEach((write, index) => {
      const { chosen } = selectors[index]!;
      const sameValue = this.#terms.eq(write.value, read.value);
      this.#require('rf', [chosen], this.#terms.all([write.guard, read.guard, sameValue]));
      this.#require('rf', [chosen], this.#precedence.precedes(write, read));
      this.#nest(write, read);
    });
    this.#require('rf', [read.guard], this.#terms.any(selectors.map(({ chosen }) => chosen)));
    this.#readFrom.push(...selectors);
    return selectors;
  }

  /**
   * Algorithm 3. Where nested-isr asks for more than from-read, it alone is stated: the end of the reader's instance
   * comes after the read. Of the writes of one instance, what follows from another one's place is not stated: of those
   * behind `write` itself, one that is made only if an earlier one is; of the reader's own, those before `hiding`.
   */
  #fromRead(
    read: MemoryEvent,
    selectors: readonly ReadFrom[],
    hiding: MemoryEvent | undefined,
    { writes }: LocationAccesses,
  ): void {
    for (const { write, chosen } of selectors) {
      this.#checkLimits();
      const behind: MemoryEvent[] = [];
      for (const later of writes) {
        if (later.id === write || this.#exclusive(later, read)) continue;
        const overwritten = this.#precedence.precedes(this.#graph.events[write]!, later);
        if (overwritten === FALSE) continue;
        if (hiding !== undefined && later !== hiding && this.#precedence.precedes(later, hiding) === TRUE) continue;
        if (overwritten === TRUE) {
          if (behind.some((earlier) => this.#isBehind(later, earlier))) continue;
          behind.push(later);
        }
        const nested = this.#nests(read, later);
        const conclusion = nested
          ? this.#precedence.before(end(this.#instance(read)), later.step)
          : this.#precedence.precedes(read, later);
        this.#require(nested ? 'ni' : 'fr', [chosen, overwritten, later.guard], conclusion);
      }
    }
  }

  /** §5.4, last paragraph: whatever comes after the start of an instance of its level or above comes after its end. */
  #nestPrecisely(): void {
    const { instances, steps } = this.#graph;
    for (const lower of instances) {
      for (const upper of instances) {
        if (lower === upper || lower.level > upper.level || start(upper) === end(upper)) continue;
        if (upper.level === 0) continue;
        this.#checkLimits();
        // Of equal levels, all later steps follow the first of them in program order, and the converse is stated for
        // the other instance.
        const concerned = lower.level === upper.level ? [start(lower)] : lower.steps;
        for (const step of concerned) {
          const guard = this.#terms.and(upper.runs, steps[step]!.guard);
          this.#require(
            'ni',
            [this.#precedence.before(start(upper), step), guard],
            this.#precedence.before(end(upper), step),
          );
        }
      }
    }
  }

  /** If the first event comes before the second, so does the end of its instance: lines 7, 9 and 13. */
  #nest(first: MemoryEvent, second: MemoryEvent): void {
    if (!this.#nests(first, second)) return;
    const last = end(this.#instance(first));
    if (last === first.step) return;
    this.#require(
      'ni',
      [this.#precedence.precedes(first, second), this.#terms.and(first.guard, second.guard)],
      this.#precedence.before(last, second.step),
    );
  }

  /** Does the order of two events of one location have consequences for their instances? */
  #nests(first: MemoryEvent, second: MemoryEvent): boolean {
    if (this.#encoding !== 'po') return false;
    const one = this.#instance(first);
    const other = this.#instance(second);
    return one !== other && one.level > 0 && one.level >= other.level;
  }

  /**
   * The last write of the reader's own instance that is executed whenever the read is: what comes before it is never
   * read.
   */
  #hidingWrite(read: MemoryEvent, writes: readonly MemoryEvent[]): MemoryEvent | undefined {
    let last: MemoryEvent | undefined;
    for (const write of writes) {
      if (this.#instance(write) !== this.#instance(read) || this.#precedence.precedes(write, read) !== TRUE) continue;
      if (this.#terms.implies(read.guard, write.guard) !== TRUE) continue;
      if (last === undefined || this.#precedence.precedes(last, write) === TRUE) last = write;
    }
    return last;
  }

  /** Made only where the earlier write is, and never before it. */
  #isBehind(later: MemoryEvent, earlier: MemoryEvent): boolean {
    return (
      this.#precedence.precedes(earlier, later) === TRUE && this.#terms.implies(later.guard, earlier.guard) === TRUE
    );
  }

  #exclusive(a: MemoryEvent, b: MemoryEvent): boolean {
    return this.#terms.and(a.guard, b.guard) === FALSE;
  }

  #instance(event: MemoryEvent): EventInstance {
    return this.#graph.instances[this.#graph.steps[event.step]!.instance]!;
  }

  #require(relation: keyof OrderingCounts['assertions'], conditions: readonly Term[], conclusion: Term): void {
    if (conclusion === TRUE || conditions.includes(conclusion)) return;
    const assertion = this.#terms.implies(this.#terms.all(conditions), conclusion);
    if (assertion === TRUE || this.#assertions.has(assertion)) return;
    this.#assertions.add(assertion);
    this.#counts[relation]++;
  }
}

function accesses({ events, locations }: EventGraph): readonly LocationAccesses[] {
  const all = locations.map((): { reads: MemoryEvent[]; writes: MemoryEvent[] } => ({ reads: [], writes: [] }));
  for (const event of events) {
    if (event.guard === FALSE) continue;
    const { reads, writes } = all[event.location]!;
    (event.operation === 'R' ? reads : writes).push(event);
  }
  return all;
}

export function start(instance: EventInstance): number {
  return instance.steps[0]!;
}

/** `last(e)` of the paper, for every event of the instance. */
export function end(instance: EventInstance): number {
  return instance.steps.at(-1)!;
}
