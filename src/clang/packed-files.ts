// The headers that belong to the embedded clang, read on demand out of the tar archive that they are delivered in.

import { utf8Text } from '../base/bytes.js';

interface PackedEntry {
  readonly kind: 'file' | 'directory';
  readonly size: number;
  /** Position in the archive's table; serves as inode number. */
  readonly index: number;
  /** Where the content begins in the archive. */
  readonly offset: number;
}

/** So many bytes of the archive, or as many as there are. */
export type ReadArchive = (offset: number, length: number) => Uint8Array;

const blockSize = 512;

/** Long-lived: the table of the archive is read once, at the first lookup. */
export class PackedFiles {
  readonly #archive: ReadArchive;
  #entries: ReadonlyMap<string, PackedEntry> | undefined;

  constructor(archive: ReadArchive) {
    this.#archive = archive;
  }

  /** `name` is relative to the archive's root, without `.` and `..`; the empty name is the root itself. */
  find(name: string): PackedEntry | undefined {
    this.#entries ??= readTable(this.#archive);
    return this.#entries.get(name);
  }

  read(name: string): Uint8Array | undefined {
    const entry = this.find(name);
    return entry?.kind === 'file' ? this.#archive(entry.offset, entry.size) : undefined;
  }
}

function readTable(archive: ReadArchive): ReadonlyMap<string, PackedEntry> {
  const entries = new Map<string, PackedEntry>([['', { kind: 'directory', size: 0, index: 1, offset: 0 }]]);
  let offset = 0;
  for (;;) {
    const header = archive(offset, blockSize);
    if (header.length < blockSize) return entries;
    const name = text(header, 0, 100)
      .replace(/^\.?\/+/, '')
      .replace(/\/$/, '');
    if (name === '') return entries;
    const size = Number.parseInt(text(header, 124, 12), 8);
    const kind = header[156] === directoryType ? 'directory' : 'file';
    offset += blockSize;
    entries.set(name, { kind, size, index: entries.size + 1, offset });
    offset += Math.ceil(size / blockSize) * blockSize;
  }
}

/** The digit 5. */
const directoryType = 0x35;

function text(block: Uint8Array, from: number, length: number): string {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return utf8Text(end === -1 ? field : field.subarray(0, end));
}
