// Memory in pages that states share until one of them writes. A byte is concrete, uninitialised, or covered by a cell:
// a value that is not a number of bytes (a pointer, a term). Cells keep pointers recognisable, so that objects can be
// renumbered when states are compared.

import type { Value } from './value.js';

export const PAGE_BYTES = 1024;

/** Kinds of a byte in `shadow`. */
export const Shadow = { concrete: 0, uninitialised: 1, cell: 2 } as const;

export interface Cell {
  /** Bytes that it covers, from its key in `cells`. Never crosses the end of a page. */
  readonly size: number;
  /** A pointer, or a Symbolic. */
  readonly value: Value;
  readonly isPointer: boolean;
}

export class Page {
  /** Null: every byte is concrete. Changed by the methods below only, as `cells` is. */
  shadow: Uint8Array | null = null;
  cells: Map<number, Cell> | null = null;
  private viewed: DataView | undefined;
  /** Bytes that are not concrete. */
  private unclear = 0;
  /** Number that `StateKeys` gives to all equal pages, 0 while not known. */
  interned = 0;

  constructor(
    readonly bytes: Uint8Array,
    /** The state that may write it in place. */
    public owner: number,
  ) {}

  /** For compiled code. Most pages are copied, compared and thrown away without one, which costs more than they do. */
  get view(): DataView {
    this.viewed ??= new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    return this.viewed;
  }

  clone(owner: number): Page {
    const copy = new Page(this.bytes.slice(), owner);
    copy.shadow = this.shadow === null ? null : this.shadow.slice();
    copy.cells = this.cells === null ? null : new Map(this.cells);
    copy.unclear = this.unclear;
    return copy;
  }

  static filled(size: number, owner: number, uninitialised: boolean): Page {
    const page = new Page(new Uint8Array(size), owner);
    if (uninitialised) page.shadow = new Uint8Array(size).fill(Shadow.uninitialised);
    if (uninitialised) page.unclear = size;
    return page;
  }

  /** True if the bytes are plain numbers. */
  isConcrete(offset: number, size: number): boolean {
    const { shadow } = this;
    if (shadow === null) return true;
    for (let i = offset; i < offset + size; i++) if (shadow[i] !== Shadow.concrete) return false;
    return true;
  }

  /**
   * Makes the bytes concrete; their contents are the caller's to write. Cells that stick out must have been split
   * before.
   */
  claim(offset: number, size: number): void {
    this.interned = 0;
    const { shadow, cells } = this;
    if (shadow === null) return;
    for (let i = offset; i < offset + size; i++) {
      if (shadow[i] === Shadow.cell) cells?.delete(i);
      if (shadow[i] !== Shadow.concrete) this.unclear--;
      shadow[i] = Shadow.concrete;
    }
    if (this.unclear > 0) return;
    this.shadow = null;
    this.cells = null;
  }

  putCell(offset: number, cell: Cell): void {
    this.claim(offset, cell.size);
    this.bytes.fill(0, offset, offset + cell.size);
    this.shadow ??= new Uint8Array(this.bytes.length);
    this.shadow.fill(Shadow.cell, offset, offset + cell.size);
    this.unclear += cell.size;
    this.cells ??= new Map();
    this.cells.set(offset, cell);
  }

  /** The cell that covers a byte, with its start. */
  cellAt(offset: number): { readonly start: number; readonly cell: Cell } | undefined {
    if (this.cells === null || this.shadow?.[offset] !== Shadow.cell) return undefined;
    for (let start = offset; start >= 0; start--) {
      const cell = this.cells.get(start);
      if (cell !== undefined) return start + cell.size > offset ? { start, cell } : undefined;
    }
    return undefined;
  }
}
