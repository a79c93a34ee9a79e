// The execution at hand, as DPOR follows it: nodes, and for each word of memory which transitions touch it, so that
// those which a transition may depend on are found without going through all of them.

import type { PathNode, Taken } from './node.js';
import type { FootprintWords, Process, StepFootprint } from './step.js';

/** Words of one object that are told apart. */
const MOST_WORDS = 2 ** 20;

export class Path<At> {
  readonly nodes: PathNode<At>[] = [];
  private readonly wordNumbers = new Map<number, number>();
  /** Indices of nodes behind transitions that touch a word; that write it; that touch anything; of a process. */
  private readonly touching: number[][] = [];
  private readonly writing: number[][] = [];
  private readonly wide: number[] = [];
  private readonly ofProcess = new Map<Process, number[]>();
  /** What was asked for last. */
  found = new Int32Array(1 << 10);
  private readonly lists: number[][] = [];
  private readonly ends: number[] = [];

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
      const words = this.wordsOf(taken.footprint);
      if (words === undefined) this.wide.push(n);
      else {
        for (const word of words.touched) this.touching[word]!.push(n);
        for (const word of words.written) this.writing[word]!.push(n);
      }
      this.indicesOf(taken.process).push(n);
    }
    this.nodes.push(node);
  }

  pop(): void {
    const { taken } = this.nodes.pop()!;
    if (taken === undefined) return;
    const words = this.wordsOf(taken.footprint);
    if (words === undefined) this.wide.pop();
    else {
      for (const word of words.touched) this.touching[word]!.pop();
      for (const word of words.written) this.writing[word]!.pop();
    }
    this.indicesOf(taken.process).pop();
  }

  /** The last transition of a process. */
  lastOf(process: Process): Taken | undefined {
    const indices = this.ofProcess.get(process);
    return indices === undefined || indices.length === 0 ? undefined : this.nodes[indices[indices.length - 1]!]!.taken;
  }

  /**
   * Puts into `found` the indices of the nodes behind transitions that one with this footprint may depend on, the last
   * first. Gives how many there are.
   */
  before(footprint: StepFootprint): number {
    if (this.found.length < this.nodes.length) this.found = new Int32Array(2 * this.nodes.length);
    const { found, lists, ends, wide } = this;
    const words = this.wordsOf(footprint);
    let count = 0;
    if (words === undefined) {
      for (let n = this.nodes.length - 1; n > 0; n--) if (this.nodes[n]!.taken !== undefined) found[count++] = n;
      return count;
    }
    lists.length = 0;
    if (wide.length > 0) lists.push(wide);
    for (const word of words.written) if (this.touching[word]!.length > 0) lists.push(this.touching[word]!);
    for (const word of words.onlyRead) if (this.writing[word]!.length > 0) lists.push(this.writing[word]!);
    if (lists.length === 1) {
      const list = lists[0]!;
      for (let n = list.length - 1; n >= 0; n--) found[count++] = list[n]!;
      return count;
    }
    // The lists are ascending: the largest of their ends is next.
    for (let k = 0; k < lists.length; k++) ends[k] = lists[k]!.length - 1;
    for (;;) {
      let largest = 0;
      for (let k = 0; k < lists.length; k++) {
        const end = ends[k]!;
        if (end >= 0 && lists[k]![end]! > largest) largest = lists[k]![end]!;
      }
      if (largest === 0) return count;
      found[count++] = largest;
      for (let k = 0; k < lists.length; k++) {
        const end = ends[k]!;
        if (end >= 0 && lists[k]![end] === largest) ends[k] = end - 1;
      }
    }
  }

  /** Is there one at all? */
  hasBefore(footprint: StepFootprint): boolean {
    const words = this.wordsOf(footprint);
    if (words === undefined || this.wide.length > 0) return true;
    for (const word of words.written) if (this.touching[word]!.length > 0) return true;
    for (const word of words.onlyRead) if (this.writing[word]!.length > 0) return true;
    return false;
  }

  private indicesOf(process: Process): number[] {
    let indices = this.ofProcess.get(process);
    if (indices === undefined) this.ofProcess.set(process, (indices = []));
    return indices;
  }

  private wordsOf(footprint: StepFootprint): FootprintWords | undefined {
    if (footprint.words?.by !== this) footprint.words = { by: this, numbers: this.numbersOf(footprint) };
    return footprint.words!.numbers;
  }

  private numbersOf(footprint: StepFootprint): FootprintWords | undefined {
    if (footprint.isWide) return undefined;
    const [touched, written] = [new Set<number>(), new Set<number>()];
    for (const { object, from, to, isWrite } of footprint.touched) {
      if (from < 0 || to > 4 * MOST_WORDS) return undefined;
      for (let word = from >>> 2; word <= (to - 1) >>> 2; word++) {
        touched.add(this.wordNumber(object, word));
        if (isWrite) written.add(this.wordNumber(object, word));
      }
    }
    return {
      touched: [...touched],
      written: [...written],
      onlyRead: [...touched].filter((word) => !written.has(word)),
    };
  }

  private wordNumber(object: number, word: number): number {
    const key = object * MOST_WORDS + word;
    let number = this.wordNumbers.get(key);
    if (number === undefined) {
      this.wordNumbers.set(key, (number = this.touching.length));
      this.touching.push([]);
      this.writing.push([]);
    }
    return number;
  }
}
