// Where two memories of one program differ at the end: all globals, and what their pointers lead to. Objects that were
// allocated in another order are told apart by how they are reached, not by their numbers.

import { areEqualBytes } from '../../base/bytes.js';
import type { Describer } from '../../execution/describe.js';
import type { Machine } from '../../machine/machine.js';
import type { Memory } from '../../machine/memory/memory.js';
import { PAGE_BYTES, type Page, Shadow } from '../../machine/memory/page.js';
import { homeOf, signedOffset, type Value } from '../../machine/memory/value.js';
import type { Difference } from './difference.js';
import { waitLoops } from './wait-loops.js';

/** Variables that are named; more of them say nothing new. */
const MAX_NAMED = 16;

/** `shared`: only what others may access, which no private computation changes. */
export function memoryDifferences(
  original: Memory,
  other: Memory,
  which: 'all' | 'shared',
  machine: Machine,
  describer: Describer,
): readonly Difference[] {
  return new Comparison(original, other, which, machine, describer).run();
}

class Comparison {
  /** Objects of the original that have a counterpart. */
  private readonly counterparts = new Map<number, number>();
  private readonly found = new Map<string, Difference>();
  /** Bytes that only count how long somebody waited, by object. */
  private readonly counters = new Map<number, readonly { readonly from: number; readonly to: number }[]>();

  constructor(
    private readonly original: Memory,
    private readonly other: Memory,
    private readonly which: 'all' | 'shared',
    machine: Machine,
    private readonly describer: Describer,
  ) {
    for (const [symbol, ranges] of waitLoops(machine.program).counters) {
      const object = machine.image.symbols.get(symbol);
      if (object !== undefined) this.counters.set(object, ranges);
    }
  }

  run(): readonly Difference[] {
    for (let object = 0; object < this.original.staticCount; object++) {
      const info = this.original.info(object)!;
      if (info.kind === 'global' && !info.constant && (info.visible || this.which === 'all'))
        this.counterparts.set(object, object);
    }
    // Grows while pointers are followed.
    for (const [a, b] of this.counterparts) {
      if (this.found.size >= MAX_NAMED) break;
      this.compare(a, b);
    }
    return [...this.found.values()];
  }

  private compare(a: number, b: number): void {
    const [mine, theirs] = [this.original.entry(a), this.other.entry(b)];
    if (mine === undefined || theirs === undefined) return;
    for (const [n, page, counterpart] of mine.beside(theirs)) {
      if (counterpart === undefined || counterpart.bytes.length !== page.bytes.length) {
        this.differ(a, b, n * PAGE_BYTES);
        continue;
      }
      if (page === counterpart && page.cells === null) continue;
      if (page.shadow === null && counterpart.shadow === null && areEqualBytes(page.bytes, counterpart.bytes)) continue;
      for (let at = 0; at < page.bytes.length; at++)
        if (this.isCompared(a, n * PAGE_BYTES + at) && !this.isSame(page, counterpart, at))
          this.differ(a, b, n * PAGE_BYTES + at);
    }
  }

  private isCompared(object: number, byte: number): boolean {
    if (this.counters.get(object)?.some(({ from, to }) => from <= byte && byte < to) === true) return false;
    return this.which === 'all' || this.original.info(object)?.visibleBytes?.some(byte, byte + 1) !== false;
  }

  private isSame(a: Page, b: Page, at: number): boolean {
    const kind = a.shadow?.[at] ?? Shadow.concrete;
    if (kind !== (b.shadow?.[at] ?? Shadow.concrete)) return false;
    switch (kind) {
      case Shadow.concrete:
        return a.bytes[at] === b.bytes[at];
      case Shadow.cell: {
        const [x, y] = [a.cells?.get(at), b.cells?.get(at)];
        if (x === undefined || y === undefined) return x === y;
        return x.size === y.size && this.isSameTarget(x.value, y.value);
      }
      default:
        return true;
    }
  }

  private isSameTarget(a: Value, b: Value): boolean {
    if (typeof a !== 'number' || typeof b !== 'number') return a === b;
    if (signedOffset(a) !== signedOffset(b)) return false;
    const [x, y] = [homeOf(a), homeOf(b)];
    if (x < this.original.staticCount || y < this.original.staticCount) return x === y;
    const known = this.counterparts.get(x);
    if (known !== undefined) return known === y;
    const [mine, theirs] = [this.original.info(x), this.other.info(y)];
    if ((mine === undefined) !== (theirs === undefined)) return false;
    if (mine !== undefined && (mine.visible || this.which === 'all')) this.counterparts.set(x, y);
    return true;
  }

  private differ(a: number, b: number, byte: number): void {
    if (this.found.size >= MAX_NAMED) return;
    const [mine, theirs] = [this.describer.scalar(this.original, a, byte), this.describer.scalar(this.other, b, byte)];
    if (this.found.has(mine.what)) return;
    this.found.set(mine.what, {
      kind: 'memory',
      subject: mine.what,
      original: `ends as ${mine.value}`,
      other: `ends as ${theirs.value}`,
    });
  }
}
