// Points-to solving for programs whose size allows no positions inside of objects: a pointer is the object that it
// points into; only device registers, whose addresses are all that they are, keep theirs. Inclusion-based (Andersen),
// solved in waves (Pereira and Berlin, CGO 2009): circles of edges become one node, then what is new passes along the
// edges once, in topological order, and what that adds to loads and stores makes the edges of the next wave. Sound and
// flow-insensitive. Sets are bits, since most of them end up large and alike. Where the cells of many objects have
// become one, what is in them is not copied to all who read it: those have one number, `ALL`, that stands for it.

import { type CheckLimits, everyNth, noLimits } from '../base/limits.js';
import { BitSet } from './bit-set.js';
import type { Derivation, Node, PointerConstraints, Reaction } from './pointer-constraints.js';
import type { ObjectId } from './program.js';
import { type AbstractPointer, anywhere, pointerKey } from './region.js';

/** Nodes between two looks at the limits. */
const STEPS = 64;

/** One new edge for so many nodes is a reason to look for circles again. */
const NEW_ORDER = 8;
/** Cells that are connected one by one. */
const FEW = 8;
/** Objects that hold the same: more are taken to be all that is ever stored. */
const MANY = 64;
/** Device registers that are told apart; the others are anywhere. */
const MAX_POSITIONS = 4096;

/** Who gets what a node has. */
interface Constraints {
  readonly edges: Set<Node>;
  readonly derived: { readonly to: Node; readonly derivation: Derivation }[];
  /** Where values go that are loaded from here, and where those come from that are stored here. */
  readonly loads: Node[];
  readonly stores: Node[];
  readonly reactions: Reaction[];
}

interface NodeState extends Constraints {
  /** Numbers of pointers. */
  readonly all: BitSet;
  /** Those that were passed on. */
  readonly passed: BitSet;
}

interface ObjectMemory {
  readonly size: number | undefined;
  readonly isSpace: boolean;
  /** Holds all that is stored in it. */
  cell: Node | undefined;
  /** The number of the pointer to anywhere in it. */
  number: number | undefined;
}

/** Stands for all that is at the node `hub.contents`. */
const ALL = 0;

/** The cell that many objects share; and where all that is read through its contents comes from, or written goes to. */
interface Hub {
  readonly contents: Node;
  readonly read: Node;
  readonly written: Node;
}

const EMPTY: readonly AbstractPointer[] = [];

export class ObjectGraph implements PointerConstraints {
  /** By the node that stands for its circle. */
  private readonly states: (NodeState | undefined)[] = [];
  private readonly joined: Node[] = [];
  private readonly memory: ObjectMemory[] = [];
  /** The first is none: `ALL`. */
  private readonly interned: (AbstractPointer | undefined)[] = [undefined];
  private readonly positions = new Map<string, number>();
  /** Numbers of pointers to known positions. */
  private readonly exact = new BitSet();
  private readonly waiting = new Set<Node>();
  private readonly lists = new Map<number, { readonly all: BitSet; readonly list: readonly AbstractPointer[] }[]>();
  private readonly hubs = {
    read: new Map<number, { readonly numbers: BitSet; readonly node: Node }[]>(),
    written: new Map<number, { readonly numbers: BitSet; readonly node: Node }[]>(),
  };
  private answers = new Map<Node, readonly AbstractPointer[]>();
  /** What `pass` passes on: no other set is made so often. */
  private readonly fresh = new BitSet();
  private order: readonly Node[] = [];
  /** Edges that were added since circles were looked for. */
  private changes = 0;
  private hub: Hub | undefined;
  /** Numbers of the contents of the hub that can be read and written by all who have `ALL`. */
  private readonly connected = new BitSet();
  private readonly checkLimits: CheckLimits;

  constructor(checkLimits: CheckLimits = noLimits) {
    this.checkLimits = everyNth(STEPS, checkLimits);
  }

  addNode(): Node {
    this.joined.push(this.joined.length);
    return this.joined.length - 1;
  }

  addObject(size: number | undefined, isSpace: boolean): void {
    this.memory.push({ size, isSpace, cell: undefined, number: undefined });
  }

  isEmpty(node: Node): boolean {
    return this.states[this.find(node)]?.all.isEmpty ?? true;
  }

  hasPositions(node: Node): boolean {
    const root = this.find(node);
    const all = this.states[root]?.all;
    return all !== undefined && !this.isHub(root) && all.meets(this.exact);
  }

