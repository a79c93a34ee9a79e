// Inclusion-based points-to solving (Andersen), field-sensitive by byte offsets: nodes hold sets of `AbstractPointer`s,
// edges copy them, and constraints attached to a node react to each pointer that arrives. Sound and flow-insensitive.
// Pointers are numbered, and only what is new to a node is passed on (difference propagation). Nodes that copy to each
// other in a circle hold the same set: they become one when that is noticed (lazy cycle detection, Hardekopf and Lin,
// PLDI 2007). Termination: at most `MAX_PER_OBJECT` pointers into one object at one node; more become one that covers
// them all.

import { type CheckLimits, everyNth, noLimits } from '../base/limits.js';
import type { Derivation, Node, PointerConstraints, Reaction } from './pointer-constraints.js';
import type { ObjectId, Region } from './program.js';
import {
  type AbstractPointer,
  anywhere,
  covers,
  gcd,
  overlap,
  pointerKey,
  regionAt,
  regionKey,
  spread,
} from './region.js';

/** Pointers that are passed on, and cells that are made, between two looks at the limits. */
const STEPS = 256;
const MAX_PER_OBJECT = 24;
/** Beyond this many distinct cells, copies into an object no longer keep positions. */
const MAX_CELLS = 512;

/** Two nodes as one number. */
const EDGES = 2 ** 26;
/** Nodes that are looked at for one circle. */
const MAX_SEARCH = 2000;

interface ObjectMemory {
  readonly size: number | undefined;
  /** What was stored, by region. */
  readonly cells: Map<string, { readonly region: Region; readonly node: Node }>;
  /** What is read, by region: each is fed by all cells that overlap it. */
  readonly readers: Map<string, { readonly region: Region; readonly node: Node }>;
  readonly onCell: ((region: Region, node: Node) => void)[];
}

/** What a node has; most have nothing, so that each part is made when it is needed. */
interface NodeState {
  /** Numbers of pointers. */
  set: Set<number> | undefined;
  /** The same as pointers, where somebody has asked. */
  list: readonly AbstractPointer[] | undefined;
  /** Those that have not been passed on yet. */
  delta: number[];
  /** Pointers into each object, and the one that stands for all of them where there were too many. */
  counts: Map<ObjectId, number> | undefined;
  summaries: Map<ObjectId, AbstractPointer> | undefined;
  edges: Set<Node> | undefined;
  reactions: Reaction[] | undefined;
}

