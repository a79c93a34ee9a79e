// Can steps be put into a nested order? Given are chains, one per running instance, and edges that the order must
// respect. A step at most as urgent as j that comes after j's start comes after its end; one before its end comes
// before its start. Closing the order under these rules decides: a cycle means that there is none; else the highest
// level's instances are blocks, and by induction the steps below have a nested order T that extends the closed one; a
// cycle of both would be one of T. So blocks are put into T, level by level. Main and the threads, the lowest level,
// are no blocks: for them T is any order of their steps that extends the closed one.

import { InternalError } from '../../../base/internal-error.js';
import type { Term } from '../../../solve/term.js';

/** The executed steps of an instance, in program order. */
export interface Chain {
  readonly level: number;
  /** Where there is freedom, steps of low rank come first. */
  readonly steps: readonly { readonly id: number; readonly rank: number }[];
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  /** These imply the edge, and that both of its steps are executed. */
  readonly because: readonly Term[];
}

export type Nesting =
  | { readonly kind: 'order'; readonly steps: readonly number[] }
  | { readonly kind: 'impossible'; readonly because: ReadonlySet<Term> };

export function nest(chains: readonly Chain[], edges: readonly Edge[]): Nesting {
  const closure = new Closure(chains);
  const because = closure.addAll(edges) ?? closure.close();
  return because === undefined
    ? { kind: 'order', steps: new Sequence(chains, closure).build() }
    : { kind: 'impossible', because };
}

/** An edge between nodes, given or following from others. */
interface Arc {
  readonly from: number;
  readonly to: number;
  readonly because: readonly Term[];
  /** The arcs it follows from. */
  readonly path: readonly number[];
}

type Reasons = ReadonlySet<Term>;

const never = 0x7fffffff;
const programOrder = -1;

/**
 * Reachability is kept per node and chain, as the first step of the chain that is reached: an edge costs a few updates,
 * not a matrix.
 */
class Closure {
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

  addAll(edges: readonly Edge[]): Reasons | undefined {
    for (const { from, to, because } of edges) {
      const conflict = this.#add({ from: this.#nodeOf.get(from)!, to: this.#nodeOf.get(to)!, because, path: [] });
      if (conflict !== undefined) return conflict;
    }
    return undefined;
  }

