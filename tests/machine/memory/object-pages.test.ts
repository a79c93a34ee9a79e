// Memory takes room for what is touched: pages are counted, not measured.

import { describe, expect, it } from 'vitest';
import { copyBytes, fillBytes } from '../../../src/machine/memory/bulk.js';
import { Memory } from '../../../src/machine/memory/memory.js';
import type { ObjectInfo } from '../../../src/machine/memory/object-info.js';
import { PAGE_BYTES, type Page } from '../../../src/machine/memory/page.js';
import { LARGEST_OBJECT, pointer } from '../../../src/machine/memory/value.js';
import { Terms } from '../../../src/solve/term.js';

const global = (size: number): ObjectInfo => ({ kind: 'global', name: 'a', size, visible: false, constant: false });

function memoryOf(...sizes: number[]): Memory {
  const memory = new Memory(new Terms(), 4);
  memory.addStatic({ kind: 'device', name: 'device', size: 0, visible: true, constant: false });
  for (const size of sizes) memory.addStatic(global(size));
  return memory;
}

/** Different pages of an object. */
function pagesOf(memory: Memory, object: number): ReadonlySet<Page> {
  return new Set([...memory.entry(object)!.runs()].map(({ page }) => page));
}

describe.each([100, PAGE_BYTES, 40 * PAGE_BYTES + 3, 5000 * PAGE_BYTES + 3, LARGEST_OBJECT])('%i bytes', (size) => {
  const last = size - 1;

  it('hold what was written, in each copy its own', () => {
    const memory = memoryOf(size);
    memory.storeInteger(pointer(1, last), 1, 7);
    const copy = memory.clone();
    copy.storeInteger(pointer(1, last), 1, 8);
    copy.storeInteger(pointer(1, 0), 1, 9);
    memory.storeInteger(pointer(1, 3), 1, 5);
    const bytes = (m: Memory): unknown[] => [0, 3, last].map((at) => m.loadInteger(pointer(1, at), 1, 8));
    expect(bytes(memory)).toEqual([0, 5, 7]);
    expect(bytes(copy)).toEqual([9, 0, 8]);
  });

  it('have every page once in runs, and once beside those of a copy', () => {
    const memory = memoryOf(size);
    memory.storeInteger(pointer(1, last), 1, 7);
    const count = Math.ceil(size / PAGE_BYTES);
    const entry = memory.entry(1)!;
    expect([...entry.runs()].reduce((sum, run) => sum + run.count, 0)).toBe(count);
    expect(entry.page(count - 1)!.bytes.length).toBe(size - (count - 1) * PAGE_BYTES);
    expect(entry.page(count)).toBeUndefined();
    const copy = memory.clone();
    expect([...entry.differing(copy.entry(1)!)]).toEqual([]);
    copy.storeInteger(pointer(1, last), 1, 8);
    expect([...entry.differing(copy.entry(1)!)].map(([n]) => n)).toEqual([count - 1]);
    const beside = [...entry.beside(copy.entry(1)!)];
    expect(beside.at(-1)!.slice(1)).toEqual([entry.page(count - 1), copy.entry(1)!.page(count - 1)]);
  });
});

describe('a large object', () => {
  const size = 2 ** 28;

  it('has one page until something is written, and one more for each page that is', () => {
    const memory = memoryOf(size);
    expect(pagesOf(memory, 1).size).toBe(1);
    for (const at of [0, 1, 5000 * PAGE_BYTES, size - 1]) memory.storeInteger(pointer(1, at), 1, 1);
    expect(pagesOf(memory, 1).size).toBe(4);
  });

  it('is uninitialised in the same way', () => {
    const memory = memoryOf(8);
    const object = memory.allocate({ ...global(size), kind: 'local' }, true);
    expect(pagesOf(memory, object).size).toBe(1);
    const value = memory.loadInteger(pointer(object, size - 4), 4, 32);
    expect(memory.loadInteger(pointer(object, size - 4), 4, 32)).toEqual(value);
    expect(pagesOf(memory, object).size).toBe(2);
  });

  it('is filled with one page, besides those at the ends', () => {
    const memory = memoryOf(size);
    fillBytes(memory, pointer(1, 10), 7, size - 20);
    expect(pagesOf(memory, 1).size).toBeLessThanOrEqual(3);
    const at = (offset: number): unknown => memory.loadInteger(pointer(1, offset), 1, 8);
    expect([9, 10, size / 2, size - 11, size - 10].map(at)).toEqual([0, 7, 7, 7, 0]);
    const copy = memory.clone();
    copy.storeInteger(pointer(1, size / 2), 1, 1);
    expect([size / 2, size / 2 + 1].map(at)).toEqual([7, 7]);
    expect(copy.loadInteger(pointer(1, size / 2), 1, 8)).toBe(1);
  });

  it('is scrambled without being written page by page', () => {
    const memory = memoryOf(size);
    const before = memory.clone();
    memory.storeInteger(pointer(1, 4), 4, 1);
    memory.scramble(1);
    expect(pagesOf(memory, 1).size).toBe(1);
    expect(typeof memory.loadInteger(pointer(1, 4), 4, 32)).toBe('object');
    expect(before.loadInteger(pointer(1, 4), 4, 32)).toBe(0);
  });

  it('is copied where pages are aligned, and where they are not', () => {
    const memory = memoryOf(size, size);
    memory.storeInteger(pointer(1, 3 * PAGE_BYTES + 5), 4, 77);
    for (const shift of [PAGE_BYTES, 12]) {
      copyBytes(memory, pointer(2, shift), pointer(1, 0), 64 * PAGE_BYTES);
      expect(memory.loadInteger(pointer(2, 3 * PAGE_BYTES + 5 + shift), 4, 32)).toBe(77);
    }
  });
});

it('no object is larger than offsets can tell', () => {
  expect(() => memoryOf(LARGEST_OBJECT + 1)).toThrow('an object larger than 1 GiB (a)');
});
