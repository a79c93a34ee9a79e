// The disk as the embedded clang sees it: the real files at their real paths, some of them rewritten. Files that are
// none of the program's business are not shown at all. Remembers which files were read and which paths did not exist.

import { readFileSync, statSync } from 'node:fs';
import {
  type FileFailure,
  type FileStatus,
  type FileView,
  type Lookups,
  noEntry,
  notPermitted,
  packedStatus,
  type ReadFile,
  readPacked,
} from './file-view.js';
import type { PackedFiles } from './packed-files.js';
import type { FileAccess } from './project.js';
import { hostPath } from './virtual-path.js';

const errnoOf: Readonly<Record<string, number>> = {
  ENOENT: 44,
  ENOTDIR: 54,
  EACCES: 2,
  EPERM: 63,
  ELOOP: 32,
  ENAMETOOLONG: 37,
};
const inputOutputError = 29;
/** clang looks for these unasked, to find out on which system it runs. */
const aboutThisMachine = /^\/(etc|usr\/lib)\/[\w-]+[-_](release|version)$/;

export class DiskView implements FileView {
  readonly #resources: PackedFiles;
  readonly #present = new Set<string>();
  readonly #absent = new Set<string>();
  /** Whole files as clang sees them: it asks for the size of a file, more than once, before it reads it. */
  readonly #contents = new Map<string, Uint8Array>();
  readonly #rewrite: (file: string, bytes: Uint8Array) => Uint8Array | undefined;
  readonly #access: (file: string) => FileAccess;
  readonly #accesses = new Map<string, FileAccess>();
  readonly #refused = new Set<string>();
  /** Whether a file was read that nobody must quote. */
  isHidden = false;

  /** `rewrite` gives what is shown instead of a file's content; undefined for the content itself. */
  constructor(
    resources: PackedFiles,
    rewrite: (file: string, bytes: Uint8Array) => Uint8Array | undefined,
    access: (file: string) => FileAccess,
  ) {
    this.#resources = resources;
    this.#rewrite = rewrite;
    this.#access = access;
  }

  /** The files that were asked for and not shown. */
  refused(): readonly string[] {
    return [...this.#refused];
  }

  lookups(): Lookups {
    return { present: [...this.#present], absent: [...this.#absent] };
  }

  status(path: string): FileStatus {
    const packed = packedStatus(path, this.#resources);
    if (packed !== undefined) return packed;
    const host = hostPath(path);
    try {
      const found = statSync(host, { bigint: true });
      const kind = found.isDirectory() ? 'directory' : found.isFile() ? 'file' : undefined;
      // A pipe or a device could block the read for ever.
      if (kind === undefined) return notPermitted;
      const isReadable = kind === 'file' && this.#accessTo(host) !== 'refused';
      const size = isReadable ? this.#content(host).length : Number(found.size);
      return { kind, size, device: BigInt.asUintN(64, found.dev), inode: found.ino };
    } catch (thrown) {
      return this.#failure(host, thrown);
    }
  }

  read(path: string): ReadFile {
    const packed = readPacked(path, this.#resources);
    if (packed !== undefined) return packed;
    const host = hostPath(path);
    const access = this.#accessTo(host);
    if (access === 'refused') {
      if (aboutThisMachine.test(host)) return noEntry;
      this.#refused.add(host);
      return notPermitted;
    }
    if (access === 'hidden') this.isHidden = true;
    try {
      const bytes = this.#content(host);
      this.#present.add(host);
      return { kind: 'ok', bytes };
    } catch (thrown) {
      return this.#failure(host, thrown);
    }
  }

  #accessTo(host: string): FileAccess {
    let access = this.#accesses.get(host);
    if (access === undefined) {
      access = this.#access(host);
      this.#accesses.set(host, access);
    }
    return access;
  }

  #content(host: string): Uint8Array {
    let content = this.#contents.get(host);
    if (content === undefined) {
      const bytes = readFileSync(host);
      content = this.#rewrite(host, bytes) ?? bytes;
      this.#contents.set(host, content);
    }
    return content;
  }

  #failure(host: string, thrown: unknown): FileFailure {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') this.#absent.add(host);
    return { kind: 'failed', errno: errnoOf[code] ?? inputOutputError };
  }
}
