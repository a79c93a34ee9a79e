// The headers that belong to the embedded clang, read on demand out of the tar archive that they are delivered in.

import { closeSync, openSync, readSync } from 'node:fs';

interface PackedEntry {
  readonly kind: 'file' | 'directory';
  readonly size: number;
  /** Position in the archive's table; serves as inode number. */
  readonly index: number;
  /** Where the content begins in the archive. */
  readonly offset: number;
}

const blockSize = 512;

/** Long-lived: the table of the archive is read once, at the first lookup. */
export class PackedFiles {
  readonly #archive: string;
  #entries: ReadonlyMap<string, PackedEntry> | undefined;

  constructor(archive: string) {
    this.#archive = archive;
  }

  /** `name` is relative to the archive's root, without `.` and `..`; the empty name is the root itself. */
  find(name: string): PackedEntry | undefined {
    this.#entries ??= readTable(this.#archive);
    return this.#entries.get(name);
  }

  read(name: string): Uint8Array | undefined {
    const entry = this.find(name);
    if (entry?.kind !== 'file') return undefined;
    const file = openSync(this.#archive, 'r');
    try {
      const bytes = new Uint8Array(entry.size);
      readSync(file, bytes, 0, entry.size, entry.offset);
      return bytes;
    } finally {
      closeSync(file);
    }
  }
}

function readTable(archive: string): ReadonlyMap<string, PackedEntry> {
  const entries = new Map<string, PackedEntry>([['', { kind: 'directory', size: 0, index: 1, offset: 0 }]]);
  const file = openSync(archive, 'r');
  try {
    const header = Buffer.alloc(blockSize);
    let offset = 0;
    while (readSync(file, header, 0, blockSize, offset) === blockSize) {
      const name = text(header, 0, 100)
        .replace(/^\.?\/+/, '')
        .replace(/\/$/, '');
      if (name === '') break;
      const size = Number.parseInt(text(header, 124, 12), 8);
      const kind = header.toString('latin1', 156, 157) === '5' ? 'directory' : 'file';
      offset += blockSize;
      entries.set(name, { kind, size, index: entries.size + 1, offset });
      offset += Math.ceil(size / blockSize) * blockSize;
    }
  } finally {
    closeSync(file);
  }
  return entries;
}

function text(block: Buffer, from: number, length: number): string {
  const end = block.indexOf(0, from);
  return block.toString('utf8', from, end === -1 || end > from + length ? from + length : end);
}
