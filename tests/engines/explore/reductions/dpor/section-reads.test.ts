// What is known of what sections read, and when a search has relied on too little.

import { describe, expect, it } from 'vitest';
import { SectionReads } from '../../../../../src/engines/explore/reductions/dpor/section-reads.js';
import { ANY_OBJECT, StepFootprint } from '../../../../../src/engines/explore/reductions/dpor/step.js';

const read = (object: number, from = 0, to = 4) => ({ object, from, to, isWrite: false });
const footprint = (...touched: readonly ReturnType<typeof read>[]) => new StepFootprint(touched, false);

const PLACE = 1;
const FIXED = 10;

describe('what a section reads', () => {
  it('is all that it read where it could not be gone through', () => {
    const reads = new SectionReads(FIXED);
    const own = footprint(read(1));
    expect(reads.extend(PLACE, own)).toBe(own);
    expect(reads.add(PLACE, [read(1), read(2)])).toBe(true);
    expect(reads.add(PLACE, [read(2, 0, 1)])).toBe(false);
    expect(reads.extend(PLACE, own).touched.map((t) => t.object)).toEqual([1, 2]);
    expect(reads.extend(PLACE + 1, own)).toBe(own);
  });

  it('is anything where the number of an object holds for one execution only', () => {
    const reads = new SectionReads(FIXED);
    reads.add(PLACE, [read(1), read(FIXED)]);
    expect(reads.extend(PLACE, footprint(read(1))).touched.map((t) => t.object)).toEqual([1, ANY_OBJECT]);
    const own = footprint(read(1), read(FIXED));
    expect(reads.extend(PLACE, own)).toBe(own);
  });

  it('is outdated where somebody has relied on less', () => {
    const reads = new SectionReads(FIXED);
    reads.relyOn(PLACE, footprint(read(1), read(2)));
    reads.add(PLACE, [read(1), read(2)]);
    reads.add(PLACE + 1, [read(3)]);
    expect(reads.isOutdated).toBe(false);
    reads.relyOn(PLACE, footprint(read(1)));
    reads.add(PLACE, [read(2, 4, 8)]);
    expect(reads.isOutdated).toBe(true);
    reads.forget();
    reads.add(PLACE, [read(4)]);
    expect(reads.isOutdated).toBe(false);
  });
});
