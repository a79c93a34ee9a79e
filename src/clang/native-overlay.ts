// How a native clang is shown rewritten files at the paths of the originals, so that relative includes, __FILE__ and
// debug information stay as they are: by an overlay of its file system. Which headers need it is found out from the
// files that it read.

import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DialectScope, rewrittenBytes } from './dialect-files.js';

/** What is known about the files of compilations with the same scope; each file is looked at once. */
export class NativeOverlay {
  readonly #scope: DialectScope;
  readonly #known = new Map<string, Uint8Array | undefined>();

  constructor(scope: DialectScope) {
    this.#scope = scope;
  }

  /** Those of `files` that have to be replaced. */
  replaced(files: readonly string[]): readonly string[] {
    return files.filter((file) => {
      if (!this.#known.has(file)) this.#known.set(file, rewritten(file, this.#scope));
      return this.#known.get(file) !== undefined;
    });
  }

  /** All that is to be replaced as far as is known now. */
  replacements(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.#known].flatMap(([file, bytes]) => (bytes === undefined ? [] : [[file, bytes] as const])));
  }
}

/** Writes the replacements into the directory `folder` and gives the arguments that make clang use them. */
export async function overlayArguments(
  replacements: ReadonlyMap<string, Uint8Array>,
  folder: string,
): Promise<readonly string[]> {
  if (replacements.size === 0) return [];
  await mkdir(folder, { recursive: true });
  const entries = [...replacements].map(([name, bytes], index) => {
    const contents = join(folder, String(index));
    return { bytes, contents, root: { type: 'file', name, 'external-contents': contents } };
  });
  await Promise.all(entries.map(({ bytes, contents }) => writeFile(contents, bytes)));
  const description = join(folder, 'overlay.yaml');
  const settings = { version: 0, 'case-sensitive': true, 'use-external-names': false };
  // clang wants YAML, which JSON is.
  await writeFile(description, JSON.stringify({ ...settings, roots: entries.map(({ root }) => root) }));
  return ['-ivfsoverlay', description];
}

function rewritten(file: string, scope: DialectScope): Uint8Array | undefined {
  try {
    return rewrittenBytes(file, readFileSync(file), scope);
  } catch {
    return undefined;
  }
}
