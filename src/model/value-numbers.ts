// Values of instructions in a graph of pointers, numbered so that those that are known to be equal are one: what is
// loaded through the same pointer, and what the same arithmetic makes of it (equivalences as in Hardekopf and Lin,
// "Exploiting Pointer and Location Equivalence to Optimize Pointer Analysis", SAS 2007, seen as constraints are made).
// The solution is that of a node for each value.

import type { Derivation, Node, PointerConstraints } from './pointer-constraints.js';

/** A node, or the result of arithmetic that nobody has needed so far: down from `FIRST_LATER`. */
export type NumberedValue = number;

/** By register of one analysed copy of a function. */
export type NumberedRegisters = Int32Array;

/** Nothing has spoken of it yet. */
const UNKNOWN = -1;
/** Its instruction was seen, and makes no pointer. */
const NOTHING = -2;
const FIRST_LATER = -3;

interface Later {
  readonly from: NumberedValue;
  /** What it was made of, by arithmetic alone. */
  readonly origin: Node;
  readonly derivation: Derivation;
  node: Node | undefined;
}

/** A node and a size, or another node, are one key. */
const NODES = 2 ** 32;
const MOST_BYTES = 2 ** 20;

export class ValueNumbers {
  private readonly loads = new Map<number, Node>();
  private readonly moves = new Map<Derivation, Map<NumberedValue, NumberedValue>>();
  private readonly stores = new Set<number>();
  private readonly later: Later[] = [];

  constructor(
    private readonly graph: PointerConstraints,
    /** Positions do not count: what is behind a pointer is behind what it was made of. */
    private readonly isByObject: boolean,
  ) {}

  registers(count: number): NumberedRegisters {
    return new Int32Array(count).fill(UNKNOWN);
  }

  /** Undefined where it never holds a pointer. */
  valueOf(values: NumberedRegisters, register: number): NumberedValue | undefined {
    const value = values[register]!;
    if (value === NOTHING) return undefined;
    if (value === UNKNOWN) values[register] = this.graph.addNode();
    return values[register];
  }

  node(value: NumberedValue): Node {
    if (value >= 0) return value;
    const later = this.laterOf(value);
    if (later.node === undefined) {
      later.node = this.graph.addNode();
      this.graph.derive(this.node(later.from), later.node, later.derivation);
    }
    return later.node;
  }

  /** All has been solved: what is left is what positions count for. Nothing comes after it but looking. */
  finish(): void {
    for (const [n, later] of this.later.entries())
      if (this.graph.hasPositions(later.origin)) this.node(FIRST_LATER - n);
  }

  /** The node to look at, after `finish`. */
  solved(values: NumberedRegisters, register: number): Node | undefined {
    const value = values[register]!;
    if (value === UNKNOWN || value === NOTHING) return undefined;
    return value >= 0 ? value : (this.laterOf(value).node ?? this.origin(value));
  }

  /** The instruction of a register was seen: it has what `value` has. */
  define(values: NumberedRegisters, register: number, value: NumberedValue | undefined): void {
    const known = values[register]!;
    if (known === UNKNOWN) values[register] = value ?? NOTHING;
    // Blocks that come later in the text, or phis, have used it already.
    else if (value !== undefined && known !== value) this.graph.copy(this.node(value), this.node(known));
  }

  moved(from: NumberedValue, derivation: Derivation): NumberedValue {
    const known = this.moves.get(derivation) ?? new Map<NumberedValue, NumberedValue>();
    this.moves.set(derivation, known);
    let value = known.get(from);
    if (value === undefined) {
      value = FIRST_LATER - (this.later.push({ from, origin: this.origin(from), derivation, node: undefined }) - 1);
      if (!this.isByObject) value = this.node(value);
      known.set(from, value);
    }
    return value;
  }

  loaded(address: NumberedValue, size: number): Node {
    const from = this.origin(address);
    const isShared = this.isByObject || size < MOST_BYTES;
    const key = this.isByObject ? from : from + size * NODES;
    let node = isShared ? this.loads.get(key) : undefined;
    if (node === undefined) {
      node = this.graph.addNode();
      if (isShared) this.loads.set(key, node);
      this.graph.load(from, node, size);
    }
    return node;
  }

  store(address: NumberedValue, stored: NumberedValue, size: number): void {
    const [to, from] = [this.origin(address), this.node(stored)];
    if (this.isByObject) {
      const key = to * NODES + from;
      if (this.stores.has(key)) return;
      this.stores.add(key);
    }
    this.graph.store(to, from, size);
  }

  /** Where positions count, every value is a node. */
  private origin(value: NumberedValue): Node {
    return value >= 0 ? value : this.laterOf(value).origin;
  }

  private laterOf(value: NumberedValue): Later {
    return this.later[FIRST_LATER - value]!;
  }
}
