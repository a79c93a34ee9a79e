// One run of the embedded clang, from arguments to output.

import { openSync, readSync } from 'node:fs';
import { type DialectScope, rewrittenBytes } from './dialect-files.js';
import { DiskView } from './disk-view.js';
import type { Lookups } from './file-view.js';
import { PackedFiles, type ReadArchive } from './packed-files.js';
import { accessTo, type Project } from './project.js';
import { runWasi } from './wasi.js';

/** What a run needs; can be handed to another thread, which then shares the compiled code. */
export interface EmbeddedProgram {
  readonly module: WebAssembly.Module;
  /** The tar archive with clang's own headers. */
  readonly resources: string;
}

/** What a thread is sent. */
export interface EmbeddedTask {
  readonly program: EmbeddedProgram;
  readonly args: readonly string[];
  readonly scope: DialectScope | undefined;
  /** Without one, all files may be read. */
  readonly project: Project | undefined;
}

export interface EmbeddedOutcome {
  readonly exitCode: number;
  readonly crash?: string;
  readonly output: Uint8Array<ArrayBuffer>;
  readonly errors: string;
  readonly lookups: Lookups;
  readonly refused: readonly string[];
  readonly isHidden: boolean;
}

const opened = new Map<string, PackedFiles>();

/** Without a scope, files are shown as they are. */
export function runEmbedded({ program, args, scope, project }: EmbeddedTask): EmbeddedOutcome {
  const resources = opened.get(program.resources) ?? new PackedFiles(archiveAt(program.resources));
  opened.set(program.resources, resources);
  const rewrite = (file: string, bytes: Uint8Array) =>
    scope === undefined ? undefined : rewrittenBytes(file, bytes, scope);
  const files = new DiskView(resources, rewrite, (file) => (project === undefined ? 'shown' : accessTo(file, project)));
  // The archive holds one program of many names; the first argument chooses it.
  const outcome = runWasi(program.module, ['llvm', 'clang', ...args], files);
  return {
    exitCode: outcome.exitCode,
    ...(outcome.crash === undefined ? {} : { crash: outcome.crash }),
    output: outcome.standardOutput.slice(),
    errors: new TextDecoder().decode(outcome.standardError),
    lookups: files.lookups(),
    refused: files.refused(),
    isHidden: files.isHidden,
  };
}

/** It stays open: the archive has thousands of entries, and the table of them is read one by one. */
function archiveAt(path: string): ReadArchive {
  const file = openSync(path, 'r');
  return (offset, length) => {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  };
}
