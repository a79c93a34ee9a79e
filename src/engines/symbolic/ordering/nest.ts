// Can steps be put into a nested order? Given are chains, one per running instance, and edges that the order must respect. Of a step e and an
// instance j of its level or above, e comes before all of j or after all of it. What follows is closed to a fixpoint; what is left open is tried,
// one way and then the other. Complete: either an order, or the reasons of the edges and chains that together admit none.
// Reachability is kept per step and chain (the first step of the chain that is reached), so an edge costs a few updates, not a matrix.

import type { Term } from '../../../solve/term.js';

/** The executed steps of an instance that runs, in program order. */
export interface Chain {
  readonly level: number;
  /** Why it is here. */
  readonly runs: Term;
  readonly steps: readonly {
    readonly id: number;
    readonly guard: Term /** Low ones are tried first. */;
    readonly rank: number;
  }[];
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly because: readonly Term[];
}

export type Nesting =
  | { readonly kind: 'order'; readonly steps: readonly number[] }
  | { readonly kind: 'impossible'; readonly because: ReadonlySet<Term> };

export function nest(chains: readonly Chain[], edges: readonly Edge[]): Nesting {
  const search = new Search(chains);
  const conflict = search.addAll(edges) ?? search.solve(0);
  return conflict === undefined
    ? { kind: 'order', steps: search.order() }
    : { kind: 'impossible', because: conflict.reasons };
}

/** Why there is no order: reasons of the problem, and decisions of the search, by depth. */
interface Conflict {
  readonly reasons: ReadonlySet<Term>;
  readonly decisions: ReadonlySet<number>;
}

/** An edge between nodes. It follows from its reasons, decisions and other edges. */
interface Arc {
  readonly from: number;
  readonly to: number;
  readonly reasons: Iterable<Term>;
  readonly decisions: Iterable<number>;
  readonly path: readonly number[];
}

interface Choice {
  readonly preferred: readonly [from: number, to: number];
  readonly other: readonly [from: number, to: number];
  readonly reasons: readonly Term[];
}

const never = 0x7fffffff;
const programOrder = -1;

class Search {
  readonly #chains: readonly Chain[];
  /** Nodes are numbered chain by chain: the steps of chain c are those from #offsets[c] on. */
  readonly #offsets: readonly number[];
  readonly #chainOf: Int32Array;
  readonly #nodeOf = new Map<number, number>();
  readonly #arcs: Arc[] = [];
  /** Arcs into a node. */
  readonly #incoming: readonly number[][];
  /** By node and chain: position in the chain of the first step that is the node or comes after it. */
  readonly #reach: Int32Array;
  /** The arc by which it is reached, or program order. */
  readonly #via: Int32Array;
  /** What #reach and #via were, for going back: index, reach, via. */
  readonly #trail: number[] = [];

  constructor(chains: readonly Chain[]) {
    this.#chains = chains;
    const offsets: number[] = [];
    let size = 0;
    for (const { steps } of chains) {
      offsets.push(size);
      size += steps.length;
    }
    this.#offsets = offsets;
    this.#chainOf = new Int32Array(size);
    this.#incoming = Array.from({ length: size }, () => []);
    this.#reach = new Int32Array(size * chains.length).fill(never);
    this.#via = new Int32Array(size * chains.length).fill(programOrder);
    chains.forEach(({ steps }, chain) => {
      steps.forEach(({ id }, position) => {
        const node = offsets[chain]! + position;
        this.#chainOf[node] = chain;
        this.#nodeOf.set(id, node);
        this.#reach[node * chains.length + chain] = position;
      });
    });
  }

  addAll(edges: readonly Edge[]): Conflict | undefined {
    for (const { from, to, because } of edges) {
      const conflict = this.#add(this.#nodeOf.get(from)!, this.#nodeOf.get(to)!, because);
      if (conflict !== undefined) return conflict;
    }
    return undefined;
  }

