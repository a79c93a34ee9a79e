// The part of WASI preview 1 that the embedded clang needs, on top of a read-only view of the real disk. Files are
// opened where they lie, so no include tree is ever copied, and `..`, symbolic links and inode numbers are the
// operating system's own. Every lookup is recorded: the files that were read and the paths that were not there are
// together exactly what the outcome of a compilation depends on.

import type { FileView } from './file-view.js';

export interface WasiOutcome {
  readonly exitCode: number;
  /** Why it did not come to its end: a trap, an abort, a stack overflow. */
  readonly crash?: string;
  readonly standardOutput: Uint8Array;
  readonly standardError: Uint8Array;
}

/** Instantiates `module` and runs its `_start` to the end. */
export function runWasi(module: WebAssembly.Module, args: readonly string[], files: FileView): WasiOutcome {
  const process = new WasiProcess(args, files);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: process.imports() });
  const { memory, _start: start } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') {
    throw new TypeError('the module is not a WASI command');
  }
  process.memory = memory;
  try {
    start();
  } catch (thrown) {
    if (thrown instanceof Exit) return process.outcome(thrown.code);
    return { ...process.outcome(1), crash: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  return process.outcome(0);
}

class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

const errno = { success: 0, badDescriptor: 8, invalid: 28, notSupported: 58, readOnly: 69, illegalSeek: 70 } as const;
const fileType = { characterDevice: 2, directory: 3, regular: 4 } as const;
const openFlag = { create: 1, directory: 2, truncate: 8 } as const;

type Descriptor =
  | { readonly kind: 'output'; readonly buffer: GrowingBuffer }
  | { readonly kind: 'input' }
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Uint8Array; position: number };

class WasiProcess {
  memory = new WebAssembly.Memory({ initial: 0 });
  readonly #files: FileView;
  readonly #arguments: readonly Uint8Array[];
  readonly #output = new GrowingBuffer();
  readonly #errors = new GrowingBuffer();
  readonly #descriptors: (Descriptor | undefined)[];
  #view = new DataView(this.memory.buffer);
  #bytes = new Uint8Array(this.memory.buffer);

