// Many bytes at once: copies that keep numbers and pointers whole, and fills.

import type { Memory } from './memory.js';
import { type Cell, PAGE_BYTES, Shadow } from './page.js';
import { type Integer, objectOf, offsetOf, type Pointer, pointer, Symbolic, type Value } from './value.js';

/** From so many on, pages that are filled are one. */
const SHARED_PAGES = 16;

/** memcpy of a piece within both pages where possible, cells kept whole. Ranges must be valid. */
export function copyBytes(memory: Memory, to: number, from: number, size: number): void {
  const [source, target] = [objectOf(from), objectOf(to)];
  const [a, b] = [offsetOf(from), offsetOf(to)];
  if (copyConcrete(memory, source, a, target, b, size)) return;
  const pieces: { at: number; size: number; cell?: Cell; byte?: number }[] = [];
  for (let i = 0; i < size; ) {
    const page = memory.entry(source)!.page(Math.floor((a + i) / PAGE_BYTES))!;
    const at = (a + i) % PAGE_BYTES;
    const cell = page.cells?.get(at);
    if (cell !== undefined && i + cell.size <= size) {
      pieces.push({ at: i, size: cell.size, cell });
      i += cell.size;
    } else {
      const kind = page.shadow === null ? Shadow.concrete : page.shadow[at];
      if (kind === Shadow.concrete) pieces.push({ at: i, size: 1, byte: page.bytes[at]! });
      else if (kind === Shadow.uninitialised) {
        memory.freeze(source, a + i, 1);
        continue;
      } else
        pieces.push({
          at: i,
          size: 1,
          cell: { size: 1, value: new Symbolic(memory.byteTerm(source, a + i)), isPointer: false },
        });
      i++;
    }
  }
  for (const piece of pieces) {
    const p = pointer(target, b + piece.at);
    if (piece.byte !== undefined) memory.storeInteger(p, 1, piece.byte);
    else if (piece.cell!.isPointer) memory.storePointer(p, piece.cell!.value as Pointer);
    else memory.storeTerm(target, b + piece.at, piece.size, (piece.cell!.value as Symbolic).term);
  }
}

/** Ranges that do not overlap and hold nothing but numbers are copied page by page. */
function copyConcrete(memory: Memory, source: number, a: number, target: number, b: number, size: number): boolean {
  if (source === target && Math.abs(a - b) < size) return false;
  const from = memory.entry(source)!;
  for (let i = 0; i < size; i += PAGE_BYTES - ((a + i) % PAGE_BYTES)) {
    const at = (a + i) % PAGE_BYTES;
    if (!from.page((a + i - at) / PAGE_BYTES)!.isConcrete(at, Math.min(PAGE_BYTES - at, size - i))) return false;
  }
  for (let i = 0; i < size; ) {
    const [x, y] = [(a + i) % PAGE_BYTES, (b + i) % PAGE_BYTES];
    const length = Math.min(PAGE_BYTES - x, PAGE_BYTES - y, size - i);
    const page = memory.writable(target, (b + i - y) / PAGE_BYTES);
    memory.claim(page, y, length);
    // Looked up after `writable`, which may have replaced it.
    const { bytes } = memory.entry(source)!.page((a + i - x) / PAGE_BYTES)!;
    page.bytes.set(bytes.subarray(x, x + length), y);
    i += length;
  }
  return true;
}

export function fillBytes(memory: Memory, to: number, byte: Value, size: number): void {
  if (typeof byte === 'number') {
    const [object, offset] = [objectOf(to), offsetOf(to)];
    for (let i = 0; i < size; ) {
      const at = (offset + i) % PAGE_BYTES;
      const pages = at === 0 ? Math.floor((size - i) / PAGE_BYTES) : 0;
      if (pages >= SHARED_PAGES) {
        const first = (offset + i) / PAGE_BYTES;
        memory.fillPages(object, first, first + pages, byte);
        i += pages * PAGE_BYTES;
        continue;
      }
      const length = Math.min(PAGE_BYTES - at, size - i);
      const page = memory.writable(object, (offset + i - at) / PAGE_BYTES);
      memory.claim(page, at, length);
      page.bytes.fill(byte, at, at + length);
      i += length;
    }
    return;
  }
  for (let i = 0; i < size; i++) memory.storeInteger(to + i, 1, byte as Integer | Symbolic);
}