  pointers(node: Node): readonly AbstractPointer[] {
    const root = this.find(node);
    const known = this.answers.get(root);
    if (known !== undefined) return known;
    const own = this.states[root]?.all;
    if (own === undefined || own.isEmpty) return EMPTY;
    const all = own.has(ALL) || this.isHub(root) ? this.withContents(own) : own;
    const hash = all.hash();
    const alike = this.lists.get(hash) ?? [];
    this.lists.set(hash, alike);
    let entry = alike.find((e) => e.all.equals(all));
    if (entry === undefined) {
      entry = { all: all.copy(), list: [...all].flatMap((number) => this.interned[number] ?? []) };
      alike.push(entry);
    }
    this.answers.set(root, entry.list);
    return entry.list;
  }

  private withContents(own: BitSet): BitSet {
    const all = own.copy();
    const { contents } = this.hub!;
    all.addAll(this.state(this.find(contents)).all);
    all.add(ALL);
    return all;
  }

  add(node: Node, pointer: AbstractPointer): void {
    this.addNumber(this.find(node), this.number(pointer));
  }

  copy(from: Node, to: Node): void {
    const [source, target] = [this.find(from), this.find(to)];
    if (source === target) return;
    const state = this.state(source);
    if (state.edges.has(target)) return;
    state.edges.add(target);
    this.changes++;
    if (this.isHub(source)) this.addNumber(target, ALL);
    else this.addAll(target, state.all);
  }

  react(node: Node, reaction: Reaction): void {
    const state = this.state(this.find(node));
    state.reactions.push(reaction);
    this.callFor(this.find(node), [reaction], [...state.all]);
  }

  private callFor(node: Node, reactions: readonly Reaction[], numbers: readonly number[]): void {
    for (const reaction of reactions) {
      for (const number of numbers) {
        const pointer = this.interned[number];
        if (pointer !== undefined) reaction(pointer, number);
        else if (!this.isHub(node)) this.react(this.hub!.contents, reaction);
      }
    }
  }

  derive(from: Node, to: Node, derivation: Derivation): void {
    const source = this.find(from);
    const state = this.state(source);
    state.derived.push({ to, derivation });
    this.passDerived(source, this.find(to), derivation, state.all);
    if (this.isHub(source)) this.addNumber(this.find(to), ALL);
  }

  load(address: Node, to: Node): void {
    const state = this.state(this.find(address));
    state.loads.push(to);
    for (const cell of this.cells(state.all, 'read')) this.copy(cell, to);
  }

  store(address: Node, from: Node): void {
    const state = this.state(this.find(address));
    state.stores.push(from);
    for (const cell of this.cells(state.all, 'written')) this.copy(from, cell);
  }

  copyMemory(destination: Node, source: Node): void {
    const between = this.addNode();
    this.load(source, between);
    this.store(destination, between);
  }

  cell(object: ObjectId): Node {
    const memory = this.memory[object]!;
    memory.cell ??= this.addNode();
    return memory.cell;
  }

  reader(object: ObjectId): Node {
    return this.cell(object);
  }

  contents(object: ObjectId): Iterable<readonly AbstractPointer[]> {
    const { cell } = this.memory[object]!;
    return cell === undefined ? [] : [this.pointers(cell)];
  }

  solve(): boolean {
    while (this.waiting.size > 0) {
      if (this.changes >= this.order.length / NEW_ORDER) this.order = this.inOrder();
      for (const node of this.order) if (this.waiting.delete(node)) this.pass(node);
      // Nodes that the order does not know yet.
      for (const node of [...this.waiting]) if (this.waiting.delete(node)) this.pass(node);
      this.answers = new Map();
    }
    return false;
  }

  /** What is new to a node goes on. */
  private pass(node: Node): void {
    this.checkLimits();
    const state = this.states[node];
    // It has become part of another since.
    if (state === undefined) return;
    const { fresh } = this;
    fresh.setToDifference(state.all, state.passed);
    if (fresh.isEmpty) return;
    state.passed.addAll(fresh);
    if (this.isHub(node)) this.connectToHub(fresh);
    this.deliver(node, state, fresh);
  }

