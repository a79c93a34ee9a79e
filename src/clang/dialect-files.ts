// Which files of a compilation clang is shown in a rewritten form: the sources and headers of the user that use a dialect.
// System headers, clang's own and Preempt's are taken as they are.

import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { rewriteDialect } from './dialect.js';
import { isC51 } from './dialect-detect.js';

/** What the rewriting depends on besides the text; plain data, for other threads. */
export interface DialectScope {
  readonly target: string;
  /** The main file is written for an 8051 compiler: so are its headers. */
  readonly c51: boolean;
  /** Nothing below these is rewritten. */
  readonly systemDirectories: readonly string[];
  /** Texts that stand for the content of files, by absolute path, one character for each byte. */
  readonly changed: ChangedFiles;
}

export type ChangedFiles = Readonly<Record<string, string>>;

export function dialectScope(
  mainText: string,
  target: string,
  systemDirectories: readonly string[],
  changed: ChangedFiles,
): DialectScope {
  return { target, c51: isC51(mainText), systemDirectories, changed };
}

/** Whether one of these files, read by a compilation, is the user's and written for an 8051 compiler. */
export function showsC51(files: readonly string[], scope: DialectScope): boolean {
  return files.some((file) => !isSystemFile(file, scope) && isC51(textOf(file)));
}

/** The text of a file with one character for each byte; empty when it can't be read. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** What clang has to see instead of `bytes`, the content of `file`; undefined where that is what it may see. */
export function rewrittenBytes(file: string, bytes: Uint8Array, scope: DialectScope): Uint8Array | undefined {
  const changed = scope.changed[resolve(file)];
  if (isSystemFile(file, scope)) return changed === undefined ? undefined : Buffer.from(changed, 'latin1');
  const content = changed ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // A byte-order mark is no part of the first word.
  const mark = content.startsWith('\xef\xbb\xbf') ? 3 : 0;
  const text = content.slice(mark);
  const rewritten = rewriteDialect(text, scope);
  return rewritten === text && changed === undefined
    ? undefined
    : Buffer.from(content.slice(0, mark) + rewritten, 'latin1');
}

/** The headers of a clang or a gcc that is installed. */
const compilerOwn = /[/\\]lib\d*[/\\](?:clang|gcc|gcc-cross)[/\\]/;

function isSystemFile(file: string, { systemDirectories }: DialectScope): boolean {
  const path = resolve(file);
  return compilerOwn.test(path) || systemDirectories.some((directory) => path.startsWith(join(directory, sep)));
}
