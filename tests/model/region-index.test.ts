import { expect, it } from 'vitest';
import type { ObjectId, Region } from '../../src/model/program.js';
import { overlap } from '../../src/model/region.js';
import { RegionIndex } from '../../src/model/region-index.js';

const object = 0 as ObjectId;
const exact = (offset: number, size: number): Region => ({
  object,
  offset,
  stride: 0,
  low: offset,
  high: offset + 1,
  size,
});
const spread = (offset: number, stride: number, low: number, high: number, size: number): Region => ({
  object,
  offset,
  stride,
  low,
  high,
  size,
});

it('finds what a look at all of them finds', () => {
  const regions = [
    ...Array.from({ length: 300 }, (_, n) => exact((n * 37) % 400, 1 + (n % 9))),
    exact(10, 64),
    exact(10, 65),
    exact(330, 500),
    exact(7, Number.POSITIVE_INFINITY),
    spread(0, 8, 0, 400, 4),
    spread(5, 8, 16, 300, 2),
    spread(1, 3, 20, 60, 1),
  ];
  const index = new RegionIndex(regions.map((region) => ({ region })));
  for (const region of regions) {
    const found = new Set(index.meeting(region).map((e) => e.region));
    expect(regions.filter((r) => found.has(r))).toEqual(regions.filter((r) => overlap(r, region)));
  }
});

it('looks at the short ones that are near, and at no others', () => {
  let looks = 0;
  const entries = Array.from({ length: 4096 }, (_, n) => ({
    get region() {
      looks++;
      return exact(n * 8, 4);
    },
  }));
  const index = new RegionIndex(entries);
  looks = 0;
  expect(index.meeting(exact(8000, 8))).toHaveLength(1);
  expect(looks).toBeLessThan(100);
});
