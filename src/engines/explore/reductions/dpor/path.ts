// The execution at hand, as DPOR follows it: nodes, and for each word of memory which transitions touch it, so that
// those which a transition may depend on are found without going through all of them.

import type { Clock } from './clock.js';
import type { PathNode, Taken } from './node.js';
import type { Process, StepFootprint } from './step.js';

/** Words of one object that are told apart. */
const MOST_WORDS = 2 ** 20;

export class Path<At> {
  readonly nodes: PathNode<At>[] = [];
  private readonly wordNumbers = new Map<number, number>();
  /** Indices of nodes behind transitions that touch a word; that touch anything; of a process. */
  private readonly touching: number[][] = [];
  private readonly wide: number[] = [];
  private readonly ofProcess = new Map<Process, number[]>();
  private found = new Int32Array(1 << 10);

  get length(): number {
    return this.nodes.length;
  }

  get last(): PathNode<At> | undefined {
    return this.nodes[this.nodes.length - 1];
  }

  push(node: PathNode<At>): void {
    const { taken } = node;
    if (taken !== undefined) {
      const n = this.nodes.length;
      for (const list of this.listsOf(taken.footprint)) list.push(n);
      this.indicesOf(taken.process).push(n);
    }
    this.nodes.push(node);
  }

  pop(): void {
    const { taken } = this.nodes.pop()!;
    if (taken === undefined) return;
    for (const list of this.listsOf(taken.footprint)) list.pop();
    this.indicesOf(taken.process).pop();
  }

  /** The last transition of a process. */
  lastOf(process: Process): Taken | undefined {
    const indices = this.ofProcess.get(process);
    return indices === undefined || indices.length === 0 ? undefined : this.nodes[indices[indices.length - 1]!]!.taken;
  }

  /**
   * Indices of the nodes behind transitions that one with this footprint may depend on, the last first; good until it
   * is asked again. Gives how many there are.
   */
  before(footprint: StepFootprint): { readonly indices: Int32Array; readonly count: number } {
    if (this.found.length < this.nodes.length) this.found = new Int32Array(2 * this.nodes.length);
    const { found } = this;
    const words = this.wordsOf(footprint);
    let count = 0;
    if (words === undefined) {
      for (let n = this.nodes.length - 1; n > 0; n--) if (this.nodes[n]!.taken !== undefined) found[count++] = n;
      return { indices: found, count };
    }
    // The lists are ascending: the largest of their ends is next.
    const lists = [this.wide];
    for (const word of words) if (this.touching[word]!.length > 0) lists.push(this.touching[word]!);
    if (lists.length === 1 && this.wide.length === 0) return { indices: found, count };
    const ends = lists.map((list) => list.length - 1);
    for (;;) {
      let largest = 0;
      for (let k = 0; k < lists.length; k++) {
        const end = ends[k]!;
        if (end >= 0 && lists[k]![end]! > largest) largest = lists[k]![end]!;
      }
      if (largest === 0) return { indices: found, count };
      found[count++] = largest;
      for (let k = 0; k < lists.length; k++) {
        const end = ends[k]!;
        if (end >= 0 && lists[k]![end] === largest) ends[k] = end - 1;
      }
    }
  }

  /** Of each process: what happens before its next transition, where the path ends in the node. */
  static clockOf<At>(node: PathNode<At>, process: Process, zero: Clock): Clock {
    return node.clocks.get(process)?.clock ?? zero;
  }

  private listsOf(footprint: StepFootprint): readonly number[][] {
    const words = this.wordsOf(footprint);
    return words === undefined ? [this.wide] : words.map((word) => this.touching[word]!);
  }

  private indicesOf(process: Process): number[] {
    let indices = this.ofProcess.get(process);
    if (indices === undefined) this.ofProcess.set(process, (indices = []));
    return indices;
  }

  private wordsOf(footprint: StepFootprint): readonly number[] | undefined {
    if (footprint.words?.by !== this) footprint.words = { by: this, numbers: this.numbersOf(footprint) };
    return footprint.words!.numbers;
  }

  private numbersOf(footprint: StepFootprint): readonly number[] | undefined {
    if (footprint.isWide) return undefined;
    const numbers = new Set<number>();
    for (const { object, from, to } of footprint.touched) {
      if (from < 0 || to > 4 * MOST_WORDS) return undefined;
      for (let word = from >>> 2; word <= (to - 1) >>> 2; word++) numbers.add(this.wordNumber(object, word));
    }
    return [...numbers];
  }

  private wordNumber(object: number, word: number): number {
    const key = object * MOST_WORDS + word;
    let number = this.wordNumbers.get(key);
    if (number === undefined) {
      this.wordNumbers.set(key, (number = this.touching.length));
      this.touching.push([]);
    }
    return number;
  }
}
