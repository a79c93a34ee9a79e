// Files in memory as the embedded clang sees them: for where there is no disk.

import { normalPath } from '../base/path.js';
import {
  type FileStatus,
  type FileView,
  type Lookups,
  noEntry,
  packedStatus,
  type ReadFile,
  readPacked,
} from './file-view.js';
import type { PackedFiles } from './packed-files.js';

export class MemoryView implements FileView {
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #inodes = new Map<string, bigint>();
  readonly #folders: ReadonlySet<string>;
  readonly #resources: PackedFiles;
  readonly #present = new Set<string>();
  readonly #absent = new Set<string>();

  /** By absolute path. */
  constructor(files: ReadonlyMap<string, Uint8Array>, resources: PackedFiles) {
    this.#files = files;
    this.#folders = foldersOf(files.keys());
    this.#resources = resources;
  }

  lookups(): Lookups {
    return { present: [...this.#present], absent: [...this.#absent] };
  }

  status(asked: string): FileStatus {
    const path = plainPath(asked);
    const packed = packedStatus(path, this.#resources);
    if (packed !== undefined) return packed;
    const bytes = this.#files.get(path);
    if (bytes !== undefined) return { kind: 'file', size: bytes.length, device: 1n, inode: this.#inodeOf(path) };
    if (this.#folders.has(path)) return { kind: 'directory', size: 0, device: 1n, inode: this.#inodeOf(path) };
    this.#absent.add(path);
    return noEntry;
  }

  read(asked: string): ReadFile {
    const path = plainPath(asked);
    const packed = readPacked(path, this.#resources);
    if (packed !== undefined) return packed;
    const bytes = this.#files.get(path);
    (bytes === undefined ? this.#absent : this.#present).add(path);
    return bytes === undefined ? noEntry : { kind: 'ok', bytes };
  }

  #inodeOf(path: string): bigint {
    const known = this.#inodes.get(path) ?? BigInt(this.#inodes.size + 1);
    this.#inodes.set(path, known);
    return known;
  }
}

/** Without what an operating system would resolve. */
function plainPath(path: string): string {
  return normalPath(path).replace(/(?<=.)\/$/, '');
}

function foldersOf(files: Iterable<string>): ReadonlySet<string> {
  const folders = new Set(['/']);
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
      folders.add(file.slice(0, end));
  }
  return folders;
}