  /** Decides everything that is open. A failure that does not depend on a decision is not tried the other way. */
  solve(depth: number): Conflict | undefined {
    const inherent = this.#close();
    if (inherent !== undefined) return inherent;
    const choice = this.#choose();
    if (choice === undefined) return undefined;
    const trail = this.#trail.length;
    const arcs = this.#arcs.length;
    const conflict = this.#add(...choice.preferred, [], [depth]) ?? this.solve(depth + 1);
    if (conflict === undefined || !conflict.decisions.has(depth)) return conflict;
    this.#goBack(trail, arcs);
    const reasons = new Set([...conflict.reasons, ...choice.reasons]);
    const decisions = new Set(conflict.decisions);
    decisions.delete(depth);
    return this.#add(...choice.other, reasons, decisions) ?? this.solve(depth + 1);
  }

  /** Once all is decided, every order that respects the arcs is nested. */
  order(): readonly number[] {
    const done = new Uint8Array(this.#chainOf.length);
    const next = this.#chains.map(() => 0);
    const steps: number[] = [];
    for (;;) {
      let best = -1;
      let bestRank = Number.POSITIVE_INFINITY;
      this.#chains.forEach((chain, index) => {
        const step = chain.steps[next[index]!];
        if (step === undefined || step.rank >= bestRank) return;
        const node = this.#offsets[index]! + next[index]!;
        if (this.#incoming[node]!.some((arc) => done[this.#arcs[arc]!.from] === 0)) return;
        best = index;
        bestRank = step.rank;
      });
      if (best < 0) return steps;
      steps.push(this.#chains[best]!.steps[next[best]!]!.id);
      done[this.#offsets[best]! + next[best]!] = 1;
      next[best]!++;
    }
  }

  /** Nothing changes, and there is a conflict, if the arc closes a cycle. */
  #add(
    from: number,
    to: number,
    reasons: Iterable<Term>,
    decisions: Iterable<number> = [],
    path: readonly number[] = [],
  ): Conflict | undefined {
    if (this.#reaches(from, to)) return undefined;
    if (this.#reaches(to, from))
      return this.#explain({ from, to, reasons, decisions, path: [...path, ...this.#path(to, from)] });
    this.#incoming[to]!.push(this.#arcs.length);
    this.#arcs.push({ from, to, reasons, decisions, path });
    const changed: number[] = [];
    if (this.#update(from, to, this.#arcs.length - 1)) changed.push(from);
    for (let node = changed.pop(); node !== undefined; node = changed.pop()) {
      const isFirst = node === this.#offsets[this.#chainOf[node]!];
      if (!isFirst && this.#update(node - 1, node, programOrder)) changed.push(node - 1);
      for (const arc of this.#incoming[node]!) {
        const source = this.#arcs[arc]!.from;
        if (this.#update(source, node, arc)) changed.push(source);
      }
    }
    return undefined;
  }

  /** What is reached from `to` is reached from `from`. */
  #update(from: number, to: number, via: number): boolean {
    const count = this.#chains.length;
    let changed = false;
    for (let chain = 0; chain < count; chain++) {
      const index = from * count + chain;
      const position = this.#reach[to * count + chain]!;
      if (position >= this.#reach[index]!) continue;
      this.#trail.push(index, this.#reach[index]!, this.#via[index]!);
      this.#reach[index] = position;
      this.#via[index] = via;
      changed = true;
    }
    return changed;
  }

  #goBack(trail: number, arcs: number): void {
    while (this.#trail.length > trail) {
      const via = this.#trail.pop()!;
      const reach = this.#trail.pop()!;
      const index = this.#trail.pop()!;
      this.#reach[index] = reach;
      this.#via[index] = via;
    }
    while (this.#arcs.length > arcs) this.#incoming[this.#arcs.pop()!.to]!.pop();
  }

  #firstReached(node: number, chain: number): number {
    return this.#reach[node * this.#chains.length + chain]!;
  }

  #reaches(from: number, to: number): boolean {
    const chain = this.#chainOf[to]!;
    return this.#firstReached(from, chain) <= to - this.#offsets[chain]!;
  }

  /** The arcs on a way between two nodes. */
  #path(from: number, to: number): number[] {
    const chain = this.#chainOf[to]!;
    const path: number[] = [];
    for (let node = from; this.#chainOf[node] !== chain; ) {
      const via = this.#via[node * this.#chains.length + chain]!;
      if (via === programOrder) {
        node++;
      } else {
        path.push(via);
        node = this.#arcs[via]!.to;
      }
    }
    return path;
  }

  #explain(closing: Arc): Conflict {
    const reasons = new Set<Term>();
    const decisions = new Set<number>();
    const seen = new Set<number>();
    const pending: Arc[] = [closing];
    for (let arc = pending.pop(); arc !== undefined; arc = pending.pop()) {
      for (const reason of arc.reasons) reasons.add(reason);
      for (const decision of arc.decisions) decisions.add(decision);
      for (const other of arc.path) {
        if (seen.has(other)) continue;
        seen.add(other);
        pending.push(this.#arcs[other]!);
      }
    }
    return { reasons, decisions };
  }

  /** Pairs of chains of which the second may interrupt the first, or excludes it: no step of the first comes between two of the second. */
  *#pairs(): Generator<readonly [lower: number, upper: number]> {
    for (let upper = 0; upper < this.#chains.length; upper++) {
      if (this.#chains[upper]!.steps.length < 2) continue;
      for (let lower = 0; lower < this.#chains.length; lower++) {
        if (lower !== upper && this.#chains[lower]!.level <= this.#chains[upper]!.level) yield [lower, upper];
      }
    }
  }

  /** The last step of a chain that comes before the given position of another, or -1. */
  #lastBefore(lower: number, upper: number, position: number): number {
    const offset = this.#offsets[lower]!;
    let low = -1;
    let high = this.#chains[lower]!.steps.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#firstReached(offset + middle, upper) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #bounds(chain: number): readonly [start: number, end: number] {
    const start = this.#offsets[chain]!;
    return [start, start + this.#chains[chain]!.steps.length - 1];
  }

  /** What comes after the start of an instance comes after its end; what comes before its end comes before its start. */
  #close(): Conflict | undefined {
    for (let arcs = -1; arcs !== this.#arcs.length; ) {
      arcs = this.#arcs.length;
      for (const [lower, upper] of this.#pairs()) {
        const conflict = this.#closePair(lower, upper);
        if (conflict !== undefined) return conflict;
      }
    }
    return undefined;
  }

  #closePair(lower: number, upper: number): Conflict | undefined {
    const [start, end] = this.#bounds(upper);
    const after = this.#firstReached(start, lower);
    if (after < this.#firstReached(end, lower)) {
      const step = this.#offsets[lower]! + after;
      const conflict = this.#add(end, step, this.#reasons(step, upper), [], this.#path(start, step));
      if (conflict !== undefined) return conflict;
    }
    const before = this.#lastBefore(lower, upper, end - start);
    const step = this.#offsets[lower]! + before;
    if (before < 0 || this.#firstReached(step, upper) === 0) return undefined;
    return this.#add(step, start, this.#reasons(step, upper), [], this.#path(step, end));
  }

  /** That a step stands before or after the whole of an instance depends on both being there. */
  #reasons(step: number, upper: number): readonly Term[] {
    const chain = this.#chains[this.#chainOf[step]!]!;
    return [this.#chains[upper]!.runs, chain.steps[step - this.#offsets[this.#chainOf[step]!]!]!.guard];
  }

  /** A step that may still come before or after an instance; the ranks say what to try first. */
  #choose(): Choice | undefined {
    for (const [lower, upper] of this.#pairs()) {
      const [start, end] = this.#bounds(upper);
      const { steps } = this.#chains[lower]!;
      const from = this.#lastBefore(lower, upper, 0) + 1;
      const to = Math.min(this.#firstReached(end, lower), steps.length);
      if (from >= to) continue;
      const { rank } = this.#chains[upper]!.steps[0]!;
      let position = from;
      while (position < to && steps[position]!.rank < rank) position++;
      const step = this.#offsets[lower]! + Math.min(position, to - 1);
      const before = [step, start] as const;
      const after = [end, step] as const;
      const reasons = this.#reasons(step, upper);
      return position < to
        ? { preferred: after, other: before, reasons }
        : { preferred: before, other: after, reasons };
    }
    return undefined;
  }
}
