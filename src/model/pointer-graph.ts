// Inclusion-based points-to solving (Andersen), field-sensitive by byte offsets: nodes hold sets of `AbstractPointer`s,
// edges copy them, and constraints attached to a node react to each pointer that arrives. Sound and flow-insensitive.
// Termination: at most `MAX_PER_OBJECT` pointers into one object at one node; more become one that covers them all.

import { type CheckLimits, everyNth, noLimits } from '../base/limits.js';
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

export type Node = number;
type Reaction = (pointer: AbstractPointer) => void;

/** Pointers that are passed on, and cells that are made, between two looks at the limits. */
const STEPS = 256;
const MAX_PER_OBJECT = 24;
/** Beyond this many distinct cells, copies into an object no longer keep positions. */
const MAX_CELLS = 512;

interface ObjectMemory {
  readonly size: number | undefined;
  /** What was stored, by region. */
  readonly cells: Map<string, { readonly region: Region; readonly node: Node }>;
  /** What is read, by region: each is fed by all cells that overlap it. */
  readonly readers: Map<string, { readonly region: Region; readonly node: Node }>;
  readonly onCell: ((region: Region, node: Node) => void)[];
}

export class PointerGraph {
  private readonly sets: Map<string, AbstractPointer>[] = [];
  private readonly counts: Map<ObjectId, number>[] = [];
  private readonly summaries: Map<ObjectId, AbstractPointer>[] = [];
  private readonly edges: Set<Node>[] = [];
  private readonly reactions: Reaction[][] = [];
  private readonly memory: ObjectMemory[] = [];
  private readonly pending: [Node, AbstractPointer][] = [];
  private readonly checkLimits: CheckLimits;

  constructor(checkLimits: CheckLimits = noLimits) {
    this.checkLimits = everyNth(STEPS, checkLimits);
  }

  addNode(): Node {
    this.sets.push(new Map());
    this.counts.push(new Map());
    this.summaries.push(new Map());
    this.edges.push(new Set());
    this.reactions.push([]);
    return this.sets.length - 1;
  }

  /** Objects are numbered by the caller, densely. */
  addObject(size: number | undefined): void {
    this.memory.push({ size, cells: new Map(), readers: new Map(), onCell: [] });
  }

  isEmpty(node: Node): boolean {
    return this.sets[node]!.size === 0;
  }

  pointers(node: Node): Iterable<AbstractPointer> {
    return this.sets[node]!.values();
  }

  add(node: Node, pointer: AbstractPointer): void {
    const set = this.sets[node]!;
    const key = pointerKey(pointer);
    if (set.has(key)) return;
    const { object } = pointer;
    const summaries = this.summaries[node]!;
    const summary = summaries.get(object);
    if (summary !== undefined) {
      if (covers(summary, pointer)) return;
      return this.summarise(node, anywhere(object, this.memory[object]!.size));
    }
    const count = this.counts[node]!.get(object) ?? 0;
    if (count >= MAX_PER_OBJECT)
      return this.summarise(
        node,
        summaryOf(
          [...set.values(), pointer].filter((p) => p.object === object),
          this.memory[object]!.size,
        ),
      );
    this.counts[node]!.set(object, count + 1);
    this.insert(node, key, pointer);
  }

  private insert(node: Node, key: string, pointer: AbstractPointer): void {
    this.sets[node]!.set(key, pointer);
    this.pending.push([node, pointer]);
  }

  /** One pointer stands for all into its object, now and later. */
  private summarise(node: Node, summary: AbstractPointer): void {
    this.summaries[node]!.set(summary.object, summary);
    const key = pointerKey(summary);
    if (!this.sets[node]!.has(key)) this.insert(node, key, summary);
  }

  /** Everything in `from` is also in `to`. */
  copy(from: Node, to: Node): void {
    const targets = this.edges[from]!;
    if (from === to || targets.has(to)) return;
    targets.add(to);
    for (const pointer of [...this.sets[from]!.values()]) this.add(to, pointer);
  }

  /** Calls `reaction` for every pointer that `node` has or ever gets. */
  react(node: Node, reaction: Reaction): void {
    this.reactions[node]!.push(reaction);
    for (const pointer of [...this.sets[node]!.values()]) reaction(pointer);
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
  *contents(object: ObjectId): Generator<AbstractPointer> {
    for (const cell of this.memory[object]!.cells.values()) yield* this.sets[cell.node]!.values();
  }

  solve(): void {
    while (this.pending.length > 0) {
      this.checkLimits();
      const [node, pointer] = this.pending.pop()!;
      for (const to of this.edges[node]!) this.add(to, pointer);
      for (const reaction of [...this.reactions[node]!]) reaction(pointer);
    }
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