export class PointerGraph implements PointerConstraints {
  /** By the node that stands for its circle. */
  private readonly states: (NodeState | undefined)[] = [];
  /** The node that a node has become part of; itself where it has not. */
  private readonly joined: Node[] = [];
  private readonly memory: ObjectMemory[] = [];
  private readonly interned: AbstractPointer[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly waiting: Node[] = [];
  /** Edges that were looked at for a circle. */
  private readonly tried = new Set<number>();
  private readonly checkLimits: CheckLimits;
  /** Pointers that arrived at nodes: what the analysis costs. */
  additions = 0;

  constructor(checkLimits: CheckLimits = noLimits) {
    this.checkLimits = everyNth(STEPS, checkLimits);
  }

  addNode(): Node {
    this.states.push(undefined);
    this.joined.push(this.joined.length);
    return this.joined.length - 1;
  }

  /** Objects are numbered by the caller, densely. */
  addObject(size: number | undefined): void {
    this.memory.push({ size, cells: new Map(), readers: new Map(), onCell: [] });
  }

  isEmpty(node: Node): boolean {
    return (this.states[this.find(node)]?.set?.size ?? 0) === 0;
  }

  hasPositions(): boolean {
    return true;
  }

  pointers(node: Node): readonly AbstractPointer[] {
    const state = this.states[this.find(node)];
    if (state?.set === undefined) return [];
    state.list ??= [...state.set].map((number) => this.interned[number]!);
    return state.list;
  }

  add(node: Node, pointer: AbstractPointer): void {
    this.addNumber(this.find(node), this.number(pointer));
  }

  private number(pointer: AbstractPointer): number {
    const key = pointerKey(pointer);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.interned.push(pointer);
    this.numbers.set(key, this.interned.length - 1);
    return this.interned.length - 1;
  }

  private state(node: Node): NodeState {
    let state = this.states[node];
    if (state === undefined) {
      state = {
        set: undefined,
        list: undefined,
        delta: [],
        counts: undefined,
        summaries: undefined,
        edges: undefined,
        reactions: undefined,
      };
      this.states[node] = state;
    }
    return state;
  }

  /** `node` stands for its circle. Whether the pointer is new to it. */
  private addNumber(node: Node, number: number): boolean {
    const state = this.state(node);
    if (state.set?.has(number) === true) return false;
    const pointer = this.interned[number]!;
    const { object } = pointer;
    const summary = state.summaries?.get(object);
    if (summary !== undefined) {
      if (covers(summary, pointer)) return false;
      return this.summarise(node, state, anywhere(object, this.memory[object]!.size));
    }
    state.counts ??= new Map();
    const count = state.counts.get(object) ?? 0;
    if (count >= MAX_PER_OBJECT) {
      const all = [...state.set!].map((n) => this.interned[n]!).filter((p) => p.object === object);
      return this.summarise(node, state, summaryOf([...all, pointer], this.memory[object]!.size));
    }
    state.counts.set(object, count + 1);
    this.insert(node, state, number);
    return true;
  }

  private insert(node: Node, state: NodeState, number: number): void {
    this.additions++;
    state.set ??= new Set();
    state.set.add(number);
    state.list = undefined;
    if (state.delta.length === 0) this.waiting.push(node);
    state.delta.push(number);
  }

  /** One pointer stands for all into its object, now and later. */
  private summarise(node: Node, state: NodeState, summary: AbstractPointer): boolean {
    state.summaries ??= new Map();
    state.summaries.set(summary.object, summary);
    const number = this.number(summary);
    if (state.set?.has(number) === true) return false;
    this.insert(node, state, number);
    return true;
  }

  /** Everything in `from` is also in `to`. */
  copy(from: Node, to: Node): void {
    const [source, target] = [this.find(from), this.find(to)];
    if (source === target) return;
    const state = this.state(source);
    state.edges ??= new Set();
    if (state.edges.has(target)) return;
    state.edges.add(target);
    for (const number of state.set ?? []) this.addNumber(target, number);
  }

  /** Calls `reaction` for every pointer that `node` has or ever gets. */
  react(node: Node, reaction: Reaction): void {
    const state = this.state(this.find(node));
    state.reactions ??= [];
    state.reactions.push(reaction);
    for (const number of [...(state.set ?? [])]) reaction(this.interned[number]!, number);
  }

  /** `to` gets what the operation makes of each pointer in `from`. */
  derive(from: Node, to: Node, { results, of }: Derivation): void {
    this.react(from, (pointer, number) => {
      let result = results.get(number);
      if (result === undefined) {
        result = this.number(of(pointer));
        results.set(number, result);
      }
      this.addNumber(this.find(to), result);
    });
  }

  load(address: Node, to: Node, size: number): void {
    this.react(address, (p) => this.copy(this.reader(p.object, regionAt(p, size, this.memory[p.object]!.size)), to));
  }

  store(address: Node, from: Node, size: number): void {
    this.react(address, (p) => this.copy(from, this.cell(p.object, regionAt(p, size, this.memory[p.object]!.size))));
  }

  /** The contents of `source` also stand at `destination`: memcpy. Positions are kept where both pointers are exact. */
  copyMemory(destination: Node, source: Node, size: number): void {
    this.react(source, (s) => this.react(destination, (d) => this.copyObject(d, s, size)));
  }

  /** The node that holds what is stored in a region. */
  cell(object: ObjectId, region: Region): Node {
    const memory = this.memory[object]!;
    const key = regionKey(region);
    const known = memory.cells.get(key);
    if (known !== undefined) return known.node;
    this.checkLimits();
    const node = this.addNode();
    memory.cells.set(key, { region, node });
    for (const reader of memory.readers.values()) if (overlap(reader.region, region)) this.copy(node, reader.node);
    for (const notify of [...memory.onCell]) notify(region, node);
    return node;
  }

  /** Everything that may be read from a region. */
  reader(object: ObjectId, region: Region): Node {
    const memory = this.memory[object]!;
    const key = regionKey(region);
    const known = memory.readers.get(key);
    if (known !== undefined) return known.node;
    this.checkLimits();
    const node = this.addNode();
    memory.readers.set(key, { region, node });
    for (const cell of memory.cells.values()) if (overlap(cell.region, region)) this.copy(cell.node, node);
    return node;
  }

  /** Every pointer that the object may hold. */
  *contents(object: ObjectId): Generator<readonly AbstractPointer[]> {
    for (const cell of this.memory[object]!.cells.values()) yield this.pointers(cell.node);
  }

  /** True when `most` pointers have arrived before all is done. */
  solve(most = Number.POSITIVE_INFINITY): boolean {
    while (this.waiting.length > 0) {
      this.checkLimits();
      if (this.additions > most) return true;
      const node = this.waiting.pop()!;
      const state = this.states[node];
      // It has become part of another since.
      if (state === undefined || this.joined[node] !== node || state.delta.length === 0) continue;
      const { delta } = state;
      state.delta = [];
      for (const to of [...(state.edges ?? [])]) this.passOn(node, to, delta);
      const { reactions } = state;
      if (reactions !== undefined)
        for (const reaction of [...reactions]) for (const number of delta) reaction(this.interned[number]!, number);
    }
    return false;
  }

  private passOn(from: Node, to: Node, delta: readonly number[]): void {
    const [source, target] = [this.find(from), this.find(to)];
    if (source === target) return;
    let isNew = false;
    for (const number of delta) if (this.addNumber(target, number)) isNew = true;
    // Nothing was new, and both have as much: maybe each copies to the other.
    const [mine, other] = [this.states[source]?.set?.size ?? 0, this.states[target]?.set?.size ?? 0];
    if (isNew || mine !== other) return;
    const edge = source * EDGES + target;
    if (this.tried.has(edge)) return;
    this.tried.add(edge);
    const circle = this.pathTo(target, source);
    for (const node of circle) this.join(source, node);
  }

  /** Nodes on a way along edges from `start` to `goal`; none where there is none. */
  private pathTo(start: Node, goal: Node): readonly Node[] {
    const before = new Map<Node, Node>([[start, start]]);
    const work = [start];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      for (const edge of this.states[node]?.edges ?? []) {
        const next = this.find(edge);
        if (next === goal) {
          const way = [node];
          while (way.at(-1) !== start) way.push(before.get(way.at(-1)!)!);
          return way;
        }
        if (before.has(next) || before.size > MAX_SEARCH) continue;
        before.set(next, node);
        work.push(next);
      }
    }
    return [];
  }

