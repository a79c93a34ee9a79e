// Which files of a compilation clang is shown in a rewritten form: the sources and headers of the user that use a
// dialect. System headers, clang's own and Preempt's are taken as they are.

import { latin1Bytes, latin1Text } from '../base/bytes.js';
import { normalPath, pathBelow } from '../base/path.js';
import { rewriteDialect } from './dialect.js';
import { isC51 } from './dialect-detect.js';
import { isSketch, withPrototypes } from './sketch.js';

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
export function showsC51(
  files: readonly string[],
  scope: DialectScope,
  /** One character for each byte. */
  textOf: (file: string) => string,
): boolean {
  return files.some((file) => !isSystemFile(file, scope) && isC51(textOf(file)));
}

/** What clang has to see instead of `bytes`, the content of `file`; undefined where that is what it may see. */
export function rewrittenBytes(file: string, bytes: Uint8Array, scope: DialectScope): Uint8Array | undefined {
  const changed = scope.changed[normalPath(file)];
  if (isSystemFile(file, scope)) return changed === undefined ? undefined : latin1Bytes(changed);
  const content = changed ?? latin1Text(bytes);
  // A byte-order mark is no part of the first word.
  const mark = content.startsWith('\xef\xbb\xbf') ? 3 : 0;
  const text = content.slice(mark);
  const sketched = isSketch(file) ? withPrototypes(text) : text;
  const rewritten = rewriteDialect(sketched, scope);
  return rewritten === text && changed === undefined ? undefined : latin1Bytes(content.slice(0, mark) + rewritten);
}

/** The headers of a clang or a gcc that is installed. */
const compilerOwn = /[/\\]lib\d*[/\\](?:clang|gcc|gcc-cross)[/\\]/;

function isSystemFile(file: string, { systemDirectories }: DialectScope): boolean {
  return compilerOwn.test(file) || systemDirectories.some((directory) => pathBelow(directory, file) !== undefined);
}