  close(): Reasons | undefined {
    for (let arcs = -1; arcs !== this.#arcs.length; ) {
      arcs = this.#arcs.length;
      for (let upper = 0; upper < this.#chains.length; upper++) {
        for (let lower = 0; lower < this.#chains.length; lower++) {
          if (lower === upper || !isBlock(this.#chains[upper]!, this.#chains[lower]!)) continue;
          const conflict = this.#closePair(lower, upper);
          if (conflict !== undefined) return conflict;
        }
      }
    }
    return undefined;
  }

  /** Does a position of one chain come before a position of another? */
  isBefore(chain: number, position: number, otherChain: number, otherPosition: number): boolean {
    return this.#firstReached(this.#offsets[chain]! + position, otherChain) <= otherPosition;
  }

  /** The last step of a chain that comes before the given position of another, or -1. */
  lastBefore(chain: number, otherChain: number, otherPosition: number): number {
    let low = -1;
    let high = this.#chains[chain]!.steps.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.isBefore(chain, middle, otherChain, otherPosition)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #closePair(lower: number, upper: number): Reasons | undefined {
    const start = this.#offsets[upper]!;
    const end = start + this.#chains[upper]!.steps.length - 1;
    const after = this.#firstReached(start, lower);
    if (after < this.#firstReached(end, lower)) {
      const step = this.#offsets[lower]! + after;
      const conflict = this.#add({ from: end, to: step, because: [], path: this.#path(start, step) });
      if (conflict !== undefined) return conflict;
    }
    const before = this.lastBefore(lower, upper, end - start);
    const step = this.#offsets[lower]! + before;
    if (before < 0 || this.#firstReached(step, upper) === 0) return undefined;
    return this.#add({ from: step, to: start, because: [], path: this.#path(step, end) });
  }

  /** If the arc closes a cycle, nothing changes and the reasons are returned. */
  #add(arc: Arc): Reasons | undefined {
    const { from, to, path } = arc;
    if (this.#reaches(from, to)) return undefined;
    if (this.#reaches(to, from)) return this.#explain({ ...arc, path: [...path, ...this.#path(to, from)] });
    this.#incoming[to]!.push(this.#arcs.length);
    this.#arcs.push(arc);
    const changed: number[] = [];
    if (this.#update(from, to, this.#arcs.length - 1)) changed.push(from);
    for (let node = changed.pop(); node !== undefined; node = changed.pop()) {
      const isFirst = node === this.#offsets[this.#chainOf[node]!];
      if (!isFirst && this.#update(node - 1, node, programOrder)) changed.push(node - 1);
      for (const incoming of this.#incoming[node]!) {
        const source = this.#arcs[incoming]!.from;
        if (this.#update(source, node, incoming)) changed.push(source);
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
      this.#reach[index] = position;
      this.#via[index] = via;
      changed = true;
    }
    return changed;
  }

  #firstReached(node: number, chain: number): number {
    return this.#reach[node * this.#chains.length + chain]!;
  }

  #reaches(from: number, to: number): boolean {
    const chain = this.#chainOf[to]!;
    return this.#firstReached(from, chain) <= to - this.#offsets[chain]!;
  }

  /** The arcs on a way between two nodes. */
  #path(from: number, to: number): readonly number[] {
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

  #explain(closing: Arc): Reasons {
    const reasons = new Set<Term>();
    const seen = new Set<number>();
    const pending: Arc[] = [closing];
    for (let arc = pending.pop(); arc !== undefined; arc = pending.pop()) {
      for (const reason of arc.because) reasons.add(reason);
      for (const other of arc.path) {
        if (seen.has(other)) continue;
        seen.add(other);
        pending.push(this.#arcs[other]!);
      }
    }
    return reasons;
  }
}

/** Chains of level 0, main and the threads, are no blocks to each other. */
function isBlock(upper: Chain, lower: Chain): boolean {
  return upper.level > 0 && lower.level <= upper.level;
}

interface ChainPosition {
  readonly chain: number;
  readonly position: number;
}

/**
 * The order, from the lowest level up: the chains of a level are put into the order of those below, each as one block.
 */
class Sequence {
  readonly #chains: readonly Chain[];
  readonly #closure: Closure;

  constructor(chains: readonly Chain[], closure: Closure) {
    this.#chains = chains;
    this.#closure = closure;
  }

  build(): readonly number[] {
    const levels = [...new Set(this.#chains.map(({ level }) => level))].sort((a, b) => a - b);
    let sequence: readonly ChainPosition[] = [];
    for (const level of levels) {
      const chains = this.#chains.flatMap((chain, index) => (chain.level === level ? [index] : []));
      sequence = level === 0 ? this.#interleave(chains) : this.#insert(sequence, chains);
    }
    return sequence.map(({ chain, position }) => this.#chains[chain]!.steps[position]!.id);
  }

  /**
   * Step by step, the one of lowest rank next for which nobody else has to go first; of equal ranks, the chain that was
   * last goes on.
   */
  #interleave(chains: readonly number[]): readonly ChainPosition[] {
    const result: ChainPosition[] = [];
    const emitted = this.#chains.map(() => 0);
    const isReady = (chain: number) =>
      chains.every(
        (other) => other === chain || this.#closure.lastBefore(other, chain, emitted[chain]!) < emitted[other]!,
      );
    const heads = (): readonly ChainPosition[] =>
      chains
        .filter((chain) => emitted[chain]! < this.#chains[chain]!.steps.length)
        .map((chain) => ({ chain, position: emitted[chain]! }))
        .sort((a, b) => this.#rank(a) - this.#rank(b) || Number(b.chain === last) - Number(a.chain === last));
    let last = chains[0];
    for (let left = heads(); left.length > 0; left = heads()) {
      const next = left.find(({ chain }) => isReady(chain));
      if (next === undefined) throw new InternalError('a closed order without a cycle has no order of its threads');
      result.push(next);
      last = next.chain;
      emitted[next.chain]!++;
    }
    return result;
  }

  #insert(sequence: readonly ChainPosition[], blocks: readonly number[]): readonly ChainPosition[] {
    const result: ChainPosition[] = [];
    const emitted = this.#chains.map(() => 0);
    const involved = new Set([...sequence.map(({ chain }) => chain), ...blocks]);
    let pending = [...blocks].sort(
      (a, b) => this.#rank({ chain: a, position: 0 }) - this.#rank({ chain: b, position: 0 }),
    );
    const isReady = (block: number) =>
      [...involved].every((chain) => chain === block || this.#closure.lastBefore(chain, block, 0) < emitted[chain]!);
    const mustWait = ({ chain, position }: ChainPosition) =>
      pending.some((block) => this.#closure.isBefore(block, this.#chains[block]!.steps.length - 1, chain, position));
    const emit = (place: ChainPosition) => {
      result.push(place);
      emitted[place.chain]!++;
    };
    for (let next = 0; next < sequence.length || pending.length > 0; ) {
      const place = sequence[next];
      const isStuck = place === undefined || mustWait(place);
      const limit = isStuck ? Number.POSITIVE_INFINITY : this.#rank(place);
      const block = pending.find((chain) => this.#rank({ chain, position: 0 }) < limit && isReady(chain));
      if (block !== undefined) {
        pending = pending.filter((chain) => chain !== block);
        this.#chains[block]!.steps.forEach((_, position) => emit({ chain: block, position }));
      } else {
        if (isStuck) throw new InternalError('a closed order without a cycle has no nested order');
        emit(place);
        next++;
      }
    }
    return result;
  }

  #rank({ chain, position }: ChainPosition): number {
    return this.#chains[chain]!.steps[position]!.rank;
  }
}
