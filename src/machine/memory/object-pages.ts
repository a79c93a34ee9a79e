// The pages of one object. Copies of a memory share them until one writes. The pages of a large object come in chunks,
// which are shared in the same way, and what nobody has written is one and the same page, and chunk, all over: memory
// grows with what is touched, not with what is declared.

import type { ObjectInfo } from './object-info.js';
import { PAGE_BYTES, Page } from './page.js';

/** Objects up to this many pages have pages of their own from the start. */
const OWN_PAGES = 16;
/** Objects of more pages than this have chunks of so many. */
const CHUNK_BITS = 10;
export const CHUNK_PAGES = 2 ** CHUNK_BITS;

export interface Chunk {
  readonly pages: Page[];
  readonly owner: number;
  /** All its pages are the same one, which nobody writes in place. */
  readonly isUniform: boolean;
  /** Number that `StateKeys` gives to all equal chunks, 0 while not known. */
  interned: number;
}

/** Pages that lie side by side and are one and the same. */
export interface PageRun {
  readonly page: Page;
  readonly count: number;
}

/** Pages that hold the same byte all over, for all objects of memories that were copied from one. Nobody owns them. */
export class UniformPages {
  private readonly pages = new Map<string, Page>();
  private readonly chunks = new Map<Page, Chunk>();

  page(size: number, content: number | 'uninitialised'): Page {
    const key = `${size} ${content}`;
    let page = this.pages.get(key);
    if (page === undefined) {
      page = Page.filled(size, 0, content === 'uninitialised');
      if (content !== 'uninitialised') page.bytes.fill(content);
      this.pages.set(key, page);
    }
    return page;
  }

  chunk(content: number | 'uninitialised'): Chunk {
    const page = this.page(PAGE_BYTES, content);
    let chunk = this.chunks.get(page);
    if (chunk === undefined) {
      const pages = new Array<Page>(CHUNK_PAGES).fill(page);
      this.chunks.set(page, (chunk = { pages, owner: 0, isUniform: true, interned: 0 }));
    }
    return chunk;
  }
}

export class ObjectPages {
  private constructor(
    readonly info: ObjectInfo,
    readonly owner: number,
    /** Of an object that is not large. */
    readonly few: Page[],
    /** Of a large object, instead. */
    readonly chunks: Chunk[] | undefined,
  ) {}

  static blank(info: ObjectInfo, owner: number, uninitialised: boolean, uniform: UniformPages): ObjectPages {
    const { size } = info;
    const count = Math.ceil(size / PAGE_BYTES);
    const few: Page[] = [];
    if (count <= OWN_PAGES) {
      for (let at = 0; at < size; at += PAGE_BYTES)
        few.push(Page.filled(Math.min(PAGE_BYTES, size - at), owner, uninitialised));
      return new ObjectPages(info, owner, few, undefined);
    }
    const content = uninitialised ? 'uninitialised' : 0;
    const whole = Math.floor(size / PAGE_BYTES);
    const chunks: Chunk[] = [];
    const isLarge = count > CHUNK_PAGES;
    if (isLarge) for (let n = CHUNK_PAGES; n <= whole; n += CHUNK_PAGES) chunks.push(uniform.chunk(content));
    const rest = whole - chunks.length * CHUNK_PAGES;
    for (let n = 0; n < rest; n++) few.push(uniform.page(PAGE_BYTES, content));
    if (whole < count) few.push(uniform.page(size % PAGE_BYTES, content));
    if (!isLarge) return new ObjectPages(info, owner, few, undefined);
    if (few.length > 0) chunks.push({ pages: few, owner: 0, isUniform: false, interned: 0 });
    return new ObjectPages(info, owner, [], chunks);
  }

  get pageCount(): number {
    return Math.ceil(this.info.size / PAGE_BYTES);
  }

  page(index: number): Page | undefined {
    if (this.chunks === undefined) return this.few[index];
    return this.chunks[index >> CHUNK_BITS]?.pages[index & (CHUNK_PAGES - 1)];
  }

  /** For another owner, who may change its own. */
  copy(owner: number, info = this.info): ObjectPages {
    return new ObjectPages(info, owner, this.few.slice(), this.chunks?.slice());
  }

  /** Only for who owns the object. */
  put(index: number, page: Page): void {
    if (this.chunks === undefined) {
      this.few[index] = page;
      return;
    }
    let chunk = this.chunks[index >> CHUNK_BITS]!;
    if (chunk.owner !== this.owner) {
      chunk = { pages: chunk.pages.slice(), owner: this.owner, isUniform: false, interned: 0 };
      this.chunks[index >> CHUNK_BITS] = chunk;
    }
    chunk.pages[index & (CHUNK_PAGES - 1)] = page;
  }

  /** The same for all pages of a chunk that is not the last. */
  putChunk(index: number, chunk: Chunk): void {
    this.chunks![index] = chunk;
  }

  /** All pages, from the first on. */
  *runs(): Generator<PageRun> {
    for (const page of this.few) yield { page, count: 1 };
    for (const { pages, isUniform } of this.chunks ?? []) {
      if (isUniform) yield { page: pages[0]!, count: pages.length };
      else for (const page of pages) yield { page, count: 1 };
    }
  }

  /**
   * Its pages, each beside that of the other object, if that has one; where the same two lie beside each other all
   * along a chunk, once.
   */
  *beside(other: ObjectPages): Generator<readonly [index: number, page: Page, other: Page | undefined]> {
    const { few, chunks } = this;
    for (let n = 0; n < few.length; n++) yield [n, few[n]!, other.page(n)];
    if (chunks === undefined) return;
    for (const [c, { pages, isUniform }] of chunks.entries()) {
      const theirs = other.chunks?.[c];
      const count = isUniform && theirs?.isUniform === true ? 1 : pages.length;
      for (let n = 0; n < count; n++) yield [c * CHUNK_PAGES + n, pages[n]!, other.page(c * CHUNK_PAGES + n)];
    }
  }

  /** Pages that are not one and the same in both objects, which are copies of one. */
  *differing(other: ObjectPages): Generator<readonly [index: number, page: Page, other: Page]> {
    const { few, chunks } = this;
    for (let n = 0; n < few.length; n++) if (few[n] !== other.few[n]) yield [n, few[n]!, other.few[n]!];
    if (chunks === undefined) return;
    for (const [c, chunk] of chunks.entries()) {
      const theirs = other.chunks![c]!;
      if (theirs === chunk) continue;
      for (const [n, page] of chunk.pages.entries())
        if (page !== theirs.pages[n]) yield [c * CHUNK_PAGES + n, page, theirs.pages[n]!];
    }
  }
}
