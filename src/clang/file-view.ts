// What the embedded clang can see of files: those of whoever runs it, read-only, and clang's own headers, mounted where
// no real directory can be meant.

import type { PackedFiles } from './packed-files.js';

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
  read(path: string): ReadFile;
}

export type ReadFile = { readonly kind: 'ok'; readonly bytes: Uint8Array } | FileFailure;

/** Host paths that a compilation read, and that it looked for in vain. */
export interface Lookups {
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

/** WASI's numbers. */
export const noEntry: FileFailure = { kind: 'failed', errno: 44 };
export const notPermitted: FileFailure = { kind: 'failed', errno: 63 };

/** Clang's own headers: undefined for a path that is not meant to be one. */
export function packedStatus(path: string, resources: PackedFiles): FileStatus | undefined {
  const name = packedName(path);
  if (name === undefined) return undefined;
  const entry = resources.find(name);
  if (entry === undefined) return noEntry;
  // The device number keeps these inodes apart from those of any real disk.
  return { kind: entry.kind, size: entry.size, device: 0xffff_ffffn, inode: BigInt(entry.index) };
}

export function readPacked(path: string, resources: PackedFiles): ReadFile | undefined {
  const name = packedName(path);
  if (name === undefined) return undefined;
  const bytes = resources.read(name);
  return bytes === undefined ? noEntry : { kind: 'ok', bytes };
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