  private deliver(node: Node, { edges, derived, loads, stores, reactions }: Constraints, fresh: BitSet): void {
    // Behind the hub all have `ALL` already.
    if (!this.isHub(node)) {
      for (const to of edges) this.addAll(this.find(to), fresh);
      for (const { to, derivation } of derived) this.passDerived(node, this.find(to), derivation, fresh);
    }
    if (loads.length > 0) {
      const cells = this.cells(fresh, 'read');
      for (const to of loads) for (const cell of cells) this.copy(cell, to);
    }
    if (stores.length > 0) {
      const cells = this.cells(fresh, 'written');
      for (const from of stores) for (const cell of cells) this.copy(from, cell);
    }
    if (reactions.length === 0) return;
    this.callFor(node, [...reactions], [...fresh]);
  }

  private passDerived(from: Node, to: Node, { results, of }: Derivation, fresh: BitSet): void {
    if (fresh.isEmpty) return;
    if (!fresh.meets(this.exact)) return from === to ? undefined : this.addAll(to, fresh);
    if (from !== to) this.addAll(to, fresh.without(this.exact));
    for (const number of fresh.common(this.exact)) {
      const pointer = this.interned[number]!;
      // Round and round, or with all that is ever stored: any position.
      if (from === to || this.state(from).all.has(ALL)) {
        this.add(to, anywhere(pointer.object, this.memory[pointer.object]!.size));
        continue;
      }
      let result = results.get(number);
      if (result === undefined) {
        result = this.number(of(pointer));
        results.set(number, result);
      }
      this.addNumber(to, result);
    }
  }

  private isHub(node: Node): boolean {
    return this.hub !== undefined && this.find(this.hub.contents) === node;
  }

  /** What is new among the contents of the hub can be read and written by all who have `ALL`. */
  private connectToHub(fresh: BitSet): void {
    const { contents, read, written } = this.hub!;
    const numbers = [...fresh.without(this.connected)];
    this.connected.addAll(fresh);
    // An address among all that is ever stored: any position.
    for (const number of numbers)
      if (this.exact.has(number)) {
        const { object } = this.interned[number]!;
        this.add(contents, anywhere(object, this.memory[object]!.size));
      }
    for (const number of numbers) {
      const pointer = this.interned[number];
      if (pointer === undefined) continue;
      this.copy(this.cell(pointer.object), read);
      this.copy(written, this.cell(pointer.object));
    }
  }

  /** The cells of what is pointed to, or a node between them and all who have the same pointers. */
  private cells(numbers: BitSet, use: 'read' | 'written'): ReadonlySet<Node> {
    const found = new Set<Node>();
    if (numbers.has(ALL)) found.add(this.find(this.hub![use]));
    if (numbers.size > FEW) return found.add(this.between(numbers, use));
    for (const number of numbers) {
      const pointer = this.interned[number];
      if (pointer !== undefined) found.add(this.find(this.cell(pointer.object)));
    }
    return found;
  }

  private between(numbers: BitSet, use: 'read' | 'written'): Node {
    const hash = numbers.hash();
    const alike = this.hubs[use].get(hash) ?? [];
    this.hubs[use].set(hash, alike);
    const known = alike.find((h) => h.numbers.equals(numbers));
    if (known !== undefined) return this.find(known.node);
    const node = this.addNode();
    alike.push({ numbers: numbers.copy(), node });
    for (const number of [...numbers]) {
      const pointer = this.interned[number];
      if (pointer === undefined) continue;
      const cell = this.cell(pointer.object);
      if (use === 'read') this.copy(cell, node);
      else this.copy(node, cell);
    }
    return node;
  }

  private number(pointer: AbstractPointer): number {
    const memory = this.memory[pointer.object]!;
    if (memory.isSpace && pointer.stride === 0) {
      const key = pointerKey(pointer);
      let number = this.positions.get(key);
      if (number === undefined && this.positions.size < MAX_POSITIONS) {
        number = this.interned.push(pointer) - 1;
        this.positions.set(key, number);
        this.exact.add(number);
      }
      if (number !== undefined) return number;
    }
    memory.number ??= this.interned.push(anywhere(pointer.object, memory.size)) - 1;
    return memory.number;
  }

  private addNumber(node: Node, number: number): void {
    if (this.state(node).all.add(number)) this.waiting.add(node);
  }

  private addAll(node: Node, numbers: BitSet): void {
    if (!numbers.isEmpty && this.state(node).all.addAll(numbers)) this.waiting.add(node);
  }