  /** `other` becomes part of `node`: all that either has or gets is for both. */
  private join(node: Node, other: Node): void {
    const [kept, gone] = [this.find(node), this.find(other)];
    if (kept === gone) return;
    const lost = this.states[gone];
    this.joined[gone] = kept;
    this.states[gone] = undefined;
    if (lost === undefined) return;
    const state = this.state(kept);
    const had = [...(state.set ?? [])];
    const missing = had.filter((number) => lost.set?.has(number) !== true);
    // What was not passed on by the one that is gone comes again.
    const late = new Set([...missing, ...lost.delta]);
    if (lost.edges !== undefined) {
      state.edges ??= new Set();
      for (const edge of lost.edges) {
        const target = this.find(edge);
        if (target === kept || state.edges.has(target)) continue;
        state.edges.add(target);
        for (const number of late) this.addNumber(target, number);
      }
    }
    for (const number of lost.set ?? []) this.addNumber(kept, number);
    if (lost.reactions === undefined) return;
    state.reactions ??= [];
    state.reactions.push(...lost.reactions);
    for (const reaction of lost.reactions) for (const number of late) reaction(this.interned[number]!, number);
  }

  private find(node: Node): Node {
    let root = node;
    while (this.joined[root] !== root) root = this.joined[root]!;
    while (this.joined[node] !== root) {
      const next = this.joined[node]!;
      this.joined[node] = root;
      node = next;
    }
    return root;
  }

  private copyObject(destination: AbstractPointer, source: AbstractPointer, size: number): void {
    const from = this.memory[source.object]!;
    const range = regionAt(source, size, from.size);
    const target = regionAt(destination, size, this.memory[destination.object]!.size);
    const shift = destination.offset - source.offset;
    const exact = destination.stride === 0 && source.stride === 0;
    const take = (region: Region, node: Node): void => {
      if (!overlap(range, region)) return;
      const placed =
        exact && this.memory[destination.object]!.cells.size < MAX_CELLS
          ? {
              ...region,
              object: destination.object,
              offset: region.offset + shift,
              low: region.low + shift,
              high: region.high + shift,
            }
          : target;
      this.copy(node, this.cell(destination.object, placed));
    };
    if (destination.object === source.object && exact && shift === 0) return;
    for (const cell of [...from.cells.values()]) take(cell.region, cell.node);
    // Copying within one object would feed on its own cells for ever: what is there now is spread over the whole target
    // instead.
    if (source.object === destination.object)
      this.copy(this.reader(source.object, range), this.cell(destination.object, target));
    else from.onCell.push(take);
  }
}

/** Exact pointers that walk through one array become that array, anything else the whole object. */
function summaryOf(pointers: readonly AbstractPointer[], size: number | undefined): AbstractPointer {
  const [p] = pointers;
  const isWalk = pointers.every((q) => q.stride === 0 && q.span === 0 && q.first === p!.first && q.end === p!.end);
  if (!isWalk) return anywhere(p!.object, size);
  const stride = pointers.reduce((step, q) => gcd(step, Math.abs(q.offset - p!.offset)), 0);
  return spread(p!.object, p!.offset, stride, p!.first, p!.end);
}
