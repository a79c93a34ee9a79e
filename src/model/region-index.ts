// Which of many regions of one object meet a given one. Most are a few bytes long: those are found by where they begin,
// so that a table whose elements are accessed one by one does not cost the square of its length. The few long ones,
// such as an array at an arbitrary index, are all looked at.

import type { Region } from './program.js';
import { overlap } from './region.js';

/** Bytes. */
const SHORT = 64;

export class RegionIndex<T extends { readonly region: Region }> {
  /** By where they begin. */
  private readonly short: readonly T[];
  private readonly long: readonly T[];

  constructor(entries: readonly T[]) {
    this.short = entries.filter((e) => extentOf(e.region) <= SHORT).sort((a, b) => a.region.low - b.region.low);
    this.long = entries.filter((e) => extentOf(e.region) > SHORT);
  }

  /** In no particular order. */
  meeting(region: Region): readonly T[] {
    const found = this.long.filter((e) => overlap(e.region, region));
    this.visitShort(region, (entry) => {
      found.push(entry);
      return false;
    });
    return found;
  }

  meets(region: Region): boolean {
    return this.long.some((e) => overlap(e.region, region)) || this.visitShort(region, () => true);
  }

  /** Until `isLast`. */
  private visitShort(region: Region, isLast: (entry: T) => boolean): boolean {
    const end = region.low + extentOf(region);
    for (let at = this.firstFrom(region.low - SHORT); at < this.short.length; at++) {
      const entry = this.short[at]!;
      if (entry.region.low >= end) break;
      if (overlap(entry.region, region) && isLast(entry)) return true;
    }
    return false;
  }

  private firstFrom(low: number): number {
    let [from, to] = [0, this.short.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.short[middle]!.region.low < low) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Bytes from the first that it may touch to the last. */
function extentOf({ low, high, size }: Region): number {
  return high - 1 + size - low;
}
