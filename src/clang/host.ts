// What the pipeline asks of the machine that it runs on, so that it runs in any: a process of Node, a thread of it, a
// browser. node-host.ts answers from the disk.

import type { Diagnostic, Place } from '../base/diagnostic.js';
import type { Result } from '../base/result.js';
import type { SharedBytes } from '../base/shared-bytes.js';
import type { SharedSignal } from '../base/shared-signal.js';
import type { CompiledUnit, CompileOptions } from './compile.js';
import type { TranslationUnit } from './translation-unit.js';

/** Files of Preempt itself: the script and the style of the HTML report. */
export type PackagedFile = 'client.js' | 'client.css';

export interface Host {
  /** Absolute; relative paths start here, and reports show paths relative to it. */
  readonly directory: string;
  packaged(name: PackagedFile): Promise<string>;
  /** Of `cadical-wasm`. Compiled once; every check makes its own instances. */
  solver(): Promise<WebAssembly.Module>;
  /** What somebody wants to have looked at. */
  open(sources: NamedSources): Workspace;
  /** Milliseconds, from any moment on. */
  now(): number;
  /** Of the whole process, in megabytes; undefined where nobody can say. */
  memoryUsed(): number | undefined;
  /** The most that it was; undefined where nobody can say. */
  memoryPeak(): number | undefined;
  /** Lets everything else that waits have its turn. */
  rest(): Promise<void>;
  /** How many threads the machine runs at once; 1 where there are no threads. */
  readonly cores: number;
  /** Threads that start with their first job. Undefined where there are none: then everything is done here. */
  pool(options: PoolOptions): Pool | undefined;
  /** Workers of other machines, where somebody has named their queue. Whoever opened it closes it. */
  readonly farm?: Pool | undefined;
}

export interface PoolOptions {
  readonly size: number;
  /** Megabytes that a thread may need. */
  readonly memory: number;
  /** Compiled code of Preempt may be taken from the cache. */
  readonly isCached: boolean;
}

/** Threads beside this one, or workers on other machines. Jobs, what they say on their way and results are data. */
export interface Pool {
  /** Jobs that are done at once; of a farm, that are given out at once. */
  readonly size: number;
  /** They share this one's memory and disk; to others, whatever they need is sent. */
  readonly isLocal: boolean;
  /** Throws `ThreadEnded` where the thread did not live to the job's end, `QueueLost` where nobody can be asked. */
  run(task: Task, hear?: (said: unknown) => void): Promise<unknown>;
  /** Ends the threads, and with them the jobs that are under way. */
  close(): Promise<void>;
}

/** Says which job it is. */
export interface PlainJob {
  readonly kind: string;
}

/** A piece of work for somebody else. */
export interface Task {
  /** Plain data. */
  readonly job: PlainJob;
  /** What many jobs need, by its content: it is not copied for each. */
  readonly shared?: readonly SharedBytes[];
  /** Words that may reach the job while it is done. */
  readonly signals?: readonly SharedSignal[];
  /** Whoever is not local may take so long; then it is given up. */
  readonly seconds?: number;
  /** Reads what came from another machine: gives it back, or throws where it is something else. */
  readonly read?: (answer: unknown) => unknown;
  /** Answers what somebody on another machine asks on the way. */
  readonly answer?: (question: unknown) => Promise<unknown>;
}

export interface NamedSources {
  /** C files, directories, compile_commands.json, .ll files. */
  readonly paths: readonly string[];
  /** For clang: -I, -D, -include, -std, -m…. The caller's own, and trusted. */
  readonly flags?: readonly string[];
  /** Flags that a file of the project gives; not trusted. */
  readonly configured?: ConfiguredFlags;
  readonly sysroot?: string;
  /**
   * The caller vouches for the project: what it names may run, and all files may be read and quoted. docs/security.md
   */
  readonly trust?: boolean;
}

export interface ConfiguredFlags {
  readonly file: string;
  readonly flags: readonly string[];
}

/** Checkers of C by others that may be started: by these names alone, from the PATH. */
export type CheckerName = 'cbmc';

/** A checker of C that is installed. */
export interface OtherChecker {
  readonly name: CheckerName;
  /** `6.6.0`; undefined where it does not say one. */
  version(): Promise<string | undefined>;
  /** On a C text, to its end or until `isOver` gives a reason. */
  run(text: string, options: readonly string[], isOver: () => string | undefined): Promise<CheckerOutcome>;
}

export interface CheckerOutcome {
  /** Why it did not come to its end. */
  readonly over?: string;
  readonly exitCode: number | undefined;
  readonly output: string;
  readonly errors: string;
}

/** C files and flags into LLVM IR. */
export interface Workspace {
  /** The folder with Preempt's own headers. */
  readonly headers: string;
  units(): Promise<Result<readonly TranslationUnit[]>>;
  compile(
    units: readonly TranslationUnit[],
    options: Omit<CompileOptions, 'project'>,
  ): Promise<Result<readonly CompiledUnit[]>>;
  /** Flags of a platform pack: it may be a file of the project, and is trusted no more than that. */
  packFlags(
    flags: readonly string[],
    pack: Place,
  ): { readonly flags: readonly string[]; readonly refused: readonly Diagnostic[] };
  /** Undefined where it cannot be read. */
  read(path: string): Uint8Array | undefined;
  /** As reports quote it: undefined also where it must not be shown. */
  readShown(path: string): Uint8Array | undefined;
  /** Undefined where it is not installed. Absent where no programs are run. */
  checker?(name: CheckerName): OtherChecker | undefined;
}
