// What was found out about the atomic section that a thread stands before, by what the section has read: with the same
// bytes it goes the same way, whatever else has happened since. Shared by all copies of a state in which the thread
// stands there, and forgotten when it makes a step. Objects that it can name are older than its place, so that their
// numbers mean the same in all of these copies. Sections that read anything but plain bytes are tried each time.

import type { Attempt, ReadBytes } from './attempt.js';
import type { Memory } from './memory/memory.js';
import { PAGE_BYTES } from './memory/page.js';

interface Tried {
  readonly attempt: Attempt;
  /** By read. */
  readonly contents: readonly Uint8Array[];
}

/** Different values that a lock has at one place of one thread are few. */
const MOST = 16;

export class TriedSections {
  private readonly tried: Tried[] = [];

  /** What the section would do now, if it is known. */
  known(memory: Memory): Attempt | undefined {
    return this.tried.find(({ attempt, contents }) => attempt.reads.every((r, n) => holds(memory, r, contents[n]!)))
      ?.attempt;
  }

  add(memory: Memory, attempt: Attempt): void {
    if (this.tried.length >= MOST) return;
    const contents: Uint8Array[] = [];
    for (const read of attempt.reads) {
      const bytes = plainBytes(memory, read);
      if (bytes === undefined) return;
      contents.push(bytes);
    }
    this.tried.push({ attempt, contents });
  }
}

function plainBytes(memory: Memory, { object, offset, size }: ReadBytes): Uint8Array | undefined {
  const at = offset % PAGE_BYTES;
  const page = object > 0 && offset >= 0 ? memory.entry(object)?.page(Math.floor(offset / PAGE_BYTES)) : undefined;
  const isPlain = page !== undefined && at + size <= page.bytes.length && page.isConcrete(at, size);
  return isPlain ? page.bytes.slice(at, at + size) : undefined;
}

function holds(memory: Memory, { object, offset, size }: ReadBytes, contents: Uint8Array): boolean {
  const at = offset % PAGE_BYTES;
  const page = memory.entry(object)?.page(Math.floor(offset / PAGE_BYTES));
  if (page === undefined || !page.isConcrete(at, size)) return false;
  for (let n = 0; n < size; n++) if (page.bytes[at + n] !== contents[n]) return false;
  return true;
}
