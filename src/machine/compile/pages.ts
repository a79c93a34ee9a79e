// How compiled code gets at memory: pages of private objects, looked up once and then accessed directly. Whatever is
// not private, valid and concrete is refused, and the interpreter does the access.

import { copyBytes, fillBytes } from '../memory/bulk.js';
import type { Memory } from '../memory/memory.js';
import { PAGE_BYTES, type Page } from '../memory/page.js';
import { readInteger } from '../memory/page-integers.js';
import { type Integer, objectOf, offsetOf, toUnsigned } from '../memory/value.js';

/** The page that an object has at an address, if nobody else may see any of it; null for anything else. */
export function readablePage(memory: Memory, p: number): Page | null {
  const start = offsetOf(p) - (offsetOf(p) % PAGE_BYTES);
  return unseenPage(memory, p, start, start + PAGE_BYTES);
}

/** The same, not shared with any other memory. */
export function writablePage(memory: Memory, p: number): Page | null {
  return readablePage(memory, p) === null ? null : writable(memory, p);
}

/** The page of some bytes that nobody else may see, though others may see some of the page. */
export function pageToRead(memory: Memory, p: number, size: number): Page | null {
  return unseenPage(memory, p, offsetOf(p), offsetOf(p) + size);
}

/** The same, not shared with any other memory. */
export function pageToWrite(memory: Memory, p: number, size: number): Page | null {
  return pageToRead(memory, p, size) === null ? null : writable(memory, p);
}

function unseenPage(memory: Memory, p: number, from: number, to: number): Page | null {
  const object = objectOf(p);
  if (!(object > 0)) return null;
  const entry = memory.entry(object);
  if (entry === undefined || entry.info.kind === 'function' || entry.info.kind === 'device') return null;
  const { visible, visibleBytes } = entry.info;
  if (visible && (visibleBytes === undefined || visibleBytes.some(from, to))) return null;
  return entry.page(Math.floor(offsetOf(p) / PAGE_BYTES)) ?? null;
}

function writable(memory: Memory, p: number): Page {
  return memory.writable(objectOf(p), Math.floor(offsetOf(p) / PAGE_BYTES));
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
