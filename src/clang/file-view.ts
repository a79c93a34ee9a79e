// What the embedded clang can see of the disk: the real files at their real paths, read-only, some of them rewritten,
// and clang's own headers, mounted where no real directory can be meant. Files that are none of the program's
// business are not shown at all. Remembers which files were read and which paths did not exist.

import { readFileSync, statSync } from 'node:fs';
import type { PackedFiles } from './packed-files.js';
import type { FileAccess } from './project.js';

/** Where the resource directory of the embedded clang appears. */
export const resourceMount = '/embedded-clang';

export type FileStatus =
  | { readonly kind: 'file' | 'directory'; readonly size: number; readonly device: bigint; readonly inode: bigint }
  | FileFailure;

/** `errno` is a WASI error number. */
export interface FileFailure {
  readonly kind: 'failed';
  readonly errno: number;
}

export interface FileView {
  status(path: string): FileStatus;
  read(path: string): { readonly kind: 'ok'; readonly bytes: Uint8Array } | FileFailure;
}

/** Host paths that a compilation read, and that it looked for in vain. */
export interface Lookups {
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

const errnoOf: Readonly<Record<string, number>> = {
  ENOENT: 44,
  ENOTDIR: 54,
  EACCES: 2,
  EPERM: 63,
  ELOOP: 32,
  ENAMETOOLONG: 37,
};
const inputOutputError = 29;
const noEntry: FileFailure = { kind: 'failed', errno: 44 };
/** clang looks for these unasked, to find out on which system it runs. */
const aboutThisMachine = /^\/(etc|usr\/lib)\/[\w-]+[-_](release|version)$/;
const notPermitted: FileFailure = { kind: 'failed', errno: 63 };

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
    const packed = packedName(path);
    if (packed !== undefined) {
      const entry = this.#resources.find(packed);
      if (entry === undefined) return noEntry;
      // The device number keeps these inodes apart from those of any real disk.
      return { kind: entry.kind, size: entry.size, device: 0xffff_ffffn, inode: BigInt(entry.index) };
    }
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

  read(path: string): { readonly kind: 'ok'; readonly bytes: Uint8Array } | FileFailure {
    const packed = packedName(path);
    if (packed !== undefined) {
      const bytes = this.#resources.read(packed);
      return bytes === undefined ? noEntry : { kind: 'ok', bytes };
    }
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

/** clang knows only slashes and a single root: `C:\project\a.c` is `/C:/project/a.c` there. */
export function virtualPath(host: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') return host;
  const slashed = host.replaceAll('\\', '/');
  return /^[A-Za-z]:\//.test(slashed) ? `/${slashed}` : slashed;
}

/** An argument of clang with the absolute path in it, if any, as clang has to see it. */
export function virtualArgument(argument: string, platform: NodeJS.Platform = process.platform): string {
  const path = /^(-I|-iquote|-isystem|-idirafter|-include|-imacros|--sysroot=|)([A-Za-z]:[\\/].*)$/s.exec(argument);
  return path === null ? argument : path[1] + virtualPath(path[2]!, platform);
}

/** The inverse of `virtualPath`. */
export function hostPath(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' && /^\/[A-Za-z]:(\/|$)/.test(path) ? path.slice(1) : path;
}

function packedName(path: string): string | undefined {
  if (path === resourceMount) return '';
  if (!path.startsWith(`${resourceMount}/`)) return undefined;
  const segments: string[] = [];
  for (const segment of path.slice(resourceMount.length + 1).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