  private state(node: Node): NodeState {
    let state = this.states[node];
    if (state === undefined) {
      const nothing = { all: new BitSet(), passed: new BitSet(), edges: new Set<Node>() };
      state = { ...nothing, derived: [], loads: [], stores: [], reactions: [] };
      this.states[node] = state;
    }
    return state;
  }

  /** Circles become one node each; what is left, sources first. */
  private inOrder(): readonly Node[] {
    this.changes = 0;
    const circles = this.circles();
    for (const circle of circles) for (const node of circle) if (node !== circle[0]) this.join(circle[0]!, node);
    this.hub ??= this.findHub();
    return circles.map((circle) => circle[0]!).reverse();
  }

  /** The first circle with the cells of many objects. */
  private findHub(): Hub | undefined {
    const sizes = new Map<Node, number>();
    for (const { cell } of this.memory)
      if (cell !== undefined) sizes.set(this.find(cell), (sizes.get(this.find(cell)) ?? 0) + 1);
    const [contents, size] = [...sizes].reduce<readonly [Node, number]>((a, b) => (b[1] > a[1] ? b : a), [-1, 0]);
    if (size < MANY) return undefined;
    this.hub = { contents, read: this.addNode(), written: this.addNode() };
    this.putBehindHub(this.state(contents));
    return this.hub;
  }

  /** The node is, or becomes part of, the hub. */
  private putBehindHub({ edges, derived, passed }: NodeState): void {
    for (const to of edges) this.addNumber(this.find(to), ALL);
    for (const { to } of derived) this.addNumber(this.find(to), ALL);
    this.connectToHub(passed);
  }

  /** Strongly connected components, targets first (Tarjan, without recursion). */
  private circles(): Node[][] {
    const found: Node[][] = [];
    const index = new Int32Array(this.joined.length).fill(-1);
    const low = new Int32Array(this.joined.length);
    const isOpen = new Uint8Array(this.joined.length);
    const open: Node[] = [];
    let count = 0;
    const enter = (node: Node) => {
      index[node] = low[node] = count++;
      open.push(node);
      isOpen[node] = 1;
      return { node, next: this.targets(node), at: 0 };
    };
    for (let start = 0; start < this.joined.length; start++) {
      if (this.joined[start] !== start || this.states[start] === undefined || index[start] !== -1) continue;
      const path = [enter(start)];
      for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
        const { node, next } = top;
        const to = next[top.at++];
        if (to !== undefined) {
          if (index[to] === -1) path.push(enter(to));
          else if (isOpen[to] === 1) low[node] = Math.min(low[node]!, index[to]!);
          continue;
        }
        path.pop();
        const above = path.at(-1)?.node;
        if (above !== undefined) low[above] = Math.min(low[above]!, low[node]!);
        if (low[node] !== index[node]) continue;
        const circle = open.splice(open.lastIndexOf(node));
        for (const member of circle) isOpen[member] = 0;
        found.push(circle);
      }
      this.checkLimits();
    }
    return found;
  }

  private targets(node: Node): readonly Node[] {
    const { edges, derived } = this.states[node]!;
    const found: Node[] = [];
    const take = (to: Node): void => {
      const target = this.find(to);
      if (target !== node && this.states[target] !== undefined) found.push(target);
    };
    for (const to of edges) take(to);
    for (const { to } of derived) take(to);
    return found;
  }

  /** `other` becomes part of `node`. What the one has passed on and the other has not goes to the other's. */
  private join(node: Node, other: Node): void {
    const [kept, gone] = [this.state(node), this.state(other)];
    const newcomer = this.isHub(node) ? gone : this.isHub(other) ? kept : undefined;
    this.joined[other] = node;
    this.states[other] = undefined;
    this.waiting.delete(other);
    if (newcomer !== undefined) this.putBehindHub(newcomer);
    const [late, early] = [kept.passed.without(gone.passed), gone.passed.without(kept.passed)];
    if (!early.isEmpty) this.deliver(node, kept, early);
    kept.all.addAll(gone.all);
    kept.passed.addAll(early);
    for (const to of gone.edges) if (this.find(to) !== node) kept.edges.add(this.find(to));
    // One by one: a circle may have more than a call can take as arguments.
    for (const d of gone.derived) kept.derived.push(d);
    for (const to of gone.loads) kept.loads.push(to);
    for (const from of gone.stores) kept.stores.push(from);
    for (const reaction of gone.reactions) kept.reactions.push(reaction);
    if (!late.isEmpty) this.deliver(node, gone, late);
    this.waiting.add(node);
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
}
