// What the points-to analysis asks of a solver: nodes hold sets of `AbstractPointer`s, and constraints say what flows
// from one to another. There are two: `PointerGraph` keeps positions inside of objects, `ObjectGraph` does not.

import type { ObjectId, Region } from './program.js';
import type { AbstractPointer } from './region.js';

export type Node = number;
export type Reaction = (pointer: AbstractPointer, number: number) => void;

/** What an operation makes of each pointer, by number: many instructions do the same to the same pointers. */
export interface Derivation {
  readonly results: Map<number, number>;
  readonly of: (pointer: AbstractPointer) => AbstractPointer;
}

export interface PointerConstraints {
  addNode(): Node;
  /** Objects are numbered by the caller, densely. A `space` is all addresses: its positions are what it is about. */
  addObject(size: number | undefined, isSpace: boolean): void;
  isEmpty(node: Node): boolean;
  /** Whether arithmetic makes other pointers of what the node has. */
  hasPositions(node: Node): boolean;
  /** The same list for the same pointers, as long as nothing is added. */
  pointers(node: Node): readonly AbstractPointer[];
  add(node: Node, pointer: AbstractPointer): void;
  /** Everything in `from` is also in `to`. */
  copy(from: Node, to: Node): void;
  /** Calls `reaction` for every pointer that `node` has or ever gets, maybe more than once. */
  react(node: Node, reaction: Reaction): void;
  /** `to` gets what the operation makes of each pointer in `from`. */
  derive(from: Node, to: Node, derivation: Derivation): void;
  load(address: Node, to: Node, size: number): void;
  store(address: Node, from: Node, size: number): void;
  /** The contents of `source` also stand at `destination`: memcpy. */
  copyMemory(destination: Node, source: Node, size: number): void;
  /** The node that holds what is stored in a region. */
  cell(object: ObjectId, region: Region): Node;
  /** Everything that may be read from a region. */
  reader(object: ObjectId, region: Region): Node;
  /** Lists of the pointers that the object may hold. */
  contents(object: ObjectId): Iterable<readonly AbstractPointer[]>;
  /** True when `most` pointers have arrived before all is done. */
  solve(most?: number): boolean;
}