  constructor(args: readonly string[], files: FileView) {
    this.#files = files;
    const encoder = new TextEncoder();
    this.#arguments = args.map((argument) => encoder.encode(`${argument}\0`));
    this.#descriptors = [
      { kind: 'input' },
      { kind: 'output', buffer: this.#output },
      { kind: 'output', buffer: this.#errors },
      { kind: 'directory', path: '/' },
    ];
  }

  outcome(exitCode: number): WasiOutcome {
    return { exitCode, standardOutput: this.#output.bytes(), standardError: this.#errors.bytes() };
  }

  imports(): Record<string, WebAssembly.ImportValue> {
    const refuse = (): number => errno.readOnly;
    return {
      args_sizes_get: (count: number, size: number) => this.#argumentSizes(count, size),
      args_get: (pointers: number, buffer: number) => this.#argumentValues(pointers, buffer),
      environ_sizes_get: (count: number, size: number) => {
        this.#memory().setUint32(count, 0, true);
        this.#memory().setUint32(size, 0, true);
        return errno.success;
      },
      environ_get: () => errno.success,
      clock_time_get: (_id: number, _precision: bigint, result: number) => {
        this.#memory().setBigUint64(result, BigInt(Date.now()) * 1_000_000n, true);
        return errno.success;
      },
      random_get: (pointer: number, length: number) => {
        new Uint8Array(this.memory.buffer, pointer, length).fill(0x5a); // the same every time, on purpose
        return errno.success;
      },
      poll_oneoff: () => errno.notSupported,
      proc_exit: (code: number) => {
        throw new Exit(code);
      },
      fd_prestat_get: (fd: number, result: number) => this.#preopened(fd, result),
      fd_prestat_dir_name: (_fd: number, pointer: number) => {
        this.#memory().setUint8(pointer, '/'.charCodeAt(0));
        return errno.success;
      },
      fd_fdstat_get: (fd: number, result: number) => this.#descriptorStatus(fd, result),
      fd_filestat_get: (fd: number, result: number) => this.#descriptorFileStatus(fd, result),
      fd_close: (fd: number) => {
        if (this.#descriptors[fd] === undefined) return errno.badDescriptor;
        this.#descriptors[fd] = undefined;
        return errno.success;
      },
      fd_read: (fd: number, vectors: number, count: number, result: number) => this.#read(fd, vectors, count, result),
      fd_pread: (fd: number, vectors: number, count: number, offset: bigint, result: number) =>
        this.#read(fd, vectors, count, result, Number(offset)),
      fd_seek: (fd: number, offset: bigint, whence: number, result: number) =>
        this.#seek(fd, Number(offset), whence, result),
      fd_write: (fd: number, vectors: number, count: number, result: number) => this.#write(fd, vectors, count, result),
      // Only the search for installed gcc toolchains lists directories, and their headers are not wanted here.
      fd_readdir: () => errno.notSupported,
      path_open: (
        directory: number,
        _lookup: number,
        path: number,
        length: number,
        flags: number,
        _rights: bigint,
        _inherited: bigint,
        _status: number,
        result: number,
      ) => this.#open(this.#path(directory, path, length), flags, result),
      path_filestat_get: (directory: number, _lookup: number, path: number, length: number, result: number) =>
        this.#fileStatus(this.#path(directory, path, length), result),
      path_readlink: () => errno.invalid,
      fd_filestat_set_size: refuse,
      fd_filestat_set_times: refuse,
      path_create_directory: refuse,
      path_link: refuse,
      path_remove_directory: refuse,
      path_rename: refuse,
      path_symlink: refuse,
      path_unlink_file: refuse,
    };
  }

  /** The views are renewed whenever the memory has grown: growing detaches the old buffer, which then has no length. */
  #memory(): DataView {
    if (this.#bytes.length === 0) {
      this.#view = new DataView(this.memory.buffer);
      this.#bytes = new Uint8Array(this.memory.buffer);
    }
    return this.#view;
  }

  #path(directory: number, pointer: number, length: number): string | undefined {
    const base = this.#descriptors[directory];
    if (base?.kind !== 'directory') return undefined;
    const relative = new TextDecoder().decode(new Uint8Array(this.memory.buffer, pointer, length));
    return base.path === '/' ? `/${relative}` : `${base.path}/${relative}`;
  }

  #argumentSizes(count: number, size: number): number {
    this.#memory().setUint32(count, this.#arguments.length, true);
    this.#memory().setUint32(
      size,
      this.#arguments.reduce((sum, argument) => sum + argument.length, 0),
      true,
    );
    return errno.success;
  }

  #argumentValues(pointers: number, buffer: number): number {
    let at = buffer;
    for (const [index, argument] of this.#arguments.entries()) {
      this.#memory().setUint32(pointers + 4 * index, at, true);
      new Uint8Array(this.memory.buffer).set(argument, at);
      at += argument.length;
    }
    return errno.success;
  }

  #preopened(fd: number, result: number): number {
    if (fd !== 3) return errno.badDescriptor;
    this.#memory().setUint32(result, 0, true);
    this.#memory().setUint32(result + 4, 1, true);
    return errno.success;
  }

  #descriptorStatus(fd: number, result: number): number {
    const descriptor = this.#descriptors[fd];
    if (descriptor === undefined) return errno.badDescriptor;
    const view = this.#memory();
    view.setBigUint64(result, 0n, true);
    view.setUint8(result, typeOf(descriptor));
    view.setBigUint64(result + 8, 0xffff_ffff_ffff_ffffn, true);
    view.setBigUint64(result + 16, 0xffff_ffff_ffff_ffffn, true);
    return errno.success;
  }

  #descriptorFileStatus(fd: number, result: number): number {
    const descriptor = this.#descriptors[fd];
    if (descriptor === undefined) return errno.badDescriptor;
    if (descriptor.kind === 'file' || descriptor.kind === 'directory') {
      return this.#fileStatus(descriptor.path, result);
    }
    new Uint8Array(this.memory.buffer, result, 64).fill(0);
    this.#memory().setUint8(result + 16, typeOf(descriptor));
    return errno.success;
  }

  #fileStatus(path: string | undefined, result: number): number {
    if (path === undefined) return errno.badDescriptor;
    const found = this.#files.status(path);
    if (found.kind === 'failed') return found.errno;
    const view = this.#memory();
    view.setBigUint64(result, found.device, true);
    view.setBigUint64(result + 8, found.inode, true);
    view.setBigUint64(result + 16, 0n, true);
    view.setUint8(result + 16, found.kind === 'directory' ? fileType.directory : fileType.regular);
    view.setBigUint64(result + 24, 1n, true);
    view.setBigUint64(result + 32, BigInt(found.size), true);
    // Times are left at zero: neither diagnostics nor IR may depend on them.
    for (const offset of [40, 48, 56]) view.setBigUint64(result + offset, 0n, true);
    return errno.success;
  }

  #open(path: string | undefined, flags: number, result: number): number {
    if (path === undefined) return errno.badDescriptor;
    if ((flags & (openFlag.create | openFlag.truncate)) !== 0) return errno.readOnly;
    const found = this.#files.status(path);
    if (found.kind === 'failed') return found.errno;
    let descriptor: Descriptor;
    if (found.kind === 'directory') {
      descriptor = { kind: 'directory', path };
    } else {
      const content = this.#files.read(path);
      if (content.kind === 'failed') return content.errno;
      descriptor = { kind: 'file', path, bytes: content.bytes, position: 0 };
    }
    this.#memory().setUint32(result, this.#descriptors.push(descriptor) - 1, true);
    return errno.success;
  }

  #read(fd: number, vectors: number, count: number, result: number, offset?: number): number {
    const descriptor = this.#descriptors[fd];
    if (descriptor === undefined || descriptor.kind === 'output') return errno.badDescriptor;
    if (descriptor.kind === 'directory') return errno.invalid;
    const view = this.#memory();
    let total = 0;
    if (descriptor.kind === 'file') {
      let position = offset ?? descriptor.position;
      for (let index = 0; index < count; index++) {
        const pointer = view.getUint32(vectors + 8 * index, true);
        const length = view.getUint32(vectors + 8 * index + 4, true);
        const chunk = descriptor.bytes.subarray(position, position + length);
        new Uint8Array(this.memory.buffer).set(chunk, pointer);
        position += chunk.length;
        total += chunk.length;
        if (chunk.length < length) break;
      }
      if (offset === undefined) descriptor.position = position;
    }
    view.setUint32(result, total, true);
    return errno.success;
  }

  #seek(fd: number, offset: number, whence: number, result: number): number {
    const descriptor = this.#descriptors[fd];
    if (descriptor?.kind !== 'file') return errno.illegalSeek;
    const origin = whence === 0 ? 0 : whence === 1 ? descriptor.position : descriptor.bytes.length;
    if (origin + offset < 0) return errno.invalid;
    descriptor.position = origin + offset;
    this.#memory().setBigUint64(result, BigInt(descriptor.position), true);
    return errno.success;
  }

  #write(fd: number, vectors: number, count: number, result: number): number {
    const descriptor = this.#descriptors[fd];
    if (descriptor?.kind !== 'output') return errno.badDescriptor;
    const view = this.#memory();
    const bytes = this.#bytes;
    let total = 0;
    for (let index = 0; index < count; index++) {
      const pointer = view.getUint32(vectors + 8 * index, true);
      const length = view.getUint32(vectors + 8 * index + 4, true);
      descriptor.buffer.append(bytes, pointer, length);
      total += length;
    }
    view.setUint32(result, total, true);
    return errno.success;
  }
}

function typeOf(descriptor: Descriptor): number {
  if (descriptor.kind === 'directory') return fileType.directory;
  return descriptor.kind === 'file' ? fileType.regular : fileType.characterDevice;
}

/** Bytes appended a few at a time, millions of times: no allocation per call, and the space doubles. */
class GrowingBuffer {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  append(source: Uint8Array, from: number, length: number): void {
    const needed = this.#length + length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    const target = this.#bytes;
    if (length > 64) target.set(source.subarray(from, from + length), this.#length);
    else for (let at = 0; at < length; at++) target[this.#length + at] = source[from + at]!;
    this.#length = needed;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
