// The execution at hand, as DPOR follows it: nodes, and for each word of memory which transitions of whom touch it, so
// that those which a transition may depend on are found without going through all of them. Of each process the last is
// looked at first: mostly the earlier ones happen before that, and are of no interest.

import { slotOf } from './clock.js';
import type { PathNode, Taken } from './node.js';
import { type FootprintWords, isIsr, type Process, type StepFootprint } from './step.js';

/** Indices of nodes behind transitions, by the slot of their process. */
class Row {
  /** 0: none. */
  readonly last: number[] = [];
  /** The last of all. */
  top = 0;
  private readonly all: number[] = [];
  private readonly stacks: number[][] = [];

  push(slot: number, n: number): void {
    const { last, stacks } = this;
    while (last.length <= slot) {
      last.push(0);
      stacks.push([]);
    }
    this.all.push(n);
    this.top = n;
    stacks[slot]!.push(n);
    last[slot] = n;
  }

  pop(slot: number): void {
    const { all } = this;
    all.pop();
    this.top = all.length === 0 ? 0 : all[all.length - 1]!;
    const stack = this.stacks[slot]!;
    stack.pop();
    this.last[slot] = stack.length === 0 ? 0 : stack[stack.length - 1]!;
  }

  /** The last one before. */
  before(slot: number, n: number): number {
    if (slot >= this.stacks.length) return 0;
    const stack = this.stacks[slot]!;
    let at = stack.length - 1;
    while (at >= 0 && stack[at]! >= n) at--;
    return at < 0 ? 0 : stack[at]!;
  }
}

/** Words of one object that are told apart. */
const MOST_WORDS = 2 ** 20;

export class Path<At> {
  readonly nodes: PathNode<At>[] = [];
  private readonly wordNumbers = new Map<number, number>();
  /** Transitions that touch a word; that write it; that touch anything; all. */
  private readonly touching: Row[] = [];
  private readonly writing: Row[] = [];
  private readonly wide = new Row();
  private readonly all = new Row();
  /** Those that are being looked at: where, and the next one of each process. */
  private readonly rows: Row[] = [];
  private rowCount = 0;
  private heads = new Int32Array(16);
  private slotCount = 0;

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
      const { slot } = taken;
      const words = this.wordsOf(taken.footprint);
      if (words === undefined) this.wide.push(slot, n);
      else {
        for (const word of words.touched) this.touching[word]!.push(slot, n);
        for (const word of words.written) this.writing[word]!.push(slot, n);
      }
      this.all.push(slot, n);
    }
    this.nodes.push(node);
  }

  pop(): void {
    const { taken } = this.nodes.pop()!;
    if (taken === undefined) return;
    const { slot } = taken;
    const words = this.wordsOf(taken.footprint);
    if (words === undefined) this.wide.pop(slot);
    else {
      for (const word of words.touched) this.touching[word]!.pop(slot);
      for (const word of words.written) this.writing[word]!.pop(slot);
    }
    this.all.pop(slot);
  }

  /** Slots of processes that have made transitions are below. */
  get slots(): number {
    return this.all.last.length;
  }

  hasSlot(slot: number): boolean {
    return this.all.last[slot] !== 0;
  }

  /** The index of the node behind the last transition of a process; 0 if there is none. */
  lastIndexOf(process: Process): number {
    return this.all.last[slotOf(process)] ?? 0;
  }

  /** Of an ISR that runs, or ran last. */
  startOf(process: Process): Taken | undefined {
    const within = isIsr(process) ? this.nodes[this.lastIndexOf(process)]?.taken?.within : undefined;
    return within === undefined ? undefined : this.nodes[within.at(-1)!]?.taken;
  }

  /**
   * The index of the node behind the last transition of another process that one with this footprint may depend on; 0
   * if there is none. Those before it are asked for one by one.
   */
  lastBefore(footprint: StepFootprint, process: Process): number {
    const slots = (this.slotCount = this.slots);
    if (this.heads.length < slots) this.heads = new Int32Array(2 * slots);
    const { heads, rows } = this;
    for (let slot = 0; slot < slots; slot++) heads[slot] = 0;
    const words = this.wordsOf(footprint);
    let count = 0;
    if (words === undefined) rows[count++] = this.all;
    else {
      const { written, onlyRead } = words;
      if (this.wide.top > 0) rows[count++] = this.wide;
      for (let n = 0; n < written.length; n++) {
        const row = this.touching[written[n]!]!;
        if (row.top > 0) rows[count++] = row;
      }
      for (let n = 0; n < onlyRead.length; n++) {
        const row = this.writing[onlyRead[n]!]!;
        if (row.top > 0) rows[count++] = row;
      }
    }
    this.rowCount = count;
    if (count === 0) return 0;
    for (let n = 0; n < count; n++) {
      const { last } = rows[n]!;
      for (let slot = 0; slot < last.length; slot++) if (last[slot]! > heads[slot]!) heads[slot] = last[slot]!;
    }
    const own = slotOf(process);
    if (own < slots) heads[own] = 0;
    return this.largest();
  }

  /** The one before; `isEnough`: no more of the same process. */
  nextBefore(last: number, isEnough: boolean): number {
    const { slot } = this.nodes[last]!.taken!;
    let head = 0;
    if (!isEnough)
      for (let n = 0; n < this.rowCount; n++) {
        const next = this.rows[n]!.before(slot, last);
        if (next > head) head = next;
      }
    this.heads[slot] = head;
    return this.largest();
  }

  private largest(): number {
    const { heads, slotCount } = this;
    let largest = 0;
    for (let slot = 0; slot < slotCount; slot++) if (heads[slot]! > largest) largest = heads[slot]!;
    return largest;
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
      this.touching.push(new Row());
      this.writing.push(new Row());
    }
    return number;
  }
}
