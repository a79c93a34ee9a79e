// How compiled code gets at memory: pages of private objects, looked up once and then accessed directly. Whatever is
// not private, valid and concrete is refused, and the interpreter does the access.

import { copyBytes, fillBytes } from '../memory/bulk.js';
import type { Memory } from '../memory/memory.js';
import type { ObjectInfo } from '../memory/object-info.js';
import { PAGE_BYTES, type Page } from '../memory/page.js';
import { readInteger } from '../memory/page-integers.js';
import { type Integer, objectOf, toUnsigned } from '../memory/value.js';

/** The page that an object has at an address, if nobody else may see any of it; null for anything else. */
export function readablePage(memory: Memory, p: number): Page | null {
  const object = objectOf(p);
  if (!(object > 0)) return null;
  const entry = memory.entry(object);
  if (entry === undefined || entry.info.kind === 'function' || entry.info.kind === 'device') return null;
  const index = Math.floor((p - object * 2 ** 32) / PAGE_BYTES);
  if (entry.info.visible && isSeen(entry.info, index)) return null;
  return entry.page(index) ?? null;
}

function isSeen({ visibleBytes }: ObjectInfo, page: number): boolean {
  return visibleBytes === undefined || visibleBytes.some(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
}

/** The same, not shared with any other memory. */
export function writablePage(memory: Memory, p: number): Page | null {
  if (readablePage(memory, p) === null) return null;
  const object = objectOf(p);
  return memory.writable(object, Math.floor((p - object * 2 ** 32) / PAGE_BYTES));
}

/** Are some of the bytes uninitialised, or covered by a cell? The page has a shadow. */
export function isUnclear(page: Page, at: number, size: number): boolean {
  const shadow = page.shadow!;
  switch (size) {
    case 1:
      return shadow[at] !== 0;
    case 2:
      return (shadow[at]! | shadow[at + 1]!) !== 0;
    case 4:
      return (shadow[at]! | shadow[at + 1]! | shadow[at + 2]! | shadow[at + 3]!) !== 0;
    default:
      return !page.isConcrete(at, size);
  }
}

/** The pointer at a place within a page; NaN where it is not a plain one. */
export function pointerAt(memory: Memory, page: Page, at: number, size: number): number {
  const cell = page.cells?.get(at);
  if (cell !== undefined)
    return cell.isPointer && cell.size === size && typeof cell.value === 'number' ? cell.value : Number.NaN;
  if (!page.isConcrete(at, size)) return Number.NaN;
  const number = readInteger(page, at, size, size * 8);
  return number === 0 ? 0 : memory.resolve(toUnsigned(size * 8, number));
}

/** memcpy within private memory; false where the interpreter has to look at it. */
export function copied(memory: Memory, to: number, from: number, size: Integer): boolean {
  if (typeof size !== 'number' || size < 0) return false;
  if (size === 0) return true;
  if (!isPrivate(memory, to, size) || !isPrivate(memory, from, size)) return false;
  copyBytes(memory, to, from, size);
  return true;
}

export function filled(memory: Memory, to: number, byte: number, size: Integer): boolean {
  if (typeof size !== 'number' || size < 0) return false;
  if (size === 0) return true;
  if (!isPrivate(memory, to, size)) return false;
  fillBytes(memory, to, byte, size);
  return true;
}

function isPrivate(memory: Memory, p: number, size: number): boolean {
  return (
    readablePage(memory, p) !== null &&
    memory.info(objectOf(p))?.visible === false &&
    memory.invalid(p, size) === undefined
  );
}
