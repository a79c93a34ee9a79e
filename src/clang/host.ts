// What the pipeline asks of the machine that it runs on, so that it runs in any: a process of Node, a thread of it, a browser.
// node-host.ts answers from the disk.

import type { Result } from '../base/result.js';
import type { CompiledUnit, CompileOptions } from './compile.js';
import type { TranslationUnit } from './translation-unit.js';

/** Files of Preempt itself: the script and the style of the HTML report. */
export type PackagedFile = 'client.js' | 'client.css';

export interface Host {
  /** Absolute; relative paths start here, and reports show paths relative to it. */
  readonly directory: string;
  /** Undefined where it cannot be read. */
  readFile(path: string): Uint8Array | undefined;
  packaged(name: PackagedFile): Promise<string>;
  /** Of `cadical-wasm`. Compiled once; every check makes its own instances. */
  solver(): Promise<WebAssembly.Module>;
  readonly frontEnd: FrontEnd;
  /** Milliseconds, from any moment on. */
  now(): number;
  /** Of the whole process, in megabytes; undefined where nobody can say. */
  memoryUsed(): number | undefined;
  /** The most that it was; undefined where nobody can say. */
  memoryPeak(): number | undefined;
  /** Lets everything else that waits have its turn. */
  rest(): Promise<void>;
}

/** C files and flags into LLVM IR. */
export interface FrontEnd {
  /** The folder with Preempt's own headers. */
  readonly headers: string;
  /** What was named, as translation units. */
  collect(paths: readonly string[], flags: readonly string[]): Promise<Result<readonly TranslationUnit[]>>;
  compile(units: readonly TranslationUnit[], options: CompileOptions): Promise<Result<readonly CompiledUnit[]>>;
}
